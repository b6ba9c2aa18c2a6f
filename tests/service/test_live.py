"""The whole service over real sockets and real Opus: a pilot keys a radio and is answered."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.model.clock import SystemClock
from engine.sim.cast import cast
from engine.sim.dcs_server import DcsServer
from engine.sim.mission import LiveMission
from engine.sim.script import Sortie
from engine.sim.spoken_grammar import SpokenGrammar
from engine.voice.espeak import EspeakSynthesiser
from engine.voice.models import find_model
from engine.voice.opus import decode_packets
from engine.voice.pcm import level_dbfs
from engine.voice.piper import PiperSynthesiser
from engine.voice.recogniser import Clip
from engine.voice.scripted import ScriptedRecogniser
from engine.voice.synthesiser import VoiceBank, VoiceSpec
from engine.voice.whisper import WhisperRecogniser
from tests.service.live import at_work
from tests.service.scene import run
from tests.turn.rig import language, theatre

CHECK = "Batumi Approach, Pony one one, radio check"


def hearing(words: str) -> ScriptedRecogniser:
    """Return a recogniser that hears these words in every clip: on a busy machine packets come
    late, and a call is read once more when he seemed to have ended it.
    """
    return ScriptedRecogniser([words] * 20)


@pytest.mark.system
def test_a_radio_check_is_answered_on_every_channel_and_is_on_record(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_work(tmp_path, recogniser=hearing(CHECK)) as live:
            ended_ms = await live.say(CHECK)
            await live.changes.until(lambda: live.told("keyed"))
            await live.changes.until(lambda: live.pilot_heard)
            answered_ms = live.service_packets[0].received_ns // 1_000_000
            stopping = time.monotonic()
            live.task.cancel()
            await asyncio.gather(live.task, return_exceptions=True)
            stopped_s = time.monotonic() - stopping

        assert stopped_s < 1.0
        (heard,) = live.told("heard")
        assert (heard["words"], heard["intents"]) == (CHECK, ["radio_check"])
        (decided,) = live.told("decided")
        assert "readability five" in decided["words"]
        assert decided["directives"][0]["rule"] == "radio_check"
        (keyed,) = live.told("keyed")
        assert keyed["outcome"] == "keyed"
        assert 0 < keyed["stages_ms"]["total"] < 2_000
        assert answered_ms - ended_ms < 2_000
        blocks = {round(b.frequency_hz) for one in live.service_packets for b in one.packet.blocks}
        approach = theatre().fields["batumi"].stations["approach"]
        assert blocks == {channel.frequency_hz for channel in approach.channels}
        assert len(blocks) == 2
        sound = decode_packets([frame.payload for frame in live.pilot_heard[0].frames])
        assert level_dbfs(sound) > -40.0
        assert live.pilot_heard[0].missing_frames == 0

    run(play(), limit_s=60.0)
    assert_recorded(tmp_path)


def assert_recorded(folder: Path) -> None:
    with sqlite3.connect(folder / "events.sqlite") as log:
        rows = [kind for (kind,) in log.execute("SELECT kind FROM event ORDER BY seq")]
    log.close()
    wanted = ["service_started", "radio_present", "heard", "transmission", "turn", "keying"]
    assert [kind for kind in dict.fromkeys(rows) if kind in wanted] == wanted
    assert rows.count("keyed") == 1
    assert len(list((folder / "audio").iterdir())) == 1


@pytest.mark.system
def test_nothing_is_recorded_of_a_pilot_who_does_not_allow_it(tmp_path: Path) -> None:
    async def play() -> None:
        recogniser = hearing(CHECK)
        async with at_work(tmp_path, recogniser=recogniser, allow_record=False) as live:
            await live.say(CHECK)
            await live.changes.until(lambda: live.told("keyed"))

    run(play(), limit_s=60.0)
    assert not (tmp_path / "audio").exists()


@pytest.mark.system
def test_a_call_that_cannot_be_made_out_is_asked_for_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_work(tmp_path, recogniser=ScriptedRecogniser([])) as live:
            await live.say("purple monkey")
            await live.changes.until(lambda: live.told("decided"))

        assert "say again" in live.told("decided")[0]["words"].lower()

    run(play(), limit_s=60.0)


@pytest.mark.system
def test_a_restart_goes_on_with_the_board_of_before(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_work(tmp_path, recogniser=hearing(CHECK)) as live:
            await live.say(CHECK)
            await live.changes.until(lambda: live.told("keyed"))
            strips = dict(live.service.desk.board.strips)
            said = live.service.desk.board.transmissions
        async with at_work(tmp_path) as live:
            board = live.service.desk.board

            assert said >= 1
            assert board.transmissions == said
            assert set(strips) <= set(board.strips)

    run(play(), limit_s=60.0)


@pytest.mark.system
def test_words_under_way_when_the_service_was_killed_are_said_by_the_next(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_work(tmp_path, recogniser=hearing(CHECK)) as live:
            await live.say(CHECK)
            await live.changes.until(lambda: live.told("decided"))
            words = live.told("decided")[0]["words"]
        async with at_work(tmp_path) as live:
            await live.changes.until(lambda: live.told("keyed"))

            assert live.told("keyed")[0]["outcome"] in {"keyed", "withheld"}
            assert live.told("decided") == []
            assert words

    run(play(), limit_s=60.0)


@pytest.mark.system
def test_a_voice_server_that_comes_back_finds_the_stations_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_work(tmp_path, recogniser=hearing(CHECK)) as live:
            station = live.service._clients["batumi/approach"]
            live.server.kick(station.state.guid)
            await live.changes.until(
                lambda: any("trying again" in one["line"] for one in live.told("state"))
            )
            await station.wait_on_air()
            await live.say(CHECK)
            await live.changes.until(lambda: live.told("keyed"))

        assert live.told("keyed")[0]["outcome"] == "keyed"

    run(play(), limit_s=60.0)


@pytest.mark.system
def test_a_fault_in_one_part_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_work(tmp_path, recogniser=hearing(CHECK)) as live:
            live.service._inbox.put_nowait("no stimulus")  # type: ignore[arg-type]
            await live.changes.until(
                lambda: any(one["condition"] == "degraded" for one in live.told("state"))
            )
            await live.say(CHECK)
            await live.changes.until(lambda: live.told("keyed"))

        assert live.told("keyed")[0]["outcome"] == "keyed"

    run(play(), limit_s=60.0)


@pytest.mark.system
def test_a_pilot_whom_the_sim_shows_is_identified_and_taken_on(tmp_path: Path) -> None:
    async def play() -> None:
        sortie = Sortie.from_seed(theatre(), "batumi", 1)
        script = replace(sortie.pilots[0], callsign="Pony 1-1", type_name="P-51D-30-NA")
        sortie = replace(sortie, pilots=(script,))
        grammar = SpokenGrammar.of(theatre(), language().phrasebook("icao"), ["Pony 1-1"])
        mission = LiveMission(cast(sortie, theatre(), grammar), SystemClock(), session_id=7)
        sim = DcsServer(theatre().projection)
        await sim.begin_mission(mission)
        flying = asyncio.create_task(mission.run())
        request = "Batumi Approach, Pony one one, request radar approach"
        try:
            async with at_work(tmp_path, recogniser=hearing(request), sim=sim) as live:
                await live.changes.until(
                    lambda: any(
                        strip.phase == "en_route"
                        for strip in live.service.desk.board.strips.values()
                    )
                )
                await live.say(request)
                await live.changes.until(lambda: live.told("keyed"))
                decided = live.told("decided")[0]
                sim_states = [one for one in live.told("state") if one["part"] == "sim"]
                await live.changes.until(
                    lambda: any(one["aircraft"] for one in live.told("picture"))
                )
        finally:
            flying.cancel()
            await sim.end_mission()

        kinds = [one["kind"] for one in decided["directives"]]
        assert kinds[0] == "identified"
        assert {"expect_approach", "vector"} & set(kinds)
        assert decided["aircraft"].startswith("track:7/")
        assert "connected" in {one["condition"] for one in sim_states}

    run(play(), limit_s=90.0)


@pytest.mark.system
@pytest.mark.speech
def test_a_spoken_radio_check_is_answered_in_words_that_can_be_understood(tmp_path: Path) -> None:
    async def play() -> None:
        whisper = WhisperRecogniser(find_model())
        voices = VoiceBank({"espeak": EspeakSynthesiser(), "piper": PiperSynthesiser()})
        async with at_work(
            tmp_path, recogniser=whisper, synthesiser=voices, voice=VoiceSpec("piper")
        ) as live:
            ended_ms = await live.say(CHECK + ".", synthesiser=EspeakSynthesiser())
            await live.changes.until(lambda: live.service_packets)
            answered_ms = live.service_packets[0].received_ns // 1_000_000
            await live.changes.until(lambda: live.pilot_heard)
            packets = [frame.payload for frame in live.pilot_heard[0].frames]

        clip = Clip(decode_packets(packets))
        heard = whisper.recognise(
            clip, prompt="Pony one one, readability five.", deadline_s=30.0, hypotheses=1
        )
        whisper.close()
        assert "readability five" in heard.text.lower()
        assert answered_ms - ended_ms < 10_000

    run(play(), limit_s=90.0)
