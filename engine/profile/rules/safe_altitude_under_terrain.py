"""M432: a safe altitude is a thousand feet over the ground of its sector.

Only cells of the terrain that lie wholly within a ring count, so that a peak next door accuses
nobody. 1,000 ft is the least clearance of any rule (PANS-OPS I-4-8; 2,000 in mountains).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.model.geometry import GridPoint, bearing_deg_grid, normalise_deg, range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies
from engine.profile.rules.sectors_gap import go_round
from engine.profile.rules.threshold_far_away import misplaced
from engine.profile.terrain import Cell, Terrain
from engine.profile.theatre import Airfield, SafeAltitudeSector

__all__ = ["check"]

_CLEARANCE_FT = 1000
_REACH_DEG = 0.5
_DEG_PER_NM = 1.0 / 60.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each altitude of a sector that the ground under it comes too near."""
    terrain = project.terrain
    if terrain is None:
        return
    skipped = copies(project)
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray:
            continue  # M425 says so
        if key in skipped:
            continue
        cells = _cells(terrain, airfield)
        for part, sectors in (
            ("minimum_safe_altitude", airfield.minimum_safe_altitude),
            ("minimum_vectoring_altitude", airfield.minimum_vectoring_altitude),
        ):
            if not go_round(sectors):
                continue  # M428 says so
            for index, sector in enumerate(sectors):
                for ring, feet, high in _low(sector, cells):
                    path = ("ft",) if part == "minimum_safe_altitude" else ("ft", ring)
                    yield Diagnostic(
                        "M432",
                        f"{feet:,} ft is not 1,000 ft over ground of {high:,.0f} ft",
                        project.span(key, part, index, *path),
                        hint=f"the least is {-(-(high + _CLEARANCE_FT) // 100) * 100:.0f}",
                    )


@dataclass(frozen=True, slots=True)
class _Placed:
    """A cell from the field: its height, bearings of its corners, its nearest and farthest."""

    max_ft: float
    bearings_deg: tuple[float, ...]
    nearest_nm: float
    farthest_nm: float


def _cells(terrain: Terrain, airfield: Airfield) -> list[_Placed]:
    sectors = (*airfield.minimum_safe_altitude, *airfield.minimum_vectoring_altitude)
    reach = max((sector.rings[-1][0] for sector in sectors if sector.rings), default=0.0)
    if not reach:
        return []
    place, field = airfield.reference_point, airfield.reference_point.grid
    around = terrain.around(place.latitude_deg, place.longitude_deg, reach * _DEG_PER_NM)
    lowest = min(feet for sector in sectors for _, feet in sector.rings)
    return [
        _seen(terrain, cell, field)
        for cell in around
        if cell.max_ft + _CLEARANCE_FT > lowest  # flat ground accuses nobody
    ]


def _seen(terrain: Terrain, cell: Cell, field: GridPoint) -> _Placed:
    corners = cell.corners(terrain.projection)
    ranges = [range_nm(field, corner) for corner in corners]
    bearings = tuple(bearing_deg_grid(field, corner) for corner in corners)
    return _Placed(cell.max_ft, bearings, min(ranges), max(ranges))


def _low(sector: SafeAltitudeSector, cells: list[_Placed]) -> Iterator[tuple[int, int, float]]:
    begin = sector.from_deg_grid
    width = normalise_deg(sector.to_deg_grid - begin) or 360.0
    if not sector.rings:
        return
    reach = sector.rings[-1][0]
    lowest = min(feet for _, feet in sector.rings) - _CLEARANCE_FT
    inside = [
        cell
        for cell in cells
        if cell.max_ft > lowest
        and cell.farthest_nm <= reach
        and all((bearing - begin) % 360.0 <= width for bearing in cell.bearings_deg)
    ]
    inner = 0.0
    for ring, (outer, feet) in enumerate(sector.rings):
        high = max(
            (
                cell.max_ft
                for cell in inside
                if cell.nearest_nm >= inner and cell.farthest_nm <= outer
            ),
            default=None,
        )
        if high is not None and feet < high + _CLEARANCE_FT:
            yield ring, feet, high
        inner = outer
