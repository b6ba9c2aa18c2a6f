"""M427: no two fields stand in one place, and no field has another's runway."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.model.geometry import range_nm
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check", "copies"]

_NEAREST_NM = 0.5


def copies(project: Project) -> frozenset[str]:
    """Return the fields that stand where another does: of them nothing else is worth saying."""
    return frozenset(key for pair in _pairs(project) for key in pair)


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each pair of fields in one place."""
    for one, other in _pairs(project):
        first, second = project.fields[one], project.fields[other]
        yield Diagnostic(
            "M427",
            f"{first.name} and {second.name} are in one place",
            project.span(other, "reference_point"),
            hint="one of them has the other's figures",
            related=(Label(project.span(one, "reference_point"), first.name),),
        )


def _pairs(project: Project) -> Iterator[tuple[str, str]]:
    fields = sorted(project.fields.items())
    for (one, first), (other, second) in combinations(fields, 2):
        if range_nm(first.reference_point.grid, second.reference_point.grid) < _NEAREST_NM:
            yield one, other
