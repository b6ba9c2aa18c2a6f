"""M853: an approach that a scenario names exists at each of its fields, by key or by kind."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project
from engine.profile.scenario_names import approach_named, places_of

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each final course that an aircraft is placed on and that a field has not."""
    for scenario in project.scenarios:
        for player in scenario.given.players:
            name = player.at.final
            for airfield in places_of(project, scenario):
                if not name or approach_named(airfield, name) is not None:
                    continue
                known = [*airfield.approaches, *{o.kind for o in airfield.approaches.values()}]
                guess = nearest(name, known)
                span = player.places["final"]
                yield Diagnostic(
                    "M853",
                    f"{airfield.name} has no approach `{name}`",
                    span,
                    hint=f"did you mean `{guess}`?" if guess else f"it has: {', '.join(known)}",
                    fix=Fix.rename(span, guess, quoted=False),
                    about=airfield.key,
                )
                break
