"""M207, M211 and M442 in scenarios: fields, runway ends and stands that are named exist."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project
from engine.profile.scenario import Player, Scenario
from engine.profile.scenario_names import places_of
from engine.profile.theatre import Airfield

__all__ = ["fields", "runways", "stands"]


def fields(project: Project) -> Iterator[Diagnostic]:
    """Yield each field that a scenario runs at and no file describes."""
    known = [name for name in project.sources if "/" not in name and name != "theatre"]
    for scenario in project.scenarios:
        for name in scenario.fields:
            if name in known:
                continue
            span = scenario.places[name]
            guess = nearest(name, known)
            yield Diagnostic(
                "M211",
                f"no file describes the field `{name}`",
                span,
                hint=f"did you mean `{guess}`?" if guess else f"there are: {', '.join(known)}",
                fix=Fix.rename(span, guess, quoted=False),
            )


def runways(project: Project) -> Iterator[Diagnostic]:
    """Yield each runway end that an aircraft stands at and a field has not."""
    for player, airfield in _standing(project):
        ends = [end.designator for strip in airfield.runways for end in strip.ends]
        if player.at.runway and ends and player.at.runway not in ends:
            yield Diagnostic(
                "M207",
                f"{airfield.name} has no runway `{player.at.runway}`",
                player.places["runway"],
                hint=f"it has: {', '.join(ends)}",
                about=airfield.key,
            )


def stands(project: Project) -> Iterator[Diagnostic]:
    """Yield each stand that an aircraft is on and a field has not."""
    for player, airfield in _standing(project):
        known = airfield.taxi.stands if airfield.taxi is not None else {}
        if player.at.stand and player.at.stand not in known:
            guess = nearest(player.at.stand, known)
            yield Diagnostic(
                "M442",
                f"{airfield.name} has no stand `{player.at.stand}`",
                player.places["stand"],
                hint=f"did you mean `{guess}`?" if guess else "write `place: apron`",
                about=airfield.key,
            )


def _standing(project: Project) -> Iterator[tuple[Player, Airfield]]:
    seen: set[tuple[str, str, int]] = set()
    for scenario in project.scenarios:
        for player in scenario.given.players:
            for airfield in places_of(project, scenario):
                if player.at.way == "ground" and _once(seen, scenario, player, airfield):
                    yield player, airfield


def _once(
    seen: set[tuple[str, str, int]], scenario: Scenario, player: Player, airfield: Airfield
) -> bool:
    """Tell whether this is new: an aircraft that a file gives to all its scenarios is told once."""
    line = player.places["type"].line
    key = (scenario.source, airfield.key, line)
    new = key not in seen
    seen.add(key)
    return new
