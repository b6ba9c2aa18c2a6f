"""Station clients against the loopback server, over real sockets."""

from __future__ import annotations

import asyncio
import socket

import pytest

from engine.model.errors import InternalError, RadioUnreachable
from engine.radio import (
    FrequencyBlock,
    LinkPhase,
    LoopbackServer,
    Modulation,
    PacketRefusal,
    Position,
    RadioEvent,
    RoutingRefusal,
    TransmissionFrame,
    TransmissionStarted,
    VoiceCapture,
    VoicePacket,
    encode_packet,
)
from tests.radio.rig import TOWER_CHANNEL, VHF_CHANNEL, Post, post, run

FRAMES = [b"\x50one", b"\x50two", b"\x50three"]
BLUE, RED, NEITHER = "blau", "rot", "gruen"
EAM = {"EXTERNAL_AWACS_MODE": "True"}


async def on_air(*posts: Post) -> None:
    for each in posts:
        await each.client.wait_on_air()


async def knows(listener: Post, speaker: Post) -> None:
    guid = speaker.client.state.guid
    await listener.until(lambda: guid in listener.client.clients)


def test_a_station_goes_on_the_air_step_by_step() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await on_air(tower)

            seen = list(dict.fromkeys(tower.phases))
            assert seen[:3] == [LinkPhase.CONNECTING, LinkPhase.SYNCED, LinkPhase.DECLARED]
            assert seen[-1] is LinkPhase.ON_AIR
            state = tower.client.state
            assert server.guids == {state.guid}
            assert state.server_version == "2.4.0.0"
            record = tower.client.clients[state.guid]
            assert (record.name, record.coalition) == ("tower [BOT]", 2)
            assert record.channels == {(260e6, 0)}

    run(scene())


def test_the_right_password_is_granted_its_side() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings=EAM, blue_password=BLUE, red_password=RED) as server,
            post(server.port, password=RED) as tower,
        ):
            await on_air(tower)

            assert LinkPhase.EAM_OK in tower.phases
            assert tower.client.clients[tower.client.state.guid].coalition == 1
            assert any("though side 2 is configured" in s.message for s in tower.states)

    run(scene())


@pytest.mark.parametrize(
    ("settings", "reason"), [(EAM, "check the password"), ({}, "External AWACS Mode is off")]
)
def test_a_refused_password_keeps_the_station_off_the_air_and_says_why(
    settings: dict[str, str], reason: str
) -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings=settings, blue_password=BLUE) as server,
            post(server.port, password=NEITHER) as tower,
        ):
            await tower.until(lambda: LinkPhase.REFUSED in tower.phases)

            refused = next(s for s in tower.states if s.phase is LinkPhase.REFUSED)
            assert reason in refused.message
            assert not any(NEITHER in state.message for state in tower.states)
            assert LinkPhase.ON_AIR not in tower.phases
            with pytest.raises(RadioUnreachable, match="not on the air"):
                await tower.client.transmit(FRAMES)

    run(scene())


def test_a_station_leaves_when_the_server_switches_eam_off() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings=EAM, blue_password=BLUE) as server,
            post(server.port, password=BLUE) as tower,
        ):
            await on_air(tower)

            server.change_settings({"EXTERNAL_AWACS_MODE": "false"})

            await tower.until(lambda: LinkPhase.REFUSED in tower.phases)
            assert not tower.client.is_busy(260_000_000)
            assert tower.phases[-1] is not LinkPhase.ON_AIR

    run(scene())


def test_a_version_too_old_is_refused_with_both_versions_named() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(version="2.3.8.2") as server,
            post(server.port, version="1.8.0.0") as tower,
        ):
            await tower.until(lambda: LinkPhase.REFUSED in tower.phases)

            refused = next(s for s in tower.states if s.phase is LinkPhase.REFUSED)
            assert "2.3.8.2" in refused.message
            assert "1.8.0.0" in refused.message

    run(scene())


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
            assert 80 <= heard.end_ms - heard.start_ms < 200
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


def test_the_other_side_hears_nothing_where_sides_are_kept_apart() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings={"COALITION_AUDIO_SECURITY": "true"}) as server,
            post(server.port, "red", coalition=1) as red,
            post(server.port, "blue", coalition=2) as blue,
            post(server.port, "tower", coalition=2) as tower,
        ):
            await on_air(red, blue, tower)

            await red.client.transmit(FRAMES[:1])
            await blue.client.transmit(FRAMES[:1])
            await tower.until(lambda: tower.events)

            starts = [e for e in tower.events if isinstance(e, TransmissionStarted)]
            assert [start.speaker.name for start in starts] == ["blue [BOT]"]
            assert red.events == []

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


def test_garbage_on_either_port_of_the_server_is_counted_and_harmless() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await on_air(tower)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
                stranger.setblocking(False)
                unknown = VoicePacket(
                    b"\x50", (FrequencyBlock(260e6, Modulation.AM),), 1, 1, "x" * 22, "x" * 22
                )
                for datagram in [b"", b"x", b"y" * 300, encode_packet(unknown), b"z" * 22]:
                    stranger.sendto(datagram, ("127.0.0.1", server.port))
                stranger.setblocking(True)
                stranger.settimeout(2)
                echo = await asyncio.to_thread(stranger.recv, 100)
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b'GET / HTTP/1.1\r\n{"MsgType":2}\n{"MsgType":99}\nnonsense\n')
            await tower.until(lambda: server.counters.get("line is not JSON") == 2)
            writer.close()
            await writer.wait_closed()

            assert echo == b"z" * 22
            assert server.counters[PacketRefusal.TOO_SHORT] == 2
            assert server.counters[PacketRefusal.LENGTH_MISMATCH] == 1
            assert server.counters[RoutingRefusal.UNKNOWN_SENDER] == 1
            assert server.counters["control message of an unknown type"] == 1
            assert server.guids == {tower.client.state.guid}
            assert tower.client.state.phase is LinkPhase.ON_AIR

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


def test_a_test_frequency_sends_our_voice_back_and_we_do_not_listen_to_it() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings={"TEST_FREQUENCIES": "260.0"}) as server,
            post(server.port) as tower,
        ):
            await on_air(tower)

            await tower.client.transmit(FRAMES)
            await tower.until(lambda: tower.client.counters.get("our own voice") == 3)

            assert tower.events == []
            assert not tower.client.is_busy(260_000_000)

    run(scene())


def test_an_observer_that_fails_does_not_silence_the_frequency() -> None:
    async def scene() -> None:
        def fail(capture: VoiceCapture) -> None:
            raise ValueError(capture)

        async with (
            LoopbackServer(on_packet=fail) as server,
            post(server.port, "pilot") as pilot,
            post(server.port) as tower,
        ):
            await on_air(pilot, tower)

            await pilot.client.transmit(FRAMES[:1])
            await tower.until(lambda: tower.events)

            assert server.counters["observer failed on a voice packet"] == 1

    run(scene())


def test_positions_are_shown_only_where_range_matters() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings={"LOS_ENABLED": "true"}) as seen,
            LoopbackServer() as hidden,
            post(seen.port, position=Position(41.6, 41.6, 10.0)) as one,
            post(hidden.port, position=Position(41.6, 41.6, 10.0)) as other,
        ):
            await on_air(one, other)

            shown = one.client.clients[one.client.state.guid]
            blank = other.client.clients[other.client.state.guid]
            assert (shown.position, blank.position) == (Position(41.6, 41.6, 10.0), Position())

    run(scene())


def test_a_lobby_frequency_is_warned_of() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await on_air(tower)

            server.change_settings({"GLOBAL_LOBBY_FREQUENCIES": "260"})

            await tower.until(lambda: "both sides hear 260.000 AM" in tower.client.state.message)
            assert tower.client.settings.is_lobby(260e6)

    run(scene())
