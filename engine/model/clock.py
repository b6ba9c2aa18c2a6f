"""Time as an argument.

Rules and timers use engine time: whole milliseconds that stop while the sim is paused. The radio
paces itself on the real monotonic clock. Wall time is for records only. Nothing calls `time` but
the classes here, so every decision can be replayed.
"""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Clock", "ManualClock", "SystemClock"]


class Clock(Protocol):
    """Tells engine time."""

    def now_ms(self) -> int:
        """Return engine time in milliseconds; never goes back."""
        ...


class SystemClock:
    """Engine time from the monotonic clock, starting at `start_ms`."""

    def __init__(self, start_ms: int = 0) -> None:
        self._origin_ns = time.monotonic_ns()
        self._start_ms = start_ms

    def now_ms(self) -> int:
        """Return milliseconds since construction plus `start_ms`."""
        return self._start_ms + (time.monotonic_ns() - self._origin_ns) // 1_000_000


class ManualClock:
    """Engine time that moves only when told to: for simulated sorties and tests."""

    def __init__(self, start_ms: int = 0) -> None:
        self._now_ms = start_ms

    def now_ms(self) -> int:
        """Return the time last set."""
        return self._now_ms

    def advance(self, milliseconds: int) -> None:
        """Move time forward.

        Raises:
            ValueError: `milliseconds` is negative; engine time never goes back.
        """
        if milliseconds < 0:
            message = f"time never goes back; asked to advance by {milliseconds} ms"
            raise ValueError(message)
        self._now_ms += milliseconds
