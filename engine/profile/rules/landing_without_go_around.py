"""M308: in a phase in which he may be cleared to land, he may also be sent around and go around."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]

_SENT = "go_around_ordered"
_SAID = frozenset({"call_report_missed"})


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phase with a landing clearance and no way out of it."""
    for name, phase in project.phases.phases.items():
        if "cleared_to_land" not in phase.allows:
            continue
        span = project.key_span("common/phases", "phases", name, "allows")
        if "go_around" not in phase.allows:
            yield Diagnostic(
                "M308",
                f"in phase `{name}` he may be cleared to land and never sent around",
                span,
                hint="add `go_around` to what it allows",
            )
        triggers = {way.trigger for way in phase.exits if way.trigger is not None}
        if _SENT not in triggers or not triggers & _SAID:
            lacking = _SENT if _SENT not in triggers else "call report_missed"
            yield Diagnostic(
                "M308",
                f"phase `{name}` has a landing clearance and no way out on `{lacking}`",
                project.phases.places[name],
                hint=f"add a way to `missed` on `{lacking}`",
            )
