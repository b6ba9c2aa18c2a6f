"""M217 in scenarios: an aircraft type that is named is one of the airframes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each aircraft of a type that nobody knows how to fly."""
    known = project.airframes
    for scenario in project.scenarios:
        for player in scenario.given.players:
            if not known or player.type_name in known:
                continue
            span = player.places["type"]
            guess = nearest(player.type_name, known)
            hint = f"did you mean `{guess}`?" if guess else "common/airframes.yaml lists them"
            yield Diagnostic(
                "M217",
                f"no airframe is called `{player.type_name}`",
                span,
                hint=hint,
                fix=Fix.rename(span, guess, quoted=False),
            )
