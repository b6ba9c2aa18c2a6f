"""What a pilot has made up his mind to fly, before it is turned into stick and throttle.

Headings are magnetic here because that is what he was told and what his compass shows; the
autopilot turns them to the grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.model.geometry import GridPoint

__all__ = ["Flying", "Missed", "Orders", "Racetrack"]


class Flying(StrEnum):
    """How he is flying."""

    HEADING = "heading"
    HOLDING = "holding"
    VISUAL = "visual"
    MISSED = "missed"
    GROUND = "ground"
    TAKE_OFF = "take off"


@dataclass(frozen=True, slots=True)
class Racetrack:
    """A hold from where he was when told: inbound course, turn direction and leg."""

    fix: GridPoint
    inbound_deg_mag: int
    turn: str
    leg_min: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The missed approach he was given: ahead to an altitude, then turn and climb."""

    straight_to_ft: int
    turn: str
    heading_deg_mag: int
    altitude_ft: int


@dataclass(frozen=True, slots=True)
class Orders:
    """The heading, altitude and speed he is flying to, and how.

    `descend_over_nm` spreads a descent over that distance, as on a talk-down; None means at his
    usual rate.
    """

    heading_deg_mag: int
    altitude_ft: float
    speed_kt: float
    flying: Flying = Flying.HEADING
    turn: str | None = None
    descend_over_nm: float | None = None
    racetrack: Racetrack | None = None
    missed: Missed | None = None
    vacate: bool = False
