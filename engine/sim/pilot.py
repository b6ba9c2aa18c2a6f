"""A virtual pilot: a mind in a cockpit with a radio.

The shell around `PilotMind`: it turns what came over the radio into what he understood (now and
then misheard), keeps his answers until his lag has passed and the channel is free, flies the
aircraft to his orders, and tunes the radio where he was sent.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from engine.model.geometry import bearing_deg_grid, range_nm, spoken_heading
from engine.model.picture import SimEvent
from engine.model.understood import ControllerGrammar
from engine.profile.theatre import Airfield, Airframe, Theatre
from engine.sim.aircraft import Motion, Strip, Wind
from engine.sim.autopilot import HoldLeg, wanted
from engine.sim.flown import SimulatedAircraft
from engine.sim.manner import Manner, misread
from engine.sim.mishearing import misheard
from engine.sim.pilot_mind import PilotMind, Situation
from engine.sim.pilot_speech import Spoken

__all__ = ["Conditions", "SimulatedPilot"]

POLITE_FREE_MS = 500
"""He listens this long before he keys."""
STALE_MS = 20_000
"""What he wanted to say so long ago he no longer says."""
_POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@dataclass(frozen=True, slots=True)
class Conditions:
    """The weather and the field as he meets them."""

    theatre: Theatre
    airfield: Airfield
    strip: Strip
    wind: Wind
    cloud_base_ft: float
    visibility_nm: float

    @property
    def variation_deg(self) -> float:
        """Return the east variation that his compass has."""
        return self.theatre.variation_deg(self.airfield.key)


@dataclass(slots=True)
class _Waiting:
    spoken: Spoken
    ready_ms: int
    can_wait: bool = False


class SimulatedPilot:
    """One pilot: mind, aircraft and radio."""

    def __init__(
        self,
        mind: PilotMind,
        aircraft: SimulatedAircraft,
        *,
        airframe: Airframe,
        frequency_hz: int,
        conditions: Conditions,
        grammar: ControllerGrammar,
        rng: random.Random,
        lag_ms: int,
        misheard_rate: float,
        manner: Manner = Manner.OBEYS,
    ) -> None:
        self.mind = mind
        self.aircraft = aircraft
        self.airframe = airframe
        self.frequency_hz = frequency_hz
        self.conditions = conditions
        self.manner = manner
        self._grammar = grammar
        self._rng = rng
        self._lag_ms = lag_ms
        self._misheard_rate = misheard_rate
        self._waiting: list[_Waiting] = []
        self._hold = HoldLeg()
        self._keyed = False

    @property
    def callsign(self) -> str:
        """Return who he is."""
        return self.mind.who.callsign

    def fly(self, now_ms: int, seconds: float) -> list[SimEvent]:
        """Fly on to his orders for a moment; return what the sim reports."""
        controls, self._hold = wanted(
            self.mind.orders,
            self.aircraft.state,
            strip=self.conditions.strip,
            wind=self.conditions.wind,
            variation_deg=self.conditions.variation_deg,
            approach_kt=self.aircraft.performance.approach_kt,
            hold=self._hold,
            now_ms=now_ms,
        )
        return self.aircraft.fly(
            controls, wind=self.conditions.wind, seconds=seconds, now_ms=now_ms
        )

    def look(self, now_ms: int) -> None:
        """Let him look out and at his instruments, and decide to say something."""
        if not self.manner.listens:
            return
        may_speak = not self._waiting and not self._keyed
        said = self.mind.look(self.situation(now_ms), may_speak=may_speak)
        if said and not may_speak:
            self._waiting.clear()
        self._queue(said, now_ms, can_wait=True)

    def hear(self, words: str, now_ms: int) -> str:
        """Give him a transmission off his frequency; return the words as he heard them."""
        heard = misheard(words, self._misheard_rate, self._rng)
        self.hear_exactly(heard, now_ms)
        return heard

    def hear_exactly(self, heard: str, now_ms: int) -> None:
        """Give him words just as his ears made them out."""
        if not self.manner.listens:
            return
        before = self.mind.orders
        understood = self._grammar.understand(heard)
        answers = self.mind.hear(understood, heard, self.situation(now_ms))
        if self.mind.orders.racetrack is not before.racetrack:
            self._hold = HoldLeg(since_ms=now_ms)
        if answers:
            self._waiting.clear()
        if self.manner is Manner.MISREADS and answers:
            wrong = misread(answers[0].words)
            if wrong is not None:
                answers = [replace(answers[0], words=wrong), *answers[1:]]
                self.manner = Manner.OBEYS
        self._queue(answers, now_ms)

    def wants_to_say(self, now_ms: int, free_for_ms: int) -> Spoken | None:
        """Return what he keys now, if he has something and the channel is free."""
        self._waiting = [one for one in self._waiting if now_ms - one.ready_ms < STALE_MS]
        if not self._waiting or free_for_ms < POLITE_FREE_MS:
            return None
        first = self._waiting[0]
        polite_until_ms = self.mind.polite_until_ms
        if first.can_wait and first.ready_ms < polite_until_ms:
            # He made up his mind before another was spoken to: his own call comes after theirs.
            first = self._waiting[0] = replace(first, ready_ms=polite_until_ms)
        if now_ms < first.ready_ms:
            return None
        if self.manner is Manner.SILENT:
            self._unheard(now_ms)
            return None
        self._keyed = True
        return self._waiting.pop(0).spoken

    def spoke(self, spoken: Spoken, now_ms: int) -> bool:
        """Note the end of his own transmission; tell whether he then changed frequency."""
        self._keyed = False
        self.mind.spoke(spoken, now_ms)
        sent_to = self.mind.tune_to
        if sent_to is None or self._waiting:
            return False
        station, frequency = sent_to
        self.frequency_hz = self._reachable(station, frequency)
        self.mind.tuned(station, self.situation(now_ms))
        return True

    def go_around(self, now_ms: int) -> None:
        """Let him break off his approach, and tell whoever he is with."""
        said = self.mind.go_around(self.situation(now_ms))
        if self.manner.listens:
            self._queue(said, now_ms)

    def _unheard(self, now_ms: int) -> None:
        """Let him say it into a dead microphone: he goes on as if it had been heard."""
        spoken = replace(self._waiting.pop(0).spoken, wants_answer=False)
        self.spoke(spoken, now_ms)

    def situation(self, now_ms: int) -> Situation:
        """Return what he sees of himself."""
        state, conditions = self.aircraft.state, self.conditions
        field = conditions.airfield.reference_point.grid
        to_runway = range_nm(state.grid, conditions.strip.threshold)
        height = state.altitude_ft - conditions.strip.elevation_ft
        point = round(bearing_deg_grid(field, state.grid) / 45.0) % 8
        return Situation(
            now_ms=now_ms,
            here=state.grid,
            altitude_ft=state.altitude_ft,
            heading_deg_mag=spoken_heading(state.heading_deg_grid, conditions.variation_deg),
            range_nm=to_runway,
            direction=_POINTS[point],
            runway_in_sight=height < conditions.cloud_base_ft
            and to_runway < conditions.visibility_nm,
            airborne=state.airborne,
            stopped=state.motion is Motion.STOPPED,
        )

    def _queue(self, said: list[Spoken], now_ms: int, *, can_wait: bool = False) -> None:
        for spoken in said:
            lag = self._lag_ms * self._rng.uniform(0.7, 1.5)
            waits = can_wait and not spoken.is_urgent
            self._waiting.append(_Waiting(spoken, now_ms + round(lag), waits))

    def _reachable(self, station_name: str, frequency_hz: int) -> int:
        """Return the told frequency if his radio has it, else another of that station's."""
        for station in self.conditions.theatre.all_stations():
            if station.name.lower() != station_name.lower():
                continue
            tunable = [one.frequency_hz for one in station.channels if self.airframe.can_tune(one)]
            if tunable and frequency_hz not in tunable:
                return tunable[0]
        return frequency_hz
