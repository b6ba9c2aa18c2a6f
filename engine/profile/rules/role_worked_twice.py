"""M530: one station of a field has a role as its own.

Whoever is handed to a role goes to the first station that has it; a second with the same role is
never called, and a role that was meant is worked by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each staffed station whose own role another has already."""
    for key, airfield in project.fields.items():
        first: dict[str, str] = {}
        for name, station in airfield.stations.items():
            if not station.staffed:
                continue
            other = first.setdefault(station.roles[0], name)
            if other == name:
                continue
            yield Diagnostic(
                "M530",
                f"{station.name} has the role `{station.roles[0]}`, as "
                f"{airfield.stations[other].name} has",
                project.span(key, "stations", name, "role"),
                hint="give it the role it works, or say `staffed: false` of one of them",
                related=(Label(project.span(key, "stations", other, "role"), "called first"),),
            )
