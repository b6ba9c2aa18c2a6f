"""What must hold of a theatre in one mission: one rule a file, each with one code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.profile.diagnostic import Diagnostic
from engine.profile.mission_file import Mission
from engine.profile.mission_rules import (
    date_outside_model,
    frequency_taken,
    other_map,
    slot_not_covered,
)
from engine.profile.project import Project

__all__ = ["MISSION_RULES", "check_mission"]

MISSION_RULES: Mapping[str, Callable[[Project, Mission], Iterator[Diagnostic]]] = {
    "M801": other_map.check,
    "M802": slot_not_covered.check,
    "M803": frequency_taken.check,
    "M804": date_outside_model.check,
}
"""Every rule by its code."""


def check_mission(project: Project, mission: Mission) -> Iterator[Diagnostic]:
    """Yield what a mission and a theatre do not agree about; on another map, that alone."""
    wrong_map = list(other_map.check(project, mission))
    if wrong_map:
        yield from wrong_map
        return
    for check in MISSION_RULES.values():
        yield from check(project, mission)
