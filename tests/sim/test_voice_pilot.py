"""A pilot by voice: over real sockets and real Opus, with made-up voices and ears."""

from __future__ import annotations

import asyncio
import io
import json
import random
import sys
from dataclasses import replace

import numpy as np
import pytest

from engine.model.clock import ManualClock
from engine.model.errors import SpeechError
from engine.radio import (
    Channel,
    LinkTimings,
    LoopbackServer,
    RadioEvent,
    RadioIdentity,
    StationClient,
    TransmissionEnded,
    VoiceServer,
)
from engine.sim.cast import cast
from engine.sim.dcs_world import SimWorld
from engine.sim.mission import LiveMission
from engine.sim.recognition_process import RecognitionProcess, serve
from engine.sim.script import Sortie
from engine.sim.spoken_grammar import SpokenGrammar
from engine.sim.voice_pilot import VoicePilot, pilot_identity
from engine.sim.world import SimulatedWorld
from engine.voice.opus import encode_frames
from engine.voice.pcm import Pcm
from engine.voice.scripted import ScriptedRecogniser
from engine.voice.synthesiser import VoiceSpec
from engine.voice.tone import ToneSynthesiser
from tests.sim.field import APPROACH_HZ, FIELD, theatre
from tests.sim.spoken import phrasebook

THEATRE = theatre()
WORDS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
FAST = VoiceSpec("tone", rate=2.0)
QUICK = LinkTimings(first_backoff_s=0.02, first_voice_ping_s=0.03)
CHILD = """
import sys
from engine.sim.recognition_process import serve
from engine.voice.scripted import ScriptedRecogniser
serve(ScriptedRecogniser(["one", "two"]), sys.stdin.buffer, sys.stdout.buffer)
"""


def _world() -> SimulatedWorld:
    sortie = replace(Sortie.from_seed(THEATRE, FIELD, 1), misheard_rate=0.0)
    quick = tuple(replace(one, lag_ms=50, calls_after_ms=600_000) for one in sortie.pilots)
    callsigns = [one.callsign for one in quick]
    grammar = SpokenGrammar.of(THEATRE, phrasebook(), callsigns)
    return cast(replace(sortie, pilots=quick), THEATRE, grammar)


def _sound(words: int = 12) -> Pcm:
    return ToneSynthesiser().synthesise(" ".join(WORDS[:words]), FAST)


class _Ears:
    """Hears the same words in everything, and remembers what it was asked."""

    def __init__(self, words: str) -> None:
        self._words = words
        self.asked: list[str] = []

    async def recognise(self, key: str, pcm: Pcm, *, prompt: str) -> str:
        assert np.abs(pcm).max() > 1000
        assert prompt == "Pony one one."
        self.asked.append(key)
        return self._words


@pytest.mark.slow
def test_a_pilot_hears_obeys_and_reads_back_over_the_air() -> None:
    world = _world()
    pilot = world.pilots[0]
    ears = _Ears("Pony one one, turn left heading one two zero.")
    answered = asyncio.Event()
    said: list[str] = []

    def heard_by_controller(event: RadioEvent) -> None:
        if isinstance(event, TransmissionEnded) and event.transmission.speaker.unit_id == 101:
            answered.set()

    voice = VoicePilot(
        pilot,
        synthesiser=ToneSynthesiser(),
        voice=FAST,
        ears=ears,
        now_ms=lambda: world.now_ms,
        prompt="Pony one one.",
        is_controller=lambda speaker: speaker.name.endswith("[BOT]"),
        on_said=lambda _pilot, spoken, _keyed: said.append(spoken.words),
    )

    async def scene() -> None:
        async with LoopbackServer() as server, asyncio.timeout(10.0):
            where = VoiceServer("127.0.0.1", server.port)
            own: set[str] = set()
            controller = StationClient(
                RadioIdentity(
                    "approach",
                    "Seaside Approach [BOT]",
                    (Channel.parse("124 AM"), Channel.parse("262 AM")),
                    2,
                ),
                where,
                on_state=lambda _state: None,
                on_event=heard_by_controller,
                own_guids=own,
                rng=random.Random(1),
                timings=QUICK,
            )
            cockpit = StationClient(
                pilot_identity(pilot),
                where,
                on_state=lambda _state: None,
                on_event=voice.on_event,
                own_guids=set(),
                rng=random.Random(2),
                timings=QUICK,
            )

            async def fly() -> None:
                while True:
                    world.advance(world.now_ms + 250)
                    await asyncio.sleep(0.02)

            tasks = [
                asyncio.create_task(each)
                for each in (controller.run(), cockpit.run(), voice.run(cockpit), fly())
            ]
            await controller.wait_on_air()
            await cockpit.wait_on_air()
            await controller.transmit(encode_frames(_sound()))
            await answered.wait()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(scene())

    assert said == ["Turn left heading one two zero, Pony one one."]
    assert pilot.mind.orders.heading_deg_mag == 120
    assert len(ears.asked) == 1


def test_one_decode_serves_everybody_who_heard_it() -> None:
    async def scene() -> list[str]:
        process = RecognitionProcess((sys.executable, "-c", CHILD))
        try:
            both = await asyncio.gather(
                process.recognise("a", _sound(), prompt=""),
                process.recognise("a", _sound(), prompt=""),
            )
            return [*both, await process.recognise("b", _sound(), prompt="")]
        finally:
            await process.close()

    assert asyncio.run(scene()) == ["one", "one", "two"]


def test_a_recogniser_that_is_not_there_is_a_speech_error() -> None:
    async def scene() -> None:
        process = RecognitionProcess((sys.executable, "-c", "raise SystemExit(1)"))
        try:
            await process.recognise("a", _sound(), prompt="")
        finally:
            await process.close()

    with pytest.raises(SpeechError, match="speech extra"):
        asyncio.run(scene())


def test_the_child_answers_until_the_questions_end() -> None:
    question, sound = json.dumps({"prompt": "Pony"}).encode(), _sound().tobytes()
    header = len(question).to_bytes(4) + len(sound).to_bytes(4)
    answers = io.BytesIO()
    recogniser = ScriptedRecogniser(["one"])

    serve(recogniser, io.BytesIO((header + question + sound) * 2), answers)

    assert b'{"text": "one"}' in answers.getvalue()
    assert b'{"text": ""}' in answers.getvalue()
    assert recogniser.prompts == ["Pony", "Pony"]


@pytest.mark.speech
def test_the_real_child_hears_nothing_in_a_tone() -> None:
    async def scene() -> str:
        process = RecognitionProcess()
        try:
            return await process.recognise("a", np.zeros(16_000, dtype=np.int16), prompt="")
        finally:
            await process.close()

    assert asyncio.run(scene()) == ""


def test_a_mission_moves_with_its_clock() -> None:
    clock = ManualClock(5_000)
    truths: list[int] = []
    mission = LiveMission(
        _world(), clock, session_id=7, on_truth=lambda points: truths.append(len(points))
    )
    world: SimWorld = mission
    before = world.units()[0].position.grid

    clock.advance(1_000)
    mission.step()

    assert world.time_s == 1.0
    assert world.units()[0].position.grid != before
    assert [one.kind.value for one in world.events()] == ["birth", "birth"]
    assert world.air_at(0.0, 0.0, 2730.0).pressure_hpa < world.air_at(0.0, 0.0, 0.0).pressure_hpa
    assert truths == [2]


def test_a_pilot_is_on_the_voice_server_as_his_aircraft_is_in_the_sim() -> None:
    world = _world()

    who = pilot_identity(world.pilots[1])

    assert who.unit_id == world.tracks()[1].unit_id
    assert who.unit_type == world.tracks()[1].type_name
    assert who.channels[0].frequency_hz == APPROACH_HZ[1]
