"""Run an SRS server on this machine, for the demonstration and the tests.

It does what a real server does as far as a client can tell, awkwardness included: a version that
is too old is told so and dropped, one that cannot be read is never answered, a GUID that is
already there is not bound to its new connection, a record that began without radios never gets
any, and a wrong EAM password demotes to spectator (SRS 2.4 server source).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, cast

from engine.model.errors import RadioUnreachable
from engine.radio.control_channel import describe_os_error
from engine.radio.loopback_roster import ControlSession, LoopbackRoster
from engine.radio.messages import LineRefusal, Message, MessageType, decode_message
from engine.radio.packet import PacketRefusal, VoicePacket, decode_packet, is_ping
from engine.radio.routing import RoutingRefusal, recipients
from engine.radio.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

__all__ = ["LoopbackServer", "VoiceCapture"]

_LINE_LIMIT_BYTES = 16 * 1024 * 1024
_OBSERVER_FAULT = "observer failed on a voice packet"
_PORT_TRIES = 20
_CLOSE_WAIT_S = 0.5

Address = tuple[str, int]


@dataclass(frozen=True, slots=True)
class VoiceCapture:
    """A voice packet as the server received it, for whoever judges the frequency."""

    received_ns: int
    sender_guid: str
    origin_guid: str
    packet: VoicePacket


class LoopbackServer:
    """An SRS server bound to one port for TCP and UDP; use it as an async context."""

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        settings: Mapping[str, str] | None = None,
        blue_password: str = "",
        red_password: str = "",
        version: str = "2.4.0.0",
        on_packet: Callable[[VoiceCapture], None] | None = None,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._host = host
        self._port = port
        self._announced = dict(settings or {})
        self._settings = read_settings(self._announced)
        self._on_packet = on_packet
        self._monotonic_ns = monotonic_ns
        self._counters: Counter[str] = Counter()
        self._roster = LoopbackRoster(
            version=version, blue_password=blue_password, red_password=red_password
        )
        self._roster.announce(self._announced, self._settings)
        self._endpoints: dict[str, Address] = {}
        self._server: asyncio.Server | None = None
        self._voice: asyncio.DatagramTransport | None = None
        self._voice_closed: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def host(self) -> str:
        """The address the server listens on."""
        return self._host

    @property
    def port(self) -> int:
        """The port, for TCP and UDP alike; 0 until the server runs, if none was asked for."""
        return self._port

    @property
    def counters(self) -> Mapping[str, int]:
        """How often what was refused, by the words of the refusal."""
        return dict(self._counters)

    @property
    def guids(self) -> frozenset[str]:
        """Everybody in the roster."""
        return frozenset(self._roster.clients)

    async def __aenter__(self) -> Self:
        """Bind both sockets and serve.

        Raises:
            RadioUnreachable: the port is taken, or no port is free for both.
        """
        last_error: OSError | None = None
        for _ in range(_PORT_TRIES if self._port == 0 else 1):
            try:
                await self._bind()
            except OSError as error:
                last_error = error
                continue
            return self
        reason = describe_os_error(last_error) if last_error else "unknown"
        message = f"loopback SRS server cannot use {self._host}:{self._port}: {reason}"
        raise RadioUnreachable(message)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close every connection and both sockets."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_CLOSE_WAIT_S)
        if self._voice is not None and self._voice_closed is not None:
            self._voice.close()
            await asyncio.wait([self._voice_closed], timeout=_CLOSE_WAIT_S)
        if self._server is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._server.wait_closed(), _CLOSE_WAIT_S)
        self._server = self._voice = None

    def change_settings(self, values: Mapping[str, str]) -> None:
        """Change settings as an administrator would: everybody is told at once."""
        self._announced.update(values)
        self._settings = read_settings(self._announced)
        self._roster.announce(self._announced, self._settings)
        self._roster.broadcast(Message(MessageType.SERVER_SETTINGS, settings=dict(self._announced)))

    def kick(self, guid: str) -> None:
        """Close a client's control connection without a word."""
        session = self._roster.session_of(guid)
        if session is not None:
            session.transport.abort()

    async def _bind(self) -> None:
        server = await asyncio.start_server(
            self._accept,
            self._host,
            self._port,
            family=socket.AF_INET,
            limit=_LINE_LIMIT_BYTES,
        )
        port = int(server.sockets[0].getsockname()[1])
        loop = asyncio.get_running_loop()
        closed: asyncio.Future[None] = loop.create_future()
        try:
            transport, _ = await loop.create_datagram_endpoint(
                lambda: _VoicePort(self._receive, closed),
                local_addr=(self._host, port),
                family=socket.AF_INET,
            )
        except OSError:
            server.close()
            await server.wait_closed()
            raise
        self._server, self._port = server, port
        self._voice = transport
        self._voice_closed = closed

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = ControlSession(writer.transport)
        self._roster.join(session)
        try:
            while not writer.is_closing():
                line = await reader.readuntil(b"\n")
                decoded = decode_message(line)
                if isinstance(decoded, LineRefusal):
                    self._counters[decoded] += 1
                else:
                    self._take(session, decoded)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            pass
        finally:
            for guid in self._roster.leave(session):
                self._endpoints.pop(guid, None)
            writer.close()
            try:
                async with asyncio.timeout(_CLOSE_WAIT_S):
                    await writer.wait_closed()
            except (TimeoutError, OSError):
                writer.transport.abort()

    def _take(self, session: ControlSession, message: Message) -> None:
        refusal = self._roster.take(session, message)
        if refusal is not None:
            self._counters[refusal] += 1

    def _receive(self, datagram: bytes, address: Address) -> None:
        if is_ping(datagram):
            guid = datagram.decode("latin-1")
            if guid in self._roster.clients:
                self._endpoints[guid] = address
            self._send(datagram, address)
            return
        packet = decode_packet(datagram)
        if isinstance(packet, PacketRefusal):
            self._counters[packet] += 1
            return
        sender = self._roster.clients.get(packet.sender_guid)
        if sender is not None:
            self._endpoints[packet.sender_guid] = address
        routed = recipients(
            packet,
            {guid: self._roster.clients[guid] for guid in self._endpoints},
            sender=sender,
            settings=self._settings,
        )
        if isinstance(routed, RoutingRefusal):
            self._counters[routed] += 1
            return
        self._capture(packet)
        for guid in routed:
            self._send(datagram, self._endpoints[guid])

    def _capture(self, packet: VoicePacket) -> None:
        if self._on_packet is None:
            return
        capture = VoiceCapture(
            received_ns=self._monotonic_ns(),
            sender_guid=packet.sender_guid,
            origin_guid=packet.origin_guid,
            packet=packet,
        )
        try:
            self._on_packet(capture)
        except Exception:  # noqa: BLE001 - an observer's fault must not silence the frequency
            self._counters[_OBSERVER_FAULT] += 1

    def _send(self, datagram: bytes, address: Address) -> None:
        if self._voice is not None and not self._voice.is_closing():
            self._voice.sendto(datagram, address)


class _VoicePort(asyncio.DatagramProtocol):
    """Pass asyncio's callbacks on to the server."""

    def __init__(
        self, receive: Callable[[bytes, Address], None], closed: asyncio.Future[None]
    ) -> None:
        self._receive = receive
        self._closed = closed

    def datagram_received(self, data: bytes, addr: tuple[object, ...]) -> None:
        self._receive(data, (str(addr[0]), cast("int", addr[1])))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if not self._closed.done():
            self._closed.set_result(None)
