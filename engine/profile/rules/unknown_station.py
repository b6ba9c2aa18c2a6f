"""M203: a station that is named exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile import scenario_stations
from engine.profile.diagnostic import Diagnostic, Fix, Label, nearest
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach that names a station its field has not."""
    yield from scenario_stations.check(project)
    for key, airfield in project.fields.items():
        if not project.has(key, "stations"):
            continue
        known = project.names(key, "stations")
        for approach in airfield.approaches.values():
            for station, path in (
                (approach.worked_by, ("worked_by",)),
                (approach.lost_communication.station, ("lost_communication", "call")),
            ):
                name = station.partition("/")[2]
                if name not in known:
                    guess = nearest(name, known)
                    yield Diagnostic(
                        "M203",
                        f"{airfield.name} has no station `{name}`",
                        project.span(key, "approaches", approach.key, *path),
                        label="no station has this key",
                        hint=f"did you mean `{guess}`?" if guess else f"it has: {', '.join(known)}",
                        related=(
                            Label(
                                project.key_span(key, "stations", guess),
                                "the nearest is declared here",
                            ),
                        )
                        if guess
                        else (),
                        fix=Fix.rename(
                            project.span(key, "approaches", approach.key, *path),
                            guess,
                            quoted=False,
                        ),
                    )
