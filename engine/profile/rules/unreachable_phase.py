"""M301: every phase can be reached from where an aircraft is first seen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phase that no way leads to."""
    phases = project.phases
    begun = {phases.initial, phases.initial_airborne} & set(phases.phases)
    if not begun or not phases.whole:
        return
    reached, waiting = set(begun), sorted(begun)
    while waiting:
        for way in phases.phases[waiting.pop()].exits:
            if way.target not in reached and way.target in phases.phases:
                reached.add(way.target)
                waiting.append(way.target)
    for name, span in phases.places.items():
        if name not in reached:
            yield Diagnostic(
                "M301",
                f"no way leads to phase `{name}`",
                span,
                label=f"unreachable from {' and '.join(f'`{start}`' for start in sorted(begun))}",
                hint="add a way to it in another phase, or delete it",
                notes=(f"{len(reached)} of {len(phases.places)} phases are reachable",),
            )
