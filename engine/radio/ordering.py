"""Put the packets of one transmission in order, without ever waiting long for one.

UDP swaps, doubles and loses packets, and a relay sends a copy of each. A packet that follows the
last one given out goes straight on; one behind a gap waits a tenth of a second for what is missing
and then goes on without it, because a decoder can conceal a gap but a pilot cannot wait.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.radio.transmission import VoiceFrame

__all__ = ["REORDER_WAIT_MS", "FrameRefusal", "PacketOrder"]

REORDER_WAIT_MS = 100
"""How long a gap is kept open; arrivals measured on a live server were 52 ms apart at worst."""

_MAX_JUMP = 1_500
"""Numbers past this within one transmission are garbage: a minute of speech is 1,500 packets."""


class FrameRefusal(StrEnum):
    """Why a packet has no place in a transmission."""

    DUPLICATE = "packet heard before"
    LATE = "packet too late"
    IMPLAUSIBLE = "packet number jumps too far"


class PacketOrder:
    """The packets of one transmission, from `first_possible` upwards.

    A transmission that starts with exactly that number starts at once; any other first number is
    held for the reorder wait, since the true first packet may still be on its way.
    """

    def __init__(self, first_possible: int) -> None:
        self._next = first_possible
        self._has_begun = False
        self._held: dict[int, VoiceFrame] = {}
        self._seen: set[int] = set()
        self._first: int | None = None
        self._highest = first_possible - 1

    @property
    def due_ms(self) -> int | None:
        """When the oldest packet behind a gap has waited long enough, or None."""
        if not self._held:
            return None
        return min(frame.heard_ms for frame in self._held.values()) + REORDER_WAIT_MS

    def offer(self, frame: VoiceFrame) -> FrameRefusal | None:
        """Take a packet in, or say why not."""
        if frame.number in self._seen:
            return FrameRefusal.DUPLICATE
        if frame.number < self._next:
            return FrameRefusal.LATE
        if self._seen and frame.number > self._highest + _MAX_JUMP:
            return FrameRefusal.IMPLAUSIBLE
        self._seen.add(frame.number)
        self._highest = max(self._highest, frame.number)
        self._held[frame.number] = frame
        return None

    def release(self, now_ms: int, *, is_over: bool = False) -> list[tuple[VoiceFrame, int]]:
        """Return what may go on, in order, each with the count of packets missing before it."""
        released = []
        while self._held:
            number = min(self._held)
            due_ms = self.due_ms
            is_due = is_over or (due_ms is not None and due_ms <= now_ms)
            if number != self._next and not is_due:
                break
            missing = number - self._next if self._has_begun else 0
            released.append((self._held.pop(number), missing))
            self._has_begun = True
            self._next = number + 1
        return released
