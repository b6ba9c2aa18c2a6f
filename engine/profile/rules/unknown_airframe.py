"""M217: an airframe that is named exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile import scenario_airframes
from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each airframe of a field that `common/airframes.yaml` does not have."""
    yield from scenario_airframes.check(project)
    known = set(project.names("common/airframes", "airframes"))
    if not known:
        return
    for key, airfield in project.fields.items():
        for index, name in enumerate(airfield.airframes):
            if name not in known:
                guess = nearest(name, known)
                span = project.span(key, "airframes", index)
                yield Diagnostic(
                    "M217",
                    f"no airframe is called `{name}`",
                    span,
                    hint=f"did you mean `{guess}`?" if guess else "write it as the sim does",
                    fix=Fix.rename(span, guess, quoted=True),
                )
