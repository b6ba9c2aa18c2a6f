"""M432: a safe altitude is a thousand feet over the ground of its sector.

Only cells of the terrain that lie wholly within a ring count, so that a peak next door accuses
nobody. 1,000 ft is the least clearance of any rule (PANS-OPS I-4-8; 2,000 in mountains).
"""

from __future__ import annotations

from collections.abc import Iterator

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


_Placed = tuple[float, tuple[tuple[float, float], ...]]
"""The height of a cell, and bearing and range of its corners from the field."""


def _cells(terrain: Terrain, airfield: Airfield) -> list[_Placed]:
    sectors = (*airfield.minimum_safe_altitude, *airfield.minimum_vectoring_altitude)
    reach = max((sector.rings[-1][0] for sector in sectors if sector.rings), default=0.0)
    if not reach:
        return []
    place, field = airfield.reference_point, airfield.reference_point.grid
    around = terrain.around(place.latitude_deg, place.longitude_deg, reach * _DEG_PER_NM)
    lowest = min(feet for sector in sectors for _, feet in sector.rings)
    return [
        (cell.max_ft, _seen(terrain, cell, field))
        for cell in around
        if cell.max_ft + _CLEARANCE_FT > lowest  # flat ground accuses nobody
    ]


def _seen(terrain: Terrain, cell: Cell, field: GridPoint) -> tuple[tuple[float, float], ...]:
    return tuple(
        (bearing_deg_grid(field, corner), range_nm(field, corner))
        for corner in cell.corners(terrain.projection)
    )


def _low(sector: SafeAltitudeSector, cells: list[_Placed]) -> Iterator[tuple[int, int, float]]:
    width = normalise_deg(sector.to_deg_grid - sector.from_deg_grid) or 360.0
    inside = [
        (max_ft, ranges)
        for max_ft, corners in cells
        if all(normalise_deg(bearing - sector.from_deg_grid) <= width for bearing, _ in corners)
        and (ranges := [distance for _, distance in corners])
    ]
    inner = 0.0
    for ring, (outer, feet) in enumerate(sector.rings):
        high = max(
            (max_ft for max_ft, ranges in inside if min(ranges) >= inner and max(ranges) <= outer),
            default=None,
        )
        if high is not None and feet < high + _CLEARANCE_FT:
            yield ring, feet, high
        inner = outer
