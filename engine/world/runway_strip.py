"""A runway as plain geometry: two ends, a width, an elevation at each end."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.model.geometry import FEET_PER_METRE, GridPoint

__all__ = ["RunwayStrip"]


@dataclass(frozen=True, slots=True)
class RunwayStrip:
    """The pavement between two ends on the grid, with a steady slope between them."""

    first_end: GridPoint
    second_end: GridPoint
    width_ft: float
    first_elevation_ft: float
    second_elevation_ft: float

    def contains(
        self, point: GridPoint, *, beyond_ends_ft: float = 0.0, beside_ft: float = 0.0
    ) -> bool:
        """Tell whether a point lies on the strip, or within the margins around it."""
        along_ft, across_ft, length_ft = self._along_across_length_ft(point)
        return (
            -beyond_ends_ft <= along_ft <= length_ft + beyond_ends_ft
            and abs(across_ft) <= self.width_ft / 2.0 + beside_ft
        )

    def elevation_ft(self, point: GridPoint) -> float:
        """Return the surface elevation abeam a point; beyond an end, that of the end."""
        along_ft, _, length_ft = self._along_across_length_ft(point)
        share = min(1.0, max(0.0, along_ft / length_ft))
        return self.first_elevation_ft + share * (
            self.second_elevation_ft - self.first_elevation_ft
        )

    def _along_across_length_ft(self, point: GridPoint) -> tuple[float, float, float]:
        north_m = self.second_end.north_m - self.first_end.north_m
        east_m = self.second_end.east_m - self.first_end.east_m
        length_m = math.hypot(north_m, east_m)
        to_north_m = point.north_m - self.first_end.north_m
        to_east_m = point.east_m - self.first_end.east_m
        along_m = (to_north_m * north_m + to_east_m * east_m) / length_m
        across_m = (to_east_m * north_m - to_north_m * east_m) / length_m
        return along_m * FEET_PER_METRE, across_m * FEET_PER_METRE, length_m * FEET_PER_METRE
