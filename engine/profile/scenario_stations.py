"""M203 in scenarios: a station that a line names exists at each of its fields."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, Span, nearest
from engine.profile.project import Project
from engine.profile.scenario import Action, Expectation, Scenario
from engine.profile.scenario_names import (
    FIELD,
    is_frequency,
    known_stations,
    lines_of,
    placeholders,
    places_of,
    station_named,
)

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each station that a scenario names and a field of it has not."""
    for scenario in project.scenarios:
        for player in scenario.given.players:
            if player.on is not None:
                yield from _unknown(project, scenario, player.on, player.places["on"])
    for scenario, line in lines_of(project):
        for name, span in _named(line):
            yield from _unknown(project, scenario, name, span)


def _named(line: Action | Expectation) -> Iterator[tuple[str, Span]]:
    if isinstance(line, Action):
        if line.kind == "says":
            for name, start in placeholders(line.text):
                if name != FIELD:
                    yield name, _within(line, start, len(name))
        if line.kind == "tunes":
            yield line.text, line.span
        names = {"on": line.on}
    else:
        names = {"on": line.on, "by": line.by, "to": line.station}
    for key, name in names.items():
        if name:
            yield name, line.places[key]


def _within(line: Action, start: int, length: int) -> Span:
    """Return where a piece of a pilot's words stands; the words where they have many lines."""
    whole = line.span.end_column - line.span.column == len(line.text) + len('""')
    return line.span.part(start + 1, length) if whole else line.span


def _unknown(project: Project, scenario: Scenario, name: str, span: Span) -> Iterator[Diagnostic]:
    if is_frequency(name):
        return
    for airfield in places_of(project, scenario):
        if station_named(airfield, project.stations, name) is None:
            known = known_stations(airfield, project.stations)
            guess = nearest(name, known)
            yield Diagnostic(
                "M203",
                f"{airfield.name} has no station `{name}`",
                span,
                hint=f"did you mean `{guess}`?" if guess else f"it has: {', '.join(known)}",
                fix=Fix.rename(span, guess, quoted=False),
                about=airfield.key,
            )
            return
