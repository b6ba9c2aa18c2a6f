"""Judge how every aircraft on radar moves, as the record of what later decisions rest on."""

from __future__ import annotations

from engine.control.codec import to_json
from engine.control.lookup import elevation_near_ft, event_of, grid_of
from engine.control.movement import judge_movement
from engine.control.outcome import Context, Outcome, Request

__all__ = ["observe"]

_FIELD_REACH_NM = 3.0
"""How far from a field's reference point its elevation says what is ground."""


def observe(context: Context, _request: Request) -> Outcome:
    """Return one event with every movement that changed since the last look."""
    board = context.board
    changed = {}
    for track_id in sorted(board.tracks):
        track = board.tracks[track_id]
        before = board.movement.get(track_id)
        ground = elevation_near_ft(context.theatre, grid_of(track), within_nm=_FIELD_REACH_NM)
        after = judge_movement(track, ground, before)
        if after != before:
            changed[track_id] = to_json(after)
    if not changed:
        return Outcome()
    return Outcome(events=(event_of(context, "movement_judged", None, tracks=changed),))
