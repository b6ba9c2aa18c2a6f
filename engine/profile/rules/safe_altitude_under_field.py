"""M434: a safe altitude that holds over the field itself clears the field by about 1,000 ft.

The innermost ring of every sector begins at the field, so this needs no terrain.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.project import Project

__all__ = ["check"]

_CLEARANCE_FT = 1000
_ROUNDED_FT = 50
"""Figures of charts are rounded to the next hundred feet from an elevation that is rounded too."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each altitude over the field that is not 1,000 ft over it."""
    for key, airfield in project.fields.items():
        least = airfield.elevation_ft + _CLEARANCE_FT - _ROUNDED_FT
        low = [
            (part, index, sector.rings[0][1])
            for part, sectors in (
                ("minimum_safe_altitude", airfield.minimum_safe_altitude),
                ("minimum_vectoring_altitude", airfield.minimum_vectoring_altitude),
            )
            for index, sector in enumerate(sectors)
            if sector.rings and sector.rings[0][1] < least
        ]
        count = len(airfield.minimum_safe_altitude) + len(airfield.minimum_vectoring_altitude)
        field = project.span(key, "elevation_ft")
        if len(low) > 1 and 2 * len(low) >= count:
            yield Diagnostic(
                "M434",
                f"{len(low)} safe altitudes are not 1,000 ft over the field",
                field,
                label=f"{airfield.elevation_ft:,g} ft",
                hint="the elevation is wrong, or all of them are",
                related=(Label(_place(project, key, low[0]), f"{low[0][2]:,} ft"),),
            )
            continue
        for one in low:
            yield Diagnostic(
                "M434",
                f"{one[2]:,} ft is not 1,000 ft over the field",
                _place(project, key, one),
                hint=f"the least is {-(-(airfield.elevation_ft + _CLEARANCE_FT) // 100) * 100:.0f}",
                related=(Label(field, "field elevation"),),
            )


def _place(project: Project, key: str, one: tuple[str, int, int]) -> Span:
    part, index, _ = one
    path = ("ft",) if part == "minimum_safe_altitude" else ("ft", 0)
    return project.span(key, part, index, *path)
