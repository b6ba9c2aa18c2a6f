"""M432: a safe altitude is a thousand feet over the ground of its sector.

The ground is that of the theatre's terrain and, around a field that the sim has, what is known of
its sectors. Only what lies wholly within a ring counts, so that a peak next door accuses nobody.
1,000 ft is the least clearance of any rule (PANS-OPS I-4-8; 2,000 in mountains).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.model.geometry import GridPoint, bearing_deg_grid, normalise_deg, range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.known_fields import KnownField
from engine.profile.known_ground import ground_between_ft, known_at
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies
from engine.profile.rules.sectors_gap import go_round
from engine.profile.rules.threshold_far_away import misplaced
from engine.profile.section import Absent, as_number
from engine.profile.terrain import Cell, Terrain
from engine.profile.theatre import Airfield, SafeAltitudeSector
from engine.profile.tree_walk import node_at

__all__ = ["check"]

_CLEARANCE_FT = 1000
_REACH_DEG = 0.5
_DEG_PER_NM = 1.0 / 60.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each altitude of a sector that the ground under it comes too near."""
    terrain = project.terrain
    skipped = copies(project)
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray:
            continue  # M425 says so
        if key in skipped:
            continue
        cells = _cells(terrain, airfield) if terrain is not None else []
        known = known_at(airfield.reference_point)
        for part, sectors in (
            ("minimum_safe_altitude", airfield.minimum_safe_altitude),
            ("minimum_vectoring_altitude", airfield.minimum_vectoring_altitude),
        ):
            if not go_round(sectors):
                continue  # M428 says so
            for index, whole in enumerate(sectors):
                sector = _as_far_as_others(whole, sectors)
                low = {ring: (feet, high) for ring, feet, high in _low(sector, cells)}
                for ring, feet, high in _known_low(project, (key, part, index), sector, known):
                    low[ring] = (feet, max(high, low.get(ring, (feet, high))[1]))
                for ring, (feet, high) in sorted(low.items()):
                    path = ("ft",) if part == "minimum_safe_altitude" else ("ft", ring)
                    yield Diagnostic(
                        "M432",
                        f"{feet:,} ft is not 1,000 ft over ground of {high:,.0f} ft",
                        project.span(key, part, index, *path),
                        hint=f"the least is {-(-(high + _CLEARANCE_FT) // 100) * 100:.0f}",
                    )


def _as_far_as_others(
    sector: SafeAltitudeSector, sectors: Sequence[SafeAltitudeSector]
) -> SafeAltitudeSector:
    """Return a sector that ends where most do: M429 says that it goes beyond them."""
    edges = Counter(one.rings[-1][0] for one in sectors if one.rings)
    reach = edges.most_common(1)[0][0] if edges else 0.0
    rings = tuple((min(edge, reach), feet) for edge, feet in sector.rings)
    return replace(sector, rings=rings)


def _known_low(
    project: Project,
    place: tuple[str, str, int],
    sector: SafeAltitudeSector,
    known: KnownField | None,
) -> Iterator[tuple[int, int, float]]:
    """Yield each ring that is too near the ground which is known of a field of the sim."""
    bounds = [_bearing_true(project, place, end) for end in ("from_deg_true", "to_deg_true")]
    begin, end = bounds
    if known is None or begin is None or end is None:
        return
    inner = 0.0
    for ring, (outer, feet) in enumerate(sector.rings):
        high = ground_between_ft(known, begin, end, ring_nm=(inner, outer))
        if high is not None and feet < high + _CLEARANCE_FT:
            yield ring, feet, float(high)
        inner = outer


def _bearing_true(project: Project, place: tuple[str, str, int], end: str) -> float | None:
    root = project.root(place[0])
    node = node_at(root, (*place[1:], end)) if root is not None else None
    try:
        return as_number(node)
    except Absent:
        return None


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
    seen = (
        _seen(cell, cell.corners(terrain.projection), field, reach)
        for cell in around
        if cell.max_ft + _CLEARANCE_FT > lowest  # flat ground accuses nobody
    )
    return [cell for cell in seen if cell is not None]


def _seen(
    cell: Cell, corners: Sequence[GridPoint], field: GridPoint, reach_nm: float
) -> _Placed | None:
    """Return a cell as it is seen from the field, or None when it is not wholly within reach."""
    ranges = [range_nm(field, corner) for corner in corners]
    if max(ranges) > reach_nm:
        return None
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
