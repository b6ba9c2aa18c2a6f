"""Plays a designer's scenario at a field on the real engine, and judges it as it goes.

Each step does its lines one after the other and then waits until everything that it expects has
been heard. The first line that does not come true ends the scenario: what follows rests on it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import replace

from engine.language.compile import Language
from engine.profile.scenario import Action, Expectation, Scenario, Step
from engine.profile.scenario_names import filled, known_stations, station_named
from engine.profile.theatre import Airfield, Station, Theatre
from engine.proving.expected import differences, fits, wanted_in_words
from engine.proving.scenario_result import Failure, ScenarioResult
from engine.proving.spoken_line import SpokenLine, clock
from engine.service.scenario_air import ScenarioAir
from engine.sim.placing import channel_named
from engine.sim.situation import Milestone

__all__ = ["play"]

REPLY_WITHIN_S = 30.0
"""A `then` without a time, where nothing is flown."""
WATCH_S = 20.0
"""How long a step that only forbids is watched."""
FREE_BEFORE_KEYING_MS = 500
LOOK_MS = 1000
"""How often what is open is looked at while nobody says anything new."""
_DONE = {
    "landed": Milestone.LANDED,
    "vacated": Milestone.VACATED,
    "missed": Milestone.MISSED,
}

_Ticks = Generator[None, None, Failure | None]


def play(
    scenario: Scenario, theatre: Theatre, field_key: str, language: Language
) -> ScenarioResult:
    """Play a scenario at one of its fields."""
    started_s = time.perf_counter()
    theatre = _at_work(scenario, theatre, theatre.fields[field_key])
    airfield = theatre.fields[field_key]
    air = ScenarioAir(scenario, theatre, airfield, language)
    script = _Script(scenario, theatre, airfield, air)
    failure = script.run()
    return ScenarioResult(
        name=scenario.name,
        theatre=theatre.key,
        field=field_key,
        span=scenario.span,
        needs=scenario.needs,
        covers=scenario.covers,
        failure=failure,
        lines=tuple(air.lines),
        flown_ms=air.now_ms,
        took_s=time.perf_counter() - started_s,
        edges=frozenset(air.watch.edges),
        rungs=frozenset(air.watch.rungs),
        approaches=frozenset(air.watch.approaches),
    )


def _at_work(scenario: Scenario, theatre: Theatre, airfield: Airfield) -> Theatre:
    """Return the theatre with the positions worked that the scenario has worked."""

    def changed(name: str, station: Station) -> Station:
        names = {name, station.key}
        if names & set(scenario.given.unstaffed):
            return replace(station, staffed=False)
        return replace(station, staffed=True) if names & set(scenario.given.staffed) else station

    own = {name: changed(name, one) for name, one in airfield.stations.items()}
    fields = {**theatre.fields, airfield.key: replace(airfield, stations=own)}
    stations = {name: changed(name, one) for name, one in theatre.stations.items()}
    return replace(theatre, fields=fields, stations=stations)


class _Script:
    """The lines of one scenario, played against the air."""

    def __init__(
        self, scenario: Scenario, theatre: Theatre, airfield: Airfield, air: ScenarioAir
    ) -> None:
        self._scenario = scenario
        self._theatre = theatre
        self._airfield = airfield
        self._air = air
        self._stations = self._names_of_stations()
        self._forbidden: list[tuple[Expectation, int]] = []
        self._end_ms: int | None = None
        self._looked = 0

    def run(self) -> Failure | None:
        """Play to the end, or to the first line that does not come true."""
        ticks = self._play()
        while True:
            try:
                next(ticks)
            except StopIteration as end:
                ended: Failure | None = end.value
                return ended or self._forbidden_said()
            self._air.step()
            broken = self._forbidden_said()
            if broken is not None:
                return broken

    def _play(self) -> _Ticks:
        last = len(self._scenario.steps) - 1
        for index, step in enumerate(self._scenario.steps):
            first_line = len(self._air.lines)
            for action in step.when:
                failure = yield from self._act(action)
                if failure is not None:
                    return failure
            if index == last and self._is_flown():
                self._end_ms = self._air.now_ms + round(self._scenario.within_min * 60_000)
            failure = yield from self._expect(step, first_line)
            if failure is not None:
                return failure
        return (yield from self._fly_out())

    # ------------------------------------------------------------------ when

    def _act(self, action: Action) -> _Ticks:
        air = self._air
        match action.kind:
            case "wait":
                yield from self._pause(action.wait_s)
            case "says":
                yield from self._say(action)
            case "tunes":
                air.tune(action.player, self._frequency(action.text, action.player))
            case "does":
                air.do(action.player, action.text)
            case "flies":
                air.fly(
                    action.player,
                    heading_deg_mag=action.heading_deg_mag,
                    altitude_ft=action.altitude_ft,
                    speed_kt=action.speed_kt,
                )
            case _:
                return (yield from self._until(action))
        return None

    def _pause(self, seconds: float) -> Generator[None, None, None]:
        until_ms = self._air.now_ms + round(seconds * 1000)
        while self._air.now_ms < until_ms:
            yield

    def _say(self, action: Action) -> Generator[None, None, None]:
        air, name = self._air, action.player
        if action.on:
            air.tune(name, self._frequency(action.on, name))
            yield
        while not air.may_key(name, free_ms=FREE_BEFORE_KEYING_MS):
            yield
        air.say(name, filled(action.text, self._airfield, self._theatre.stations))
        while air.is_speaking(name):
            yield

    def _until(self, action: Action) -> _Ticks:
        air, guard = self._air, action.guard
        until_ms = air.now_ms + round(action.within_s * 1000)
        while guard is not None and guard(air.facts(action.player)) is not True:
            if air.now_ms >= until_ms:
                wanted = f"{action.player}: {guard.source} within {action.within_s:g} s"
                return Failure(action.span, wanted, air.now_ms, self._whereabouts(action.player))
            yield
        return None

    # ------------------------------------------------------------------ then

    def _expect(self, step: Step, first_line: int) -> _Ticks:
        air = self._air
        began_ms = air.now_ms
        forbids = [one for one in step.then if one.kind == "never"]
        self._forbidden += [(one, first_line) for one in forbids]
        wanted = [one for one in step.then if one.kind != "never"]
        if not wanted and not self._is_flown():
            watch_s = max((one.within_s or WATCH_S for one in forbids), default=0.0)
            yield from self._pause(watch_s)
            return None
        longest_s = max([REPLY_WITHIN_S, *(one.within_s or 0.0 for one in wanted)])
        open_lines = list(wanted)
        heard = -1
        while open_lines:
            news = len(air.lines) != heard or air.now_ms % LOOK_MS == 0
            heard = len(air.lines)
            for one in list(open_lines) if news else ():
                verdict = self._verdict(one, first_line, began_ms, longest_s=longest_s)
                if isinstance(verdict, Failure):
                    return verdict
                if verdict:
                    open_lines.remove(one)
            if open_lines:
                yield
        return None

    def _verdict(
        self, wanted: Expectation, first_line: int, began_ms: int, *, longest_s: float
    ) -> Failure | bool:
        """Tell whether a line has come true, is still open, or can come true no more."""
        air = self._air
        limit_s, until_ms = self._limit(wanted, began_ms, longest_s)
        over = air.now_ms >= until_ms
        if wanted.kind == "silence":
            said = [
                one
                for one in air.lines[first_line:]
                if one.station and one.at_ms >= began_ms and wanted.to in ("", one.to)
            ]
            if said:
                return self._failed(wanted, limit_s, tuple(said))
            return over
        if wanted.kind == "phase":
            names = [wanted.to] if wanted.to else [p.key for p in self._scenario.given.players]
            if any(air.was_in(name, wanted.phase, since_ms=began_ms) for name in names):
                return True
            if not over:
                return False
            found = ", ".join(f"{name} is in {air.phase(name) or 'no phase'}" for name in names)
            return self._failed(wanted, limit_s, (), why=found)
        if any(fits(wanted, line, self._stations) for line in air.lines[first_line:]):
            return True
        return self._failed_to_hear(wanted, limit_s, first_line) if over else False

    def _limit(
        self, wanted: Expectation, began_ms: int, longest_s: float
    ) -> tuple[float | None, int]:
        if wanted.within_s is not None:
            return wanted.within_s, began_ms + round(wanted.within_s * 1000)
        if self._end_ms is not None:
            return self._scenario.within_min * 60.0, self._end_ms
        return longest_s, began_ms + round(longest_s * 1000)

    def _failed_to_hear(
        self, wanted: Expectation, limit_s: float | None, first_line: int
    ) -> Failure:
        said = [one for one in self._air.lines[first_line:] if one.station]
        alike = [
            (line, differences(wanted, one, self._stations))
            for line in said
            for one in line.directives
            if one.kind == wanted.directive
        ]
        why = ""
        if alike:
            line, wrong = alike[-1]
            wrong = wrong or [f"it was said by {line.speaker} to {line.to}"]
            why = f"{wanted.directive} was said at {clock(line.at_ms)}, but {'; '.join(wrong)}"
        elif not said:
            why = "nobody said anything"
        return self._failed(wanted, limit_s, tuple(said), why=why)

    def _failed(
        self,
        wanted: Expectation,
        limit_s: float | None,
        instead: tuple[SpokenLine, ...],
        *,
        why: str = "",
    ) -> Failure:
        told = wanted_in_words(wanted, limit_s)
        return Failure(wanted.span, told, self._air.now_ms, why, instead)

    def _forbidden_said(self) -> Failure | None:
        if len(self._air.lines) == self._looked:
            return None
        self._looked = len(self._air.lines)
        for wanted, first_line in self._forbidden:
            said = [
                one for one in self._air.lines[first_line:] if fits(wanted, one, self._stations)
            ]
            if said:
                return self._failed(wanted, None, tuple(said))
        return None

    # ------------------------------------------------------------------ fly

    def _is_flown(self) -> bool:
        return bool(self._scenario.until)

    def _fly_out(self) -> _Ticks:
        if not self._scenario.until:
            return None
        names = list(self._scenario.manners)
        while True:
            flying = [name for name in names if not self._is_done(name)]
            if not flying:
                return None
            if self._end_ms is not None and self._air.now_ms >= self._end_ms:
                wanted = (
                    f"{', '.join(names)} {self._scenario.until.replace('_', ' ')} "
                    f"within {self._scenario.within_min:g} min"
                )
                why = "; ".join(self._whereabouts(name) for name in flying)
                span = self._scenario.fly_span or self._scenario.span
                said = tuple(one for one in self._air.lines if one.station)[-3:]
                return Failure(span, wanted, self._air.now_ms, why, said)
            yield

    def _is_done(self, name: str) -> bool:
        until = self._scenario.until
        if until == "handed_off":
            return any(
                one.to == name and any(said.kind == "contact" for said in one.directives)
                for one in self._air.lines
            )
        pilot = self._air.pilot(name)
        if until == "landed":
            state = pilot.aircraft.state
            return pilot.aircraft.touched_ms is not None and not state.airborne
        return _DONE[until] in pilot.mind.milestones

    def _whereabouts(self, name: str) -> str:
        situation = self._air.pilot(name).situation(self._air.now_ms)
        phase = self._air.phase(name) or "no phase"
        if not situation.airborne:
            return f"{name} is on the ground, in {phase}"
        return (
            f"{name} is {situation.range_nm:.1f} nm from the runway at "
            f"{situation.altitude_ft:.0f} ft, in {phase}"
        )

    # ------------------------------------------------------------------ names

    def _names_of_stations(self) -> Mapping[str, Station]:
        """Return every station that a line may name, at this field."""
        airfield, en_route = self._airfield, self._theatre.stations
        names = known_stations(airfield, en_route)
        found = {name: station_named(airfield, en_route, name) for name in names}
        return {name: one for name, one in found.items() if one is not None}

    def _frequency(self, name: str, player: str) -> int:
        given = self._scenario.given.player(player)
        type_name = given.type_name if given is not None else ""
        frequency = channel_named(self._theatre, self._airfield, name, type_name)
        return frequency if frequency is not None else self._air.pilot(player).frequency_hz
