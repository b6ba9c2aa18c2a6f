"""M412: the platform is above the safe altitude until the final segment begins.

Only the published final segment, once established, may go under a sector.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import offset
from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic
from engine.profile.floor import floor_ft
from engine.profile.project import Project
from engine.profile.rules.glidepath_under_terrain import through_the_ground
from engine.profile.rules.heading_disagrees import points_right
from engine.profile.rules.threshold_far_away import misplaced

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach whose platform is under the ground's safe altitude before the fix."""
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray or not points_right(airfield):
            continue  # M425 or M422 says so
        for name, approach in airfield.approaches.items():
            end = airfield.runway_end(approach.runway)
            if end is None or looks_like_hundreds(approach.platform_ft, airfield.elevation_ft):
                continue
            if through_the_ground(project, airfield, approach) is not None:
                continue  # M414 says so
            first, last = approach.final_approach_fix_nm, approach.final_intercept_nm
            if first >= last:
                continue  # M418 says so
            miles = [first + step * (last - first) / 5 for step in range(6)]
            floors = [
                floor_ft(
                    airfield, offset(end.threshold.grid, end.heading_deg_grid + 180.0, distance)
                )
                for distance in miles
            ]
            floor = max((feet for feet in floors if feet is not None), default=None)
            if floor is not None and approach.platform_ft < floor:
                yield Diagnostic(
                    "M412",
                    f"platform {approach.platform_ft:,} ft is below the safe altitude {floor:,} ft",
                    project.span(key, "approaches", name, "platform_ft"),
                    hint=f"the lowest usable platform is {floor}",
                    notes=(f"on the final course from {first:g} to {last:g} nm",),
                )
