"""The final that an aircraft flies which nobody gave an approach.

A pilot who calls nobody still lands, and the others must be kept off his runway. His final is the
one that he is lined up with: of the approaches to the nearest field the one whose course he flies.
He is on it from where he closes on the course at a shallow angle, for a straight-in by eye is
seldom established before the last mile.
"""

from __future__ import annotations

import math

from engine.control.course import FinalCourse, final_course
from engine.control.lookup import grid_of
from engine.control.outcome import Context
from engine.model.geometry import angle_between_deg, range_nm, signed_turn_deg
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach

__all__ = ["approach_flown", "is_joining", "nearest_field"]

_BESIDE_NM = 1.0
"""No farther beside a course than this is lined up with it."""
_ALONG_COURSE_DEG = 45.0
"""Who flies farther off a course than this does not fly that course."""


def nearest_field(context: Context, track: Track | None) -> Airfield | None:
    """Return the field nearest to a track, or None without a track or a field."""
    if track is None:
        return None
    near = [
        (range_nm(airfield.reference_point.grid, grid_of(track)), key)
        for key, airfield in context.theatre.fields.items()
    ]
    return context.theatre.fields[min(near)[1]] if near else None


def approach_flown(context: Context, track: Track | None) -> tuple[Airfield, Approach] | None:
    """Return the approach whose course is most nearly his, and its field.

    Where fields lie close together the final of one leads past another, so the course that he is
    lined up with decides, and only without one the field that is nearest.
    """
    if track is None:
        return None
    lined = [
        (abs(course.across_nm(grid_of(track))), field_key, key)
        for field_key, airfield in context.theatre.fields.items()
        for key, approach in airfield.approaches.items()
        if _is_lined_up(course := final_course(airfield, approach), track, approach)
    ]
    if lined:
        _, field_key, key = min(lined)
        airfield = context.theatre.fields[field_key]
        return airfield, airfield.approaches[key]
    nearest = nearest_field(context, track)
    if nearest is None:
        return None
    found = [
        (*_unlike(final_course(nearest, approach), track), key)
        for key, approach in nearest.approaches.items()
    ]
    return (nearest, nearest.approaches[min(found)[-1]]) if found else None


def _is_lined_up(course: FinalCourse, track: Track, approach: Approach) -> bool:
    along = course.along_nm(grid_of(track))
    off_deg, across = _unlike(course, track)
    return not off_deg and 0.0 < along <= approach.final_intercept_nm and across <= _BESIDE_NM


def is_joining(course: FinalCourse, track: Track, *, within_deg: float) -> bool:
    """Tell whether he will meet the course before the threshold as he flies now.

    He is no farther off than a controller would call left or right of course, and closes at
    `within_deg` or less.
    """
    point = grid_of(track)
    along, across = course.along_nm(point), course.across_nm(point)
    closing_deg = signed_turn_deg(course.heading_deg_grid, track.course_deg_grid)
    towards = closing_deg * across < 0.0
    if along <= 0.0 or not towards or abs(closing_deg) > within_deg:
        return False
    if course.deviation_word(point).startswith("well_"):
        return False
    return abs(across) < along * math.tan(math.radians(abs(closing_deg)))


def _unlike(course: FinalCourse, track: Track) -> tuple[bool, float]:
    """Return how unlike a course is to what he flies: along it at all, then how far beside it."""
    off_deg = angle_between_deg(track.course_deg_grid, course.heading_deg_grid)
    return off_deg > _ALONG_COURSE_DEG, abs(course.across_nm(grid_of(track)))
