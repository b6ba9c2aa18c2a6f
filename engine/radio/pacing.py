"""Put Opus packets on the air at the rate at which they will be played.

Packet i goes out at the start plus i times 40 ms of the monotonic clock. Sleeping 40 ms between
packets would add up every lateness into a stutter; measured from the start, a late packet is
followed by one in time. Numbers go up by one and never back while the GUID lives: listeners take
number times frame length as playing time, and are deaf to what lies before the last they played
(SRS 2.4 jitter buffer).
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["FRAME_MS", "OWN_GAP_MS", "PacketNumbers", "pace"]

FRAME_MS = 40
"""Length of the frames that SRS clients speak in."""

OWN_GAP_MS = 500
"""Silence left between two of our transmissions, so that listeners take them as two."""


class PacketNumbers:
    """The packet numbers of one GUID: 1, 2, 3 and so on for as long as it lives."""

    def __init__(self) -> None:
        self._last = 0

    def take(self) -> int:
        """Return the next number."""
        self._last += 1
        return self._last


async def pace(
    frames: Sequence[bytes],
    send: Callable[[bytes], None],
    *,
    monotonic_ns: Callable[[], int] = time.monotonic_ns,
    frame_ms: int = FRAME_MS,
) -> None:
    """Give each frame to `send` when its time has come; a delay is never carried on."""
    start_ns = monotonic_ns()
    for index, frame in enumerate(frames):
        wait_ns = start_ns + index * frame_ms * 1_000_000 - monotonic_ns()
        await asyncio.sleep(max(0, wait_ns) / 1e9)
        send(frame)
