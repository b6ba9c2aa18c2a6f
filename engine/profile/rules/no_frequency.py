"""M520: a station has a frequency."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each station that nobody can call."""
    for station, source, path in project.station_places():
        if not station.channels and project.has(source, *path, "frequencies"):
            yield Diagnostic(
                "M520",
                f"`{station.name}` has no frequency",
                project.key_span(source, *path, "frequencies"),
                hint='add one, like "118.600 AM"',
            )
