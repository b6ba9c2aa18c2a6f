"""M216: every `when` can hold; one that contradicts itself is as good as not there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.guard_logic import can_hold
from engine.profile.project import Project
from engine.profile.rungs import rungs_of

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each rung and each way out whose conditions exclude each other."""
    for source, rung in rungs_of(project):
        if can_hold(rung.rule.where, rung.rule.when) is False:
            both = can_hold(rung.rule.when) is not False and rung.rule.where is not None
            yield Diagnostic(
                "M216",
                f"rung `{rung.rule.name}` can never fire",
                project.rung_span(source, rung.rule.name, "when"),
                label="`where` and `when` exclude each other" if both else "it excludes itself",
                hint="change one of the conditions, or delete the rung",
            )
    phases = project.phases
    for name, phase in phases.phases.items():
        for way in phase.exits:
            if way.when is not None and can_hold(way.when) is False:
                yield Diagnostic(
                    "M216",
                    f"the way from `{name}` to `{way.target}` is never taken: "
                    f"`{way.when.source}` excludes itself",
                    phases.exit_places[name, way.target],
                    hint="change the condition, or delete it",
                )
        if phase.enter_when is not None and can_hold(phase.enter_when) is False:
            yield Diagnostic(
                "M216",
                f"phase `{name}` is never entered: `{phase.enter_when.source}` excludes itself",
                project.span("common/phases", "phases", name, "enter_when"),
            )
