"""The live service: wires radio, speech, the sim and the log to the desk, and nothing else.

One asyncio loop. Decisions run on it and never block; recognition and synthesis each have a worker
off it. Whatever comes in becomes a stimulus in one queue, so the order of decisions is total.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping
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
    StationClient,
    StationState,
    TransmissionEnded,
    VoiceServer,
)
from engine.service import journal
from engine.service.ears import Ears, HeardAudio
from engine.service.engine_clock import EngineClock
from engine.service.mouth import Mouth, Utterance
from engine.service.watch import Watch
from engine.store import AudioStore
from engine.turn.desk import Desk
from engine.turn.hearing import spoken_names
from engine.turn.speech_queue import Spoken
from engine.voice.opus import encode_frames
from engine.voice.prompt import DEFAULT_BUDGET_TOKENS, Vocabulary, build_prompt
from engine.voice.recogniser import Recogniser
from engine.voice.synthesiser import Synthesiser, VoiceSpec
from engine.world.feed import Feed, FeedCondition, FeedState

__all__ = ["Service"]

_COALITION_CODE = {Coalition.NEUTRAL: 0, Coalition.RED: 1, Coalition.BLUE: 2}
_COALITION = {code: side for side, code in _COALITION_CODE.items()}
_PICTURE_EVERY_S = 2.0
_UNINTELLIGIBLE = "(unintelligible)"
_PHRASES = (
    "request radar approach", "radio check", "going around", "field in sight", "mayday",
    "say again", "ready to copy", "cleared to land",
)  # fmt: skip
"""Words that pilots use and models mishear without being told of them."""


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
    _inbox: asyncio.Queue[Stimulus] = field(default_factory=asyncio.Queue)
    _clients: dict[str, StationClient] = field(default_factory=dict)
    _mouths: dict[str, Mouth] = field(default_factory=dict)
    _own_guids: set[str] = field(default_factory=set)
    _heard_stages: dict[str, dict[str, int]] = field(default_factory=dict)
    _decided_ms: dict[str, int] = field(default_factory=dict)

    async def run(self) -> None:
        """Work the fields until cancelled; everything ends within a second of that."""
        ears = Ears(
            recogniser=self.recogniser,
            prompt_for=self._prompt,
            on_heard=self._on_heard,
            on_trouble=lambda line: self.journal(journal.state("speech", "degraded", line)),
            hypotheses=self.hypotheses,
            deadline_s=self.deadline_s,
        )
        stations = [one for one in self.theatre.all_stations() if one.staffed]
        for station in stations:
            self._open_station(station, ears)
        watch = Watch(
            feed=self.feed,
            post=self._inbox.put_nowait,
            is_close=self._is_close,
            rosters=self._roster,
            own_guids=self._own_guids,
        )
        async with asyncio.TaskGroup() as tasks:
            for client in self._clients.values():
                tasks.create_task(client.run())
            for mouth in self._mouths.values():
                tasks.create_task(mouth.run())
            tasks.create_task(ears.run())
            tasks.create_task(watch.take_updates())
            tasks.create_task(watch.keep_looking())
            tasks.create_task(self._decide())
            tasks.create_task(self._show_picture())

    async def wait_on_air(self) -> None:
        """Return once every station can be heard."""
        while not self._clients:
            await asyncio.sleep(0.05)
        await asyncio.gather(*(client.wait_on_air() for client in self._clients.values()))

    def on_feed_state(self, state: FeedState) -> None:
        """Take the feed's condition: a paused sim stops engine time."""
        if state.condition is FeedCondition.PAUSED:
            self.clock.pause()
        elif state.condition is FeedCondition.CONNECTED:
            self.clock.resume()
        self.journal(journal.state("sim", state.condition, state.line))

    # ------------------------------------------------------------------ stations

    def _open_station(self, station: Station, ears: Ears) -> None:
        channels = tuple(
            Channel(one.frequency_hz, Modulation[one.modulation]) for one in station.channels
        )
        identity = RadioIdentity(
            station=station.key,
            name=f"{station.name} [BOT]",
            channels=channels,
            coalition=_COALITION_CODE[self.coalition],
        )

        def on_event(event: RadioEvent) -> None:
            ears.on_event(event)
            if isinstance(event, TransmissionEnded):
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
            voice=lambda words: encode_frames(self.synthesiser.synthesise(words, voice)),
            engine_ms=self.clock.now_ms,
            still_holds=self._still_holds,
            before_key=self._before_key,
            on_done=self._on_done,
        )

    def _on_radio_state(self, state: StationState) -> None:
        self.journal(journal.state("radio", state.phase, state.message, station=state.station))

    def _roster(self) -> Mapping[str, ClientRecord]:
        for client in self._clients.values():
            if client.state.phase is LinkPhase.ON_AIR:
                return client.clients
        return {}

    # ------------------------------------------------------------------ hearing

    def _prompt(self, station_id: str, guid: str, frequency_hz: int) -> str:
        station = self.theatre.station(station_id)
        if station is None:
            return ""
        stations, callsigns, runways = spoken_names(
            self.theatre, self.desk.board, station, speaker_guid=guid
        )
        vocabulary = Vocabulary(
            stations=stations, callsigns=callsigns, runways=runways, phrases=_PHRASES
        )
        return build_prompt(
            vocabulary,
            budget_tokens=DEFAULT_BUDGET_TOKENS,
            count_tokens=self.recogniser.count_tokens,
        ).text

    def _on_heard(self, heard: HeardAudio) -> None:
        transmission = heard.transmission
        reference = self._keep_audio(heard)
        lag_ms = _monotonic_ms() - transmission.end_ms
        ended_ms = self.clock.now_ms() - lag_ms
        self._heard_stages[transmission.transmission_id] = {
            "last_packet": transmission.end_ms,
            "silence": heard.known_over_ms - transmission.end_ms,
            "recognition": heard.recognised_ms - heard.known_over_ms,
            "decoding": round(heard.recognition.decode_s * 1000.0),
        }
        self._inbox.put_nowait(
            Heard(
                transmission_id=transmission.transmission_id,
                guid=transmission.origin_guid,
                client_name=transmission.speaker.name,
                unit_type=transmission.speaker.unit_type,
                unit_id=transmission.speaker.unit_id,
                coalition=_COALITION.get(transmission.speaker.coalition, Coalition.NEUTRAL),
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
        packets = [(frame.number, frame.payload) for frame in transmission.frames]
        try:
            return self.audio.keep(
                transmission.transmission_id, packets, consent=transmission.speaker.allow_record
            )
        except StoreError as error:
            # A pilot is answered whether or not his voice could be kept.
            self.journal(journal.state("recording", "degraded", str(error)))
            return ""

    # ------------------------------------------------------------------ deciding

    async def _decide(self) -> None:
        while True:
            stimuli = [await self._inbox.get()]
            while not self._inbox.empty():
                stimuli.append(self._inbox.get_nowait())
            for stimulus in stimuli:
                self._take(stimulus)

    def _take(self, stimulus: Stimulus) -> None:
        before_ms = _monotonic_ms()
        result = self.desk.step(self.clock.now_ms(), [stimulus])
        now_ms = _monotonic_ms()
        if isinstance(stimulus, Heard):
            stages = self._heard_stages.get(stimulus.transmission_id, {})
            stages["decision"] = now_ms - before_ms
            record = journal.heard(stimulus, result.traces[0], self.desk.board, stages_ms=stages)
            self.journal(record)
        for spoken in result.spoken:
            sent = spoken.transmission
            station = self.theatre.station(sent.station)
            self._decided_ms[sent.transmission_id] = now_ms
            self.journal(journal.decided(spoken, station.name if station else sent.station))
            self._mouths[sent.station].say(spoken)

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
        stages = self._stages(done)
        self.journal(
            journal.keyed(sent.transmission_id, done.outcome, done.reason, stages_ms=stages)
        )
        self._inbox.put_nowait(
            KeyingReport(sent.transmission_id, done.outcome, self.clock.now_ms(), done.reason)
        )

    def _stages(self, done: Utterance) -> dict[str, int]:
        sent = done.spoken.transmission
        decided_ms = self._decided_ms.pop(sent.transmission_id, done.queued_ms)
        if done.outcome != "keyed":
            return {}
        stages = {
            "voice": max(0, done.voiced_ms - done.queued_ms),
            "channel": max(0, done.keyed_ms - max(done.voiced_ms, decided_ms)),
        }
        heard = self._heard_stages.pop(sent.reply_to, None) if sent.reply_to else None
        if heard is not None:
            stages = {**heard, **stages, "total": done.keyed_ms - heard["last_packet"]}
            del stages["last_packet"]
        return stages

    async def _show_picture(self) -> None:
        while True:
            await asyncio.sleep(_PICTURE_EVERY_S)
            self.journal(journal.picture(self.desk.board, self.theatre))


def _hypotheses(heard: HeardAudio) -> tuple[Hypothesis, ...]:
    """Return what may have been said: nothing when nobody spoke, a mark when nobody could tell."""
    recognition = heard.recognition
    if not recognition.outcome.deserves_reply:
        return ()
    made = tuple(Hypothesis(one.text, one.log_probability) for one in recognition.hypotheses)
    return made or (Hypothesis(_UNINTELLIGIBLE),)


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
