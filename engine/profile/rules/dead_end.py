"""M302: every phase has a way out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phase that an aircraft could never leave."""
    for name, phase in project.phases.phases.items():
        if not phase.exits and project.phases.whole:
            yield Diagnostic(
                "M302",
                f"phase `{name}` has no way out",
                project.phases.places[name],
                hint="add `exits:`",
            )
