"""M430: every point of the sky has one owner: no field lies in another's tower airspace.

Approach cylinders of neighbours may meet: there the nearer field's answers. A tower's may not hold
another field, or two towers would clear aircraft through one circuit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from engine.model.geometry import range_nm
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies
from engine.profile.theatre import Airfield

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each tower airspace that holds another field."""
    skipped = copies(project)
    for (key, one), (other_key, other) in permutations(sorted(project.fields.items()), 2):
        within = _tower_nm(one)
        if within is None or _tower_nm(other) is None or {key, other_key} <= skipped:
            continue
        distance = range_nm(one.reference_point.grid, other.reference_point.grid)
        if distance < within:
            yield Diagnostic(
                "M430",
                f"the tower airspace of {one.name} holds {other.name}, {distance:.1f} nm away",
                project.span(key, "airspace", "tower", "within_nm"),
                hint=f"{distance / 2:.1f} nm is half the way",
                related=(Label(project.span(other_key, "airspace", "tower"), other.name),),
            )


def _tower_nm(airfield: Airfield) -> float | None:
    return next((space.within_nm for space in airfield.airspace if space.role == "tower"), None)
