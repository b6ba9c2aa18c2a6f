"""What every feed of the sim is: one method that yields what the sim shows.

DCS-gRPC, a recording and the built-in sim are all a `Feed`, and one suite
(`tests/world/feed_conformance.py`) holds them to the same promises:

- a `FeedReset` names the session before its first track, and again whenever every earlier track
  is void;
- a track's time never goes back, and every live aircraft is shown about once a second of sim time,
  also one that stands still;
- after `TrackGone` the same track id is not seen again;
- numbers are finite, headings are in [0, 360), grid and geographic position agree;
- losing the sim is not an error of the iterator: it waits, retries and says so to the observer;
- closing the iterator ends everything it started.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.model.picture import FeedUpdate

__all__ = ["Feed", "FeedCondition", "FeedState", "StateObserver", "ignore_state"]


class FeedCondition(StrEnum):
    """How a feed is doing; `PAUSED` means reached, with the sim's time standing still."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    PAUSED = "paused"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class FeedState:
    """A feed's condition with one plain line for the console; no secret, no traceback."""

    condition: FeedCondition
    line: str


StateObserver = Callable[[FeedState], None]
"""Told each change of a feed's state; must return at once."""


def ignore_state(_: FeedState) -> None:
    """Observe nothing."""


class Feed(Protocol):
    """A source of tracks, events and weather."""

    def updates(self) -> AsyncIterator[FeedUpdate]:
        """Yield what the sim shows until closed, or until a recording ends."""
        ...
