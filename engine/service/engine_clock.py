"""Engine time of the live service: stops while the sim is paused, goes on after a restart."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["EngineClock"]


class EngineClock:
    """Milliseconds that rules and timers run on.

    It starts at `start_ms` (after a crash: the last event's time plus the wall time that passed).
    """

    def __init__(
        self, start_ms: int = 0, *, monotonic_ns: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._monotonic_ns = monotonic_ns
        self._counted_ms = start_ms
        self._since_ns: int | None = monotonic_ns()

    @property
    def is_paused(self) -> bool:
        """Whether it stands still."""
        return self._since_ns is None

    def now_ms(self) -> int:
        """Return engine time; it stands still while paused."""
        if self._since_ns is None:
            return self._counted_ms
        return self._counted_ms + (self._monotonic_ns() - self._since_ns) // 1_000_000

    def pause(self) -> None:
        """Stop; pausing twice is pausing once."""
        self._counted_ms = self.now_ms()
        self._since_ns = None

    def resume(self) -> None:
        """Go on from where it stopped."""
        if self._since_ns is None:
            self._since_ns = self._monotonic_ns()
