"""Updates that wait for the reader of a feed, bounded by how many aircraft there are.

A sim's stream must always be drained: DCS-gRPC blocks when its reader does, and a mission cannot
even shut down then. So a slow reader sees fewer looks at an aircraft, never a growing backlog.
"""

from __future__ import annotations

import asyncio
from collections import deque

from engine.model.picture import FeedReset, FeedUpdate, Track, TrackId, WeatherReport

__all__ = ["Outbox"]

MAX_WAITING_EVENTS = 10_000


class Outbox:
    """An ordered queue in which a newer look at an aircraft replaces the one still waiting."""

    def __init__(self) -> None:
        self._order: deque[int] = deque()
        self._waiting: dict[int, FeedUpdate] = {}
        self._slot_of: dict[TrackId | type, int] = {}
        self._next_slot = 0
        self._ready = asyncio.Event()
        self._closed = False

    def put(self, update: FeedUpdate) -> None:
        """Add an update; a reset drops what was waiting, since all of it is void."""
        if isinstance(update, FeedReset):
            self._order.clear()
            self._waiting.clear()
            self._slot_of.clear()
        key = _replaced_by_newer(update)
        slot = self._slot_of.get(key) if key is not None else None
        if slot is None:
            if len(self._order) >= MAX_WAITING_EVENTS:
                self.take_now()
            slot = self._next_slot
            self._next_slot += 1
            self._order.append(slot)
            if key is not None:
                self._slot_of[key] = slot
        self._waiting[slot] = update
        self._ready.set()

    def take_now(self) -> FeedUpdate | None:
        """Return the oldest waiting update, or None."""
        if not self._order:
            return None
        update = self._waiting.pop(self._order.popleft())
        key = _replaced_by_newer(update)
        if key is not None:
            self._slot_of.pop(key, None)
        return update

    async def take(self) -> FeedUpdate | None:
        """Return the oldest waiting update, waiting for one; None once closed and empty."""
        while True:
            update = self.take_now()
            if update is not None or self._closed:
                return update
            self._ready.clear()
            await self._ready.wait()

    def close(self) -> None:
        """End the queue: nothing more will be put."""
        self._closed = True
        self._ready.set()


def _replaced_by_newer(update: FeedUpdate) -> TrackId | type | None:
    if isinstance(update, Track):
        return update.track_id
    return WeatherReport if isinstance(update, WeatherReport) else None
