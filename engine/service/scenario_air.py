"""The air of a scenario: its aircraft, its radios, and the desk that works them, on one clock.

The same world, pilots and manners of the air as in a sortie in text; only what the pilots say and
do comes from a designer's lines as well. Time is simulated, and nothing is random.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.control.facts import facts_of
from engine.control.outcome import Context
from engine.control.strip import Strip
from engine.language.compile import Language
from engine.model.call import Hypothesis
from engine.model.directive import ALL_STATIONS
from engine.model.geometry import range_nm
from engine.model.picture import SimEvent, SimEventKind, TrackGone
from engine.model.stimulus import Heard, KeyingReport, RadioGone, RadioPresent, Stimulus, Sweep
from engine.profile.guard import Facts
from engine.profile.scenario import Scenario
from engine.profile.theatre import Airfield, Station, Theatre
from engine.proving.spoken_line import EVERYBODY, SpokenLine
from engine.service.build import make_desk
from engine.service.in_process import keyed_of
from engine.service.scenario_deeds import FLOWN, fly_action, fly_otherwise, look_out_for
from engine.service.scenario_watch import ScenarioWatch
from engine.sim.circuit import Circuit
from engine.sim.controller import Keyed
from engine.sim.pilot import SimulatedPilot
from engine.sim.pilot_speech import Spoken
from engine.sim.placing import place, radio_id
from engine.sim.radio_text import OnAir, TextRadio, speaking_ms
from engine.sim.sortie import DECODE_MS, END_OF_CALL_MS, LOOK_MS
from engine.sim.spoken_grammar import SpokenGrammar
from engine.sim.station_queue import StationQueue
from engine.sim.world import STEP_MS, SimulatedWorld
from engine.store import MemoryEventLog

__all__ = ["ScenarioAir"]


@dataclass(slots=True)
class _OnAir:
    pilot: SimulatedPilot | None = None
    spoken: Spoken | None = None
    keyed: Keyed | None = None


class ScenarioAir:
    """Everybody of one scenario at one field."""

    def __init__(
        self, scenario: Scenario, theatre: Theatre, airfield: Airfield, language: Language
    ) -> None:
        self.theatre = theatre
        self.airfield = airfield
        self.now_ms = 0
        self.lines: list[SpokenLine] = []
        self.watch = ScenarioWatch()
        self._names = [one.key for one in scenario.given.players]
        self._radio_names = {one.key: one.radio for one in scenario.given.players}
        callsigns = [one.callsign for one in scenario.given.players]
        grammar = SpokenGrammar.of(theatre, language.phrasebook(airfield.phraseology), callsigns)
        self.world: SimulatedWorld = place(scenario, theatre, airfield, grammar)
        self.desk = make_desk(theatre, MemoryEventLog(), language=language)
        self._radio = TextRadio()
        self._on_air: dict[str, _OnAir] = {}
        self._due: list[tuple[int, Stimulus]] = []
        self._queues: dict[str, StationQueue] = {}
        self._tuned: dict[str, int] = {}
        self._circuits: dict[str, Circuit] = {}
        self._mute: set[str] = set()
        self._gone: set[str] = set()
        self._leaving: list[TrackGone] = []
        self._events: list[SimEvent] = []
        self._final_nm = {
            airfield.runway_end(one.runway): one.final_approach_fix_nm
            for one in airfield.approaches.values()
        }
        for name in self._names:
            self._announce(name)
        self._decide()

    # ------------------------------------------------------------------ who is who

    def pilot(self, name: str) -> SimulatedPilot:
        """Return the pilot of an aircraft."""
        return self.world.pilots[self._names.index(name)]

    def strip(self, name: str) -> Strip | None:
        """Return what the controllers have on an aircraft, or None."""
        board = self.desk.board
        return board.strip(board.aircraft_of(radio_id(name)))

    def phase(self, name: str) -> str:
        """Return the phase an aircraft is in, "" while the controllers know of none."""
        strip = self.strip(name)
        return strip.phase if strip is not None else ""

    def was_in(self, name: str, phase: str, *, since_ms: int) -> bool:
        """Tell whether an aircraft is in a phase, or has been since."""
        if self.phase(name) == phase:
            return True
        aircraft = self.desk.board.aircraft_of(radio_id(name))
        return self.watch.entered(aircraft, phase, since_ms=since_ms)

    def facts(self, name: str) -> Facts:
        """Return what the controllers know of an aircraft."""
        strip = self.strip(name)
        return facts_of(self._context(), strip) if strip is not None else {}

    def _context(self) -> Context:
        return Context(self.theatre, self.desk.board, self.now_ms, self.desk.sim_time_s)

    def _name_of(self, aircraft: str | None) -> str:
        if aircraft is None:
            return EVERYBODY
        for name in self._names:
            track = self.pilot(name).aircraft.badge.track_id
            if aircraft in (track, f"radio:{radio_id(name)}"):
                return name
        return aircraft

    def _station(self, frequency_hz: int) -> Station | None:
        for station in self.theatre.all_stations():
            if station.staffed and any(c.frequency_hz == frequency_hz for c in station.channels):
                return station
        return None

    # ------------------------------------------------------------------ what lines make happen

    def may_key(self, name: str, *, free_ms: int) -> bool:
        """Tell whether an aircraft's channel is free and its pilot does not speak already."""
        pilot = self.pilot(name)
        if self._radio.speaking(pilot.callsign, self.now_ms):
            return False
        return self._radio.free_for_ms((pilot.frequency_hz,), self.now_ms) >= free_ms

    def say(self, name: str, words: str) -> None:
        """Key a pilot's radio with these words."""
        self._key(self.pilot(name), Spoken(words, wants_answer=False), as_himself=False)

    def is_speaking(self, name: str) -> bool:
        """Tell whether a pilot has the key down."""
        return self._radio.speaking(self.pilot(name).callsign, self.now_ms)

    def tune(self, name: str, frequency_hz: int) -> None:
        """Turn a pilot's radio to a frequency."""
        pilot = self.pilot(name)
        pilot.frequency_hz = frequency_hz
        station = self._station(frequency_hz)
        if station is not None:
            pilot.mind.station = station.name

    def fly(
        self,
        name: str,
        *,
        heading_deg_mag: int | None,
        altitude_ft: int | None,
        speed_kt: int | None,
    ) -> None:
        """Fly an aircraft otherwise from now on; what is None stays."""
        self._circuits.pop(name, None)
        fly_otherwise(
            self.pilot(name),
            self.now_ms,
            heading_deg_mag=heading_deg_mag,
            altitude_ft=altitude_ft,
            speed_kt=speed_kt,
        )

    def do(self, name: str, action: str) -> None:
        """Make a pilot do one of the actions that a scenario knows."""
        if action in FLOWN:
            self._circuits.pop(name, None)
            circuit = fly_action(self.pilot(name), action, self.now_ms)
            if circuit is not None:
                self._circuits[name] = circuit
        elif action == "radio_off":
            self._mute.add(name)
            self._due.append((self.now_ms, RadioGone(radio_id(name))))
        elif action == "radio_on":
            self._mute.discard(name)
            self._announce(name)
        else:
            self._leave(name, crashed=action == "crash")

    def _leave(self, name: str, *, crashed: bool) -> None:
        badge = self.pilot(name).aircraft.badge
        now_s = self.now_ms / 1000.0
        if crashed:
            event = SimEvent(SimEventKind.CRASH, badge.track_id, now_s, None, badge.player_name)
            self._events.append(event)
        self._leaving.append(TrackGone(badge.track_id, badge.unit_name, now_s))
        self._gone.add(name)
        self._mute.add(name)
        self._due.append((self.now_ms, RadioGone(radio_id(name))))

    # ------------------------------------------------------------------ time

    def step(self) -> None:
        """Let a quarter of a second pass."""
        self.now_ms += STEP_MS
        for name in list(self._circuits):
            if not self._circuits[name].steer(self.pilot(name)):
                del self._circuits[name]
        self.world.advance(self.now_ms)
        for ended in self._radio.finished(self.now_ms):
            self._end(ended)
        self._pilots_key()
        self._decide()
        self._stations_key()

    def _decide(self) -> None:
        for name in self._names:
            if name not in self._mute and self._tuned.get(name) != self.pilot(name).frequency_hz:
                self._announce(name)
        stimuli = [one for at_ms, one in self._due if at_ms <= self.now_ms]
        self._due = [one for one in self._due if one[0] > self.now_ms]
        every_ms = STEP_MS if self._somebody_is_close() else LOOK_MS
        if self.now_ms % every_ms == 0:
            stimuli.append(self._look())
        if not stimuli:
            return
        result = self.desk.step(self.now_ms, stimuli)
        self.watch.note(result.events)
        for keyed in keyed_of(result):
            self.watch.note_said(self._context(), keyed.transmission)
            queue = self._queues.setdefault(keyed.transmission.station, StationQueue())
            queue.add([keyed])

    def _look(self) -> Sweep:
        tracks = tuple(
            track
            for name, track in zip(self._names, self.world.tracks(), strict=True)
            if name not in self._gone
        )
        events = (*self.world.take_events(), *self._events)
        gone = tuple(self._leaving)
        self._events, self._leaving = [], []
        weather = self.world.weather() if self.now_ms % 10_000 == 0 else None
        return Sweep(tracks=tracks, gone=gone, events=events, weather=weather)

    def _somebody_is_close(self) -> bool:
        """Tell whether somebody is inside a final fix in the air, where looks come oftener."""
        for name in self._names:
            strip = self.strip(name)
            if strip is None or strip.approach is None or strip.phase not in ("approach", "final"):
                continue
            state = self.pilot(name).aircraft.state
            for end, fix_nm in self._final_nm.items():
                close = end is not None and range_nm(state.grid, end.threshold.grid) <= fix_nm
                if close and state.airborne:
                    return True
        return False

    # ------------------------------------------------------------------ the air

    def _pilots_key(self) -> None:
        for name in self._names:
            pilot = self.pilot(name)
            if name in self._mute or self._radio.speaking(pilot.callsign, self.now_ms):
                continue
            free_ms = self._radio.free_for_ms((pilot.frequency_hz,), self.now_ms)
            spoken = pilot.wants_to_say(self.now_ms, free_ms)
            if spoken is not None:
                self._key(pilot, spoken, as_himself=True)

    def _key(self, pilot: SimulatedPilot, spoken: Spoken, *, as_himself: bool) -> None:
        frequency = pilot.frequency_hz
        record = self._radio.transmit(
            pilot.callsign,
            (frequency,),
            spoken.words,
            now_ms=self.now_ms,
            duration_ms=speaking_ms(spoken.words),
        )
        self._on_air[record.transmission_id] = _OnAir(pilot, spoken if as_himself else None)
        self.lines.append(
            SpokenLine(
                record.started_ms,
                record.ended_ms,
                pilot.callsign,
                spoken.words,
                frequencies_hz=(frequency,),
            )
        )

    def _stations_key(self) -> None:
        for key in sorted(self._queues):
            queue, station = self._queues[key], self.theatre.station(key)
            for old in queue.expired(self.now_ms):
                self._report(old, "expired", self.now_ms, "it waited too long")
            if station is None or self._radio.speaking(key, self.now_ms):
                continue
            channels = [one.frequency_hz for one in station.channels]
            free = {hz: self._radio.free_for_ms((hz,), self.now_ms) for hz in channels}
            keyed = queue.next(self.now_ms, free)
            if keyed is not None:
                self._station_keys(station, queue, keyed)

    def _station_keys(self, station: Station, queue: StationQueue, keyed: Keyed) -> None:
        record = self._radio.transmit(
            station.key,
            keyed.frequencies_hz,
            keyed.words,
            now_ms=self.now_ms,
            duration_ms=speaking_ms(keyed.words),
        )
        queue.spoke(keyed, record.ended_ms)
        self._on_air[record.transmission_id] = _OnAir(keyed=keyed)
        sent = keyed.transmission
        everybody = sent.callsign == ALL_STATIONS
        self.lines.append(
            SpokenLine(
                record.started_ms,
                record.ended_ms,
                station.name,
                keyed.words,
                station=station.key,
                to=EVERYBODY if everybody else self._name_of(sent.to),
                frequencies_hz=keyed.frequencies_hz,
                directives=sent.directives,
            )
        )

    def _end(self, ended: OnAir) -> None:
        was = self._on_air.pop(ended.transmission_id)
        if was.pilot is not None:
            self._station_hears(ended, was.pilot)
            if was.spoken is not None:
                was.pilot.spoke(was.spoken, self.now_ms)
            return
        if was.keyed is None:
            return
        self._report(was.keyed, "keyed", ended.ended_ms)
        told = self._name_of(was.keyed.transmission.to)
        for name in self._names:
            pilot = self.pilot(name)
            if name in self._mute or not ended.readable_on(pilot.frequency_hz):
                continue
            if self._radio.speaking(pilot.callsign, self.now_ms):
                continue
            if name == told:
                look_out_for(pilot, self.airfield, was.keyed.transmission.directives)
            pilot.hear_exactly(ended.words, self.now_ms)

    def _station_hears(self, ended: OnAir, pilot: SimulatedPilot) -> None:
        frequency_hz = ended.frequencies_hz[0]
        station = self._station(frequency_hz)
        if station is None:
            return
        if station.key in self._queues:
            self._queues[station.key].heard_pilot()
        name = self._names[self.world.pilots.index(pilot)]
        badge = pilot.aircraft.badge
        readable = ended.readable_on(frequency_hz)
        heard = Heard(
            transmission_id=ended.transmission_id,
            guid=radio_id(name),
            client_name=self._radio_names[name],
            unit_type=badge.type_name,
            unit_id=badge.unit_id,
            coalition=badge.coalition,
            station=station.key,
            frequency_hz=frequency_hz,
            started_ms=ended.started_ms,
            ended_ms=ended.ended_ms,
            hypotheses=(Hypothesis(ended.words),) if readable else (),
            stepped_on=not readable,
        )
        self._due.append((ended.ended_ms + END_OF_CALL_MS + DECODE_MS, heard))

    def _report(self, keyed: Keyed, outcome: str, ended_ms: int, reason: str = "") -> None:
        identity = keyed.transmission.transmission_id
        self._due.append((ended_ms, KeyingReport(identity, outcome, ended_ms, reason)))

    def _announce(self, name: str) -> None:
        pilot = self.pilot(name)
        badge = pilot.aircraft.badge
        self._tuned[name] = pilot.frequency_hz
        present = RadioPresent(
            guid=radio_id(name),
            client_name=self._radio_names[name],
            unit_type=badge.type_name,
            unit_id=badge.unit_id,
            coalition=badge.coalition,
            frequencies_hz=(pilot.frequency_hz,),
        )
        self._due.append((self.now_ms, present))
