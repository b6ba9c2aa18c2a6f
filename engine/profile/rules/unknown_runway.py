"""M207: a runway that is named exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.not_reciprocal import names_agree

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach to a runway that its field has not."""
    for key, airfield in project.fields.items():
        if not names_agree(airfield):
            continue  # M421 says so
        ends = [end.designator for runway in airfield.runways for end in runway.ends]
        for approach in airfield.approaches.values():
            if ends and approach.runway not in ends:
                yield Diagnostic(
                    "M207",
                    f"{airfield.name} has no runway `{approach.runway}`",
                    project.span(key, "approaches", approach.key, "runway"),
                    hint=f"it has: {', '.join(ends)}",
                )
