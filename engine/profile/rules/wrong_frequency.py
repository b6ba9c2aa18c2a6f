"""M855: a frequency that a scenario names is worked there, and the aircraft's radios reach it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.compile_values import channel
from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.project import Project
from engine.profile.scenario import Expectation, Scenario
from engine.profile.scenario_names import (
    channels_named,
    is_frequency,
    lines_of,
    places_of,
    station_named,
)
from engine.profile.section import Absent
from engine.profile.theatre import Airfield

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each frequency of a line that its station has not, or its aircraft cannot tune."""
    for scenario in project.scenarios:
        for player in scenario.given.players:
            if player.on is not None:
                yield from _spoken(project, scenario, player.key, player.on, player.places["on"])
    for scenario, line in lines_of(project):
        if isinstance(line, Expectation):
            yield from _heard(project, scenario, line)
        elif line.kind == "tunes":
            yield from _spoken(project, scenario, line.player, line.text, line.span)
        elif line.on:
            yield from _spoken(project, scenario, line.player, line.on, line.places["on"])


def _spoken(
    project: Project, scenario: Scenario, name: str, on: str, span: Span
) -> Iterator[Diagnostic]:
    """Yield what is wrong with a frequency that a pilot speaks on."""
    player = scenario.given.player(name)
    airframe = project.airframes.get(player.type_name) if player is not None else None
    for airfield in places_of(project, scenario):
        try:
            channels = channels_named(airfield, project.stations, on)
        except Absent:
            yield _badly_written(on, span)
            return
        if is_frequency(on) and channels[0].frequency_hz not in _worked(project, airfield, ""):
            yield Diagnostic(
                "M855",
                f"nobody at {airfield.name} works {on}",
                span,
                hint="there are: "
                + ", ".join(f"{one / 1e6:.3f}" for one in sorted(_worked(project, airfield, ""))),
                about=airfield.key,
            )
            return
        if airframe is not None and channels and not any(map(airframe.can_tune, channels)):
            yield Diagnostic(
                "M855",
                f"the radios of {airframe.type_name} do not reach {on} at {airfield.name}",
                span,
                hint="take a channel of another band, or another aircraft",
                about=airfield.key,
            )
            return


def _heard(project: Project, scenario: Scenario, line: Expectation) -> Iterator[Diagnostic]:
    """Yield what is wrong with a frequency that a station is to be heard on."""
    if not line.on or not is_frequency(line.on):
        return
    for airfield in places_of(project, scenario):
        try:
            wanted = channel(line.on if " " in line.on else f"{line.on} AM")
        except Absent:
            yield _badly_written(line.on, line.places["on"])
            return
        worked = _worked(project, airfield, line.by)
        if wanted.frequency_hz not in worked:
            listed = ", ".join(f"{one / 1e6:.3f}" for one in sorted(worked))
            who = f"`{line.by}` at {airfield.name}" if line.by else f"nobody at {airfield.name}"
            verb = "does not work" if line.by else "works"
            yield Diagnostic(
                "M855",
                f"{who} {verb} {line.on}",
                line.places["on"],
                hint=f"there are: {listed}",
                about=airfield.key,
            )
            return


def _worked(project: Project, airfield: Airfield, by: str) -> set[int]:
    own = station_named(airfield, project.stations, by) if by else None
    stations = (
        [own] if own is not None else [*airfield.stations.values(), *project.stations.values()]
    )
    return {one.frequency_hz for station in stations for one in station.channels}


def _badly_written(on: str, span: Span) -> Diagnostic:
    hint = 'write a station, or a frequency like "124.425 AM"'
    return Diagnostic("M855", f"`{on}` is no frequency", span, hint=hint)
