"""M414: a glidepath clears the ground under it, from where descent begins to the last two miles.

Only ground that stands over the path wherever it could be in a mile's width counts, as a cell's
maximum may lie beside the course.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain

from engine.model.geometry import FEET_PER_NM, GridPoint, offset, range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.heading_disagrees import points_right
from engine.profile.rules.threshold_far_away import is_far
from engine.profile.terrain import Terrain
from engine.profile.theatre import Airfield, Approach

__all__ = ["check", "through_the_ground"]

_NOT_JUDGED_NM = 2
_AROUND_NM = 1.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach whose descent goes through the ground, at its nearest such mile."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            hit = through_the_ground(project, airfield, approach)
            if hit is not None:
                miles, path, ground = hit
                yield Diagnostic(
                    "M414",
                    f"the descent to {approach.runway} goes through the ground at {miles} nm",
                    project.key_span(key, "approaches", name),
                    label=f"{path:,.0f} ft there, the ground {ground:,.0f} ft",
                    hint="offer a circling or visual approach, or another runway",
                )


def through_the_ground(
    project: Project, airfield: Airfield, approach: Approach
) -> tuple[int, float, float] | None:
    """Return the nearest mile at which a descent is under the ground: mile, path, ground."""
    end = airfield.runway_end(approach.runway)
    if end is None or project.terrain is None or not points_right(airfield):
        return None  # a runway that points the wrong way is M422
    if is_far(range_nm(airfield.reference_point.grid, end.threshold.grid)):
        return None  # M425
    slope = math.tan(math.radians(approach.glidepath_deg)) * FEET_PER_NM
    for miles in range(_NOT_JUDGED_NM, math.floor(approach.final_intercept_nm) + 1):
        path = min(airfield.elevation_ft + slope * miles, float(approach.platform_ft))
        point = offset(end.threshold.grid, end.heading_deg_grid + 180.0, miles)
        ground = _ground_over(project.terrain, point, path)
        if ground is not None:
            return miles, path, ground
    return None


def _ground_over(terrain: Terrain, point: GridPoint, path_ft: float) -> float | None:
    """Return the lowest ground around a point if all of it stands over a path, else None."""
    lowest = math.inf
    around = (offset(point, bearing, _AROUND_NM) for bearing in range(0, 360, 45))
    for place in chain([point], around):
        cell = terrain.at(place)
        if cell is None:
            continue
        if cell.max_ft <= path_ft:
            return None
        lowest = min(lowest, cell.max_ft)
    return lowest if math.isfinite(lowest) else None
