"""Fly a sortie in this process: aircraft, pilots, air and clock round one controller.

Time is simulated: a quarter of a second a step, nine minutes in a second or two. Radar looks once a
second, and four times a second while somebody is inside the final fix. What a pilot says reaches
the controller when a recogniser would have it: 350 ms after the last packet plus the decoding.
The same script and seed give the same transmissions to the millisecond.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.model.call import Hypothesis
from engine.model.capture import AirRecord, Capture, TruthPoint
from engine.model.clock import ManualClock
from engine.model.geometry import range_nm
from engine.model.picture import Coalition
from engine.model.stimulus import Heard, KeyingReport, RadioPresent, Stimulus, Sweep
from engine.model.understood import ControllerGrammar
from engine.profile.theatre import Theatre
from engine.sim.cast import cast, guid_of
from engine.sim.controller import Controller, Keyed
from engine.sim.mishearing import misheard
from engine.sim.pilot import SimulatedPilot
from engine.sim.pilot_mind import Milestone
from engine.sim.pilot_speech import Spoken
from engine.sim.radio_text import OnAir, TextRadio, speaking_ms
from engine.sim.script import Sortie
from engine.sim.station_queue import StationQueue
from engine.sim.world import STEP_MS, SimulatedWorld

__all__ = ["PhaseHook", "SortieResult", "fly"]

END_OF_CALL_MS = 350
DECODE_MS = 500
"""What recognition of a call takes on the reference machine."""
LOOK_MS = 1000
LINGER_MS = 5_000
LIMIT_MS = 40 * 60_000

PhaseHook = Callable[[str, str], None]
"""Called with a callsign and the phase he has just reached: where a test may kill the service."""


@dataclass(frozen=True, slots=True)
class SortieResult:
    """The evidence for the judge, and when each pilot reached what, by callsign and milestone."""

    sortie: Sortie
    capture: Capture
    milestones: dict[str, dict[str, int]]


def fly(
    sortie: Sortie,
    theatre: Theatre,
    controller: Controller,
    grammar: ControllerGrammar,
    *,
    on_phase: PhaseHook | None = None,
    on_air: Callable[[AirRecord], None] | None = None,
    clock: ManualClock | None = None,
    limit_ms: int = LIMIT_MS,
) -> SortieResult:
    """Fly a sortie to its end, or until `limit_ms`, and return what happened."""
    flight = _Flight(sortie, theatre, controller, grammar, on_phase=on_phase, on_air=on_air)
    return flight.run(clock or ManualClock(), limit_ms)


@dataclass(slots=True)
class _Pending:
    record: OnAir
    spoken: Spoken | None = None
    pilot: SimulatedPilot | None = None
    keyed: Keyed | None = None


@dataclass(slots=True)
class _Due:
    at_ms: int
    stimulus: Stimulus
    order: int = field(default=0)


class _Flight:
    """The state of one sortie in the air."""

    def __init__(
        self,
        sortie: Sortie,
        theatre: Theatre,
        controller: Controller,
        grammar: ControllerGrammar,
        *,
        on_phase: PhaseHook | None,
        on_air: Callable[[AirRecord], None] | None,
    ) -> None:
        self._sortie = sortie
        self._controller = controller
        self._on_phase = on_phase
        self._on_air = on_air
        self._world: SimulatedWorld = cast(sortie, theatre, grammar)
        self._radio = TextRadio()
        self._pending: dict[str, _Pending] = {}
        self._due: list[_Due] = []
        self._queues: dict[str, StationQueue] = {}
        self._ears = random.Random(f"stations/{sortie.seed}")
        self._station_at = {
            channel.frequency_hz: station
            for station in reversed(theatre.all_stations())
            for channel in station.channels
            if station.staffed
        }
        self._approach = self._world.airfield.approaches[sortie.approach]
        self._air: list[AirRecord] = []
        self._truth: list[TruthPoint] = []
        self._reached: dict[str, dict[str, int]] = {
            pilot.callsign: {} for pilot in self._world.pilots
        }
        self._next_look_ms = 0

    def run(self, clock: ManualClock, limit_ms: int) -> SortieResult:
        start = clock.now_ms()
        for index, pilot in enumerate(self._world.pilots):
            self._post(0, self._present(index, pilot))
        done_at: int | None = None
        while True:
            now = clock.now_ms() - start
            self._step(now)
            if done_at is None and self._everybody_done():
                done_at = now
            timed_out = now >= limit_ms
            if timed_out or (done_at is not None and now >= done_at + LINGER_MS):
                break
            clock.advance(STEP_MS)
        return SortieResult(
            sortie=self._sortie,
            capture=Capture(
                field=self._sortie.field,
                approach=self._sortie.approach,
                seed=self._sortie.seed,
                air=tuple(self._air),
                truth=tuple(self._truth),
                ended_ms=now,
                timed_out=timed_out,
            ),
            milestones=self._reached,
        )

    def _step(self, now_ms: int) -> None:
        self._world.advance(now_ms)
        self._truth.extend(self._world.truth())
        for ended in self._radio.finished(now_ms):
            self._deliver(ended, now_ms)
        self._pilots_key(now_ms)
        stimuli = self._take_due(now_ms)
        if now_ms >= self._next_look_ms:
            stimuli.append(self._look(now_ms))
        if stimuli:
            for keyed in self._controller.step(now_ms, stimuli):
                station = keyed.transmission.station
                self._queues.setdefault(station, StationQueue()).add([keyed])
        self._stations_key(now_ms)
        self._tell_phases(now_ms)

    # ------------------------------------------------------------------ the air

    def _pilots_key(self, now_ms: int) -> None:
        for pilot in self._world.pilots:
            if self._radio.speaking(pilot.callsign, now_ms):
                continue
            free = self._radio.free_for_ms((pilot.frequency_hz,), now_ms)
            spoken = pilot.wants_to_say(now_ms, free)
            if spoken is None:
                continue
            script = next(one for one in self._sortie.pilots if one.callsign == pilot.callsign)
            record = self._radio.transmit(
                pilot.callsign,
                (pilot.frequency_hz,),
                spoken.words,
                now_ms=now_ms,
                duration_ms=speaking_ms(spoken.words, script.characters_per_second),
            )
            self._pending[record.transmission_id] = _Pending(record, spoken, pilot)

    def _stations_key(self, now_ms: int) -> None:
        for station in sorted(self._queues):
            queue = self._queues[station]
            for old in queue.expired(now_ms):
                self._report(old, "expired", now_ms, "it waited too long")
            if self._radio.speaking(station, now_ms):
                continue
            frequencies = {hz for hz, one in self._station_at.items() if one.key == station}
            free = {hz: self._radio.free_for_ms((hz,), now_ms) for hz in frequencies}
            keyed = queue.next(now_ms, free)
            if keyed is None:
                continue
            record = self._radio.transmit(
                station,
                keyed.frequencies_hz,
                keyed.words,
                now_ms=now_ms,
                duration_ms=speaking_ms(keyed.words),
            )
            queue.spoke(keyed, record.ended_ms)
            self._pending[record.transmission_id] = _Pending(record, keyed=keyed)

    def _deliver(self, ended: OnAir, now_ms: int) -> None:
        pending = self._pending.pop(ended.transmission_id)
        heard = self._heard_by_pilots(ended, now_ms)
        if pending.pilot is not None and pending.spoken is not None:
            heard.update(self._heard_by_station(ended, pending.pilot))
            if pending.pilot.spoke(pending.spoken, now_ms):
                index = self._world.pilots.index(pending.pilot)
                self._post(now_ms, self._present(index, pending.pilot))
        keyed = pending.keyed
        if keyed is not None:
            self._report(keyed, "keyed", ended.ended_ms)
        record = AirRecord(
            transmission_id=keyed.transmission.transmission_id if keyed else ended.transmission_id,
            speaker=self._name(ended.speaker),
            station=ended.speaker if keyed else None,
            frequencies_hz=ended.frequencies_hz,
            words=ended.words,
            started_ms=ended.started_ms,
            ended_ms=ended.ended_ms,
            stepped_on=bool(ended.stepped_on_hz),
            heard=heard,
            addressed=keyed.transmission.callsign if keyed else None,
            directives=keyed.transmission.directives if keyed else (),
            reply_to=keyed.transmission.reply_to if keyed else None,
            stages_ms=keyed.stages_ms if keyed else {},
        )
        self._air.append(record)
        if self._on_air is not None:
            self._on_air(record)

    def _heard_by_pilots(self, ended: OnAir, now_ms: int) -> dict[str, str]:
        heard: dict[str, str] = {}
        for pilot in self._world.pilots:
            mine = pilot.callsign == ended.speaker
            if mine or not ended.readable_on(pilot.frequency_hz):
                continue
            if self._radio.speaking(pilot.callsign, now_ms):
                continue
            if ended.speaker in self._queues:
                heard[pilot.callsign] = pilot.hear(ended.words, now_ms)
        return heard

    def _heard_by_station(self, ended: OnAir, pilot: SimulatedPilot) -> dict[str, str]:
        frequency = ended.frequencies_hz[0]
        station = self._station_at.get(frequency)
        if station is None:
            return {}
        if station.key in self._queues:
            self._queues[station.key].heard_pilot()
        readable = ended.readable_on(frequency)
        text = misheard(ended.words, self._sortie.misheard_rate, self._ears) if readable else ""
        badge = pilot.aircraft.badge
        self._post(
            ended.ended_ms + END_OF_CALL_MS + DECODE_MS,
            Heard(
                transmission_id=ended.transmission_id,
                guid=guid_of(self._sortie, self._world.pilots.index(pilot)),
                client_name=pilot.callsign,
                unit_type=badge.type_name,
                unit_id=badge.unit_id,
                coalition=Coalition.BLUE,
                station=station.key,
                frequency_hz=frequency,
                started_ms=ended.started_ms,
                ended_ms=ended.ended_ms,
                hypotheses=(Hypothesis(text),) if text else (),
                stepped_on=not readable,
            ),
        )
        return {station.key: text}

    # ------------------------------------------------------------------ the controller's senses

    def _look(self, now_ms: int) -> Sweep:
        first = now_ms == 0
        tracks = self._world.tracks()
        near = self._approach.final_approach_fix_nm
        threshold = self._world.pilots[0].conditions.strip.threshold
        inside = any(
            pilot.aircraft.state.airborne and range_nm(pilot.aircraft.state.grid, threshold) <= near
            for pilot in self._world.pilots
        )
        self._next_look_ms = now_ms + (STEP_MS if inside else LOOK_MS)
        report = self._world.weather() if first or now_ms % 10_000 == 0 else None
        return Sweep(tracks=tracks, events=self._world.take_events(), weather=report)

    def _present(self, index: int, pilot: SimulatedPilot) -> RadioPresent:
        badge = pilot.aircraft.badge
        return RadioPresent(
            guid=guid_of(self._sortie, index),
            client_name=pilot.callsign,
            unit_type=badge.type_name,
            unit_id=badge.unit_id,
            coalition=Coalition.BLUE,
            frequencies_hz=(pilot.frequency_hz,),
        )

    def _report(self, keyed: Keyed, outcome: str, ended_ms: int, reason: str = "") -> None:
        identity = keyed.transmission.transmission_id
        self._post(ended_ms, KeyingReport(identity, outcome, ended_ms, reason))

    def _post(self, at_ms: int, stimulus: Stimulus) -> None:
        self._due.append(_Due(at_ms, stimulus))

    def _take_due(self, now_ms: int) -> list[Stimulus]:
        ready = [one for one in self._due if one.at_ms <= now_ms]
        self._due = [one for one in self._due if one.at_ms > now_ms]
        return [one.stimulus for one in sorted(ready, key=lambda one: one.at_ms)]

    # ------------------------------------------------------------------ progress

    def _tell_phases(self, now_ms: int) -> None:
        for pilot in self._world.pilots:
            known = self._reached[pilot.callsign]
            for milestone in list(pilot.mind.milestones):
                if milestone.value in known:
                    continue
                known[milestone.value] = now_ms
                if self._on_phase is not None:
                    self._on_phase(pilot.callsign, milestone.value)

    def _everybody_done(self) -> bool:
        return all(Milestone.DONE in pilot.mind.milestones for pilot in self._world.pilots)

    def _name(self, speaker: str) -> str:
        for station in self._station_at.values():
            if station.key == speaker:
                return station.name
        return speaker
