"""One arrival flown by somebody at a keyboard: he talks, a simulated pilot flies what he is told.

The aircraft, its pilot's obedience, the air and the manners of the stations are those of a sortie
in text; only the words come from outside. The simulated pilot keeps up with what happens, so he can
suggest what to say, or say it himself. Time is simulated: it runs while somebody speaks or waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.model.call import Hypothesis
from engine.model.picture import Coalition
from engine.model.stimulus import Heard, KeyingReport, RadioPresent, Stimulus, Sweep
from engine.profile.theatre import Station, Theatre
from engine.service.in_process import keyed_of
from engine.sim.cast import cast, guid_of
from engine.sim.controller import Keyed
from engine.sim.orders import Flying
from engine.sim.pilot import POLITE_FREE_MS, SimulatedPilot
from engine.sim.pilot_mind import Milestone, Situation
from engine.sim.pilot_speech import Spoken
from engine.sim.radio_text import OnAir, TextRadio, speaking_ms
from engine.sim.script import Sortie
from engine.sim.sortie import DECODE_MS, END_OF_CALL_MS, LOOK_MS
from engine.sim.spoken_grammar import SpokenGrammar
from engine.sim.station_queue import StationQueue
from engine.sim.world import STEP_MS, SimulatedWorld
from engine.turn.desk import Desk, StepResult
from engine.turn.trace import TurnState

__all__ = ["Aired", "TypedFlight"]

ANSWERED_WITHIN_MS = 8_000
"""A station that has said nothing by then has nothing to say to it."""

LONGEST_GO_MS = 120_000
THINKS_MS = 2_000
"""How long he is given to think of an answer before the keyboard is asked."""

_MEANT = {
    "radio_check": (Milestone.CALLING,),
    "check_in": (Milestone.CALLING, Milestone.CHECKED_IN),
    "request_approach": (Milestone.CALLING, Milestone.CHECKED_IN, Milestone.REQUESTED),
}
"""How far each call brings him, so that he does not suggest what has been said."""


@dataclass(frozen=True, slots=True)
class Aired:
    """Something to show: who spoke when on which frequency, with the rules behind it.

    `speaker` "" is a remark that was on no frequency; `audible` is whether he was tuned to it.
    """

    at_ms: int
    speaker: str
    words: str
    frequency_hz: int = 0
    rules: tuple[str, ...] = ()
    audible: bool = True


@dataclass(slots=True)
class TypedFlight:
    """The flight of a sortie's only pilot; `show` is told everything that is aired."""

    theatre: Theatre
    desk: Desk
    sortie: Sortie
    grammar: SpokenGrammar
    show: Callable[[Aired], None]
    is_automatic: bool = False
    now_ms: int = 0
    hint: str = ""
    _world: SimulatedWorld = field(init=False)
    _radio: TextRadio = field(default_factory=TextRadio)
    _queues: dict[str, StationQueue] = field(default_factory=dict)
    _on_air: dict[str, tuple[Spoken | None, Keyed | None]] = field(default_factory=dict)
    _due: list[tuple[int, Stimulus]] = field(default_factory=list)
    _called: bool = False

    def __post_init__(self) -> None:
        """Put the aircraft at its start and let the stations see it."""
        self._world = cast(self.sortie, self.theatre, self.grammar)
        self._due.append((0, self._present()))
        self._decide(0)

    @property
    def pilot(self) -> SimulatedPilot:
        """The pilot who flies."""
        return self._world.pilots[0]

    @property
    def situation(self) -> Situation:
        """What he sees of himself."""
        return self.pilot.situation(self.now_ms)

    def station_on(self, frequency_hz: int) -> Station | None:
        """Return who works a frequency, or None."""
        return next(
            (
                station
                for station in self.theatre.all_stations()
                if station.staffed
                and any(one.frequency_hz == frequency_hz for one in station.channels)
            ),
            None,
        )

    def say(self, words: str) -> None:
        """Transmit, and let time run until it is answered or nobody answers."""
        while self._radio.free_for_ms((self.pilot.frequency_hz,), self.now_ms) < POLITE_FREE_MS:
            self._step()
        self._key(Spoken(words))
        heard_ms = self.now_ms + speaking_ms(words) + END_OF_CALL_MS + DECODE_MS
        self._called = False
        while self.now_ms < heard_ms + ANSWERED_WITHIN_MS and not self._called:
            self._step()
        self._settle()

    def wait(self, seconds: float) -> None:
        """Let time run."""
        until_ms = self.now_ms + round(seconds * 1000)
        while self.now_ms < until_ms:
            self._step()

    def go(self) -> bool:
        """Let time run until somebody has spoken to him, or he has something new to say.

        Tells whether anybody has.
        """
        self._called, before = False, self.hint
        until_ms = self.now_ms + LONGEST_GO_MS
        while not self._called and self.hint == before and self.now_ms < until_ms:
            self._step()
        self._settle()
        return self._called

    def tune(self, frequency_hz: int) -> None:
        """Turn his radio to a frequency."""
        self.pilot.frequency_hz = frequency_hz
        station = self.station_on(frequency_hz)
        if station is not None and station.name != self.pilot.mind.station:
            self.pilot.mind.tuned(station.name, self.situation)
        self._due.append((self.now_ms, self._present()))

    def fly(self, *, heading_deg_mag: int, altitude_ft: float, speed_kt: float) -> None:
        """Fly something else than he was told."""
        mind = self.pilot.mind
        mind.orders = replace(
            mind.orders,
            flying=Flying.HEADING,
            heading_deg_mag=heading_deg_mag,
            altitude_ft=altitude_ft,
            speed_kt=speed_kt,
            turn=None,
            descend_over_nm=None,
        )

    # ------------------------------------------------------------------ time

    def _settle(self) -> None:
        """Let everybody finish, and the pilot think of what he would say to it."""
        while self._on_air:
            self._step()
        until_ms, before = self.now_ms + THINKS_MS, self.hint
        while self.now_ms < until_ms and self.hint == before and not self._on_air:
            self._step()

    def _step(self) -> None:
        self.now_ms += STEP_MS
        self._world.advance(self.now_ms)
        for ended in self._radio.finished(self.now_ms):
            self._end(ended)
        self._pilot_speaks()
        self._decide(LOOK_MS)
        self._stations_key()

    def _decide(self, look_every_ms: int) -> None:
        stimuli = [one for at_ms, one in self._due if at_ms <= self.now_ms]
        self._due = [one for one in self._due if one[0] > self.now_ms]
        if look_every_ms == 0 or self.now_ms % look_every_ms == 0:
            weather = self._world.weather() if self.now_ms % 10_000 == 0 else None
            stimuli.append(Sweep(self._world.tracks(), (), self._world.take_events(), weather))
        for stimulus in stimuli:
            result = self.desk.step(self.now_ms, [stimulus])
            if isinstance(stimulus, Heard):
                self._note_call(result)
            for keyed in keyed_of(result):
                queue = self._queues.setdefault(keyed.transmission.station, StationQueue())
                queue.add([keyed])

    def _note_call(self, result: StepResult) -> None:
        """Tell why nobody answers, and let the pilot know what has been said for him."""
        steps = {step.state: step.detail for step in result.traces[0].steps}
        reason = steps[TurnState.VALIDATE].get("reason")
        if reason and not result.spoken:
            self.show(Aired(self.now_ms, "", f"nobody answers: {reason}"))
        for intent in steps[TurnState.PARSE].get("intents", ()):
            for milestone in _MEANT.get(intent, ()):
                self.pilot.mind.milestones.setdefault(milestone, self.now_ms)

    # ------------------------------------------------------------------ the air

    def _pilot_speaks(self) -> None:
        pilot = self.pilot
        free_ms = self._radio.free_for_ms((pilot.frequency_hz,), self.now_ms)
        if self._radio.speaking(pilot.callsign, self.now_ms):
            return
        spoken = pilot.wants_to_say(self.now_ms, free_ms)
        if spoken is None:
            return
        if self.is_automatic:
            self._key(spoken)
            return
        # He takes it as said, so that he flies and tunes as a pilot would who had said it.
        self.hint = spoken.words
        self._spoke(spoken)

    def _spoke(self, spoken: Spoken) -> None:
        if self.pilot.spoke(spoken, self.now_ms):
            megahertz = self.pilot.frequency_hz / 1e6
            self.show(
                Aired(self.now_ms, "", f"you tune {self.pilot.mind.station}, {megahertz:.3f}")
            )
            self._due.append((self.now_ms, self._present()))

    def _key(self, spoken: Spoken) -> None:
        pilot = self.pilot
        self.hint = ""
        station = self.station_on(pilot.frequency_hz)
        if station is not None and station.key in self._queues:
            self._queues[station.key].heard_pilot()
        record = self._radio.transmit(
            pilot.callsign,
            (pilot.frequency_hz,),
            spoken.words,
            now_ms=self.now_ms,
            duration_ms=speaking_ms(spoken.words),
        )
        self._on_air[record.transmission_id] = (spoken, None)
        self.show(Aired(self.now_ms, pilot.callsign, spoken.words, pilot.frequency_hz))
        if station is None:
            self.show(Aired(self.now_ms, "", "nobody works that frequency"))

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
            if keyed is None:
                continue
            record = self._radio.transmit(
                key,
                keyed.frequencies_hz,
                keyed.words,
                now_ms=self.now_ms,
                duration_ms=speaking_ms(keyed.words),
            )
            queue.spoke(keyed, record.ended_ms)
            self._on_air[record.transmission_id] = (None, keyed)
            self._show_keyed(station, keyed)

    def _show_keyed(self, station: Station, keyed: Keyed) -> None:
        tuned = self.pilot.frequency_hz
        audible = tuned in keyed.frequencies_hz
        self.show(
            Aired(
                self.now_ms,
                station.name,
                keyed.words,
                tuned if audible else keyed.frequencies_hz[0],
                tuple(one.rule for one in keyed.transmission.directives),
                audible,
            )
        )

    def _end(self, ended: OnAir) -> None:
        spoken, keyed = self._on_air.pop(ended.transmission_id)
        if keyed is not None:
            self._report(keyed, "keyed", ended.ended_ms)
            if ended.readable_on(self.pilot.frequency_hz):
                self.pilot.hear_exactly(ended.words, self.now_ms)
                self._called = self._called or keyed.transmission.callsign == self._label
        elif spoken is not None:
            self._hear(ended)
            if self.is_automatic:
                self._spoke(spoken)

    @property
    def _label(self) -> str:
        guid = guid_of(self.sortie, 0)
        strip = self.desk.board.strip(self.desk.board.aircraft_of(guid))
        return strip.label if strip is not None and strip.label else self.pilot.callsign

    def _hear(self, ended: OnAir) -> None:
        frequency_hz = ended.frequencies_hz[0]
        station = self.station_on(frequency_hz)
        if station is None:
            return
        badge = self.pilot.aircraft.badge
        readable = ended.readable_on(frequency_hz)
        heard = Heard(
            transmission_id=ended.transmission_id,
            guid=guid_of(self.sortie, 0),
            client_name=self.pilot.callsign,
            unit_type=badge.type_name,
            unit_id=badge.unit_id,
            coalition=Coalition.BLUE,
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

    def _present(self) -> RadioPresent:
        badge = self.pilot.aircraft.badge
        return RadioPresent(
            guid=guid_of(self.sortie, 0),
            client_name=self.pilot.callsign,
            unit_type=badge.type_name,
            unit_id=badge.unit_id,
            coalition=Coalition.BLUE,
            frequencies_hz=(self.pilot.frequency_hz,),
        )
