"""How much height there was over the safe altitude, outside the published final.

Counted from the sim's positions and the profile's own figures. Left out is what is published to go
lower: the final segment from the final approach fix in, the runway, and a missed approach until it
has climbed through the floor again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.capture import TruthPoint
from engine.model.geometry import bearing_deg_grid, normalise_deg, range_nm
from engine.profile.theatre import Airfield, Approach, RunwayEnd, SafeAltitudeSector
from engine.proving.truth import HEIGHT_NOISE_FT, along_cross_nm

__all__ = ["FloorMargin", "floor_margin", "safe_altitude_ft"]

ON_FINAL_NM = 0.5
ON_FINAL_SPLAY = 0.2
"""Half width of the final segment: half a mile and a fifth of the distance, inside the primary area
of a surveillance final (FAA Order 8260.3 chapter 10 is wider)."""
EARLY_NM = 0.3


@dataclass(frozen=True, slots=True)
class FloorMargin:
    """The least height over the safe altitude, where it was, and for how long it was negative."""

    lowest_ft: float | None
    at_ms: int | None
    below_s: float


def safe_altitude_ft(
    sectors: Sequence[SafeAltitudeSector], field: Airfield, point: TruthPoint
) -> int | None:
    """Return the published figure where he is, or None beyond the last ring."""
    reference = field.reference_point.grid
    distance = range_nm(reference, point.grid)
    bearing = bearing_deg_grid(reference, point.grid)
    for sector in sectors:
        width = normalise_deg(sector.to_deg_grid - sector.from_deg_grid) or 360.0
        if normalise_deg(bearing - sector.from_deg_grid) >= width:
            continue
        for outer_nm, feet in sector.rings:
            if distance <= outer_nm:
                return feet
    return None


def floor_margin(
    path: Sequence[TruthPoint], field: Airfield, approach: Approach, end: RunwayEnd
) -> FloorMargin:
    """Return the least margin of one aircraft's flight."""
    sectors = field.minimum_vectoring_altitude or field.minimum_safe_altitude
    lowest: float | None = None
    at_ms: int | None = None
    below_ms = 0
    excused = False
    previous_ms = path[0].t_ms if path else 0
    for point in path:
        step, previous_ms = point.t_ms - previous_ms, point.t_ms
        if not point.airborne:
            excused = True
            continue
        floor = safe_altitude_ft(sectors, field, point)
        if floor is None:
            continue
        margin = point.altitude_ft - floor
        if _on_final(point, approach, end):
            excused = True
            continue
        if excused and margin < -HEIGHT_NOISE_FT:
            continue
        excused = False
        if lowest is None or margin < lowest:
            lowest, at_ms = margin, point.t_ms
        below_ms += step if margin < -HEIGHT_NOISE_FT else 0
    return FloorMargin(lowest, at_ms, below_ms / 1000.0)


def _on_final(point: TruthPoint, approach: Approach, end: RunwayEnd) -> bool:
    along, cross = along_cross_nm(end, point)
    inside = -2.0 < along <= approach.final_approach_fix_nm + EARLY_NM
    return inside and abs(cross) <= ON_FINAL_NM + ON_FINAL_SPLAY * max(along, 0.0)
