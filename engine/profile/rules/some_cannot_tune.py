"""M513: which airframes reach no channel of a station, so that nobody is surprised in the air."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]

_MOST_NAMED = 6


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each station with the airframes whose radios reach none of its channels."""
    for station, source, path in project.station_places():
        if not station.staffed or not station.channels:
            continue
        served = project.served(station.field)
        deaf = [
            airframe.type_name
            for airframe in served
            if not any(airframe.can_tune(channel) for channel in station.channels)
        ]
        if len(deaf) == len(served):
            continue  # M512 says that nobody can
        if deaf:
            more = f" and {len(deaf) - _MOST_NAMED} more" if len(deaf) > _MOST_NAMED else ""
            yield Diagnostic(
                "M513",
                f"{len(deaf)} of {len(served)} airframes cannot tune {station.name}",
                project.key_span(source, *path, "frequencies"),
                notes=(", ".join(deaf[:_MOST_NAMED]) + more,),
            )
