"""Speaking: on a free channel, in time, what still holds; and why not is always told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from engine.model.directive import Priority, Transmission
from engine.model.errors import RadioUnreachable, SpeechError
from engine.radio import Channel, KeyedTransmission, LinkPhase, RadioIdentity, StationState
from engine.service import mouth as mouth_module
from engine.service.mouth import STUCK_MS, Mouth, Utterance
from engine.service.speech import VoiceWorks
from engine.turn.speech_queue import Spoken
from engine.voice.opus import decode_packets
from engine.voice.pcm import Pcm, duration_s, silence
from engine.voice.synthesiser import VoiceSpec
from engine.voice.tone import ToneSynthesiser
from tests.service.scene import Changes, run

VHF, UHF = Channel.parse("118.600 AM"), Channel.parse("260.000 AM")
TONE = VoiceSpec("tone")
BOTH = (VHF.frequency_hz, UHF.frequency_hz)


def spoken(
    name: str = "tx-1",
    *,
    priority: Priority = Priority.REPLY,
    expires_ms: int = 60_000,
    on: tuple[int, ...] = BOTH,
) -> Spoken:
    sent = Transmission(name, "batumi/tower", None, "Pony 1-1", (), priority, 0, expires_ms)
    return Spoken(sent, f"words of {name}", on)


class Radio:
    """The part of a station's client that a mouth uses."""

    def __init__(self) -> None:
        self.identity = RadioIdentity("batumi/tower", "Batumi Tower [BOT]", (VHF, UHF), 2)
        self.phase = LinkPhase.ON_AIR
        self.busy_hz: set[int] = set()
        self.keyed: list[tuple[tuple[bytes, ...], tuple[Channel, ...]]] = []
        self.error: Exception | None = None
        self.looks = 0

    @property
    def state(self) -> StationState:
        self.looks += 1
        return StationState("batumi/tower", self.phase, "", "", "")

    def is_busy(self, frequency_hz: int, *, within_ms: int) -> bool:
        return frequency_hz in self.busy_hz

    async def transmit(
        self, frames: Sequence[bytes], *, channels: tuple[Channel, ...]
    ) -> KeyedTransmission:
        if self.error is not None:
            raise self.error
        now = mouth_module._now_ms()
        self.keyed.append((tuple(frames), channels))
        return KeyedTransmission("guid", channels, 1, len(frames), now, now)


@dataclass
class Scene:
    """A mouth with everything that it told, on an engine clock of the test's own."""

    radio: Radio = field(default_factory=Radio)
    voice: Callable[[str], Pcm] = lambda words: ToneSynthesiser().synthesise(words, TONE)
    no_longer: str = ""
    engine_ms: int = 0

    def __post_init__(self) -> None:
        self.changes = Changes()
        self.works = VoiceWorks()
        self.done: list[Utterance] = []
        self.keying: list[str] = []
        self.mouth = Mouth(
            client=self.radio,  # type: ignore[arg-type]  # the part of it that is used
            voice=self.voice,
            works=self.works,
            engine_ms=lambda: self.engine_ms,
            still_holds=lambda _: self.no_longer,
            before_key=lambda one: self.keying.append(one.transmission.transmission_id),
            on_done=self.take,
        )

    def take(self, done: Utterance) -> None:
        self.done.append(done)
        self.changes.note()

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        return [(one.spoken.transmission.transmission_id, one.outcome) for one in self.done]

    async def settled(self, count: int = 1) -> None:
        await self.changes.until(lambda: len(self.done) >= count)

    async def a_few_looks(self) -> None:
        """Let the mouth look at its channel several times."""
        enough = self.radio.looks + 4
        await self.changes.until(lambda: self.radio.looks >= enough)


@asynccontextmanager
async def speaking(scene: Scene) -> AsyncIterator[None]:
    task = asyncio.create_task(scene.mouth.run())
    try:
        yield
    finally:
        task.cancel()
        scene.mouth.close()
        scene.works.close()
        await asyncio.gather(task, return_exceptions=True)


def test_what_is_said_goes_out_on_every_channel_and_is_reported() -> None:
    async def play() -> None:
        scene = Scene()
        async with speaking(scene):
            scene.mouth.say(spoken())
            await scene.settled()

        ((frames, channels),) = scene.radio.keyed
        assert channels == (VHF, UHF)
        assert duration_s(decode_packets(frames)) > 0.9
        assert scene.outcomes == [("tx-1", "keyed")]
        assert scene.keying == ["tx-1"]
        done = scene.done[0]
        assert done.queued_ms <= done.voiced_ms <= done.keyed_ms <= done.ended_ms

    run(play())


def test_a_name_that_was_prepared_begins_the_answer() -> None:
    asked: list[str] = []

    def voice(words: str) -> Pcm:
        asked.append(words)
        return silence(400)

    async def play() -> None:
        scene = Scene(voice=voice)
        async with speaking(scene):
            scene.mouth.prepare("Pony 1-1")
            scene.mouth.prepare("Pony 1-1")
            await scene.changes.until(lambda: asked)
            await scene.changes.until(lambda: not scene.mouth._preparing)
            scene.mouth.say(replace(spoken(), words="Pony one one, cleared to land."))
            await scene.settled()

        assert asked == ["Pony one one,", "Pony one one,", "cleared to land."]

    run(play())


def test_one_channel_alone_is_keyed_when_that_is_wanted() -> None:
    async def play() -> None:
        scene = Scene()
        async with speaking(scene):
            scene.mouth.say(spoken(on=(UHF.frequency_hz,)))
            await scene.settled()

        assert scene.radio.keyed[0][1] == (UHF,)

    run(play())


def test_the_most_urgent_is_said_first() -> None:
    async def play() -> None:
        scene = Scene()
        scene.radio.busy_hz = {VHF.frequency_hz}
        async with speaking(scene):
            scene.mouth.say(spoken("vector", priority=Priority.UNPROMPTED))
            scene.mouth.say(spoken("mile", priority=Priority.TALKDOWN))
            scene.radio.busy_hz = set()
            await scene.settled()

        assert scene.outcomes[0] == ("mile", "keyed")

    run(play())


def test_a_busy_channel_is_waited_for() -> None:
    async def play() -> None:
        scene = Scene()
        scene.radio.busy_hz = {UHF.frequency_hz}
        async with speaking(scene):
            scene.mouth.say(spoken())
            await scene.a_few_looks()
            assert scene.radio.keyed == []

            scene.radio.busy_hz = set()
            await scene.settled()

        assert scene.outcomes == [("tx-1", "keyed")]

    run(play())


def test_a_microphone_that_is_stuck_does_not_silence_the_station() -> None:
    async def play() -> None:
        scene = Scene()
        scene.radio.busy_hz = {VHF.frequency_hz}
        async with speaking(scene):
            scene.mouth.say(spoken())
            await scene.a_few_looks()
            assert scene.mouth._busy_since_ms is not None
            scene.mouth._busy_since_ms -= STUCK_MS
            await scene.settled()

        assert scene.outcomes == [("tx-1", "keyed")]

    run(play())


def test_unprompted_words_leave_a_pilot_time_to_read_back() -> None:
    async def play() -> None:
        scene = Scene()
        async with speaking(scene):
            scene.mouth.say(spoken("clearance"))
            await scene.settled()
            scene.mouth.say(spoken("weather", priority=Priority.UNPROMPTED))
            await scene.a_few_looks()
            assert len(scene.done) == 1

            scene.mouth.say(spoken("reply"))
            await scene.settled(2)
            assert scene.outcomes[1] == ("reply", "keyed")

            scene.mouth.pilot_spoke()
            await scene.settled(3)
        assert scene.outcomes[2] == ("weather", "keyed")

    run(play())


def test_what_waited_too_long_is_dropped_and_reported() -> None:
    async def play() -> None:
        scene = Scene()
        scene.radio.busy_hz = {VHF.frequency_hz}
        async with speaking(scene):
            scene.mouth.say(spoken(expires_ms=5_000))
            await scene.a_few_looks()
            scene.engine_ms = 5_001
            await scene.settled()

        assert scene.outcomes == [("tx-1", "expired")]
        assert scene.radio.keyed == []
        assert scene.keying == []

    run(play())


def test_what_no_longer_holds_is_withheld_with_the_reason() -> None:
    async def play() -> None:
        scene = Scene(no_longer="the mile went by")
        async with speaking(scene):
            scene.mouth.say(spoken())
            await scene.settled()

        assert (scene.done[0].outcome, scene.done[0].reason) == ("withheld", "the mile went by")
        assert scene.radio.keyed == []
        assert scene.keying == []

    run(play())


def test_a_voice_that_fails_is_reported_and_the_next_is_said() -> None:
    def voice(words: str) -> Pcm:
        if "tx-1" in words:
            raise SpeechError("no such voice")
        if "tx-2" in words:
            raise ZeroDivisionError
        return silence(400)

    async def play() -> None:
        scene = Scene(voice=voice)
        async with speaking(scene):
            for name in ("tx-1", "tx-2", "tx-3"):
                scene.mouth.say(spoken(name))
            await scene.settled(3)

        assert scene.outcomes == [("tx-1", "failed"), ("tx-2", "failed"), ("tx-3", "keyed")]
        assert scene.done[0].reason == "no such voice"
        assert "ZeroDivisionError" in scene.done[1].reason

    run(play())


def test_a_voice_that_fails_half_way_is_reported_as_failed() -> None:
    def voice(words: str) -> Pcm:
        if "second" in words:
            raise SpeechError("the engine died")
        return silence(400)

    async def play() -> None:
        scene = Scene(voice=voice)
        async with speaking(scene):
            scene.mouth.say(replace(spoken(), words="This is the first. This is the second."))
            await scene.settled()

        assert scene.outcomes == [("tx-1", "failed")]
        assert "the engine died" in scene.done[0].reason

    run(play())


def test_while_the_voice_server_is_away_words_wait_for_it() -> None:
    async def play() -> None:
        scene = Scene()
        scene.radio.phase = LinkPhase.CONNECTING
        async with speaking(scene):
            scene.mouth.say(spoken())
            await scene.a_few_looks()
            assert scene.done == []

            scene.radio.phase = LinkPhase.ON_AIR
            await scene.settled()

        assert scene.outcomes == [("tx-1", "keyed")]

    run(play())


def test_being_cut_off_is_reported_as_failed() -> None:
    async def play() -> None:
        scene = Scene()
        scene.radio.error = RadioUnreachable("voice path lost after 3 of 50 packets")
        async with speaking(scene):
            scene.mouth.say(spoken())
            await scene.settled()

        assert scene.outcomes == [("tx-1", "failed")]
        assert "3 of 50" in scene.done[0].reason

    run(play())
