"""M304: one trigger leads from a phase to one phase."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each trigger that would take an aircraft two ways at once."""
    places = project.phases.exit_places
    for name, phase in project.phases.phases.items():
        first: dict[str, str] = {}
        for way in phase.exits:
            if way.trigger is None:
                continue
            target = first.setdefault(way.trigger, way.target)
            if target != way.target:
                yield Diagnostic(
                    "M304",
                    f"`{way.trigger}` leads from `{name}` to `{target}` and to `{way.target}`",
                    places[name, way.target],
                    hint="keep one of them",
                    related=(Label(places[name, target], "the other way"),),
                )
