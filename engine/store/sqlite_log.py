"""The event log in SQLite: one file per sortie, write-ahead logging, one writer.

The body of each event is stored as the canonical JSON text itself, so that a reader years later
needs no code of ours. In write-ahead mode a process killed at any instant leaves whole batches
only; `Synchronous.FULL` makes that hold for a power cut as well, at the price of a disk flush a
batch (SQLite documentation, PRAGMA synchronous).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from engine.model.errors import StoreError
from engine.model.event import Event, event_from_json, event_to_json

__all__ = ["SqliteEventLog", "Synchronous"]

_SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    t_ms INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS event_kind ON event (kind, seq);
CREATE TRIGGER IF NOT EXISTS event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS event_is_never_removed BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
_PAGE = 500


class Synchronous(StrEnum):
    """How far a commit reaches: NORMAL survives a kill of the process, FULL a power cut too."""

    NORMAL = "NORMAL"
    FULL = "FULL"


class SqliteEventLog:
    """An `EventLog` in one SQLite file, made when absent.

    Raises:
        StoreError: the file cannot be opened, or is not a log this version can read.
    """

    def __init__(self, path: Path, *, synchronous: Synchronous = Synchronous.FULL) -> None:
        self._name = path.name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise self._translated("open", error) from error
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute(f"PRAGMA synchronous={synchronous.value}")
            self._check_version()
            self._connection.executescript(_SCHEMA)
            self._connection.execute(f"PRAGMA user_version={_SCHEMA_VERSION}")
            row = self._connection.execute("SELECT COALESCE(MAX(seq), 0) FROM event").fetchone()
        except sqlite3.Error as error:
            self._connection.close()
            raise self._translated("open", error) from error
        except StoreError:
            self._connection.close()
            raise
        self._last_seq = int(row[0])

    def append(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Append all of `events` in one transaction; see `EventLog.append`."""
        if not events:
            return ()
        start = self._last_seq + 1
        numbered = tuple(replace(event, seq=start + i) for i, event in enumerate(events))
        rows = [(event.seq, event.kind, event.t_ms, event_to_json(event)) for event in numbered]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise self._translated("write", error) from error
        self._last_seq = numbered[-1].seq
        return numbered

    def read(self, *, after: int = 0, kind: str | None = None) -> Iterator[Event]:
        """Yield events in order, a page at a time; see `EventLog.read`."""
        while True:
            try:
                if kind is None:
                    rows = self._connection.execute(
                        "SELECT seq, body FROM event WHERE seq > ? ORDER BY seq LIMIT ?",
                        (after, _PAGE),
                    ).fetchall()
                else:
                    rows = self._connection.execute(
                        "SELECT seq, body FROM event WHERE kind = ? AND seq > ? "
                        "ORDER BY seq LIMIT ?",
                        (kind, after, _PAGE),
                    ).fetchall()
            except sqlite3.Error as error:
                raise self._translated("read", error) from error
            if not rows:
                return
            for seq, body in rows:
                after = seq
                yield self._event(seq, body)

    def last(self, kind: str) -> Event | None:
        """Return the newest event of a kind, or None."""
        try:
            row = self._connection.execute(
                "SELECT seq, body FROM event WHERE kind = ? ORDER BY seq DESC LIMIT 1", (kind,)
            ).fetchone()
        except sqlite3.Error as error:
            raise self._translated("read", error) from error
        return None if row is None else self._event(row[0], row[1])

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._connection.close()

    def _event(self, seq: int, body: str) -> Event:
        try:
            return event_from_json(body)
        except ValueError as error:
            message = (
                f"event {seq} of the log {self._name} cannot be read; "
                "move the file aside to start a new log"
            )
            raise StoreError(message) from error

    def _check_version(self) -> None:
        found = int(self._connection.execute("PRAGMA user_version").fetchone()[0])
        if found > _SCHEMA_VERSION:
            message = (
                f"the log {self._name} was written by a newer Marshall "
                f"(format {found}, this one reads up to {_SCHEMA_VERSION}); update Marshall"
            )
            raise StoreError(message)

    def _translated(self, verb: str, error: Exception) -> StoreError:
        reason = getattr(error, "sqlite_errorname", type(error).__name__)
        return StoreError(
            f"cannot {verb} the event log {self._name} ({reason}); "
            "check that the disk has room and the file is not damaged or in use"
        )
