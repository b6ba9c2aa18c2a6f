"""What number one asks of number two: when he may be at the gate, and what he must stay above.

Number two is given time rather than distance: he may not be at the least intercept distance
before the letdown is free. Level does the rest, because a level needs no geometry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.control.course import FinalCourse
from engine.control.guidance import Guidance
from engine.control.spacing import (
    MINIMUM_FT,
    MINIMUM_NM,
    closest_on_ways,
    gate_not_before_s,
    resolve,
)
from engine.control.strip import Strip
from engine.model.fact import Fact, FactSource
from engine.model.geometry import GridPoint, range_nm
from engine.model.picture import Track
from engine.profile.theatre import Approach

__all__ = ["ALONE", "Room", "Way", "assigned_ft", "keep_apart", "room", "way_of"]

_CLEAR_RUNWAY_S = 30.0
"""From his threshold until radar has him down, with what the estimate may be out by."""
_LOOK_AHEAD_S = 300.0
_GUARD_NM = 1.0
_KEEP_GUARD_NM = 2.5
_LEVEL_SLACK_FT = 100.0
_MISSED_S = 420.0
"""What a missed approach takes until the letdown is free: up, away, and a margin."""


Way = Sequence[tuple[float, GridPoint]]
"""Where an aircraft will be: (seconds from now, place)."""


@dataclass(frozen=True, slots=True)
class Room:
    """The demands on an aircraft behind another.

    `climb_soon` says that he is not over `not_below_ft` yet and has to be, on the way that is
    planned for him.
    """

    not_before_s: float | None = None
    not_below_ft: int | None = None
    climb_soon: bool = False
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
    way = way_of(first, ahead, course, lead)
    ways = (way, mine.ahead) if way is not None and mine is not None and mine.ahead else None
    guard_nm = _guard_nm(first, ahead, second, track)
    found = None
    if not keep_apart(ways, within_s=_LOOK_AHEAD_S, guard_nm=guard_nm):
        found = resolve(
            ahead,
            track,
            first_assigned_ft=assigned_ft(first, ahead),
            second_assigned_ft=assigned_ft(second, track),
            within_s=_LOOK_AHEAD_S,
            ways=ways,
            guard_nm=guard_nm,
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
        facts=facts,
    )


def way_of(
    strip: Strip, track: Track, course: FinalCourse, guidance: Guidance | None
) -> Way | None:
    """Return the way an aircraft will take: as vectored, or down the final; None if unknown."""
    if guidance is not None and guidance.ahead:
        return guidance.ahead
    if not strip.was_told("cleared_approach") or strip.missed_ms is not None:
        return None
    along = max(0.0, course.along_nm(track.position.grid))
    seconds = max(1.0, along * 3600.0 / max(track.speed_kt, 1.0))
    return ((0.0, track.position.grid), (seconds, course.threshold))


def keep_apart(ways: tuple[Way, Way] | None, *, within_s: float, guard_nm: float) -> bool:
    """Tell whether the ways that both will take stay clear of each other.

    Where they are known they are believed: an aircraft in a turn points everywhere in turn.
    """
    if ways is None:
        return False
    nearest = closest_on_ways(*ways, within_s=within_s).distance_nm
    return nearest >= MINIMUM_NM + guard_nm


def _guard_nm(first: Strip, ahead: Track, second: Strip, track: Track) -> float:
    """Return the room asked for beyond the minimum: more to give a level up than to keep it.

    Without the difference he is climbed and sent down again each time the estimate wavers.
    """
    over = assigned_ft(second, track) - assigned_ft(first, ahead)
    return _KEEP_GUARD_NM if over >= MINIMUM_FT - _LEVEL_SLACK_FT else _GUARD_NM


def assigned_ft(strip: Strip, track: Track) -> float:
    """Return the level he was given, or where he is when he was given none."""
    return float(strip.level_ft) if strip.level_ft is not None else track.altitude_ft
