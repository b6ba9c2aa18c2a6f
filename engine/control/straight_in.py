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
    """Return the approach of the nearest field whose course is most nearly his, and the field."""
    airfield = nearest_field(context, track)
    if track is None or airfield is None:
        return None
    found = [
        (*_unlike(final_course(airfield, approach), track), key)
        for key, approach in airfield.approaches.items()
    ]
    return (airfield, airfield.approaches[min(found)[-1]]) if found else None


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
