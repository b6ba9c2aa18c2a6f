"""The lowest safe altitude at a point near a field, from its sectors.

Vectoring altitudes answer first, as they are finer; safe altitudes answer where those end. Beyond
both there is no answer: a value is never taken from another sector or from further in.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.geometry import GridPoint, bearing_deg_grid, normalise_deg, range_nm
from engine.profile.theatre import Airfield, SafeAltitudeSector

__all__ = ["floor_ft", "sector_altitude_ft"]


def floor_ft(field: Airfield, point: GridPoint) -> int | None:
    """Return the safe altitude at a point in feet, or None where the field's sectors end."""
    for sectors in (field.minimum_vectoring_altitude, field.minimum_safe_altitude):
        answer = sector_altitude_ft(sectors, field.reference_point.grid, point)
        if answer is not None:
            return answer
    return None


def sector_altitude_ft(
    sectors: Sequence[SafeAltitudeSector], field: GridPoint, point: GridPoint
) -> int | None:
    """Return the highest altitude of the rings that hold a point, or None when none does."""
    bearing = bearing_deg_grid(field, point)
    distance = range_nm(field, point)
    found = []
    for sector in sectors:
        width = normalise_deg(sector.to_deg_grid - sector.from_deg_grid) or 360.0
        if normalise_deg(bearing - sector.from_deg_grid) > width:
            continue
        ring = next((feet for edge, feet in sector.rings if distance <= edge), None)
        if ring is not None:
            found.append(ring)
    return max(found, default=None)
