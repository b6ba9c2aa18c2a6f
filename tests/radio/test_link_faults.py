"""Servers that misbehave: what a client makes of each, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from engine.model.errors import RadioUnreachable
from engine.radio import LinkPhase, LoopbackServer
from engine.radio.voice_socket import VoiceInbox
from tests.radio.rig import QUICK, post, run

Session = Callable[[asyncio.StreamReader, asyncio.StreamWriter], "asyncio.Future[None]"]


class BareServer:
    """A TCP and UDP port on which a test plays the server by hand."""

    def __init__(self) -> None:
        self.port = 0
        self.sessions: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        self.sessions = asyncio.Queue()
        self.voice = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.connections = 0

    async def synced(self, **fields: object) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Answer the next client's SYNC with its own record as the roster."""
        reader, writer = await self.sessions.get()
        sync = json.loads(await reader.readline())
        reply = {"MsgType": 2, "Version": "2.4.0.0", "Clients": [sync["Client"]], **fields}
        writer.write(json.dumps(reply).encode() + b"\n")
        return reader, writer

    async def datagram(self) -> tuple[bytes, tuple[str, int]]:
        return await asyncio.get_running_loop().sock_recvfrom(self.voice, 2_000)


@contextlib.asynccontextmanager
async def bare_server() -> AsyncIterator[BareServer]:
    bare = BareServer()
    writers: list[asyncio.StreamWriter] = []

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        bare.connections += 1
        writers.append(writer)
        bare.sessions.put_nowait((reader, writer))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    bare.port = server.sockets[0].getsockname()[1]
    bare.voice.setblocking(False)
    bare.voice.bind(("127.0.0.1", bare.port))
    try:
        yield bare
    finally:
        server.close()
        for writer in writers:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        await server.wait_closed()
        bare.voice.close()


def test_nobody_there_is_said_in_one_line_and_tried_again() -> None:
    async def scene() -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
        async with post(port) as tower:
            await tower.until(lambda: len(tower.states) >= 6)

            messages = [state.message for state in tower.states]
            assert f"127.0.0.1:{port}" in messages[0]
            assert "connection refused; next attempt in" in messages[1]
            assert not any("\n" in message for message in messages)
            assert set(tower.phases) == {LinkPhase.CONNECTING}

    run(scene())


def test_waits_double_up_to_the_longest() -> None:
    async def scene() -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
        timings = replace(QUICK, first_backoff_s=0.1, longest_backoff_s=0.2)
        async with post(port, timings=timings) as tower:
            await tower.until(lambda: len(tower.states) >= 6)

        waits = [
            float(state.message.rsplit("in ", 1)[1].removesuffix(" s"))
            for state in tower.states
            if "next attempt" in state.message
        ]
        assert all(0.0 < wait <= 0.2 for wait in waits)
        assert waits[0] <= 0.1 < max(waits)

    run(scene())


def test_a_server_that_closes_at_once_again_and_again_may_have_banned_us() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port) as tower:
            for _ in range(3):
                _, writer = await bare.sessions.get()
                writer.close()

            await tower.until(lambda: any("banned?" in s.message for s in tower.states))
            assert bare.connections == 3

    run(scene())


def test_a_server_that_never_answers_is_given_up_on() -> None:
    async def scene() -> None:
        async with (
            bare_server() as bare,
            post(bare.port, timings=replace(QUICK, reply_s=0.05)) as tower,
        ):
            await tower.until(lambda: any("did not answer SYNC" in s.message for s in tower.states))

    run(scene())


def test_a_few_bad_lines_are_skipped_and_counted() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port) as tower:
            _, writer = await bare.synced()
            writer.write(b'nonsense\n[]\n{"MsgType":11}\n\xff\xff\n')
            await tower.until(lambda: len(tower.client.counters) == 3)

            assert Counter(tower.client.counters) == Counter(
                {
                    "line is not JSON": 2,
                    "line is not a control message": 1,
                    "control message of an unknown type": 1,
                }
            )
            assert tower.client.state.phase is LinkPhase.DECLARED

    run(scene())


def test_what_is_no_srs_server_is_left_after_six_bad_lines() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port) as tower:
            _, writer = await bare.sessions.get()
            writer.write(b"HTTP/1.1 400 Bad Request\r\n" * 6)

            await tower.until(lambda: any("not an SRS server?" in s.message for s in tower.states))

    run(scene())


def test_a_roster_line_far_beyond_64_kib_is_read() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port) as tower:
            others = [{"ClientGuid": f"{i:022d}", "Name": "x" * 2_000} for i in range(100)]
            await bare.synced(Clients=others)

            await tower.until(lambda: len(tower.client.clients) == 100)

    run(scene())


def test_a_server_too_old_for_us_is_refused() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port) as tower:
            await bare.synced(Version="1.8.0.0")

            await tower.until(lambda: LinkPhase.REFUSED in tower.phases)

    run(scene())


def test_every_line_carries_the_whole_record_and_the_line_is_kept_alive() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port):
            reader, _ = await bare.synced()

            kinds: set[int] = set()
            while kinds != {1, 3}:
                line = json.loads(await reader.readline())
                kinds.add(line["MsgType"])
                assert len(line["Client"]["RadioInfo"]["radios"]) == 11
                assert line["Version"] == "2.4.0.0"

    run(scene())


def test_a_client_that_the_server_forgot_syncs_again_on_the_same_line() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port) as tower:
            reader, writer = await bare.synced()
            await tower.until(lambda: tower.client.state.phase is LinkPhase.DECLARED)
            guid = tower.client.state.guid
            forgotten = {"MsgType": 5, "Version": "2.4.0.0", "Client": {"ClientGuid": guid}}
            writer.write(json.dumps(forgotten).encode() + b"\n")

            while (line := json.loads(await reader.readline()))["MsgType"] != 2:
                pass

            assert line["Client"]["ClientGuid"] == guid
            assert bare.connections == 1

    run(scene())


def test_a_server_that_never_shows_our_radios_is_believed_after_a_while() -> None:
    async def scene() -> None:
        timings = replace(QUICK, broadcast_s=0.1)
        async with bare_server() as bare, post(bare.port, timings=timings) as tower:
            await bare.synced()
            ping, address = await bare.datagram()
            bare.voice.sendto(ping, address)

            await tower.client.wait_on_air()

            assert LinkPhase.VOICE_READY in tower.phases

    run(scene())


def test_without_echoes_the_voice_socket_is_made_anew_and_voice_alone_is_lost() -> None:
    async def scene() -> None:
        timings = replace(QUICK, broadcast_s=0.01)
        async with bare_server() as bare, post(bare.port, timings=timings) as tower:
            await bare.synced()
            ping, first_address = await bare.datagram()
            bare.voice.sendto(ping, first_address)
            await tower.client.wait_on_air()

            while (await bare.datagram())[1] == first_address:
                pass
            assert tower.client.state.phase is LinkPhase.DECLARED
            assert "no answer on UDP port" in tower.client.state.message
            with pytest.raises(RadioUnreachable):
                await tower.client.transmit([b"\x50"])
            ping, second_address = await bare.datagram()
            bare.voice.sendto(ping, second_address)
            await tower.client.wait_on_air()

            assert bare.connections == 1

    run(scene())


def test_garbage_on_the_voice_path_is_counted_and_harmless() -> None:
    async def scene() -> None:
        async with bare_server() as bare, post(bare.port) as tower:
            await bare.synced()
            _, address = await bare.datagram()
            for datagram in [b"", b"x", b"y" * 22, b"z" * 1_400]:
                bare.voice.sendto(datagram, address)

            await tower.until(lambda: sum(tower.client.counters.values()) == 4)

            assert tower.client.counters == {
                "shorter than an empty voice packet": 2,
                "ping echo of another GUID": 1,
                "length header differs from the datagram": 1,
            }
            assert tower.events == []

    run(scene())


def test_a_duplicate_guid_is_never_bound_and_is_told_so_when_the_first_one_leaves() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await tower.client.wait_on_air()
            guid = tower.client.state.guid
            record = {"ClientGuid": guid, "RadioInfo": {"radios": []}, "LatLngPosition": {}}
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            for kind in (2, 3):
                line = {"MsgType": kind, "Version": "2.4.0.0", "Client": record}
                writer.write(json.dumps(line).encode() + b"\n")
            reply = json.loads(await reader.readline())
            await tower.until(lambda: "GUID belongs to another connection" in server.counters)
            server.kick(guid)
            while (gone := json.loads(await reader.readline()))["MsgType"] != 5:
                pass
            writer.close()
            await writer.wait_closed()

            assert reply["MsgType"] == 2
            assert gone["Client"]["ClientGuid"] == guid

    run(scene())


def test_a_record_without_radios_is_shown_but_never_gets_any() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await tower.client.wait_on_air()
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            mute = {"ClientGuid": "mute-mute-mute-mute-mu", "Name": "Mute"}
            radios: dict[str, object] = {
                "unit": "x",
                "unitId": 1,
                "radios": [{"freq": 251e6, "modulation": 0}],
            }
            for kind, record in ((2, mute), (3, {**mute, "RadioInfo": radios})):
                line = {"MsgType": kind, "Version": "2.4.0.0", "Client": record}
                writer.write(json.dumps(line).encode() + b"\n")
            await tower.until(lambda: "record began without radios or position" in server.counters)
            await tower.until(lambda: mute["ClientGuid"] in tower.client.clients)
            writer.close()
            await writer.wait_closed()

            assert tower.client.clients[mute["ClientGuid"]].channels == frozenset()

    run(scene())


def test_a_taken_port_is_said_plainly() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server:
            with pytest.raises(RadioUnreachable, match=r"cannot use 127\.0\.0\.1"):
                await LoopbackServer(port=server.port).__aenter__()

    run(scene())


def test_packets_that_waited_while_the_machine_was_busy_count_as_heard_in_time() -> None:
    async def scene() -> None:
        now_ms = 0
        counters: Counter[str] = Counter()
        inbox = VoiceInbox(lambda: now_ms, counters)
        asyncio.get_running_loop().call_soon(inbox.put, b"late")

        now_ms = 900
        found = await inbox.get(350)

        assert found == (b"late", 349)
        assert await inbox.get(350) is None

    run(scene())


def test_a_flood_is_dropped_and_counted() -> None:
    async def scene() -> None:
        counters: Counter[str] = Counter()
        inbox = VoiceInbox(lambda: 0, counters)

        for _ in range(5_000):
            inbox.put(b"x")

        assert counters["voice packet dropped, too many waiting"] == 5_000 - 4_096

    run(scene())
