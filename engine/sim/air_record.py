"""What was on the air: one record a transmission, for the transcript and the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.model.directive import Directive

__all__ = ["AirRecord"]


@dataclass(frozen=True, slots=True)
class AirRecord:
    """A transmission that ended: who said what to whom, and what each listener made of it.

    `station` is the station id when a controller spoke, else None. `heard` is by listener: station
    id or callsign. `directives`, `to` and `rule facts` are what the controller recorded for it.
    """

    transmission_id: str
    speaker: str
    station: str | None
    frequencies_hz: tuple[int, ...]
    words: str
    started_ms: int
    ended_ms: int
    stepped_on: bool
    heard: Mapping[str, str] = field(default_factory=dict)
    addressed: str | None = None
    directives: tuple[Directive, ...] = ()
    reply_to: str | None = None
    stages_ms: Mapping[str, float] = field(default_factory=dict)
