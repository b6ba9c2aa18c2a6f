"""Hearing: early reading, one answer to one call, and a reply to whoever spoke."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest

from engine.model.errors import SpeechError
from engine.radio import (
    Channel,
    EndReason,
    Speaker,
    Transmission,
    TransmissionEnded,
    TransmissionFrame,
    TransmissionStarted,
    VoiceFrame,
)
from engine.service.ears import Ears, HeardAudio
from engine.voice.opus import encode_frames
from engine.voice.recogniser import Clip, Enough, Outcome, Recogniser, Recognition, sure_of_words
from engine.voice.scripted import ScriptedRecogniser
from engine.voice.synthesiser import VoiceSpec
from engine.voice.tone import ToneSynthesiser
from tests.service.scene import Changes, run

CHANNEL = Channel.parse("124.425 AM")
PONY = Speaker("PonyPonyPonyPonyPony11", "Pony 1-1", "P-51D-30-NA", 101, 2, allow_record=True)
COLT = Speaker("ColtColtColtColtColt12", "Colt 1-2", "P-51D-30-NA", 102, 2, allow_record=True)
PACKETS = encode_frames(
    ToneSynthesiser().synthesise("batumi approach radio check", VoiceSpec("tone"))
)


class Call:
    """A transmission to be fed to the ears packet by packet."""

    def __init__(
        self,
        *,
        speaker: Speaker = PONY,
        station: str = "batumi/approach",
        first: int = 1,
        start_ms: int = 10_000,
        packets: Sequence[bytes] = PACKETS,
        encrypted: bool = False,
    ) -> None:
        self.speaker, self.station, self.start_ms, self.encrypted = (
            speaker,
            station,
            start_ms,
            encrypted,
        )
        self.name = f"{station}:{speaker.origin_guid}:{first}@{start_ms}"
        self.frames = [
            VoiceFrame(first + n, packet, start_ms + 40 * n) for n, packet in enumerate(packets)
        ]

    def start(self, ears: Ears) -> None:
        ears.on_event(
            TransmissionStarted(
                self.name, self.station, self.speaker, CHANNEL, self.start_ms, self.encrypted
            )
        )

    def speak(self, ears: Ears, frames: Iterable[VoiceFrame] | None = None) -> None:
        for frame in self.frames if frames is None else frames:
            if not self.encrypted:
                ears.on_event(TransmissionFrame(self.name, frame, 0))

    @property
    def transmission(self) -> Transmission:
        return Transmission(
            self.name,
            self.station,
            self.speaker,
            CHANNEL,
            self.start_ms,
            self.frames[-1].heard_ms,
            () if self.encrypted else tuple(self.frames),
            0,
            is_stepped_on=False,
            is_encrypted=self.encrypted,
        )

    def end(self, ears: Ears) -> None:
        ears.on_event(TransmissionEnded(self.transmission, EndReason.SILENCE))

    def whole(self, ears: Ears) -> None:
        self.start(ears)
        self.speak(ears)
        self.end(ears)


class Scene:
    """Ears with everything they told."""

    def __init__(self, recogniser: Recogniser, *, early_ms: int = 10_000) -> None:
        self.changes = Changes()
        self.heard: list[HeardAudio] = []
        self.troubles: list[str] = []
        self.asked: list[tuple[str, str]] = []
        self.judged: list[str] = []
        self.ears = Ears(
            recogniser,
            self.prompt,
            self.enough_for,
            self.take,
            self.troubles.append,
            early_ms=early_ms,
        )

    def enough_for(self, guid: str) -> Enough:
        self.judged.append(guid)
        return sure_of_words

    def prompt(self, station: str, guid: str) -> str:
        self.asked.append((station, guid))
        return f"names for {station}"

    def take(self, heard: HeardAudio) -> None:
        self.heard.append(heard)
        self.changes.note()

    @property
    def words(self) -> list[str]:
        return [one.recognition.text for one in self.heard]


@contextmanager
def listening(scene: Scene) -> Iterator[None]:
    task = asyncio.ensure_future(scene.ears.run())
    try:
        yield
    finally:
        task.cancel()
        scene.ears.close()


class Slow:
    """A recogniser that waits to be let go, and counts the clips it was given."""

    def __init__(self) -> None:
        self.clips: list[float] = []
        self.go = threading.Event()
        self.began: Callable[[], None] = lambda: None

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,
    ) -> Recognition:
        self.clips.append(clip.audio_s)
        self.began()
        self.go.wait(5.0)
        return Recognition(Outcome.NOT_UNDERSTOOD, (), clip.audio_s)

    def count_tokens(self, text: str) -> int:
        return len(text)


class Failing(Slow):
    """A recogniser that fails on every clip, in its own way."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,
    ) -> Recognition:
        raise self.error


def test_a_call_is_recognised_with_the_names_of_its_station() -> None:
    async def play() -> None:
        recogniser = ScriptedRecogniser(["radio check"])
        scene = Scene(recogniser)
        with listening(scene):
            Call().whole(scene.ears)
            await scene.changes.until(lambda: scene.heard)

        assert scene.words == ["radio check"]
        assert recogniser.prompts == ["names for batumi/approach"]
        assert scene.asked == [("batumi/approach", PONY.origin_guid)]
        assert scene.judged == [PONY.origin_guid]
        assert scene.heard[0].prompt == "names for batumi/approach"

    run(play())


def test_a_pause_is_used_to_begin_and_the_reading_is_there_at_the_end() -> None:
    async def play() -> None:
        recogniser = Slow()
        recogniser.go.set()
        scene = Scene(recogniser, early_ms=1)
        call = Call()
        with listening(scene):
            call.start(scene.ears)
            call.speak(scene.ears)
            await scene.changes.until(lambda: recogniser.clips)
            call.end(scene.ears)
            await scene.changes.until(lambda: scene.heard)

        assert len(recogniser.clips) == 1

    run(play())


def test_an_early_reading_is_thrown_away_when_he_goes_on() -> None:
    async def play() -> None:
        recogniser = Slow()
        recogniser.go.set()
        scene = Scene(recogniser, early_ms=1)
        call = Call()
        with listening(scene):
            call.start(scene.ears)
            call.speak(scene.ears, call.frames[:20])
            await scene.changes.until(lambda: recogniser.clips)
            call.speak(scene.ears, call.frames[20:])
            call.end(scene.ears)
            await scene.changes.until(lambda: scene.heard)

        assert recogniser.clips[0] < recogniser.clips[-1] == len(PACKETS) * 0.04
        assert scene.heard[0].recognition.audio_s == recogniser.clips[-1]

    run(play())


def test_a_call_that_two_stations_hear_is_handed_on_once() -> None:
    async def play() -> None:
        scene = Scene(ScriptedRecogniser(["radio check", "again"]))
        with listening(scene):
            Call(station="batumi/tower").whole(scene.ears)
            Call(station="batumi/approach", first=2, start_ms=10_040).whole(scene.ears)
            Call(station="batumi/approach", first=200, start_ms=20_000).whole(scene.ears)
            await scene.changes.until(lambda: len(scene.heard) == 2)

        assert [one.transmission.station for one in scene.heard] == [
            "batumi/tower",
            "batumi/approach",
        ]
        assert scene.words == ["radio check", "again"]

    run(play())


def test_a_radio_that_was_restarted_and_counts_anew_is_heard_at_another_station() -> None:
    async def play() -> None:
        scene = Scene(ScriptedRecogniser(["first", "second"]))
        with listening(scene):
            Call(station="batumi/tower", first=1, start_ms=10_000).whole(scene.ears)
            Call(station="batumi/approach", first=1, start_ms=60_000).whole(scene.ears)
            await scene.changes.until(lambda: len(scene.heard) == 2)

        assert scene.words == ["first", "second"]

    run(play())


def test_a_click_and_an_encrypted_call_are_not_recognised() -> None:
    async def play() -> None:
        recogniser = Slow()
        recogniser.go.set()
        scene = Scene(recogniser)
        with listening(scene):
            Call(packets=PACKETS[:4]).whole(scene.ears)
            Call(first=100, start_ms=20_000, encrypted=True).whole(scene.ears)
            await scene.changes.until(lambda: len(scene.heard) == 2)

        assert recogniser.clips == []
        assert {one.recognition.outcome for one in scene.heard} == {Outcome.NO_SPEECH}

    run(play())


def test_calls_are_handed_on_in_the_order_in_which_they_ended() -> None:
    async def play() -> None:
        scene = Scene(ScriptedRecogniser(["one", "two", "three"]))
        with listening(scene):
            first, second = Call(speaker=PONY), Call(speaker=COLT, start_ms=10_100)
            third = Call(speaker=PONY, first=900, start_ms=30_000, packets=PACKETS[:30])
            first.start(scene.ears)
            second.start(scene.ears)
            second.speak(scene.ears)
            first.speak(scene.ears)
            second.end(scene.ears)
            first.end(scene.ears)
            third.whole(scene.ears)
            await scene.changes.until(lambda: len(scene.heard) == 3)

        names = [one.transmission.transmission_id for one in scene.heard]
        assert names == [second.name, first.name, third.name]
        assert scene.words == ["one", "two", "three"]

    run(play())


@pytest.mark.parametrize("error", [SpeechError("no model"), ValueError("a fault")], ids=repr)
def test_a_recogniser_that_fails_leads_to_say_again_and_is_talked_about(error: Exception) -> None:
    async def play() -> None:
        scene = Scene(Failing(error))
        with listening(scene):
            Call().whole(scene.ears)
            await scene.changes.until(lambda: scene.heard)

        assert scene.heard[0].recognition.outcome.deserves_reply
        assert scene.heard[0].recognition.hypotheses == ()
        assert len(scene.troubles) == 1
        assert "recognition failed" in scene.troubles[0]

    run(play())


def test_lost_packets_are_filled_so_that_the_call_keeps_its_length() -> None:
    async def play() -> None:
        recogniser = Slow()
        recogniser.go.set()
        scene = Scene(recogniser)
        call = Call()
        with listening(scene):
            call.start(scene.ears)
            call.speak(scene.ears, call.frames[:10])
            scene.ears.on_event(TransmissionFrame(call.name, call.frames[12], 2))
            call.speak(scene.ears, call.frames[13:])
            call.end(scene.ears)
            await scene.changes.until(lambda: scene.heard)

        assert np.isclose(recogniser.clips[0], len(PACKETS) * 0.04)

    run(play())


def test_closing_does_not_wait_for_what_is_being_recognised() -> None:
    async def play() -> None:
        recogniser = Slow()
        scene = Scene(recogniser)
        with listening(scene):
            Call().whole(scene.ears)
            await scene.changes.until(lambda: recogniser.clips)
        assert scene.heard == []
        recogniser.go.set()

    run(play())
