"""What a pilot sees of himself, and how far his arrival has come."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.model.geometry import GridPoint

__all__ = ["Milestone", "Situation"]


class Milestone(StrEnum):
    """What has become of his arrival, in the order it usually happens."""

    STARTED = "started"
    CALLING = "calling"
    CHECKED_IN = "checked_in"
    REQUESTED = "requested"
    INFORMED = "informed"
    VECTORED = "vectored"
    HOLDING = "holding"
    CLEARED = "cleared"
    TALKED_DOWN = "talked_down"
    LANDING_CLEARED = "landing_cleared"
    VISUAL = "visual"
    MISSED = "missed"
    LANDED = "landed"
    VACATED = "vacated"
    TO_GROUND = "to_ground"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Situation:
    """What he sees of himself at one instant."""

    now_ms: int
    here: GridPoint
    altitude_ft: float
    heading_deg_mag: int
    range_nm: float
    direction: str
    runway_in_sight: bool
    airborne: bool
    stopped: bool
