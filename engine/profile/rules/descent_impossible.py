"""M415: from the platform to the runway an approach descends no steeper than can be flown.

5 degrees is 530 ft a mile: at 140 kt more than 1,200 ft a minute (PANS-OPS calls anything over
3.5 degrees steep; helicopters may fly 6).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.model.geometry import FEET_PER_NM
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]

_STEEPEST_DEG = 5.0
_OVER_GLIDEPATH_DEG = 1.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach whose platform is too high for where its descent begins."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            down_ft = approach.platform_ft - airfield.elevation_ft
            if approach.final_approach_fix_nm <= 0.0 or down_ft <= 0.0:
                continue
            along_ft = approach.final_approach_fix_nm * FEET_PER_NM
            angle = math.degrees(math.atan2(down_ft, along_ft))
            allowed = min(_STEEPEST_DEG, approach.glidepath_deg + _OVER_GLIDEPATH_DEG)
            if angle > max(allowed, approach.glidepath_deg):
                far = down_ft / math.tan(math.radians(approach.glidepath_deg)) / FEET_PER_NM
                yield Diagnostic(
                    "M415",
                    f"from {approach.platform_ft:,} ft he would descend at {angle:.1f} degrees",
                    project.span(key, "approaches", name, "platform_ft"),
                    hint=f"on {approach.glidepath_deg:g} degrees descent begins at {far:.1f} nm",
                    related=(
                        Label(
                            project.span(key, "approaches", name, "final_approach_fix_nm"),
                            "descent begins here",
                        ),
                    ),
                )
