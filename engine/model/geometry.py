"""Plane geometry on the sim's grid: points, bearings, angles.

DCS flies on a flat transverse Mercator grid, so ranges and bearings for pilots are plain
arithmetic on it (docs/adr/0005). Distances are grid metres inside and nautical miles outside;
bearings are degrees clockwise from grid north. Variation is applied only where words are made.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = [
    "FEET_PER_METRE",
    "FEET_PER_NM",
    "KNOTS_PER_METRE_PER_SECOND",
    "METRES_PER_NM",
    "GridPoint",
    "Position",
    "angle_between_deg",
    "bearing_deg_grid",
    "normalise_deg",
    "offset",
    "range_nm",
    "signed_turn_deg",
    "spoken_heading",
]

METRES_PER_NM = 1852.0
FEET_PER_METRE = 1.0 / 0.3048
FEET_PER_NM = METRES_PER_NM * FEET_PER_METRE
KNOTS_PER_METRE_PER_SECOND = 3600.0 / METRES_PER_NM


@dataclass(frozen=True, slots=True)
class GridPoint:
    """A point of the sim's flat grid: `north_m` is DCS x, `east_m` is DCS z, in metres."""

    north_m: float
    east_m: float


@dataclass(frozen=True, slots=True)
class Position:
    """A place, with grid and geographic coordinates made together by one projection."""

    grid: GridPoint
    latitude_deg: float
    longitude_deg: float


def normalise_deg(angle_deg: float) -> float:
    """Return the same angle in [0, 360)."""
    result = math.fmod(angle_deg, 360.0)
    if result < 0.0:
        result += 360.0
    return 0.0 if result >= 360.0 else result


def signed_turn_deg(from_deg: float, to_deg: float) -> float:
    """Return the turn from one heading to another in (-180, 180]; right is positive."""
    turn = normalise_deg(to_deg - from_deg)
    return turn - 360.0 if turn > 180.0 else turn


def angle_between_deg(first_deg: float, second_deg: float) -> float:
    """Return the smaller angle between two headings, 0 to 180."""
    return abs(signed_turn_deg(first_deg, second_deg))


def range_nm(start: GridPoint, end: GridPoint) -> float:
    """Return the distance on the grid in nautical miles."""
    return math.hypot(end.north_m - start.north_m, end.east_m - start.east_m) / METRES_PER_NM


def bearing_deg_grid(start: GridPoint, end: GridPoint) -> float:
    """Return the grid bearing from one point to another in [0, 360); 0 for the same point."""
    east = end.east_m - start.east_m
    north = end.north_m - start.north_m
    return normalise_deg(math.degrees(math.atan2(east, north)))


def offset(start: GridPoint, bearing_deg: float, distance_nm: float) -> GridPoint:
    """Return the point at a grid bearing and distance from `start`."""
    radians = math.radians(bearing_deg)
    metres = distance_nm * METRES_PER_NM
    return GridPoint(
        north_m=start.north_m + metres * math.cos(radians),
        east_m=start.east_m + metres * math.sin(radians),
    )


def spoken_heading(heading_deg_grid: float, variation_deg_east: float, *, step_deg: int = 1) -> int:
    """Return the magnetic heading a pilot is told, 1 to 360, rounded to `step_deg`.

    Magnetic is grid minus east variation: what DCS cockpits show. North is 360, never 000
    (FAA JO 7110.65 2-4-17h).
    """
    magnetic = normalise_deg(heading_deg_grid - variation_deg_east)
    rounded = math.floor(magnetic / step_deg + 0.5) * step_deg % 360
    return rounded or 360
