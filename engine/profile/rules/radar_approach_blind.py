"""M447: a radar approach is worked by a station that has radar."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]

_BY_RADAR = frozenset({"asr", "par"})


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each station without radar that is to talk somebody down."""
    for key, airfield in project.fields.items():
        told = set()
        for name, approach in airfield.approaches.items():
            worked_by = approach.worked_by.rpartition("/")[2]
            station = airfield.stations.get(worked_by)
            if approach.kind not in _BY_RADAR or station is None or station.radar:
                continue
            if worked_by in told:
                continue
            told.add(worked_by)
            yield Diagnostic(
                "M447",
                f"{station.name} has no radar and works a radar approach",
                project.span(key, "stations", worked_by, "radar"),
                hint="give it radar, or let another station work the approach",
                related=(Label(project.key_span(key, "approaches", name), "worked by it"),),
            )
