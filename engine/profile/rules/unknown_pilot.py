"""M851: a scenario's lines are about aircraft that it has."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, Span, nearest
from engine.profile.project import Project
from engine.profile.scenario import Action, Scenario
from engine.profile.scenario_names import lines_of

__all__ = ["check"]

_EVERYBODY = "all"


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each aircraft that a line or a flight names and that is not there."""
    for scenario in project.scenarios:
        for name in scenario.manners:
            yield from _unknown(scenario, name, scenario.places[name], len(name))
    for scenario, line in lines_of(project):
        if isinstance(line, Action):
            if line.player:
                span = line.places.get("player", line.span)
                yield from _unknown(scenario, line.player, span, len(line.player))
            continue
        name = line.to
        if name and name != _EVERYBODY:
            key = {"hands_off": "hands_off", "phase": "of"}.get(line.kind, "to")
            yield from _unknown(scenario, name, line.places[key], len(name))


def _unknown(scenario: Scenario, name: str, span: Span, length: int) -> Iterator[Diagnostic]:
    known = [one.key for one in scenario.given.players]
    if name in known or name in scenario.given.unread:
        return
    guess = nearest(name, known)
    named = span.part(0, length)
    listed = ", ".join(known) or "none"
    yield Diagnostic(
        "M851",
        f"the scenario has no aircraft `{name}`",
        named,
        hint=f"did you mean `{guess}`?" if guess else f"it has: {listed}",
        fix=Fix.rename(named, guess, quoted=False),
    )
