"""Fold decisions: what each kind of event means for strips, radios and reservations.

Most decisions set named fields of one strip, and are a row in `PATCHES`. What only an aircraft
that radar has may have (phase, level, runway, letdown) is refused here for a mere radio, whatever
the rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_type_hints

from engine.control.board import Board
from engine.control.codec import from_json
from engine.control.strip import Strip, radio_aircraft
from engine.model.event import Event
from engine.model.picture import Coalition
from engine.world.movement import Movement

__all__ = ["DECISIONS", "PATCHES"]

_Fold = Callable[[Board, Event], Board]

PATCHES: Mapping[str, tuple[str, ...]] = {
    "labelled": ("label",),
    "worked_by": ("station", "field"),
    "asked": ("asked", "not_understood"),
    "not_understood": ("not_understood",),
    "prompted": ("prompted_ms",),
    "hand_off_kept": ("asked",),
    "paused": ("standby_until_ms",),
    "readback_judged": ("readback",),
    "told_again": ("told",),
    "emergency_declared": ("emergency",),
    "emergency_ended": ("emergency",),
    "phase_changed": (
        "phase",
        "phase_since_ms",
        "has_flown",
        "readback",
        "told",
        "missed_count",
        "flown_kind",
    ),
    "airborne_seen": ("has_flown",),
    "touched_down": ("touchdown_s", "touchdown_kt", "rolled_out"),
    "rolled_out": ("rolled_out",),
    "approach_assigned": ("approach", "field"),
    "queued": ("queued_ms", "number"),
    "vectored": ("guidance", "guidance_before"),
    "kept_apart": ("apart_ms",),
    "hold_assigned": ("hold", "hold_level_ft"),
    "hold_left": ("hold", "hold_level_ft", "told"),
    "missed": (
        "missed_count",
        "missed_ms",
        "missed_step",
        "climbing_s",
        "told",
        "mile_called",
        "heading_deg_mag",
        "heading_at_ms",
        "guidance",
        "level_ft",
        "readback",
    ),
    "climb_seen": ("climbing_s",),
    "missed_flown": ("missed_step",),
    "missed_complete": ("missed_ms", "missed_step", "queued_ms", "level_ft"),
    "approach_ended": (
        "approach",
        "flown_kind",
        "queued_ms",
        "number",
        "hold",
        "hold_level_ft",
        "level_ft",
        "heading_deg_mag",
        "heading_at_ms",
        "guidance",
        "speed_kt",
        "speed_at_ms",
        "mile_called",
        "correction_ms",
        "missed_ms",
        "missed_step",
        "told",
        "readback",
    ),
}
"""The strip fields that each kind of decision may set, from the event's data."""

_NEEDS_RADAR = frozenset(
    (
        "phase_changed",
        "airborne_seen",
        "approach_assigned",
        "queued",
        "vectored",
        "hold_assigned",
        "missed",
        "missed_complete",
    )
)
_HINTS = get_type_hints(Strip)


def _patch(board: Board, event: Event) -> Board:
    strip = board.strip(event.aircraft)
    if strip is None or (event.kind in _NEEDS_RADAR and strip.track_id is None):
        return board
    allowed = PATCHES[event.kind]
    changes: dict[str, Any] = {
        name: from_json(_HINTS[name], value)
        for name, value in event.data.items()
        if name in allowed
    }
    return _put(board, replace(strip, **changes))


def _put(board: Board, strip: Strip) -> Board:
    return replace(board, strips={**board.strips, strip.aircraft: strip})


def _strip_opened(board: Board, event: Event) -> Board:
    """Open a strip; one that is open already is left alone."""
    aircraft = event.aircraft
    if aircraft is None or aircraft in board.strips:
        return board
    track = board.tracks.get(aircraft)
    return _put(
        board,
        Strip(
            aircraft=aircraft,
            label=str(event.data["label"]),
            opened_ms=event.t_ms,
            track_id=aircraft if track is not None else None,
            type_name=track.type_name if track is not None else str(event.data.get("type", "")),
            coalition=from_json(Coalition, event.data["coalition"]),
            heard_ms=event.t_ms if event.data.get("heard") else None,
            seen_ms=event.t_ms if track is not None else None,
        ),
    )


def _strip_closed(board: Board, event: Event) -> Board:
    """Take a strip and everything it holds off the board; silence is lifted by its own event."""
    aircraft = event.aircraft
    if aircraft is None:
        return board

    def without(held: Mapping[str, str]) -> dict[str, str]:
        return {key: one for key, one in held.items() if one != aircraft}

    radios = {
        guid: replace(radio, aircraft=radio_aircraft(guid), authority="")
        if radio.aircraft == aircraft
        else radio
        for guid, radio in board.radios.items()
    }
    return replace(
        board,
        strips={key: strip for key, strip in board.strips.items() if key != aircraft},
        letdown=without(board.letdown),
        runways=without(board.runways),
        radios=radios,
    )


def _bound(board: Board, event: Event) -> Board:
    """Tie a radio to a track; what was said to the radio moves to the aircraft's strip."""
    guid, aircraft = str(event.data["guid"]), event.aircraft
    radio = board.radios.get(guid)
    if radio is None or aircraft is None or aircraft not in board.tracks:
        return board
    authority = str(event.data["authority"])
    bound = replace(radio, aircraft=aircraft, authority=authority, bound_ms=event.t_ms)
    board = replace(board, radios={**board.radios, guid: bound})
    loose = board.strips.get(radio_aircraft(guid))
    if loose is None:
        return board
    strips = {key: strip for key, strip in board.strips.items() if key != loose.aircraft}
    silence = {
        station: aircraft if one == loose.aircraft else one
        for station, one in board.silence.items()
    }
    board = replace(board, strips=strips, silence=silence)
    strip = board.strips.get(aircraft)
    if strip is None:
        return board
    return _put(
        board,
        replace(
            strip,
            station=strip.station or loose.station,
            field=strip.field or loose.field,
            greeted=tuple(sorted({*strip.greeted, *loose.greeted})),
            emergency=strip.emergency or loose.emergency,
            last_said=strip.last_said or loose.last_said,
            heard_ms=max(strip.heard_ms or 0, loose.heard_ms or 0) or None,
            asked=strip.asked or loose.asked,
        ),
    )


def _unbound(board: Board, event: Event) -> Board:
    guid = str(event.data["guid"])
    radio = board.radios.get(guid)
    if radio is None:
        return board
    loose = replace(radio, aircraft=radio_aircraft(guid), authority="")
    return replace(board, radios={**board.radios, guid: loose})


def _radio_forgotten(board: Board, event: Event) -> Board:
    guid = str(event.data["guid"])
    radios = {key: radio for key, radio in board.radios.items() if key != guid}
    strips = {key: one for key, one in board.strips.items() if key != radio_aircraft(guid)}
    return replace(board, radios=radios, strips=strips)


def _name_corrected(board: Board, event: Event) -> Board:
    radio = board.radios.get(str(event.data["guid"]))
    if radio is None:
        return board
    corrected = replace(radio, name_corrected=True)
    return replace(board, radios={**board.radios, radio.guid: corrected})


def _movement_judged(board: Board, event: Event) -> Board:
    judged: dict[str, Movement] = from_json(Mapping[str, Movement], event.data["tracks"])
    return replace(board, movement={**board.movement, **judged})


def _letdown_taken(board: Board, event: Event) -> Board:
    """Give the letdown of a field; it is never taken from the aircraft that holds it."""
    strip, field = board.strip(event.aircraft), str(event.data["field"])
    if strip is None or strip.track_id is None:
        return board
    if board.letdown.get(field, strip.aircraft) != strip.aircraft:
        return board
    board = replace(board, letdown={**board.letdown, field: strip.aircraft})
    return _put(board, replace(strip, letdown_ms=event.t_ms, number=None))


def _letdown_freed(board: Board, event: Event) -> Board:
    field = str(event.data["field"])
    if board.letdown.get(field) != event.aircraft:
        return board
    rest = {key: one for key, one in board.letdown.items() if key != field}
    board = replace(board, letdown=rest)
    strip = board.strip(event.aircraft)
    return board if strip is None else _put(board, replace(strip, letdown_ms=None))


def _runway_taken(board: Board, event: Event) -> Board:
    key = str(event.data["runway"])
    strip = board.strip(event.aircraft)
    if strip is None or board.runways.get(key, strip.aircraft) != strip.aircraft:
        return board
    return replace(board, runways={**board.runways, key: strip.aircraft})


def _runway_freed(board: Board, event: Event) -> Board:
    key = str(event.data["runway"])
    if board.runways.get(key) != event.aircraft:
        return board
    return replace(board, runways={k: one for k, one in board.runways.items() if k != key})


def _silence_imposed(board: Board, event: Event) -> Board:
    if event.station is None or event.aircraft is None:
        return board
    return replace(board, silence={**board.silence, event.station: event.aircraft})


def _silence_lifted(board: Board, event: Event) -> Board:
    rest = {key: one for key, one in board.silence.items() if key != event.station}
    return replace(board, silence=rest)


DECISIONS: Mapping[str, _Fold] = {
    **dict.fromkeys(PATCHES, _patch),
    "strip_opened": _strip_opened,
    "strip_closed": _strip_closed,
    "bound": _bound,
    "unbound": _unbound,
    "radio_forgotten": _radio_forgotten,
    "name_corrected": _name_corrected,
    "movement_judged": _movement_judged,
    "letdown_taken": _letdown_taken,
    "letdown_freed": _letdown_freed,
    "runway_taken": _runway_taken,
    "runway_freed": _runway_freed,
    "silence_imposed": _silence_imposed,
    "silence_lifted": _silence_lifted,
}
"""How each kind of decision changes the board."""
