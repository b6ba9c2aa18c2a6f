"""M305: a pilot who hears nothing on an approach calls somebody who is there to answer."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach whose lost-communication call goes where nobody answers."""
    for key, airfield in project.fields.items():
        staffed = [name for name, station in airfield.stations.items() if station.staffed]
        for name, approach in airfield.approaches.items():
            called = approach.lost_communication.station.partition("/")[2]
            station = airfield.stations.get(called)
            path = ("approaches", name, "lost_communication", "call")
            others = [one for one in staffed if one != called]
            if station is not None and approach.lost_communication.station == approach.worked_by:
                yield Diagnostic(
                    "M305",
                    f"after silence from {station.name} he calls {station.name} again",
                    project.span(key, *path),
                    hint="call another station: " + ", ".join(others),
                )
            elif station is not None and not station.staffed:
                yield Diagnostic(
                    "M305",
                    f"after silence he calls {station.name}, where nobody works",
                    project.span(key, *path),
                    hint="staffed there: " + ", ".join(staffed),
                )
