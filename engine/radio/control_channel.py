"""Carry control messages over TCP, and say in plain words what went wrong with it.

The server announces its whole roster on one line of about 2 kB a client, so the line limit is far
above asyncio's own. Some servers are no SRS servers at all: a few bad lines are skipped and
counted, more of them in a row end the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from typing import TYPE_CHECKING

from engine.model.errors import RadioUnreachable
from engine.radio.messages import LineRefusal, Message, decode_message, encode_message

if TYPE_CHECKING:
    from collections import Counter

__all__ = ["ControlChannel", "describe_os_error"]

_LINE_LIMIT_BYTES = 16 * 1024 * 1024
_MAX_BAD_LINES = 5
_CLOSE_WAIT_S = 0.3
_KEEPALIVE_OPTIONS = (
    ("TCP_KEEPIDLE", 15),
    ("TCP_KEEPINTVL", 5),
    ("TCP_KEEPCNT", 3),
    ("TCP_USER_TIMEOUT", 30_000),
)


def describe_os_error(error: OSError) -> str:
    """Return an operating-system error in the system's words, without numbers or addresses."""
    known = os.strerror(error.errno) if error.errno and error.errno > 0 else ""
    return (known or error.strerror or type(error).__name__).lower()


class ControlChannel:
    """One TCP connection to a voice server; every failure is `RadioUnreachable`."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        counters: Counter[str],
        send_s: float,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._counters = counters
        self._send_s = send_s
        self._bad_lines = 0
        self._has_heard = False

    @classmethod
    async def open(
        cls, host: str, port: int, *, counters: Counter[str], connect_s: float, send_s: float
    ) -> ControlChannel:
        """Connect over IPv4, which is all that SRS speaks.

        Raises:
            RadioUnreachable: nobody answers there.
        """
        try:
            async with asyncio.timeout(connect_s):
                reader, writer = await asyncio.open_connection(
                    host, port, family=socket.AF_INET, limit=_LINE_LIMIT_BYTES
                )
        except TimeoutError:
            message = f"SRS server {host}:{port} did not answer within {connect_s:g} s"
            raise RadioUnreachable(message) from None
        except OSError as error:
            message = f"SRS server {host}:{port} cannot be reached: {describe_os_error(error)}"
            raise RadioUnreachable(message) from error
        _keep_alive(writer.get_extra_info("socket"))
        return cls(reader, writer, counters=counters, send_s=send_s)

    @property
    def peer(self) -> tuple[str, int]:
        """The IPv4 address that answered, which is where the voice goes too."""
        host, port = self._writer.get_extra_info("peername")[:2]
        return str(host), int(port)

    @property
    def has_heard(self) -> bool:
        """Whether the server has said anything at all."""
        return self._has_heard

    async def send(self, message: Message) -> None:
        """Write one message.

        Raises:
            RadioUnreachable: the connection is gone, or does not take data any more.
        """
        try:
            self._writer.write(encode_message(message))
            async with asyncio.timeout(self._send_s):
                await self._writer.drain()
        except TimeoutError:
            complaint = f"SRS server took no data for {self._send_s:g} s"
            raise RadioUnreachable(complaint) from None
        except OSError as error:
            complaint = f"connection to the SRS server lost: {describe_os_error(error)}"
            raise RadioUnreachable(complaint) from error

    async def receive(self) -> Message:
        """Return the next message; lines that say nothing are counted and skipped.

        Raises:
            RadioUnreachable: the connection is gone, or the other end is no SRS server.
        """
        while True:
            decoded = decode_message(await self._line())
            if isinstance(decoded, Message):
                self._bad_lines = 0
                return decoded
            self._counters[decoded] += 1
            if decoded is LineRefusal.UNKNOWN_TYPE:
                continue
            self._bad_lines += 1
            if self._bad_lines > _MAX_BAD_LINES:
                complaint = f"{self._bad_lines} unreadable lines in a row: not an SRS server?"
                raise RadioUnreachable(complaint)

    async def close(self) -> None:
        """Close the connection, politely if that is quick."""
        self._writer.close()
        try:
            async with asyncio.timeout(_CLOSE_WAIT_S):
                await self._writer.wait_closed()
        except (TimeoutError, OSError):
            self._writer.transport.abort()

    async def _line(self) -> bytes:
        try:
            line = await self._reader.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            complaint = "SRS server closed the connection"
            raise RadioUnreachable(complaint) from None
        except asyncio.LimitOverrunError:
            complaint = f"SRS server sent a line of over {_LINE_LIMIT_BYTES // 2**20} MiB"
            raise RadioUnreachable(complaint) from None
        except OSError as error:
            complaint = f"connection to the SRS server lost: {describe_os_error(error)}"
            raise RadioUnreachable(complaint) from error
        self._has_heard = True
        return line


def _keep_alive(connection: socket.socket) -> None:
    """Ask the system to notice a dead line; each platform has its own subset of the options."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE_OPTIONS:
        option = getattr(socket, name, None)
        if option is not None:
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, option, value)
