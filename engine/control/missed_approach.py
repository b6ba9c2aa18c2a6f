"""The missed approach as it is flown: ahead to an altitude, then turn and climb.

Until it is complete he is given the published missed approach and nothing else: no deviation from
a course he has left, no second altitude.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.control.course import FinalCourse
from engine.model.geometry import angle_between_deg, normalise_deg
from engine.model.picture import Track
from engine.profile.theatre import Approach

__all__ = ["MissedGuidance", "MissedPhase", "missed_guidance"]

_LEVEL_TOLERANCE_FT = 150.0
_TURNED_DEG = 20.0


class MissedPhase(StrEnum):
    """How far he is with it."""

    STRAIGHT = "straight"
    TURN = "turn"
    CLIMB = "climb"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class MissedGuidance:
    """What the published missed approach asks of him now."""

    phase: MissedPhase
    heading_deg_grid: float
    turn: str | None
    altitude_ft: int


def missed_guidance(
    approach: Approach,
    course: FinalCourse,
    track: Track,
    *,
    previous: MissedPhase | None = None,
) -> MissedGuidance:
    """Return where he is on the missed approach and what it asks.

    Straight ahead until the published altitude, even when he misses far out: the turn is
    surveyed from there. It is never taken back, so a pilot who levels off in the turn is not told
    to fly straight again. Complete at its altitude, or farther out than approaches are worked.
    """
    missed = approach.missed
    away = course.range_nm(track.position.grid)
    high = track.altitude_ft >= missed.climb_to_ft - _LEVEL_TOLERANCE_FT
    past = course.along_nm(track.position.grid) <= approach.missed_approach_point_nm
    may_turn = track.altitude_ft >= missed.straight_to_ft and past
    begun = previous in (MissedPhase.TURN, MissedPhase.CLIMB, MissedPhase.COMPLETE)
    heading = normalise_deg(missed.heading_deg_grid)
    far = away > approach.final_intercept_nm and begun
    if previous is MissedPhase.COMPLETE or (high and (past or begun)) or far:
        phase, turn = MissedPhase.COMPLETE, None
    elif begun or may_turn:
        turned = angle_between_deg(track.heading_deg_grid, heading) <= _TURNED_DEG
        phase = MissedPhase.CLIMB if turned else MissedPhase.TURN
        turn = None if turned else missed.turn
    else:
        phase, turn = MissedPhase.STRAIGHT, None
        heading = normalise_deg(course.heading_deg_grid)
    return MissedGuidance(phase, heading, turn, missed.climb_to_ft)
