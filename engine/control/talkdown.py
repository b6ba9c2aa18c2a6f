"""The surveillance talk-down: which mile to call, what altitude goes with it, when to break off.

The controller has azimuth and range only: altitudes are advice made from the published figures,
one mile ahead, and the last word below the minimum is the pilot's own eyes (FAA JO 7110.65 5-11).
"""

from __future__ import annotations

import math

from engine.control.air_mass import Wind, air_speed_kt, heading_for_course_deg
from engine.control.course import FinalCourse
from engine.model.geometry import (
    FEET_PER_NM,
    angle_between_deg,
    normalise_deg,
    signed_turn_deg,
    spoken_heading,
)
from engine.model.picture import Track
from engine.profile.theatre import Approach

__all__ = [
    "advisory_altitude_ft",
    "correction",
    "issued_altitude_ft",
    "mile_due",
    "over_missed_approach_point",
    "track_correction_deg",
    "unsafe",
]

_ALTITUDE_STEP_FT = 100
_CALL_EARLY_NM = 0.08
_CALL_LATE_NM = 0.15
"""A mile is called while his range, when the words are heard, is this close to it."""
_MOST_CORRECTION_DEG = 30.0
_STEADY_DEG = 8.0
_SETTLING_S = 12.0
"""From a heading given until his course shows it: the words, the hand, a turn of a few degrees."""
_LEAST_CORRECTION_DEG = 2.0
_ON_COURSE_CORRECTION_DEG = 4.0
_LOW_OUTSIDE_FIX_FT = 300.0
_LOW_BELOW_MINIMUM_FT = 150.0
_VISUAL_SEGMENT_NM = 2.0
"""Inside this distance before the missed approach point he may be visual and below the minimum."""
_LOW_FRACTION_OF_PATH = 0.5
_OFF_COURSE_DEG = 10.0
_OFF_COURSE_LEAST_NM = 0.3


def _profile_altitude_ft(approach: Approach, distance_nm: float) -> float:
    """Return the altitude of the published table, else of the line from the fix to the minimum."""
    if distance_nm >= approach.final_approach_fix_nm:
        return float(approach.platform_ft)
    low, high = approach.missed_approach_point_nm, approach.final_approach_fix_nm
    points = [(low, float(approach.minimum_descent_altitude_ft))]
    points += [(nm, float(feet)) for nm, feet in sorted(approach.advisory) if low < nm < high]
    points.append((high, float(approach.platform_ft)))
    below = points[0]
    for above in points[1:]:
        if distance_nm <= above[0]:
            part = (max(distance_nm, low) - below[0]) / (above[0] - below[0])
            return below[1] + part * (above[1] - below[1])
        below = above
    return float(approach.platform_ft)


def advisory_altitude_ft(approach: Approach, distance_nm: float) -> int:
    """Return the altitude he should be at, to the nearest hundred, at a distance to run."""
    exact = _profile_altitude_ft(approach, distance_nm)
    rounded = math.floor(exact / _ALTITUDE_STEP_FT + 0.5) * _ALTITUDE_STEP_FT
    return max(approach.minimum_descent_altitude_ft, min(approach.platform_ft, rounded))


def issued_altitude_ft(approach: Approach, mile: int) -> int:
    """Return the altitude that is said at a mile: the one he should have at the next mile."""
    ahead = mile - 1.0
    if ahead <= approach.missed_approach_point_nm:
        return approach.minimum_descent_altitude_ft
    return advisory_altitude_ft(approach, ahead)


def mile_due(
    approach: Approach,
    *,
    last_mile: int | None,
    distance_nm: float,
    ground_speed_kt: float,
    lead_s: float,
) -> int | None:
    """Return the mile to call now, or None.

    `lead_s` is the time from this decision to the first word: what counts is where he is then.
    The first is the final approach fix's mile, or the next he comes to if he is inside. A mile
    that went by unsaid is not said late, and none is said twice.
    """
    heard_at = distance_nm - ground_speed_kt * lead_s / 3600.0
    first = math.floor(approach.final_approach_fix_nm)
    highest = first if last_mile is None else min(first, last_mile - 1)
    mile = min(highest, math.floor(heard_at + _CALL_LATE_NM))
    if mile < 1 or mile <= approach.missed_approach_point_nm:
        return None
    return mile if heard_at <= mile + _CALL_EARLY_NM else None


def over_missed_approach_point(
    approach: Approach,
    *,
    distance_nm: float,
    ground_speed_kt: float = 0.0,
    lead_s: float = 0.0,
) -> bool:
    """Tell whether he is at the missed approach point when the words are heard."""
    return distance_nm - ground_speed_kt * lead_s / 3600.0 <= approach.missed_approach_point_nm


def track_correction_deg(course: FinalCourse, track: Track) -> float:
    """Return the angle to the course that brings him back to it; right is positive.

    He is aimed at a point of the course some way ahead: half the distance to go, between one and
    two miles, so that the cut is gentle far out and never a swerve close in.
    """
    point = track.position.grid
    ahead = min(2.0, max(1.0, course.along_nm(point) / 2.0))
    angle = math.degrees(math.atan2(-course.across_nm(point), ahead))
    return max(-_MOST_CORRECTION_DEG, min(_MOST_CORRECTION_DEG, angle))


def correction(
    course: FinalCourse,
    track: Track,
    *,
    previous_heading_deg_grid: float | None,
    wind: Wind,
    variation_deg_east: float,
    since_s: float | None = None,
) -> float | None:
    """Return the grid heading to give him on final, or None when he needs none.

    Relative to what he flies: while he holds the last heading, the error of his course is taken
    off that heading, so wind and a compass that is a few degrees out correct themselves. Spoken
    to one degree. `since_s` is how long ago he was given the last heading: until it has been
    flown nothing can be told from his course.
    """
    if since_s is not None and since_s < _SETTLING_S:
        return None
    wanted_course = normalise_deg(course.heading_deg_grid + track_correction_deg(course, track))
    held = previous_heading_deg_grid
    if held is not None and angle_between_deg(held, track.heading_deg_grid) <= _STEADY_DEG:
        turn = signed_turn_deg(track.course_deg_grid, wanted_course)
        wanted = normalise_deg(held + turn)
    else:
        wanted = heading_for_course_deg(wanted_course, air_speed_kt(track, wind), wind)
    spoken = spoken_heading(wanted, variation_deg_east)
    heading = normalise_deg(spoken + variation_deg_east)
    on_course = course.deviation_word(track.position.grid) == "on_course"
    deadband = _ON_COURSE_CORRECTION_DEG if on_course else _LEAST_CORRECTION_DEG
    reference = track.heading_deg_grid if held is None else held
    return heading if angle_between_deg(reference, heading) > deadband else None


def unsafe(
    approach: Approach, course: FinalCourse, track: Track, *, threshold_elevation_ft: float
) -> str | None:
    """Return why he must go around (`too_low`, `not_established`), or None.

    Tolerant on purpose: a go-around that was not needed costs more than a correction. Too low is
    300 ft under the platform outside the fix; inside it 150 ft under the minimum before he can be
    visual, and anywhere under half the glide path (FAA JO 7110.65 2-1-6, 5-10-14). Off course is
    10 degrees inside the fix, where no correction brings him back in time.
    """
    point = track.position.grid
    away = course.along_nm(point)
    if away <= 0.0 or away > approach.final_approach_fix_nm + 1.0:
        return None
    across = abs(course.across_nm(point))
    inside = away <= approach.final_approach_fix_nm
    path = away * FEET_PER_NM * math.tan(math.radians(approach.glidepath_deg))
    limit = threshold_elevation_ft + _LOW_FRACTION_OF_PATH * path
    if not inside:
        limit = approach.platform_ft - _LOW_OUTSIDE_FIX_FT
    elif away > approach.missed_approach_point_nm + _VISUAL_SEGMENT_NM:
        limit = max(limit, approach.minimum_descent_altitude_ft - _LOW_BELOW_MINIMUM_FT)
    if track.altitude_ft < limit and away > approach.missed_approach_point_nm:
        return "too_low"
    wide = away * math.tan(math.radians(_OFF_COURSE_DEG))
    if inside and across > max(_OFF_COURSE_LEAST_NM, wide):
        return "not_established"
    return None
