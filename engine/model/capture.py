"""What was on the air and where everybody was: the evidence a sortie is judged by.

Made by whoever was outside the engine: the text radio of a simulated sortie, or a loopback voice
server with the sim's own positions. Nothing here is counted by the parts that are judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as made

from engine.model.directive import Directive
from engine.model.geometry import GridPoint

__all__ = ["AirRecord", "Capture", "TruthPoint"]


@dataclass(frozen=True, slots=True)
class AirRecord:
    """A transmission that ended: who said what on which frequencies, and what listeners heard.

    `started_ms` and `ended_ms` are its first and last packet. `station` is the station id when a
    controller spoke, else None. `heard` is by listener: a station id or a callsign. `addressed`,
    `directives`, `reply_to` and `stages_ms` are what the controller recorded for it.
    """

    transmission_id: str
    speaker: str
    station: str | None
    frequencies_hz: tuple[int, ...]
    words: str
    started_ms: int
    ended_ms: int
    stepped_on: bool = False
    heard: Mapping[str, str] = made(default_factory=dict)
    addressed: str | None = None
    directives: tuple[Directive, ...] = ()
    reply_to: str | None = None
    stages_ms: Mapping[str, float] = made(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TruthPoint:
    """Where an aircraft really was at one instant."""

    t_ms: int
    callsign: str
    track_id: str
    grid: GridPoint
    altitude_ft: float
    heading_deg_grid: float
    airborne: bool


@dataclass(frozen=True, slots=True)
class Capture:
    """The whole evidence of one sortie; `seed` and `versions` say how to make it again."""

    field: str
    approach: str
    seed: int
    air: tuple[AirRecord, ...]
    truth: tuple[TruthPoint, ...]
    ended_ms: int
    timed_out: bool = False
    versions: Mapping[str, str] = made(default_factory=dict)
