"""M204 in scenarios: a phase that a line expects exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project
from engine.profile.scenario import Expectation
from engine.profile.scenario_names import lines_of

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phase that a scenario waits for and no machine has."""
    known = project.names("common/phases", "phases")
    for _, line in lines_of(project):
        if not isinstance(line, Expectation) or line.kind != "phase" or line.phase in known:
            continue
        guess = nearest(line.phase, known)
        yield Diagnostic(
            "M204",
            f"no phase is called `{line.phase}`",
            line.span,
            hint=f"did you mean `{guess}`?" if guess else f"there are: {', '.join(known)}",
            fix=Fix.rename(line.span, guess, quoted=False),
        )
