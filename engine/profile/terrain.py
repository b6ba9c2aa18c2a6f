"""How high the ground is: the highest point of each cell of a theatre's grids.

`terrain.json` of a theatre holds grids of cell maxima with their source; the finest grid that
covers a place answers. A cell says how high the ground is somewhere in it, not everywhere, so a
rule that would call something wrong asks about cells that lie wholly within what it judges.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
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

    def strip(self, latitude_deg: float) -> _Strip | None:
        row = int((latitude_deg - self.south_deg) // self.step_deg)
        if not 0 <= row < len(self.rows):
            return None
        south = self.south_deg + row * self.step_deg
        return _Strip(south, self.west_deg, self.step_deg, self.rows[row])


@dataclass(frozen=True, slots=True)
class _Strip:
    """A row of a grid, from west to east."""

    south_deg: float
    west_deg: float
    step_deg: float
    row: tuple[float, ...]

    def cell(self, longitude_deg: float) -> Cell | None:
        column = int((longitude_deg - self.west_deg) // self.step_deg)
        if not 0 <= column < len(self.row):
            return None
        west = self.west_deg + column * self.step_deg
        return Cell(self.south_deg, west, self.step_deg, self.row[column])


@dataclass(frozen=True, slots=True)
class Terrain:
    """The grids of one theatre, finest first."""

    projection: Projection
    rasters: tuple[_Raster, ...]

    def cell(self, latitude_deg: float, longitude_deg: float) -> Cell | None:
        """Return the cell of a place, or None off the grids."""
        return next(self._along(latitude_deg, [longitude_deg]), None)

    def at(self, point: GridPoint) -> Cell | None:
        """Return the cell of a point on the sim's grid, or None off the grids."""
        return self.cell(*to_geographic(self.projection, point))

    def around(self, latitude_deg: float, longitude_deg: float, reach_deg: float) -> Iterator[Cell]:
        """Yield every cell within a square around a place, each once."""
        step = min((raster.step_deg for raster in self.rasters), default=1.0)
        count = round(reach_deg / step)
        columns = [longitude_deg + right * step for right in range(-2 * count, 2 * count + 1)]
        seen: set[tuple[float, float]] = set()
        for up in range(-count, count + 1):
            for cell in self._along(latitude_deg + up * step, columns):
                place = (cell.latitude_deg, cell.longitude_deg)
                if place not in seen:
                    seen.add(place)
                    yield cell

    def _along(self, latitude_deg: float, longitudes_deg: Sequence[float]) -> Iterator[Cell]:
        """Yield the cell of each place of a latitude that is on the grids."""
        strips = [
            strip for raster in self.rasters if (strip := raster.strip(latitude_deg)) is not None
        ]
        for longitude in longitudes_deg:
            for strip in strips:
                cell = strip.cell(longitude)
                if cell is not None:
                    yield cell
                    break


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
