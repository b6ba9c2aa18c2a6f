"""The sim's own time as heard, and whether it moves.

A paused mission is silent, not gone: it answers no call and keeps the calls. So nothing asks the
mission anything while its time stands still, and nothing is judged stale then either.
"""

from __future__ import annotations

from engine.model.clock import Clock
from engine.model.errors import FeedUnreachable

__all__ = ["MissionClock"]

BACKWARD_TOLERANCE_S = 5.0
"""Streams overtake one another by a little; more than this is another mission."""


class MissionClock:
    """Mission seconds, from whatever message carries them."""

    def __init__(self, clock: Clock, start_s: float = 0.0) -> None:
        self._clock = clock
        self._advanced_ms = clock.now_ms()
        self._doubted = False
        self.time_s = start_s

    def hear(self, time_s: float) -> None:
        """Take note of a time; 0.0 is "not said".

        Raises:
            FeedUnreachable: time went back by more than streams overtake one another.
        """
        if time_s <= 0.0:
            return
        if time_s < self.time_s - BACKWARD_TOLERANCE_S:
            message = (
                f"mission time went back from {self.time_s:.0f} s to {time_s:.0f} s; "
                "connecting again to see which mission this is"
            )
            raise FeedUnreachable(message)
        if time_s > self.time_s:
            self.time_s = time_s
            self._advanced_ms = self._clock.now_ms()
            self._doubted = False

    def doubt(self) -> None:
        """Take time to stand still until it is heard to move: a mission call was not answered."""
        self._doubted = True

    def standing_s(self) -> float:
        """Return for how many real seconds time has not been heard to move."""
        return (self._clock.now_ms() - self._advanced_ms) / 1000.0

    def runs(self, patience_s: float) -> bool:
        """Tell whether time was heard to move within `patience_s` real seconds."""
        return not self._doubted and self.standing_s() <= patience_s
