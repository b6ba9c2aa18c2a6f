"""M413: the minimum descent altitude is above the field, and under the platform."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]

_PRECISION = frozenset({"ils", "par"})
_PRECISION_HEIGHT_FT, _OTHER_HEIGHT_FT = 190, 240
"""ICAO Annex 6 part I 4.2.8: 200 ft with a glidepath, 250 without; ten for rounding."""


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
            elif approach.ils is None and (
                minimum < airfield.elevation_ft + _least_height_ft(approach.kind)
            ):  # M453 says so of an ILS
                height = minimum - airfield.elevation_ft
                yield Diagnostic(
                    "M413",
                    f"no {approach.kind} approach goes down to {height:.0f} ft over the field",
                    span,
                    hint=f"the lowest is {_least_height_ft(approach.kind)} ft over it",
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


def _least_height_ft(kind: str) -> int:
    return _PRECISION_HEIGHT_FT if kind in _PRECISION else _OTHER_HEIGHT_FT
