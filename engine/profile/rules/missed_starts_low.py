"""M436: a missed approach goes ahead from the minimum upward, never to below it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each missed approach that turns before it has left its minimum."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            ahead, minimum = approach.missed.straight_to_ft, approach.minimum_descent_altitude_ft
            if ahead >= minimum or looks_like_hundreds(ahead, airfield.elevation_ft):
                continue
            yield Diagnostic(
                "M436",
                f"the missed approach goes ahead to {ahead:,} ft, under the minimum {minimum:,} ft",
                project.span(key, "approaches", name, "missed", "straight_to_ft"),
                hint="he begins it at the minimum: climb ahead to a higher altitude",
                related=(
                    Label(
                        project.span(key, "approaches", name, "minimum_descent_altitude_ft"),
                        "the minimum",
                    ),
                ),
            )
