"""M207: a runway that is named exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile import scenario_places
from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Items, Table
from engine.profile.project import Project
from engine.profile.rules.not_reciprocal import names_agree

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach to a runway that its field has not."""
    yield from scenario_places.runways(project)
    for key, airfield in project.fields.items():
        root = project.root(key)
        strips = root.get("runways") if isinstance(root, Table) else None
        if isinstance(strips, Items) and len(strips.items) > len(airfield.runways):
            continue  # one that could not be read may be meant
        if not names_agree(airfield):
            continue  # M421 says so
        ends = [end.designator for runway in airfield.runways for end in runway.ends]
        for approach in airfield.approaches.values():
            if ends and approach.runway not in ends:
                yield Diagnostic(
                    "M207",
                    f"{airfield.name} has no runway `{approach.runway}`",
                    project.span(key, "approaches", approach.key, "runway"),
                    hint=f"it has: {', '.join(ends)}",
                )
