"""The final approach course: how far along it and how far off it an aircraft is.

Everything is measured from the painted threshold on the grid, so the miles a pilot is told are
miles to the runway he will see.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.model.errors import InternalError
from engine.model.geometry import (
    METRES_PER_NM,
    GridPoint,
    angle_between_deg,
    normalise_deg,
    offset,
    range_nm,
)
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach

__all__ = ["FinalCourse", "final_course"]

_ON_COURSE_DEG = 1.5
_ON_COURSE_LEAST_NM = 0.02
_SLIGHT_DEG = 4.0
_SLIGHT_NM = (0.1, 0.4)
_PLAIN_DEG = 12.0
_PLAIN_NM = (0.3, 1.5)
_ESTABLISHED_DEG = 3.0
_ESTABLISHED_LEAST_NM = 0.15
_ESTABLISHED_MOST_NM = 0.5
_ESTABLISHED_HEADING_DEG = 20.0


@dataclass(frozen=True, slots=True)
class FinalCourse:
    """The line that leads to a threshold."""

    threshold: GridPoint
    heading_deg_grid: float

    def along_nm(self, point: GridPoint) -> float:
        """Return the distance to go along the course; negative beyond the threshold."""
        course = math.radians(self.heading_deg_grid)
        north = self.threshold.north_m - point.north_m
        east = self.threshold.east_m - point.east_m
        return (north * math.cos(course) + east * math.sin(course)) / METRES_PER_NM

    def across_nm(self, point: GridPoint) -> float:
        """Return the distance off the course; positive is right of it, looking inbound."""
        course = math.radians(self.heading_deg_grid)
        north = point.north_m - self.threshold.north_m
        east = point.east_m - self.threshold.east_m
        return (east * math.cos(course) - north * math.sin(course)) / METRES_PER_NM

    def range_nm(self, point: GridPoint) -> float:
        """Return the distance to the threshold."""
        return range_nm(point, self.threshold)

    def point(self, along_nm: float, across_nm: float = 0.0) -> GridPoint:
        """Return the place that far out and that far right of the course."""
        out = offset(self.threshold, self.heading_deg_grid + 180.0, along_nm)
        return offset(out, self.heading_deg_grid + 90.0, across_nm)

    def established(self, track: Track) -> bool:
        """Tell whether he is on the course and going along it, before the threshold."""
        point = track.position.grid
        along = self.along_nm(point)
        wide = along * math.tan(math.radians(_ESTABLISHED_DEG))
        allowed = max(_ESTABLISHED_LEAST_NM, min(_ESTABLISHED_MOST_NM, wide))
        aligned = angle_between_deg(track.course_deg_grid, self.heading_deg_grid)
        return (
            along > 0.0
            and abs(self.across_nm(point)) <= allowed
            and aligned <= _ESTABLISHED_HEADING_DEG
        )

    def deviation_word(self, point: GridPoint) -> str:
        """Return how a controller names his place about the course: a deviation choice."""
        across = self.across_nm(point)
        away = max(self.along_nm(point), 0.0)
        off = abs(across)
        side = "right" if across > 0.0 else "left"
        if off <= max(_ON_COURSE_LEAST_NM, away * math.tan(math.radians(_ON_COURSE_DEG))):
            return "on_course"
        if off <= _between(_SLIGHT_NM, away * math.tan(math.radians(_SLIGHT_DEG))):
            return f"slightly_{side}"
        if off <= _between(_PLAIN_NM, away * math.tan(math.radians(_PLAIN_DEG))):
            return side
        return f"well_{side}"


def _between(limits: tuple[float, float], value: float) -> float:
    return max(limits[0], min(limits[1], value))


def final_course(airfield: Airfield, approach: Approach) -> FinalCourse:
    """Return the course of an approach to its runway.

    Raises:
        InternalError: the approach names a runway that the field has not; the loader refuses that.
    """
    end = airfield.runway_end(approach.runway)
    if end is None:
        message = f"approach {approach.key}: {airfield.key} has no runway {approach.runway}"
        raise InternalError(message)
    return FinalCourse(end.threshold.grid, normalise_deg(end.heading_deg_grid))
