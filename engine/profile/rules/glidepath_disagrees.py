"""M437: the glidepath leads from the platform, at the final approach fix, to the runway."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.theatre import Airfield, Approach

__all__ = ["check"]

_FEET_PER_NM = 6076.12
_WIDEST_DIFFERENCE_DEG = 0.7
_WIDEST_IN_TABLE_FT = 300.0
"""Published tables are rounded, and may step down under the path; not by this much."""
_USUAL_DEG = (2.5, 4.0)
"""ICAO Doc 8168 volume I, part II 1.4: 3 degrees as a rule, 2.5 at least, more only by need."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach whose angle is not that from its platform to the field."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            yield from _table(project, key, airfield, approach)
            down_ft = approach.platform_ft - airfield.elevation_ft
            if approach.final_approach_fix_nm <= 0.0 or down_ft <= 0.0:
                continue
            if looks_like_hundreds(approach.platform_ft, airfield.elevation_ft):
                continue  # M416 says so
            along_nm = approach.final_approach_fix_nm
            angle = math.degrees(math.atan2(down_ft, along_nm * _FEET_PER_NM))
            if abs(angle - approach.glidepath_deg) <= _WIDEST_DIFFERENCE_DEG:
                continue
            low, high = _USUAL_DEG
            path = ("approaches", name)
            usual = low <= approach.glidepath_deg <= high
            accused, beside = ("platform_ft", "glidepath_deg")[:: 1 if usual else -1]
            yield Diagnostic(
                "M437",
                f"the platform lies on {angle:.1f} degrees, the glidepath on "
                f"{approach.glidepath_deg:g}",
                project.span(key, *path, accused),
                hint="bring platform, final approach fix and glidepath together",
                notes=(f"{down_ft:,.0f} ft over {along_nm:g} nm is {angle:.1f} degrees",),
                related=(Label(project.span(key, *path, beside), "the other figure"),),
            )


def _table(
    project: Project, key: str, airfield: Airfield, approach: Approach
) -> Iterator[Diagnostic]:
    """Yield each line of a published table that is far off the glidepath."""
    slope = math.tan(math.radians(approach.glidepath_deg)) * _FEET_PER_NM
    for index, (nm, feet) in enumerate(approach.advisory):
        path_ft = min(airfield.elevation_ft + nm * slope, approach.platform_ft)
        if abs(feet - path_ft) > _WIDEST_IN_TABLE_FT + 0.1 * nm * slope:
            yield Diagnostic(
                "M437",
                f"at {nm:g} nm the table says {feet:,} ft, the glidepath {path_ft:,.0f} ft",
                project.span(key, "approaches", approach.key, "advisory", index, "ft"),
                hint="a digit of the table is wrong, or it is in another unit",
            )
