"""M801: the airfields of a theatre are on the mission's map."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.mission_file import Mission
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project, mission: Mission) -> Iterator[Diagnostic]:
    """Yield the theatre whose map is not that of the mission."""
    ours = project.text("theatre", "dcs_name")
    if ours is None or _folded(ours) == _folded(mission.theatre):
        return
    yield Diagnostic(
        "M801",
        f"the airfields of {ours} are not on the mission's map {mission.theatre or '(none)'}",
        project.span("theatre", "dcs_name"),
        hint="check the theatre of that map",
        notes=(f"the map of {mission.file}",),
    )


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()
