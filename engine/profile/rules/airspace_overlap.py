"""M430: every point of the sky has one owner: no field lies in another's tower airspace.

Approach cylinders of neighbours may meet: there the nearer field's answers. A tower's may not hold
another field, or two towers would clear aircraft through one circuit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.model.geometry import range_nm
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies
from engine.profile.rules.threshold_far_away import misplaced
from engine.profile.theatre import Airfield

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each tower airspace that holds another field."""
    skipped, astray = copies(project), misplaced(project)
    for (key, one), (other_key, other) in combinations(sorted(project.fields.items()), 2):
        reach, other_reach = _tower_nm(one), _tower_nm(other)
        if {key, other_key} & astray or {key, other_key} <= skipped:
            continue  # M425 or M427 says so
        if reach is None or other_reach is None:
            continue
        distance = range_nm(one.reference_point.grid, other.reference_point.grid)
        if distance >= max(reach, other_reach):
            continue
        wide, narrow = (key, other_key) if reach >= other_reach else (other_key, key)
        holder, held = project.fields[wide], project.fields[narrow]
        yield Diagnostic(
            "M430",
            f"the tower airspace of {holder.name} holds {held.name}, {distance:.1f} nm away",
            project.span(wide, "airspace", "tower", "within_nm"),
            hint=f"{distance / 2:.1f} nm is half the way",
            related=(Label(project.span(narrow, "airspace", "tower"), held.name),),
        )


def _tower_nm(airfield: Airfield) -> float | None:
    """Return how far a tower's airspace reaches; None without one, or when M431 speaks of it."""
    spaces = {space.role: space.within_nm for space in airfield.airspace}
    tower = spaces.get("tower")
    return None if tower is None or tower >= spaces.get("approach", 1000.0) else tower
