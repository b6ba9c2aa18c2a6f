"""What the loopback server forwards, shows and counts, over real sockets."""

from __future__ import annotations

import asyncio
import json
import socket

from engine.radio import (
    FrequencyBlock,
    LinkPhase,
    LoopbackServer,
    Modulation,
    PacketRefusal,
    Position,
    RoutingRefusal,
    TransmissionStarted,
    VoiceCapture,
    VoicePacket,
    encode_packet,
)
from tests.radio.rig import on_air, post, run

FRAMES = [b"\x50one", b"\x50two", b"\x50three"]


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


def test_a_client_that_logs_out_of_eam_is_shown_nameless_and_without_radios() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await on_air(tower)
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            radios = {"unit": "x", "radios": [{"freq": 251e6, "modulation": 0}]}
            guid = "bot-bot-bot-bot-bot-bo"
            bot = {"ClientGuid": guid, "Name": "Bot", "Coalition": 2, "RadioInfo": radios}
            for kind in (2, 8):
                line = {"MsgType": kind, "Version": "2.4.0.0", "Client": bot}
                writer.write(json.dumps(line).encode() + b"\n")
            await tower.until(lambda: guid in tower.client.clients)
            await tower.until(lambda: tower.client.clients[guid].name == "---")
            shown = tower.client.clients[guid]
            writer.close()
            await writer.wait_closed()

            assert (shown.coalition, shown.channels) == (0, frozenset())

    run(scene())
