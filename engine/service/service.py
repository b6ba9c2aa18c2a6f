"""The live service: wires radio, speech, the sim and the log to the desk, and nothing else.

One asyncio loop. Decisions run on it and never block; recognition and synthesis each have workers
off it. Whatever comes in becomes a stimulus in one queue, so the order of decisions is total. Each
part runs under the supervisor: a fault in one does not silence the others.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.model.call import Hypothesis
from engine.model.errors import StoreError
from engine.model.picture import Coalition
from engine.model.stimulus import Heard, KeyingReport, Stimulus
from engine.profile.theatre import Station, Theatre
from engine.radio import (
    Channel,
    ClientRecord,
    LinkPhase,
    Modulation,
    RadioEvent,
    RadioIdentity,
    Speaker,
    StationClient,
    StationState,
    TransmissionEnded,
    TransmissionStarted,
    VoiceServer,
)
from engine.service import journal
from engine.service.ears import Ears, HeardAudio
from engine.service.engine_clock import EngineClock
from engine.service.mouth import Mouth, Utterance
from engine.service.radio_states import RadioStates
from engine.service.sides import coalition_code, coalition_of
from engine.service.speech import VoiceWorks
from engine.service.stopwatch import Stopwatch
from engine.service.supervision import Part, Supervisor
from engine.service.watch import Watch
from engine.store import AudioStore
from engine.turn.desk import Desk
from engine.turn.hearing import UNINTELLIGIBLE, is_clear, spoken_names
from engine.turn.speech_queue import Spoken
from engine.voice import recogniser as speech
from engine.voice.prompt import PILOT_PHRASES, Vocabulary, two_looks
from engine.voice.recogniser import Enough, Recogniser
from engine.voice.synthesiser import Synthesiser, VoiceSpec
from engine.world.feed import Feed, FeedCondition, FeedState
from engine.world.picture import RadarPicture

__all__ = ["Service"]

_PICTURE_EVERY_S = 2.0


@dataclass(slots=True)
class Service:
    """Everything that runs while fields are worked; `run` ends when cancelled."""

    theatre: Theatre
    desk: Desk
    clock: EngineClock
    feed: Feed
    server: VoiceServer
    coalition: Coalition
    recogniser: Recogniser
    synthesiser: Synthesiser
    voice_of: Callable[[str], VoiceSpec]
    journal: journal.Journal
    audio: AudioStore | None = None
    hypotheses: int = 5
    deadline_s: float = 6.0
    rng: random.Random = field(default_factory=random.Random)
    watch_closely: Callable[[tuple[str, ...]], None] = lambda _: None
    wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    _inbox: asyncio.Queue[Stimulus] = field(default_factory=asyncio.Queue)
    _clients: dict[str, StationClient] = field(default_factory=dict)
    _mouths: dict[str, Mouth] = field(default_factory=dict)
    _own_guids: set[str] = field(default_factory=set)
    _radio_states: RadioStates = field(default_factory=RadioStates)
    _stopwatch: Stopwatch = field(default_factory=Stopwatch)
    _supervisor: Supervisor = field(init=False)
    _works: VoiceWorks = field(default_factory=VoiceWorks)

    def __post_init__(self) -> None:
        """Let the supervisor speak through the journal."""
        self._supervisor = Supervisor(
            lambda line: self.journal(journal.state("service", "degraded", line))
        )

    async def run(self) -> None:
        """Work the fields until cancelled; everything ends within a second of that.

        Raises:
            MarshallError: the log cannot be written, or a part fails again and again.
        """
        ears = Ears(
            recogniser=self.recogniser,
            prompt_for=self._prompt,
            enough_for=self._enough,
            on_heard=self._on_heard,
            on_trouble=lambda line: self.journal(journal.state("speech", "degraded", line)),
            hypotheses=self.hypotheses,
            deadline_s=self.deadline_s,
        )
        for station in self.theatre.all_stations():
            if station.staffed:
                self._open_station(station, ears)
        watch = Watch(
            feed=self.feed,
            post=self._inbox.put_nowait,
            is_close=self._is_close,
            roster=self._roster,
            own_guids=self._own_guids,
            picture=RadarPicture(tuple(self.desk.board.tracks.values())),
        )
        for spoken in self.desk.unsettled():
            self._say(spoken)
        parts: dict[str, Part] = {
            "hearing": ears.run,
            "the sim's feed": watch.take_updates,
            "looking": watch.keep_looking,
            "deciding": self._decide,
            "showing": self._show_picture,
        }
        for key, client in self._clients.items():
            parts[f"the radio of {key}"] = client.run
            parts[f"the voice of {key}"] = self._mouths[key].run
        try:
            await self._supervisor.run(parts)
        finally:
            ears.close()
            for mouth in self._mouths.values():
                mouth.close()
            self._works.close()

    async def wait_on_air(self) -> None:
        """Return once every station can be heard."""
        while not self._clients:
            await asyncio.sleep(0.05)
        await asyncio.gather(*(client.wait_on_air() for client in self._clients.values()))

    def on_feed_state(self, state: FeedState) -> None:
        """Take the feed's condition: a paused sim stops engine time."""
        is_paused = state.condition is FeedCondition.PAUSED
        if is_paused is not self.clock.is_paused:
            if is_paused:
                self.clock.pause()
            else:
                self.clock.resume()
            self._record("clock", {"wall_ms": self.wall_ms(), "paused": is_paused})
        self.journal(journal.state("sim", state.condition, state.line))

    def _record(self, kind: str, data: dict[str, object]) -> None:
        """Append a record from a callback that cannot fail: an unwritable log ends the service."""
        try:
            self.desk.record(kind, data, self.clock.now_ms())
        except StoreError as error:
            self._supervisor.fail(error)

    # ------------------------------------------------------------------ stations

    def _open_station(self, station: Station, ears: Ears) -> None:
        channels = tuple(
            Channel(one.frequency_hz, Modulation[one.modulation]) for one in station.channels
        )
        identity = RadioIdentity(
            station=station.key,
            name=f"{station.name} [BOT]",
            channels=channels,
            coalition=coalition_code(self.coalition),
        )

        def on_event(event: RadioEvent) -> None:
            ears.on_event(event)
            if isinstance(event, TransmissionStarted):
                self._mouths[station.key].pilot_speaks(event.transmission_id)
                self._mouths[station.key].prepare(self._label(event.speaker))
            elif isinstance(event, TransmissionEnded):
                self._mouths[station.key].pilot_spoke()

        client = StationClient(
            identity,
            self.server,
            on_state=self._on_radio_state,
            on_event=on_event,
            own_guids=self._own_guids,
            rng=self.rng,
        )
        self._clients[station.key] = client
        voice = self.voice_of(station.key)
        self._mouths[station.key] = Mouth(
            client=client,
            voice=lambda words: self.synthesiser.synthesise(words, voice),
            works=self._works,
            engine_ms=self.clock.now_ms,
            still_holds=self._still_holds,
            before_key=self._before_key,
            on_done=self._on_done,
        )

    def _on_radio_state(self, state: StationState) -> None:
        record = self._radio_states.take(state)
        if record is not None:
            self.journal(record)

    def _roster(self) -> Mapping[str, ClientRecord] | None:
        for client in self._clients.values():
            if client.state.phase is LinkPhase.ON_AIR:
                return client.clients
        return None

    def _label(self, speaker: Speaker) -> str:
        """Return what a speaker is called, as far as it is known before he is understood."""
        strip = self.desk.board.strip(self.desk.board.aircraft_of(speaker.origin_guid))
        return strip.label if strip is not None and strip.label else speaker.name

    # ------------------------------------------------------------------ hearing

    def _prompt(self, station_id: str, guid: str) -> str:
        station = self.theatre.station(station_id)
        if station is None:
            return ""
        stations, callsigns, runways = spoken_names(
            self.theatre, self.desk.board, station, speaker_guid=guid
        )
        vocabulary = Vocabulary(
            stations=stations, callsigns=callsigns, runways=runways, phrases=PILOT_PHRASES
        )
        return two_looks(vocabulary, count_tokens=self.recogniser.count_tokens)

    def _enough(self, guid: str) -> Enough:
        """Return whether the readings of a call on this radio are clear, as the board stands."""
        listening = self.desk.listening_to(guid)
        return lambda readings: is_clear(listening.hear(_readings(readings)))

    def _on_heard(self, heard: HeardAudio) -> None:
        transmission = heard.transmission
        reference = self._keep_audio(heard)
        ended_ms = self.clock.now_ms() - (_monotonic_ms() - transmission.end_ms)
        self._stopwatch.heard(heard)
        self._inbox.put_nowait(
            Heard(
                transmission_id=transmission.transmission_id,
                guid=transmission.origin_guid,
                client_name=transmission.speaker.name,
                unit_type=transmission.speaker.unit_type,
                unit_id=transmission.speaker.unit_id,
                coalition=coalition_of(transmission.speaker.coalition),
                station=transmission.station,
                frequency_hz=transmission.frequency_hz,
                started_ms=ended_ms - (transmission.end_ms - transmission.start_ms),
                ended_ms=ended_ms,
                hypotheses=_hypotheses(heard),
                stepped_on=transmission.is_stepped_on,
                audio=reference,
            )
        )

    def _keep_audio(self, heard: HeardAudio) -> str:
        if self.audio is None:
            return ""
        transmission = heard.transmission
        try:
            return self.audio.keep(
                transmission.transmission_id,
                [(frame.number, frame.payload) for frame in transmission.frames],
                consent=transmission.speaker.allow_record,
            )
        except StoreError as error:
            # His call is worth more than its recording.
            self.journal(journal.state("record", "degraded", str(error)))
            return ""

    # ------------------------------------------------------------------ deciding

    async def _decide(self) -> None:
        while True:
            self._take(await self._inbox.get())

    def _take(self, stimulus: Stimulus) -> None:
        before_ms = _monotonic_ms()
        result = self.desk.step(self.clock.now_ms(), [stimulus])
        now_ms = _monotonic_ms()
        if isinstance(stimulus, Heard):
            stages = self._stopwatch.decision(stimulus.transmission_id, now_ms - before_ms)
            trace = result.traces[0]
            self.journal(journal.heard(stimulus, trace, self.desk.board, stages_ms=stages))
            mouth = self._mouths.get(stimulus.station)
            if mouth is not None:
                mouth.answered(stimulus.transmission_id)
        for spoken in result.spoken:
            sent = spoken.transmission
            station = self.theatre.station(sent.station)
            self._stopwatch.decided(sent.transmission_id, now_ms)
            self.journal(journal.decided(spoken, station.name if station else sent.station))
            heard_hz = stimulus.frequency_hz if isinstance(stimulus, Heard) else None
            self._say(spoken, answers_hz=heard_hz if sent.reply_to is not None else None)

    def _say(self, spoken: Spoken, *, answers_hz: int | None = None) -> None:
        mouth = self._mouths.get(spoken.transmission.station)
        if mouth is None:
            self._on_done(Utterance(spoken, "withheld", "the station is not worked"))
            return
        mouth.say(spoken, answers_hz=answers_hz)

    def _is_close(self) -> bool:
        inside = [strip for strip in self.desk.board.worked() if strip.was_told("cleared_approach")]
        tracks = [self.desk.board.track_of(strip.track_id) for strip in inside]
        self.watch_closely(tuple(sorted(one.unit_name for one in tracks if one is not None)))
        return bool(inside)

    # ------------------------------------------------------------------ speaking

    def _still_holds(self, spoken: Spoken) -> str:
        return self.desk.still_holds(spoken.transmission, self.clock.now_ms())

    def _before_key(self, spoken: Spoken) -> None:
        data: dict[str, object] = {"transmission_id": spoken.transmission.transmission_id}
        self.desk.record("keying", data, self.clock.now_ms())

    def _on_done(self, done: Utterance) -> None:
        sent = done.spoken.transmission
        stages = self._stopwatch.keyed(done)
        self.journal(
            journal.keyed(sent.transmission_id, done.outcome, done.reason, stages_ms=stages)
        )
        self._inbox.put_nowait(
            KeyingReport(sent.transmission_id, done.outcome, self.clock.now_ms(), done.reason)
        )

    async def _show_picture(self) -> None:
        while True:
            await asyncio.sleep(_PICTURE_EVERY_S)
            self.journal(journal.picture(self.desk.board, self.theatre))


def _hypotheses(heard: HeardAudio) -> tuple[Hypothesis, ...]:
    """Return what may have been said: nothing when nobody spoke, a mark when nobody could tell."""
    recognition = heard.recognition
    if not recognition.outcome.deserves_reply:
        return ()
    return _readings(recognition.hypotheses) or (Hypothesis(UNINTELLIGIBLE),)


def _readings(recognised: Iterable[speech.Hypothesis]) -> tuple[Hypothesis, ...]:
    return tuple(Hypothesis(one.text, one.log_probability) for one in recognised)


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
