"""M309: no phase waits for our own decision alone; what is seen or said can end it too.

A controller who forgets, or who waits for somebody else, would keep an aircraft in it for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.triggers import DECIDED

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phase all of whose ways out are our own decisions."""
    if not project.phases.whole:
        return
    for name, phase in project.phases.phases.items():
        triggers = [way.trigger for way in phase.exits]
        if triggers and all(trigger in DECIDED for trigger in triggers):
            yield Diagnostic(
                "M309",
                f"phase `{name}` ends only when we decide so",
                project.phases.places[name],
                hint="add a way on what is seen (`sim ...`), said (`call ...`) or a `when`",
                notes=("ways out now: " + ", ".join(str(trigger) for trigger in triggers),),
            )
