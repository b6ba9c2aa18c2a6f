"""M802: every slot of the mission is for an airframe whose radios and speeds are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.mission_file import Mission
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project, mission: Mission) -> Iterator[Diagnostic]:
    """Yield each airframe of a slot that no profile describes."""
    if not project.airframes:
        return
    flown = Counter(slot.airframe for slot in mission.slots)
    for airframe, count in sorted(flown.items()):
        if airframe in project.airframes:
            continue
        guess = nearest(airframe, project.airframes)
        yield Diagnostic(
            "M802",
            f"the mission has {count} slot{'' if count == 1 else 's'} for {airframe}, which no "
            "profile describes",
            project.key_span("common/airframes", "airframes"),
            hint="add it, with the bands of its radios and its speeds"
            + (f"; `{guess}` is near" if guess else ""),
            notes=(f"slots of {mission.file}",),
        )
