"""When a station keys: one transmission at a time, the most urgent first, on a free channel.

The manners of the air (a reply once the channel has been free 300 ms; unprompted calls also wait
until the last one spoken to has had time to read back), on simulated time. It mirrors what the
radio does on real time, so a sortie in text waits where one by voice would.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.model.directive import Priority
from engine.sim.controller import Keyed

__all__ = ["StationQueue"]

FREE_BEFORE_KEYING_MS = 300
READ_BACK_WINDOW_MS = 5_000


class StationQueue:
    """What one station is waiting to say."""

    def __init__(self) -> None:
        self._waiting: list[Keyed] = []
        self._read_back_until_ms = 0

    def add(self, keyed: Iterable[Keyed]) -> None:
        """Put transmissions in the queue."""
        self._waiting.extend(keyed)

    def expired(self, now_ms: int) -> list[Keyed]:
        """Take out and return what waited too long to be true."""
        old = [one for one in self._waiting if one.transmission.expires_ms <= now_ms]
        self._waiting = [one for one in self._waiting if one not in old]
        return old

    def next(self, now_ms: int, free_for_ms: dict[int, int]) -> Keyed | None:
        """Take out and return what is keyed now, or None to keep waiting."""
        for one in sorted(self._waiting, key=lambda each: each.priority):
            if one.priority == Priority.UNPROMPTED and now_ms < self._read_back_until_ms:
                continue
            if all(free_for_ms[hz] >= FREE_BEFORE_KEYING_MS for hz in one.frequencies_hz):
                self._waiting.remove(one)
                return one
        return None

    def spoke(self, one: Keyed, ended_ms: int) -> None:
        """Open the read-back window after a transmission that may be read back."""
        kinds = {said.kind for said in one.transmission.directives}
        if one.priority >= Priority.REPLY and "do_not_acknowledge" not in kinds:
            self._read_back_until_ms = ended_ms + READ_BACK_WINDOW_MS

    def heard_pilot(self) -> None:
        """Close the read-back window: somebody has answered."""
        self._read_back_until_ms = 0
