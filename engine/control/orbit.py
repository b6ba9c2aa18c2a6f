"""A racetrack from where he is: a hold that needs no fix, and the floor under it.

It is laid so that it stays off the final course and over the lowest ground that is near.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.control.air_mass import turn_rate_deg_s
from engine.control.course import FinalCourse
from engine.control.safe_altitude import floors_of
from engine.model.geometry import GridPoint, normalise_deg, offset
from engine.profile.theatre import Airfield

__all__ = ["Racetrack", "hold_here", "racetrack_floor_ft", "racetrack_outline"]

_CLEAR_OF_COURSE_NM = 3.0
_COURSE_STEP_DEG = 30
_ARC_POINTS = 6
_LEG_POINTS = 4


@dataclass(frozen=True, slots=True)
class Racetrack:
    """A hold: the point it turns at, the course towards it, the way it turns, its floor."""

    at: GridPoint
    inbound_deg_grid: float
    turns: str
    leg_min: int
    floor_ft: int


def racetrack_outline(
    at: GridPoint,
    *,
    inbound_deg_grid: float,
    turns: str,
    leg_min: int,
    airspeed_kt: float,
) -> tuple[GridPoint, ...]:
    """Return points around a racetrack, in still air."""
    side = 90.0 if turns == "right" else -90.0
    radius = airspeed_kt / 3600.0 / math.radians(turn_rate_deg_s(airspeed_kt))
    leg = airspeed_kt * leg_min / 60.0
    points: list[GridPoint] = []
    for start, heading in ((at, inbound_deg_grid), (None, inbound_deg_grid + 180.0)):
        begin = points[-1] if start is None else start
        centre = offset(begin, heading + side, radius)
        for step in range(_ARC_POINTS + 1):
            turned = math.copysign(180.0 * step / _ARC_POINTS, side)
            points.append(offset(centre, heading - side + turned, radius))
        end = points[-1]
        points += [
            offset(end, heading + 180.0, leg * step / _LEG_POINTS)
            for step in range(1, _LEG_POINTS + 1)
        ]
    return tuple(points)


def racetrack_floor_ft(airfield: Airfield, outline: tuple[GridPoint, ...]) -> int | None:
    """Return the highest floor under a racetrack, or None if part of it is uncovered."""
    floors = floors_of(airfield)
    highest = 0
    for point in outline:
        floor = floors.near(point)
        if floor is None:
            return None
        highest = max(highest, floor)
    return highest


def hold_here(
    airfield: Airfield,
    at: GridPoint,
    *,
    course: FinalCourse,
    airspeed_kt: float,
    variation_deg_east: float,
    heading_deg_grid: float,
    leg_min: int = 1,
) -> Racetrack | None:
    """Return the best racetrack from a place, or None where no safe one exists.

    Best is the lowest floor, then clear of the final course, then the least turn to begin it.
    """
    best: tuple[tuple[float, float, float], Racetrack] | None = None
    for course_deg in range(_COURSE_STEP_DEG, 361, _COURSE_STEP_DEG):
        inbound = normalise_deg(course_deg + variation_deg_east)
        for turns in ("right", "left"):
            outline = racetrack_outline(
                at,
                inbound_deg_grid=inbound,
                turns=turns,
                leg_min=leg_min,
                airspeed_kt=airspeed_kt,
            )
            floor = racetrack_floor_ft(airfield, outline)
            if floor is None:
                continue
            off = min(abs(course.across_nm(point)) for point in outline)
            turn = abs((inbound - heading_deg_grid + 180.0) % 360.0 - 180.0)
            key = (float(floor), max(0.0, _CLEAR_OF_COURSE_NM - off), turn)
            if best is None or key < best[0]:
                best = (key, Racetrack(at, inbound, turns, leg_min, floor))
    return None if best is None else best[1]
