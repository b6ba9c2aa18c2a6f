"""Which aircraft a radio speaks for: the ladder from the sim's own word down to elimination.

A wrong label is rude, a wrong track is dangerous. Each rung must give exactly one aircraft of the
same side, or gives none; a spoken name is never a rung.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.control.board import Board
from engine.control.names import handles, squash
from engine.control.strip import Radio
from engine.model.picture import Coalition, Track, TrackId

__all__ = ["BINDING_TTL_MS", "RELINK_MS", "Binding", "binding_for", "fits"]

RELINK_MS = 10 * 60 * 1000
"""How long after it left a radio's place is kept for a new one of the same name and seat."""
BINDING_TTL_MS = 2 * 60 * 60 * 1000
"""After this a binding by name or elimination must be found again."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A radio's aircraft and the rung that says so."""

    aircraft: TrackId
    authority: str


def binding_for(board: Board, radio: Radio, *, now_ms: int) -> Binding | None:
    """Return the aircraft a radio speaks for, or None when no rung gives exactly one."""
    fitting = [track for track in board.tracks.values() if fits(radio, track)]
    by_unit = [track for track in fitting if _same_unit(radio, track)]
    if len(by_unit) == 1:
        return Binding(by_unit[0].track_id, "unit")
    if by_unit:
        return None
    relinked = _relinked(board, radio, now_ms=now_ms)
    if relinked is not None:
        return relinked
    return _by_name(radio, fitting) or _by_elimination(board, radio, fitting)


def fits(radio: Radio, track: Track) -> bool:
    """Tell whether a radio may be aboard an aircraft: the same side, and neither of none."""
    return radio.coalition is track.coalition and track.coalition is not Coalition.NEUTRAL


def _same_unit(radio: Radio, track: Track) -> bool:
    return (
        radio.unit_id > 0
        and radio.unit_id == track.unit_id
        and squash(radio.unit_type) == squash(track.type_name)
    )


def _contradicts(radio: Radio, track: Track) -> bool:
    """Tell whether the voice client itself says that he sits in another type."""
    return bool(radio.unit_type) and squash(radio.unit_type) != squash(track.type_name)


def _relinked(board: Board, radio: Radio, *, now_ms: int) -> Binding | None:
    """Follow a radio that dropped and came back with a new GUID."""
    places = {
        old.aircraft
        for old in board.radios.values()
        if old.guid != radio.guid
        and old.gone_ms is not None
        and now_ms - old.gone_ms <= RELINK_MS
        and (old.name, old.coalition, old.unit_id) == (radio.name, radio.coalition, radio.unit_id)
        and old.aircraft in board.tracks
    }
    found = places.pop() if len(places) == 1 else None
    if found is None or _contradicts(radio, board.tracks[found]):
        return None
    return Binding(found, "relink")


def _by_name(radio: Radio, tracks: Iterable[Track]) -> Binding | None:
    candidates = [track for track in tracks if not _contradicts(radio, track)]
    exact = [
        track
        for track in candidates
        if squash(radio.name) in {squash(track.player_name or ""), squash(track.unit_name)}
        and squash(radio.name) in handles(radio.name)
    ]
    if exact:
        return Binding(exact[0].track_id, "name") if len(exact) == 1 else None
    spoken = handles(radio.name)
    alike = [
        track
        for track in candidates
        if spoken & (handles(track.player_name or "") | handles(track.unit_name))
    ]
    return Binding(alike[0].track_id, "handle") if len(alike) == 1 else None


def _by_elimination(board: Board, radio: Radio, tracks: Iterable[Track]) -> Binding | None:
    """One manned aircraft that nobody speaks for, and one radio that speaks for nobody."""
    claimed = {other.aircraft for other in board.radios.values() if other.guid != radio.guid}
    free = [
        track for track in tracks if track.player_name is not None and track.track_id not in claimed
    ]
    loose = [
        other
        for other in board.radios.values()
        if other.gone_ms is None
        and other.coalition is radio.coalition
        and (other.guid == radio.guid or other.aircraft not in board.tracks)
    ]
    if radio.heard_ms is None or len(loose) != 1 or len(free) != 1 or _contradicts(radio, free[0]):
        return None
    return Binding(free[0].track_id, "elimination")
