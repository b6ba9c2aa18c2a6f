"""What number one asks of number two: when he may be at the gate, and what he must stay above.

Number two is given time rather than distance: he may not be at the least intercept distance
before the letdown is free. Level does the rest, because a level needs no geometry.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.control.course import FinalCourse
from engine.control.guidance import Guidance
from engine.control.spacing import MINIMUM_FT, gate_not_before_s, resolve
from engine.control.strip import Strip
from engine.model.fact import Fact, FactSource
from engine.model.geometry import range_nm
from engine.model.picture import Track
from engine.profile.theatre import Approach

__all__ = ["ALONE", "Room", "room"]

_CLEAR_RUNWAY_S = 30.0
"""From his threshold until radar has him down, with what the estimate may be out by."""
_LOOK_AHEAD_S = 300.0
_GUARD_NM = 1.0
_KEEP_GUARD_NM = 2.5
_LEVEL_SLACK_FT = 100.0
_URGENT_S = 75.0
_URGENT_GUARD_NM = 0.5
_MISSED_S = 420.0
"""What a missed approach takes until the letdown is free: up, away, and a margin."""


@dataclass(frozen=True, slots=True)
class Room:
    """The demands on an aircraft behind another.

    `climb_soon` says that he is not over `not_below_ft` yet and has to be, on the way that is
    planned for him. `climb_to_ft` and the side to turn `away` to are for when it is late; what is planned in time
    is done with `not_before_s` and `not_below_ft`.
    """

    not_before_s: float | None = None
    not_below_ft: int | None = None
    climb_soon: bool = False
    climb_to_ft: int | None = None
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
        guard_nm=_guard_nm(first, ahead, second, track),
    )
    urgent = resolve(
        ahead,
        track,
        first_assigned_ft=_assigned_ft(first, ahead),
        second_assigned_ft=_assigned_ft(second, track),
        within_s=_URGENT_S,
        guard_nm=_URGENT_GUARD_NM,
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
        climb_soon=found is not None and found.climb_now,
        climb_to_ft=None if urgent is None else urgent.not_below_ft,
        away=urgent.turn if urgent is not None and urgent.climb_now else None,
        facts=facts,
    )


def _guard_nm(first: Strip, ahead: Track, second: Strip, track: Track) -> float:
    """Return the room asked for beyond the minimum: more to give a level up than to keep it.

    Without the difference he is climbed and sent down again each time the estimate wavers.
    """
    over = _assigned_ft(second, track) - _assigned_ft(first, ahead)
    return _KEEP_GUARD_NM if over >= MINIMUM_FT - _LEVEL_SLACK_FT else _GUARD_NM


def _assigned_ft(strip: Strip, track: Track) -> float:
    return float(strip.level_ft) if strip.level_ft is not None else track.altitude_ft
