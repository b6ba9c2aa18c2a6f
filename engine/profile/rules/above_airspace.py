"""M435: nothing is flown at a field above the airspace of its approach."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.theatre import Airfield

__all__ = ["check"]

_Path = tuple[str, ...]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each altitude above the approach airspace, or that airspace when most are."""
    for key, airfield in project.fields.items():
        top = next((one.up_to_ft for one in airfield.airspace if one.role == "approach"), None)
        if top is None or looks_like_hundreds(top, airfield.elevation_ft):
            continue
        flown = list(_altitudes(airfield))
        above = [(what, feet, path) for what, feet, path in flown if feet > top]
        ceiling = project.span(key, "airspace", "approach", "up_to_ft")
        if len(above) > 1 and 3 * len(above) >= len(flown):
            what, feet, path = above[0]
            yield Diagnostic(
                "M435",
                f"the approach airspace ends at {top:,} ft, under what is flown in it",
                ceiling,
                hint="raise it",
                related=(Label(project.span(key, *path), f"{what} {feet:,} ft"),),
            )
            continue
        for what, feet, path in above:
            yield Diagnostic(
                "M435",
                f"the {what} {feet:,} ft is above the approach airspace, which ends at {top:,} ft",
                project.span(key, *path),
                hint="above it nobody at the field works him",
                related=(Label(ceiling, "the airspace ends here"),),
            )


def _altitudes(airfield: Airfield) -> Iterator[tuple[str, int, _Path]]:
    """Yield what is flown in the approach airspace: what it is, feet, path."""
    for name, hold in airfield.holding.items():
        yield "holding level", hold.levels_ft[-1], ("holding", name, "levels_ft", "to")
    for name, approach in airfield.approaches.items():
        path = ("approaches", name)
        yield "platform", approach.platform_ft, (*path, "platform_ft")
        yield "missed approach", approach.missed.climb_to_ft, (*path, "missed", "climb_to_ft")
