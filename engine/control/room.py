"""What number one asks of number two: when he may be at the gate, and what he must stay above.

Number two is given time rather than distance: he may not be at the least intercept distance
before the letdown is free. Level does the rest, because a level needs no geometry.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.control.course import FinalCourse
from engine.control.guidance import Guidance
from engine.control.spacing import gate_not_before_s, resolve
from engine.control.strip import Strip
from engine.model.fact import Fact, FactSource
from engine.model.geometry import range_nm
from engine.model.picture import Track
from engine.profile.theatre import Approach

__all__ = ["ALONE", "Room", "room"]

_CLEAR_RUNWAY_S = 30.0
"""From his threshold until radar has him down, with what the estimate may be out by."""
_LOOK_AHEAD_S = 150.0
_MISSED_S = 420.0
"""What a missed approach takes until the letdown is free: up, away, and a margin."""


@dataclass(frozen=True, slots=True)
class Room:
    """The demands on an aircraft behind another: `away` is the side to turn to, when it is late."""

    not_before_s: float | None = None
    not_below_ft: int | None = None
    away: str | None = None
    facts: tuple[Fact, ...] = ()


ALONE = Room()
"""Nobody is ahead."""


def room(
    first: Strip,
    ahead: Track,
    second: Strip,
    track: Track,
    *,
    course: FinalCourse,
    approach: Approach,
    lead: Guidance | None,
    mine: Guidance | None,
) -> Room:
    """Return the demands of `first`, seen at `ahead`, on `second`, seen at `track`."""
    along = max(0.0, course.along_nm(ahead.position.grid))
    to_go_s = along * 3600.0 / max(ahead.speed_kt, 1.0)
    if first.missed_ms is not None:
        to_go_s = _MISSED_S
    elif lead is not None:
        to_go_s = lead.seconds_to_threshold
    way = lead.ahead if lead is not None and lead.ahead else None
    if way is None:
        way = ((0.0, ahead.position.grid), (max(to_go_s, 1.0), course.threshold))
    ways = (way, mine.ahead) if mine is not None and mine.ahead else None
    found = resolve(
        ahead,
        track,
        first_assigned_ft=_assigned_ft(first, ahead),
        second_assigned_ft=_assigned_ft(second, track),
        within_s=_LOOK_AHEAD_S,
        ways=ways,
    )
    wait_s = gate_not_before_s(
        first_seconds_to_threshold=to_go_s,
        first_ground_kt=ahead.speed_kt,
        second_ground_kt=track.speed_kt,
        gate_nm=approach.minimum_intercept_nm,
        clear_runway_s=_CLEAR_RUNWAY_S,
    )
    apart = range_nm(ahead.position.grid, track.position.grid)
    facts = (
        Fact("number_one", first.aircraft, "", FactSource.BOARD, first.aircraft),
        Fact("apart", round(apart, 2), "nm", FactSource.TRACK, first.aircraft),
        Fact("gate_not_before", round(wait_s), "s", FactSource.TRACK, first.aircraft),
    )
    return Room(
        not_before_s=wait_s,
        not_below_ft=None if found is None else found.not_below_ft,
        away=found.turn if found is not None and found.climb_now else None,
        facts=facts,
    )


def _assigned_ft(strip: Strip, track: Track) -> float:
    return float(strip.level_ft) if strip.level_ft is not None else track.altitude_ft
