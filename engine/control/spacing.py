"""Keeping two aircraft apart: three miles or a thousand feet, now and on the way they will take.

Number two is given time, not distance: he may not be at the gate before number one is out of the
way. What is left over is solved by level first, because a level needs no geometry.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.control.guidance import Way, along_way
from engine.model.geometry import METRES_PER_NM, range_nm
from engine.model.picture import Track

__all__ = [
    "MINIMUM_FT",
    "MINIMUM_NM",
    "Closest",
    "Resolution",
    "closest_approach",
    "closest_on_ways",
    "gate_not_before_s",
    "resolve",
    "stay_over_ft",
    "too_close",
]

MINIMUM_NM = 3.0
"""Radar separation within 40 miles of the antenna (FAA JO 7110.65 5-5-4)."""
MINIMUM_FT = 1000.0
"""Vertical separation below FL 290 (FAA JO 7110.65 4-5-1)."""
_GUARD_NM = 1.0
_SOON_NM = 0.3
_STEP_S = 5.0
_STRAIGHT_S = 120.0
_CLEARLY_ABOVE_FT = 500.0


@dataclass(frozen=True, slots=True)
class Closest:
    """How near two aircraft come and in how many seconds."""

    seconds: float
    distance_nm: float
    vertical_ft: float

    def breaks(self, *, minimum_nm: float = MINIMUM_NM, minimum_ft: float = MINIMUM_FT) -> bool:
        """Tell whether that is less than both minima."""
        return self.distance_nm < minimum_nm and self.vertical_ft < minimum_ft


@dataclass(frozen=True, slots=True)
class Resolution:
    """How the second aircraft is kept from the first: not below a level, or a turn away."""

    not_below_ft: int | None
    climb_now: bool
    turn: str | None


def too_close(
    first: Track,
    second: Track,
    *,
    minimum_nm: float = MINIMUM_NM,
    minimum_ft: float = MINIMUM_FT,
) -> bool:
    """Tell whether two aircraft have lost separation."""
    return (
        range_nm(first.position.grid, second.position.grid) < minimum_nm
        and abs(first.altitude_ft - second.altitude_ft) < minimum_ft
    )


def _velocity(track: Track) -> tuple[float, float]:
    course = math.radians(track.course_deg_grid)
    metres = track.speed_kt * METRES_PER_NM / 3600.0
    return metres * math.cos(course), metres * math.sin(course)


def closest_approach(first: Track, second: Track, *, within_s: float) -> Closest:
    """Return how near they come if both go on as they are, climbing and descending included."""
    north_1, east_1 = _velocity(first)
    north_2, east_2 = _velocity(second)
    d_north = second.position.grid.north_m - first.position.grid.north_m
    d_east = second.position.grid.east_m - first.position.grid.east_m
    v_north, v_east = north_2 - north_1, east_2 - east_1
    square = v_north * v_north + v_east * v_east
    when = 0.0 if square < 1e-9 else -(d_north * v_north + d_east * v_east) / square
    when = max(0.0, min(within_s, when))
    distance = math.hypot(d_north + v_north * when, d_east + v_east * when) / METRES_PER_NM
    rate = (second.vertical_fpm - first.vertical_fpm) / 60.0
    vertical = abs(second.altitude_ft - first.altitude_ft + rate * when)
    return Closest(when, distance, vertical)


def closest_on_ways(first: Way, second: Way, *, within_s: float) -> Closest:
    """Return how near they come, in plan, on the ways predicted for both (`Guidance.ahead`).

    A way that has ended counts as off the field: he has landed. The vertical is left at zero; it
    is for the caller, who knows what levels he assigned.
    """
    until = min(within_s, first[-1][0], second[-1][0])
    best = Closest(0.0, range_nm(first[0][1], second[0][1]), 0.0)
    seconds = 0.0
    while seconds <= until:
        distance = range_nm(along_way(first, seconds), along_way(second, seconds))
        if distance < best.distance_nm:
            best = Closest(seconds, distance, 0.0)
        seconds += _STEP_S
    return best


def gate_not_before_s(
    *,
    first_seconds_to_threshold: float,
    first_ground_kt: float,
    second_ground_kt: float,
    gate_nm: float,
    minimum_nm: float = MINIMUM_NM,
    clear_runway_s: float = 0.0,
    one_in_the_letdown: bool = True,
) -> float:
    """Return how long number two must not be at the gate (`gate_nm` out on final).

    With one in the letdown, until number one has landed. Otherwise until number one is the
    minimum and a guard ahead, counting what number two gains on him down to the threshold.
    """
    landed_s = first_seconds_to_threshold + clear_runway_s
    if one_in_the_letdown:
        return max(0.0, landed_s)
    second_from_gate_s = gate_nm * 3600.0 / max(second_ground_kt, 1.0)
    spacing_s = (minimum_nm + _GUARD_NM) * 3600.0 / max(second_ground_kt, 1.0)
    behind_at_threshold = landed_s + spacing_s - second_from_gate_s
    first_at_gate_s = first_seconds_to_threshold - gate_nm * 3600.0 / max(first_ground_kt, 1.0)
    return max(0.0, behind_at_threshold, first_at_gate_s + spacing_s)


def resolve(
    first: Track,
    second: Track,
    *,
    first_assigned_ft: float,
    second_assigned_ft: float,
    within_s: float,
    ways: tuple[Way, Way] | None = None,
    guard_nm: float = _GUARD_NM,
) -> Resolution | None:
    """Return what keeps number two from number one, or None when they stay apart by themselves.

    Number two stays a thousand feet over what number one has or may still be at. When he is not
    over him already, `climb_now` says that they will come too near unless he is climbed, and
    `turn` which way shows number one his tail.
    """
    near = _nearest_nm(first, second, within_s=within_s, ways=ways)
    if near >= MINIMUM_NM + guard_nm:
        return None
    over = max(first.altitude_ft, first_assigned_ft) + MINIMUM_FT
    level = math.ceil(over / 100.0 - 1e-9) * 100
    if min(second.altitude_ft, second_assigned_ft) >= level:
        return Resolution(level, climb_now=False, turn=None)
    under = min(first.altitude_ft, first_assigned_ft) - MINIMUM_FT
    if max(second.altitude_ft, second_assigned_ft) <= under:
        return None
    soon = near < MINIMUM_NM + _SOON_NM
    return Resolution(level, climb_now=soon, turn=_away(first, second) if soon else None)


def _nearest_nm(
    first: Track, second: Track, *, within_s: float, ways: tuple[Way, Way] | None
) -> float:
    """Return how near they come, going on as they are or on the ways predicted for them."""
    near = closest_approach(first, second, within_s=min(within_s, _STRAIGHT_S)).distance_nm
    if ways is None:
        return near
    return min(near, closest_on_ways(*ways, within_s=within_s).distance_nm)


def stay_over_ft(
    first: Track,
    second: Track,
    *,
    within_s: float,
    ways: tuple[Way, Way] | None = None,
    guard_nm: float = _GUARD_NM,
) -> int | None:
    """Return what number one must stay above until number two is out from under him, or None.

    Who is above stays above: to bring number one down through number two while number two is
    climbed through him loses both. While this answers, number two is not climbed for him.
    """
    if first.altitude_ft < second.altitude_ft + _CLEARLY_ABOVE_FT:
        return None
    if _nearest_nm(first, second, within_s=within_s, ways=ways) >= MINIMUM_NM + guard_nm:
        return None
    return math.ceil((second.altitude_ft + MINIMUM_FT) / 100.0 - 1e-9) * 100


def _away(first: Track, second: Track) -> str:
    """Return the turn that shows number two's tail to number one."""
    north = first.position.grid.north_m - second.position.grid.north_m
    east = first.position.grid.east_m - second.position.grid.east_m
    nose = math.radians(second.course_deg_grid)
    right = east * math.cos(nose) - north * math.sin(nose)
    return "left" if right > 0.0 else "right"
