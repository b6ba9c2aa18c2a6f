"""Who is next: the arrival sequence of a field.

The holder of the letdown is number one. After him an aircraft in distress, then one that missed
(he has flown it once and is low), then by the time they asked. The order is computed, never
stored, so that no two parts of the board can disagree about it.
"""

from __future__ import annotations

from engine.control.board import Board
from engine.control.strip import Strip

__all__ = ["number_of", "sequence"]


def sequence(board: Board, field: str) -> tuple[Strip, ...]:
    """Return the arrivals of a field in the order they will land."""
    holder = board.letdown.get(field)
    waiting = [
        strip
        for strip in board.strips.values()
        if strip.field == field
        and strip.track_id is not None
        and (strip.queued_ms is not None or strip.aircraft == holder)
    ]
    return tuple(
        sorted(
            waiting,
            key=lambda strip: (
                strip.aircraft != holder,
                strip.emergency is None,
                strip.missed_count == 0,
                strip.queued_ms or 0,
                strip.aircraft,
            ),
        )
    )


def number_of(board: Board, strip: Strip) -> int | None:
    """Return his number in the sequence of his field, or None when he is not in it."""
    if strip.field is None:
        return None
    order = [one.aircraft for one in sequence(board, strip.field)]
    return order.index(strip.aircraft) + 1 if strip.aircraft in order else None
