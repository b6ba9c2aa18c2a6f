"""The side of a turn: the short way, unless he is already turning.

A side that was right when it was decided sends him all the way round when he has turned past the
heading by the time he hears it.
"""

from __future__ import annotations

from engine.control.air_mass import turn_rate_deg_s
from engine.control.guidance import Guidance
from engine.model.geometry import angle_between_deg, signed_turn_deg
from engine.model.picture import Track

__all__ = ["PILOT_LAG_S", "is_long_way", "turn_side"]

PILOT_LAG_S = 10.0
"""From the decision to the start of his turn: the words, the read-back, the hand."""
_OPPOSITE_DEG = 150.0
_SAME_TURN_DEG = 30.0
_TURNING_S = 60.0
_TURN_LEFT_DEG = 270.0
"""More to go than this in the way he was sent is a heading that he has reached."""
_LONG_WAY_DEG = 240.0
"""A turn through more than this was the short one when it was decided."""


def turn_side(
    track: Track, heading_deg_grid: float, *, previous: Guidance | None, airspeed_kt: float
) -> str | None:
    """Return `left` or `right`, None where no side is to be said.

    Near the opposite heading the way already begun is kept. A heading that his present turn is
    about to go past is given without a side: he turns back to it the short way.
    """
    turn = signed_turn_deg(track.heading_deg_grid, heading_deg_grid)
    if abs(turn) < 1.0:
        return None
    if previous is not None and previous.turn is not None:
        fresh = track.sim_time_s - previous.sim_time_s < _TURNING_S
        if fresh and _turns_past(track, turn, previous, airspeed_kt):
            return None
        same = angle_between_deg(previous.heading_deg_grid, heading_deg_grid) <= _SAME_TURN_DEG
        if fresh and same and abs(turn) > _OPPOSITE_DEG:
            return previous.turn
    return "right" if turn > 0.0 else "left"


def is_long_way(now_deg: float, heading_deg: float, side: str) -> bool:
    """Tell whether the turn to a heading by that side is nearly a full circle by now."""
    right_deg = (heading_deg - now_deg) % 360.0
    return (right_deg if side == "right" else 360.0 - right_deg) > _LONG_WAY_DEG


def _turns_past(track: Track, turn_deg: float, previous: Guidance, airspeed_kt: float) -> bool:
    """Tell whether the turn he was sent on takes him past a heading before he is told it."""
    side = 1.0 if previous.turn == "right" else -1.0
    left_deg = (previous.heading_deg_grid - track.heading_deg_grid) * side % 360.0
    ahead_deg = turn_deg * side
    swing_deg = PILOT_LAG_S * turn_rate_deg_s(airspeed_kt)
    return 0.0 < ahead_deg < swing_deg and ahead_deg < left_deg < _TURN_LEFT_DEG
