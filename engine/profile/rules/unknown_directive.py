"""M212 in scenarios: a directive that a line expects exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.directive_types import DIRECTIVE_TYPES
from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project
from engine.profile.scenario import Expectation
from engine.profile.scenario_names import lines_of

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each directive that a scenario names and nobody can say."""
    for _, line in lines_of(project):
        if not isinstance(line, Expectation) or line.kind not in ("says", "never"):
            continue
        if line.directive in DIRECTIVE_TYPES:
            continue
        guess = nearest(line.directive, DIRECTIVE_TYPES)
        yield Diagnostic(
            "M212",
            f"no directive is called `{line.directive}`",
            line.span,
            hint=f"did you mean `{guess}`?" if guess else "docs/designer/reference.md lists them",
            fix=Fix.rename(line.span, guess, quoted=False),
        )
