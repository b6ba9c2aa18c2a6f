"""How high the ground is: the highest point of each cell of a theatre's grids.

`terrain.json` of a theatre holds grids of cell maxima with their source; the finest grid that
covers a place answers. A cell says how high the ground is somewhere in it, not everywhere, so a
rule that would call something wrong asks about cells that lie wholly within what it judges.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.model.geometry import GridPoint
from engine.model.projection import Projection, to_geographic, to_grid

__all__ = ["Cell", "Terrain", "read_terrain"]


@lru_cache(maxsize=65536)
def _corner(projection: Projection, latitude_deg: float, longitude_deg: float) -> GridPoint:
    return to_grid(projection, latitude_deg, longitude_deg)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid, by its south-west corner, with the highest ground in it."""

    latitude_deg: float
    longitude_deg: float
    step_deg: float
    max_ft: float

    def corners(self, projection: Projection) -> tuple[GridPoint, ...]:
        """Return its corners on the sim's grid."""
        south, west, step = self.latitude_deg, self.longitude_deg, self.step_deg
        return tuple(
            _corner(projection, round(south + up * step, 6), round(west + right * step, 6))
            for up, right in ((0, 0), (0, 1), (1, 0), (1, 1))
        )


@dataclass(frozen=True, slots=True)
class _Raster:
    south_deg: float
    west_deg: float
    step_deg: float
    rows: tuple[tuple[float, ...], ...]

    def cell(self, latitude_deg: float, longitude_deg: float) -> Cell | None:
        row = int((latitude_deg - self.south_deg) // self.step_deg)
        column = int((longitude_deg - self.west_deg) // self.step_deg)
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])):
            return None
        return Cell(
            self.south_deg + row * self.step_deg,
            self.west_deg + column * self.step_deg,
            self.step_deg,
            self.rows[row][column],
        )


@dataclass(frozen=True, slots=True)
class Terrain:
    """The grids of one theatre, finest first."""

    projection: Projection
    rasters: tuple[_Raster, ...]

    def cell(self, latitude_deg: float, longitude_deg: float) -> Cell | None:
        """Return the cell of a place, or None off the grids."""
        for raster in self.rasters:
            found = raster.cell(latitude_deg, longitude_deg)
            if found is not None:
                return found
        return None

    def at(self, point: GridPoint) -> Cell | None:
        """Return the cell of a point on the sim's grid, or None off the grids."""
        return self.cell(*to_geographic(self.projection, point))

    def around(self, latitude_deg: float, longitude_deg: float, reach_deg: float) -> Iterator[Cell]:
        """Yield every cell within a square around a place, each once."""
        seen: set[tuple[float, float]] = set()
        step = min((raster.step_deg for raster in self.rasters), default=1.0)
        count = round(reach_deg / step)
        for up in range(-count, count + 1):
            for right in range(-2 * count, 2 * count + 1):
                cell = self.cell(latitude_deg + up * step, longitude_deg + right * step)
                if cell is not None and (cell.latitude_deg, cell.longitude_deg) not in seen:
                    seen.add((cell.latitude_deg, cell.longitude_deg))
                    yield cell


@lru_cache(maxsize=8)
def read_terrain(projection: Projection, text: str) -> Terrain | None:
    """Return the terrain that a file holds, or None when it is no such file."""
    try:
        grids = json.loads(text)["grids"]
        rasters = [
            _Raster(
                float(grid["south_deg"]),
                float(grid["west_deg"]),
                float(grid["step_deg"]),
                tuple(tuple(float(feet) for feet in row) for row in grid["max_ft"]),
            )
            for grid in grids
        ]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if any(raster.step_deg <= 0.0 for raster in rasters):
        return None
    return Terrain(projection, tuple(sorted(rasters, key=lambda raster: raster.step_deg)))
