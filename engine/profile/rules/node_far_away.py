"""M443: a taxi node lies at its own field."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import range_nm
from engine.profile.compile_ground import stand_node
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import is_far, misplaced

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each taxi node that is miles from its field."""
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray:
            continue  # M425 says so
        for name, place in airfield.taxi.nodes.items() if airfield.taxi else ():
            distance = range_nm(airfield.reference_point.grid, place.grid)
            if is_far(distance):
                node = project.has(key, "taxi", "nodes", name)
                path = ("nodes", name) if node else ("stands", name.removeprefix(stand_node("")))
                yield Diagnostic(
                    "M443",
                    f"taxi node `{path[1]}` is {distance:.1f} nm from the field",
                    project.key_span(key, "taxi", *path),
                    hint="a digit is wrong, or `lat` and `lon` are swapped",
                )
