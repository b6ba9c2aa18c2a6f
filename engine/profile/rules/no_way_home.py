"""M303: from every phase an aircraft can get back to where a sortie begins."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phase with ways out, none of which ever lead home."""
    phases = project.phases
    if phases.initial not in phases.phases or not phases.whole:
        return
    home = {phases.initial}
    grown = True
    while grown:
        more = {
            name
            for name, phase in phases.phases.items()
            if name not in home and any(way.target in home for way in phase.exits)
        }
        grown = bool(more)
        home |= more
    for name, phase in phases.phases.items():
        if name not in home and phase.exits:
            yield Diagnostic(
                "M303",
                f"from phase `{name}` no way leads back to `{phases.initial}`",
                phases.places[name],
            )
