"""Station clients that speak, hear and come back, over real sockets."""

from __future__ import annotations

import asyncio
import random

import pytest

from engine.model.errors import InternalError, RadioUnreachable
from engine.radio import (
    LinkPhase,
    LoopbackServer,
    RadioEvent,
    RadioIdentity,
    StationClient,
    StationState,
    TransmissionFrame,
    TransmissionStarted,
    VoiceCapture,
    VoiceServer,
)
from tests.radio.rig import TOWER_CHANNEL, VHF_CHANNEL, knows, on_air, post, run

FRAMES = [b"\x50one", b"\x50two", b"\x50three"]


@pytest.mark.slow
def test_what_one_says_the_other_hears_packet_for_packet() -> None:
    async def scene() -> None:
        captured: list[VoiceCapture] = []
        async with (
            LoopbackServer(on_packet=captured.append) as server,
            post(server.port, "pilot", channels=(VHF_CHANNEL, TOWER_CHANNEL)) as pilot,
            post(server.port, "tower") as tower,
        ):
            await on_air(pilot, tower)
            await knows(tower, pilot)

            keyed = await pilot.client.transmit(FRAMES)
            assert tower.client.is_busy(260_000_000)
            assert not pilot.client.is_busy(260_000_000)
            await tower.until(lambda: tower.heard)

            (heard,) = tower.heard
            assert [frame.payload for frame in heard.frames] == FRAMES
            assert [frame.number for frame in heard.frames] == [1, 2, 3]
            assert (keyed.first_number, keyed.last_number) == (1, 3)
            assert heard.speaker.name == "pilot [BOT]"
            assert heard.speaker.unit_type == "Marshall"
            assert heard.speaker.coalition == 2
            assert heard.origin_guid == pilot.client.state.guid == keyed.guid
            assert heard.station == "tower"
            assert heard.channel == TOWER_CHANNEL
            assert heard.missing_frames == 0
            assert 70 <= heard.end_ms - heard.start_ms < 1_000
            kinds = [type(event) for event in tower.events[:4]]
            assert kinds == [TransmissionStarted, *[TransmissionFrame] * 3]
            assert pilot.events == []
            assert [c.packet.number for c in captured] == [1, 2, 3]
            assert [c.packet.audio for c in captured] == FRAMES
            assert {len(c.packet.blocks) for c in captured} == {2}
            assert {c.sender_guid for c in captured} == {keyed.guid}

            # The pause between two of our own transmissions is kept, and the numbers go on.
            again = await pilot.client.transmit(FRAMES[:1], channels=(TOWER_CHANNEL,))
            assert again.first_number == 4
            assert again.start_ms - keyed.end_ms >= 500
            await tower.until(lambda: len(captured) == 4)
            assert len(captured[3].packet.blocks) == 1

    run(scene())


def test_a_station_is_asked_only_for_what_it_can_do() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await on_air(tower)

            for frames, channels in [([], None), (FRAMES, ()), (FRAMES, (VHF_CHANNEL,))]:
                with pytest.raises(InternalError, match="was asked to speak"):
                    await tower.client.transmit(frames, channels=channels)

    run(scene())


def test_stations_of_one_process_do_not_hear_each_other() -> None:
    async def scene() -> None:
        own_guids: set[str] = set()
        async with (
            LoopbackServer() as server,
            post(server.port, "ground", own_guids=own_guids) as ground,
            post(server.port, "tower", own_guids=own_guids) as tower,
        ):
            await on_air(ground, tower)

            await ground.client.transmit(FRAMES)
            await tower.until(lambda: tower.client.counters.get("our own voice") == 3)

            assert tower.events == []
            assert tower.client.is_busy(260_000_000)
            assert own_guids == server.guids

    run(scene())


@pytest.mark.slow
def test_two_at_once_are_told_apart_and_both_marked_as_stepped_on() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer() as server,
            post(server.port, "one") as one,
            post(server.port, "two") as two,
            post(server.port, "tower") as tower,
        ):
            await on_air(one, two, tower)

            await asyncio.gather(one.client.transmit(FRAMES), two.client.transmit(FRAMES[::-1]))
            await tower.until(lambda: len(tower.heard) == 2)

            by_name = {t.speaker.name: t for t in tower.heard}
            assert [f.payload for f in by_name["one [BOT]"].frames] == FRAMES
            assert [f.payload for f in by_name["two [BOT]"].frames] == FRAMES[::-1]
            assert all(t.is_stepped_on for t in tower.heard)

    run(scene())


def test_a_station_comes_back_after_a_restart_with_a_fresh_guid_and_a_working_radio() -> None:
    async def scene() -> None:
        async with LoopbackServer() as first, post(first.port) as tower:
            await on_air(tower)
            old_guid, port = tower.client.state.guid, first.port
            await first.__aexit__(None, None, None)
            await tower.until(lambda: any("cannot be reached" in s.message for s in tower.states))
            with pytest.raises(RadioUnreachable):
                await tower.client.transmit(FRAMES)

            async with LoopbackServer(port=port) as second, post(port, "pilot") as pilot:
                await on_air(tower, pilot)
                assert second.guids == {tower.client.state.guid, pilot.client.state.guid}
                assert tower.client.state.guid != old_guid
                await pilot.client.transmit(FRAMES[:1])
                await tower.until(lambda: tower.events)
                keyed = await tower.client.transmit(FRAMES[:1])
                await pilot.until(lambda: pilot.events)

                assert keyed.first_number == 1

    run(scene())


def test_a_kicked_station_returns_and_ends_what_it_was_hearing() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer() as server,
            post(server.port, "pilot") as pilot,
            post(server.port) as tower,
        ):
            await on_air(pilot, tower)
            speaking = asyncio.create_task(pilot.client.transmit(FRAMES * 3))
            await tower.until(lambda: tower.events)

            old_guid = tower.client.state.guid
            server.kick(old_guid)
            await tower.until(lambda: tower.heard)
            await tower.until(lambda: tower.client.state.guid not in ("", old_guid))
            await on_air(tower)

            assert server.guids == {tower.client.state.guid, pilot.client.state.guid}
            await speaking

    run(scene())


def test_a_transmission_is_told_when_the_line_goes_while_it_is_on_the_air() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await on_air(tower)
            speaking = asyncio.create_task(tower.client.transmit(FRAMES * 50))
            await asyncio.sleep(0)

            server.kick(tower.client.state.guid)

            with pytest.raises(RadioUnreachable, match="voice path lost after"):
                await speaking

    run(scene())


def test_a_retuned_radio_is_shown_to_all_and_hears_its_new_channel() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer() as server,
            post(server.port, "pilot", channels=(VHF_CHANNEL,)) as pilot,
            post(server.port) as tower,
        ):
            await on_air(pilot, tower)

            await pilot.client.retune((TOWER_CHANNEL,))
            await on_air(pilot, tower)
            await tower.client.transmit(FRAMES[:1])
            await pilot.until(lambda: pilot.events)

            guid = pilot.client.state.guid
            assert tower.client.clients[guid].channels == {(260e6, 0)}
            assert pilot.client.identity.channels == (TOWER_CHANNEL,)

    run(scene())


def test_a_listener_that_fails_does_not_take_the_station_off_the_air() -> None:
    async def scene() -> None:
        def fail(event: RadioEvent) -> None:
            raise ValueError(event)

        async with (
            LoopbackServer() as server,
            post(server.port, "pilot") as pilot,
            post(server.port, on_event=fail) as tower,
        ):
            await on_air(pilot, tower)

            await pilot.client.transmit(FRAMES[:1])
            await tower.until(lambda: sum(tower.client.counters.values()) == 2)

            assert tower.client.counters == {"listener failed on a radio event": 2}
            assert tower.client.state.phase is LinkPhase.ON_AIR
            assert "ValueError" in tower.client.state.message

    run(scene())


def test_a_console_that_fails_does_not_take_the_station_off_the_air() -> None:
    async def scene() -> None:
        def fail(state: StationState) -> None:
            raise ValueError(state)

        async with LoopbackServer() as server:
            client = StationClient(
                RadioIdentity("tower", "Tower", (TOWER_CHANNEL,), 2),
                VoiceServer("127.0.0.1", server.port),
                on_state=fail,
                on_event=lambda _: None,
                own_guids=set(),
                rng=random.Random(1),
            )
            task = asyncio.create_task(client.run())
            await client.wait_on_air()
            task.cancel()
            await asyncio.wait([task])

            assert client.counters["listener failed on a change of state"] > 0
            assert client.state.phase is LinkPhase.CLOSED

    run(scene())
