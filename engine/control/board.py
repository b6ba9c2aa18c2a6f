"""The board: everything the controllers know, a fold over the event log."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Board"]


@dataclass(frozen=True, slots=True)
class Board:
    """Replaced as a whole by every event that changes it."""
