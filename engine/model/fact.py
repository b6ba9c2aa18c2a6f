"""Evidence: a typed value with its unit, its source and its time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Fact", "FactSource"]


class FactSource(StrEnum):
    """Where a fact came from."""

    TRACK = "track"
    REPORT = "report"
    PLAN = "plan"
    PROFILE = "profile"
    BOARD = "board"
    WEATHER = "weather"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing a decision rests on, e.g. `Fact("range", 6.1, "nm", TRACK, at_ms=81000)`.

    `where` names the evidence itself: a track id, a profile path, a transmission id.
    """

    name: str
    value: float | str | bool | None
    unit: str
    source: FactSource
    where: str = ""
    at_ms: int = 0
