"""The event log: what every implementation promises.

State is a fold over the log, so an event is appended before it takes effect and keying waits for
the commit. One writer appends; a batch is one transaction, so that a turn is in the log whole or
not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from engine.model.event import Event

__all__ = ["EventLog", "MemoryEventLog"]


class EventLog(Protocol):
    """Appends numbered events and reads them back in order."""

    def append(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Append all of `events` or none, durably, and return them with their numbers.

        Raises:
            StoreError: the log cannot be written.
        """
        ...

    def read(self, *, after: int = 0, kind: str | None = None) -> Iterator[Event]:
        """Yield the events numbered above `after` in order, of one `kind` where it is given."""
        ...

    def last(self, kind: str) -> Event | None:
        """Return the newest event of a kind, or None."""
        ...

    def close(self) -> None:
        """Release the log; safe to call twice."""
        ...


class MemoryEventLog:
    """A log that lives as long as the process: for simulated sorties and tests."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    def append(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Number and keep the events."""
        start = len(self._events) + 1
        numbered = tuple(replace(event, seq=start + i) for i, event in enumerate(events))
        self._events.extend(numbered)
        return numbered

    def read(self, *, after: int = 0, kind: str | None = None) -> Iterator[Event]:
        """Yield kept events in order."""
        for event in self._events[after:]:
            if kind is None or event.kind == kind:
                yield event

    def last(self, kind: str) -> Event | None:
        """Return the newest event of a kind, or None."""
        return next((event for event in reversed(self._events) if event.kind == kind), None)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
