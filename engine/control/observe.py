"""Judge how every aircraft on radar moves, as the record of what later decisions rest on."""

from __future__ import annotations

from engine.control.lookup import event_of, grid_of
from engine.control.outcome import Context, Outcome, Request
from engine.control.runway import pavement
from engine.model.geometry import GridPoint, range_nm
from engine.profile.theatre import Airfield, Theatre
from engine.world.movement import Movement, judge_movement
from engine.world.runway_strip import RunwayStrip

__all__ = ["observe", "runway_at"]

_FIELD_REACH_NM = 3.0
"""How far from a field's reference point its elevation says what is ground."""
_BESIDE_FT = 300.0
_NOWHERE_FT = -1_500.0
"""Away from every field no surface is known: lower than any, so that height proves flight."""


def observe(context: Context, _request: Request) -> Outcome:
    """Return one event with every movement that changed since the last look."""
    board = context.board
    changed: dict[str, str] = {}
    for track_id in sorted(board.tracks):
        point = grid_of(board.tracks[track_id])
        airfield = _field_at(context.theatre, point)
        verdict = judge_movement(
            board.looks.get(track_id, ()),
            surface_elevation_ft=airfield.elevation_ft if airfield is not None else _NOWHERE_FT,
            runway=runway_at(context.theatre, point),
        )
        if verdict is not Movement.UNKNOWN and verdict is not board.movement.get(track_id):
            changed[track_id] = verdict.value
    if not changed:
        return Outcome()
    return Outcome(events=(event_of(context, "movement_judged", None, tracks=changed),))


def _field_at(theatre: Theatre, point: GridPoint) -> Airfield | None:
    near = [
        (range_nm(point, airfield.reference_point.grid), key)
        for key, airfield in theatre.fields.items()
    ]
    distance, key = min(near, default=(_FIELD_REACH_NM + 1.0, ""))
    return theatre.fields[key] if distance <= _FIELD_REACH_NM else None


def runway_at(theatre: Theatre, point: GridPoint) -> RunwayStrip | None:
    """Return the paved strip that a place is on or beside, or None."""
    airfield = _field_at(theatre, point)
    if airfield is None:
        return None
    strips = (pavement(airfield, runway) for runway in airfield.runways)
    return next((one for one in strips if one.contains(point, beside_ft=_BESIDE_FT)), None)
