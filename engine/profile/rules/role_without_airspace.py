"""M445: a station that works the air round a field has an airspace to work."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]

_ROLES = ("tower", "approach")


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each tower and approach whose field gives it no airspace."""
    for key, airfield in project.fields.items():
        given = set(project.names(key, "airspace"))
        for name, station in airfield.stations.items():
            role = station.roles[0]
            if role in _ROLES and station.staffed and role not in given:
                yield Diagnostic(
                    "M445",
                    f"{station.name} has no airspace",
                    project.key_span(key, "stations", name),
                    hint=f"write `{role}` under `airspace`, with its range and its top",
                )
