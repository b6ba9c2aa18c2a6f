"""Fold one event into the board: the only way the board ever changes.

Total over every kind: a kind that is not known here is a record and leaves the board alone, so an
older engine can fold a newer log. Stimuli are folded here, decisions in `fold_decisions` and what
was said in `fold_said`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from engine.control.board import Board
from engine.control.codec import from_json
from engine.control.fold_decisions import DECISIONS
from engine.control.fold_said import fold_report, fold_transmission
from engine.control.stimuli import stimulus_from_json
from engine.control.strip import Radio, radio_aircraft
from engine.model.event import Event
from engine.model.picture import Coalition, Track, TrackId
from engine.model.stimulus import Heard, KeyingReport, RadioGone, RadioPresent, Sweep

__all__ = ["apply", "fold"]

_LOOKS_S = 4.0
"""How much of each track is kept: what a judgement of its movement looks at, and one look more."""

_Fold = Callable[[Board, Event], Board]


def apply(board: Board, event: Event) -> Board:
    """Return the board after one event; an unknown kind changes nothing."""
    if event.kind in _STIMULI:
        return _fold_stimulus(board, event)
    folder = DECISIONS.get(event.kind) or _OWN.get(event.kind)
    return folder(board, event) if folder is not None else board


def fold(events: Iterable[Event], board: Board | None = None) -> Board:
    """Return the board after all of the events, from `board` or from nothing."""
    result = board or Board()
    for event in events:
        result = apply(result, event)
    return result


def _fold_stimulus(board: Board, event: Event) -> Board:
    stimulus = stimulus_from_json(event.kind, event.data)
    if isinstance(stimulus, Sweep):
        return _fold_sweep(board, event, stimulus)
    if isinstance(stimulus, Heard):
        return _fold_heard(board, event, stimulus)
    if isinstance(stimulus, RadioPresent):
        return _fold_radio_present(board, stimulus)
    if isinstance(stimulus, RadioGone):
        return _fold_radio_gone(board, event, stimulus)
    assert isinstance(stimulus, KeyingReport)  # noqa: S101 - the five kinds are a closed union
    return fold_report(board, stimulus)


def _fold_heard(board: Board, event: Event, heard: Heard) -> Board:
    """Note who spoke and when; a radio that was never announced is met here."""
    known = board.radios.get(heard.guid)
    radio = _radio(
        known,
        guid=heard.guid,
        name=heard.client_name,
        unit_type=heard.unit_type,
        unit_id=heard.unit_id,
        coalition=heard.coalition,
        frequencies_hz=known.frequencies_hz if known is not None else (heard.frequency_hz,),
    )
    radio = replace(radio, heard_ms=event.t_ms)
    board = replace(board, radios={**board.radios, heard.guid: radio})
    strip = board.strips.get(radio.aircraft)
    if strip is None:
        return board
    strip = replace(strip, heard_ms=event.t_ms, prompted_ms=None)
    return replace(board, strips={**board.strips, strip.aircraft: strip})


def _fold_radio_present(board: Board, present: RadioPresent) -> Board:
    known = board.radios.get(present.guid)
    radio = _radio(
        known,
        guid=present.guid,
        name=present.client_name,
        unit_type=present.unit_type,
        unit_id=present.unit_id,
        coalition=present.coalition,
        frequencies_hz=present.frequencies_hz,
    )
    return replace(board, radios={**board.radios, present.guid: radio})


def _radio(
    known: Radio | None,
    *,
    guid: str,
    name: str,
    unit_type: str,
    unit_id: int,
    coalition: Coalition,
    frequencies_hz: tuple[int, ...],
) -> Radio:
    """Return the radio as it now is; one that changed its seat speaks for nobody yet."""
    fresh = Radio(
        guid=guid,
        name=name,
        unit_type=unit_type,
        unit_id=unit_id,
        coalition=coalition,
        frequencies_hz=frequencies_hz,
        aircraft=radio_aircraft(guid),
    )
    if known is None:
        return fresh
    if (known.name, known.unit_id, known.unit_type, known.coalition) != (
        name,
        unit_id,
        unit_type,
        coalition,
    ):
        return replace(fresh, heard_ms=known.heard_ms)
    return replace(known, frequencies_hz=frequencies_hz, gone_ms=None)


def _fold_radio_gone(board: Board, event: Event, gone: RadioGone) -> Board:
    known = board.radios.get(gone.guid)
    if known is None or known.gone_ms is not None:
        return board
    return replace(board, radios={**board.radios, gone.guid: replace(known, gone_ms=event.t_ms)})


def _fold_sweep(board: Board, event: Event, sweep: Sweep) -> Board:
    """Take the picture as it is; what follows from it is decided, not folded."""
    tracks: dict[TrackId, Track] = {} if sweep.reset else dict(board.tracks)
    looks = {} if sweep.reset else dict(board.looks)
    movement = {} if sweep.reset else dict(board.movement)
    moved = set()
    for track in sweep.tracks:
        before = tracks.get(track.track_id)
        tracks[track.track_id] = track
        if before is None or track.sim_time_s > before.sim_time_s:
            moved.add(track.track_id)
            looks[track.track_id] = _recent(looks.get(track.track_id, ()), track)
    for gone in sweep.gone:
        for held in (tracks, looks, movement):
            held.pop(gone.track_id, None)
    strips = {
        aircraft: replace(strip, seen_ms=event.t_ms) if aircraft in moved else strip
        for aircraft, strip in board.strips.items()
    }
    return replace(
        board,
        tracks=tracks,
        looks=looks,
        movement=movement,
        strips=strips,
        weather=sweep.weather or board.weather,
        session=sweep.reset.session if sweep.reset else board.session,
        swept_ms=event.t_ms,
        new_second=board.swept_ms is None or event.t_ms // 1000 != board.swept_ms // 1000,
    )


def _recent(looks: tuple[Track, ...], track: Track) -> tuple[Track, ...]:
    since_s = track.sim_time_s - _LOOKS_S
    return (*(one for one in looks if one.sim_time_s >= since_s), track)


def _fold_session(board: Board, event: Event) -> Board:
    return replace(board, coalition=from_json(Coalition, event.data["coalition"]))


_STIMULI = frozenset(
    ("heard", "radio_present", "radio_gone", "sweep", "keyed", "expired", "withheld", "failed")
)
_OWN: Mapping[str, _Fold] = {
    "service_started": _fold_session,
    "transmission": fold_transmission,
}
