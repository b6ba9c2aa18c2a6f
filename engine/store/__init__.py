"""The append-only event log, the recordings and their caps."""

from engine.store.audio import AudioStore
from engine.store.event_log import EventLog, MemoryEventLog
from engine.store.rotation import keep_newest
from engine.store.sqlite_log import SqliteEventLog, Synchronous

__all__ = [
    "AudioStore",
    "EventLog",
    "MemoryEventLog",
    "SqliteEventLog",
    "Synchronous",
    "keep_newest",
]
