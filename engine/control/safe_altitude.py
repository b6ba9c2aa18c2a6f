"""The lowest altitude that may be assigned, where an aircraft is and where a vector leads.

The vectoring minimum answers first, then the sector minimum. Beyond both there is no answer, and
without an answer there is no vector: a value of another place, however high, says nothing about
this one. Bearings and ranges are from the field's reference point, where cells were surveyed.
"""

from __future__ import annotations

import math
from functools import lru_cache

from engine.model.geometry import METRES_PER_NM, GridPoint, bearing_deg_grid, offset, range_nm
from engine.profile.theatre import Airfield, SafeAltitudeSector

__all__ = ["Floors", "floor_along", "floors_of", "safe_altitude_ft"]

LATERAL_BUFFER_NM = 0.5
"""Room beside the line for a pilot who wanders; cells themselves hold the obstacle clearance."""
_SAMPLE_NM = 0.5
_CELL_NM = 0.25

_Sectors = tuple[SafeAltitudeSector, ...]


def _of_sector(sectors: _Sectors, bearing_deg: float, distance_nm: float) -> int | None:
    for sector in sectors:
        width = (sector.to_deg_grid - sector.from_deg_grid) % 360.0 or 360.0
        if (bearing_deg - sector.from_deg_grid) % 360.0 < width:
            for outer_nm, feet in sector.rings:
                if distance_nm <= outer_nm:
                    return feet
    return None


class Floors:
    """The floors of one field, looked up by place; remembers what it has looked up.

    `at` is the floor of the place itself; `near` the highest within the lateral buffer, on a
    quarter-mile raster, which is what a predicted path is held against.
    """

    __slots__ = ("_msa", "_mva", "_near", "_reference")

    def __init__(self, mva: _Sectors, msa: _Sectors, reference: GridPoint) -> None:
        self._mva = mva
        self._msa = msa
        self._reference = reference
        self._near: dict[tuple[int, int], int] = {}

    def at(self, point: GridPoint) -> int | None:
        """Return the floor at a place, or None where nothing covers it."""
        bearing = bearing_deg_grid(self._reference, point)
        distance = range_nm(self._reference, point)
        found = _of_sector(self._mva, bearing, distance)
        return found if found is not None else _of_sector(self._msa, bearing, distance)

    def near(self, point: GridPoint) -> int | None:
        """Return the highest floor within the buffer around a place, or None if uncovered.

        Never under the floor of the place itself, however thin the sliver it lies in.
        """
        here = self.at(point)
        if here is None:
            return None
        size = _CELL_NM * METRES_PER_NM
        cell = (math.floor(point.north_m / size), math.floor(point.east_m / size))
        if cell not in self._near:
            centre = GridPoint((cell[0] + 0.5) * size, (cell[1] + 0.5) * size)
            self._near[cell] = self._around(centre)
        return max(here, self._near[cell])

    def _around(self, centre: GridPoint) -> int:
        reach = LATERAL_BUFFER_NM + _CELL_NM / math.sqrt(2.0)
        ring = (self.at(offset(centre, bearing, reach)) for bearing in range(0, 360, 30))
        return max((feet for feet in ring if feet is not None), default=0)


@lru_cache(maxsize=64)
def _floors(mva: _Sectors, msa: _Sectors, reference: GridPoint) -> Floors:
    return Floors(mva, msa, reference)


def floors_of(airfield: Airfield) -> Floors:
    """Return the floors of a field; the same object for the same field."""
    return _floors(
        airfield.minimum_vectoring_altitude,
        airfield.minimum_safe_altitude,
        airfield.reference_point.grid,
    )


def safe_altitude_ft(airfield: Airfield, point: GridPoint) -> int | None:
    """Return the floor at a place: vectoring minimum, else sector minimum, else None."""
    return floors_of(airfield).at(point)


def floor_along(
    airfield: Airfield,
    start: GridPoint,
    *,
    course_deg_grid: float,
    distance_nm: float,
    buffer_nm: float = LATERAL_BUFFER_NM,
) -> int | None:
    """Return the highest floor along a course with room on both sides.

    None when any part of the line itself is uncovered: then nobody may be sent along it.
    """
    floors = floors_of(airfield)
    steps = max(1, math.ceil(distance_nm / _SAMPLE_NM))
    highest = 0
    for step in range(steps + 1):
        place = offset(start, course_deg_grid, distance_nm * step / steps)
        here = floors.at(place)
        if here is None:
            return None
        sides = (
            floors.at(offset(place, course_deg_grid + turn, buffer_nm)) for turn in (-90.0, 90.0)
        )
        highest = max(highest, here, *(feet for feet in sides if feet is not None), 0)
    return highest
