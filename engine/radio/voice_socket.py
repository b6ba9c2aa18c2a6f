"""Keep a UDP path to the voice server open, and hand on what arrives by it.

A router forgets a path within seconds, so the server is pinged every few; three pings without an
answer mean that the path is gone, and a new socket makes a new one while the TCP session stays.
An answer proves the path and nothing else: newer servers echo strangers too (SRS 2.3.4 and later).
"""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

from engine.radio.packet import encode_ping, is_ping

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable

__all__ = ["VoiceDatagram", "VoiceInbox", "VoiceSocket"]

_MAX_WAITING = 4_096
_CLOSE_WAIT_S = 0.2
_STALL_ROUNDS = 16
_STALL_GRACE_MS = 2_000
_SOCKET_ERROR = "voice socket error"
_INBOX_FULL = "voice packet dropped, too many waiting"
_FOREIGN_PING = "ping echo of another GUID"

VoiceDatagram = tuple[bytes, int]
"""A datagram and when it arrived, in milliseconds of the monotonic clock."""


class VoiceInbox:
    """The datagrams that wait to be listened to.

    A busy machine can keep the loop away for longer than the silence that ends a transmission.
    What is found waiting then was heard before the deadline that passed meanwhile, and is dated
    so; otherwise a stall would cut a pilot's sentence in two.
    """

    def __init__(self, monotonic_ms: Callable[[], int], counters: Counter[str]) -> None:
        self._queue: asyncio.Queue[VoiceDatagram] = asyncio.Queue(_MAX_WAITING)
        self._monotonic_ms = monotonic_ms
        self._counters = counters

    def put(self, datagram: bytes) -> None:
        """Date a datagram and keep it, or count it when there are too many."""
        try:
            self._queue.put_nowait((datagram, self._monotonic_ms()))
        except asyncio.QueueFull:
            self._counters[_INBOX_FULL] += 1

    async def get(self, deadline_ms: int | None) -> VoiceDatagram | None:
        """Return the next datagram, or None when the deadline passes without one."""
        if deadline_ms is None:
            return await self._queue.get()
        late_ms = self._monotonic_ms() - deadline_ms
        if late_ms < _STALL_GRACE_MS:
            try:
                async with asyncio.timeout(max(0, -late_ms) / 1_000):
                    return _dated(await self._queue.get(), deadline_ms)
            except TimeoutError:
                pass
            for _ in range(_STALL_ROUNDS):
                if not self._queue.empty():
                    return _dated(self._queue.get_nowait(), deadline_ms)
                await asyncio.sleep(0)
        return None


class VoiceSocket:
    """The UDP side of one session."""

    def __init__(
        self,
        address: tuple[str, int],
        guid: str,
        *,
        inbox: VoiceInbox,
        on_path: Callable[[bool], None],
        counters: Counter[str],
        first_ping_s: float,
        ping_s: float,
        missed_echoes: int,
    ) -> None:
        self._address = address
        self._ping = encode_ping(guid)
        self._inbox = inbox
        self._on_path = on_path
        self._counters = counters
        self._first_ping_s = first_ping_s
        self._ping_s = ping_s
        self._missed_echoes = missed_echoes
        self._transport: asyncio.DatagramTransport | None = None
        self._has_path = False
        self._unanswered = 0

    def send(self, datagram: bytes) -> bool:
        """Send a datagram, and tell whether there was a socket to send it by."""
        if self._transport is None or self._transport.is_closing():
            return False
        self._transport.sendto(datagram)
        return True

    def ping(self) -> None:
        """Register our address with the server now."""
        self.send(self._ping)

    async def run(self) -> None:
        """Ping for as long as the session lives, on a new socket whenever the path is lost."""
        while True:
            await self._open_and_ping()
            self._has_path = False
            self._on_path(False)
            await asyncio.sleep(self._first_ping_s)

    async def _open_and_ping(self) -> None:
        protocol = _Datagrams(self)
        loop = asyncio.get_running_loop()
        try:
            transport, _ = await loop.create_datagram_endpoint(
                lambda: protocol, remote_addr=self._address, family=socket.AF_INET
            )
        except OSError:
            self.count_error()
            return
        self._transport = transport
        self._unanswered = 0
        try:
            while self._unanswered < self._missed_echoes and not transport.is_closing():
                self._unanswered += 1
                self.ping()
                await asyncio.sleep(self._ping_s if self._has_path else self._first_ping_s)
        finally:
            self._transport = None
            transport.close()
            await asyncio.wait([protocol.lost], timeout=_CLOSE_WAIT_S)

    def receive(self, datagram: bytes) -> None:
        """Take what arrived: an echo proves the path, the rest goes to the inbox."""
        if is_ping(datagram):
            if datagram != self._ping:
                self._counters[_FOREIGN_PING] += 1
                return
        else:
            self._inbox.put(datagram)
        self._unanswered = 0
        if not self._has_path:
            self._has_path = True
            self._on_path(True)

    def count_error(self) -> None:
        """Count an error of the socket; refused pings are normal while a server restarts."""
        self._counters[_SOCKET_ERROR] += 1


class _Datagrams(asyncio.DatagramProtocol):
    """Pass asyncio's callbacks on to the voice socket."""

    def __init__(self, owner: VoiceSocket) -> None:
        self._owner = owner
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def datagram_received(self, data: bytes, addr: object) -> None:  # noqa: ARG002
        self._owner.receive(data)

    def error_received(self, exc: Exception) -> None:  # noqa: ARG002
        self._owner.count_error()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if not self.lost.done():
            self.lost.set_result(None)


def _dated(datagram: VoiceDatagram, deadline_ms: int) -> VoiceDatagram:
    payload, heard_ms = datagram
    return payload, min(heard_ms, deadline_ms - 1)
