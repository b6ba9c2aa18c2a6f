"""M413: the minimum descent altitude is above the field, and under the platform."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each minimum that looks like a height, and each at or above its platform."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            minimum = approach.minimum_descent_altitude_ft
            span = project.span(key, "approaches", name, "minimum_descent_altitude_ft")
            if minimum <= airfield.elevation_ft:
                yield Diagnostic(
                    "M413",
                    "minimum descent altitude is below the ground it protects",
                    span,
                    label=f"{airfield.elevation_ft - minimum:,.0f} ft under the field",
                    hint=f"as a height above the field it is {minimum + airfield.elevation_ft:.0f}",
                    related=(Label(project.span(key, "elevation_ft"), "field elevation"),),
                )
            elif minimum >= approach.platform_ft and not looks_like_hundreds(
                approach.platform_ft, airfield.elevation_ft
            ):
                yield Diagnostic(
                    "M413",
                    f"minimum {minimum:,} ft is not below the platform {approach.platform_ft:,} ft",
                    span,
                )
