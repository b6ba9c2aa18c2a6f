"""What an aircraft under vectors should be flying, and when that is worth saying."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.control.air_mass import Wind
from engine.model.geometry import GridPoint, angle_between_deg
from engine.model.picture import Track

__all__ = ["Guidance", "Leg", "Way", "along_way", "level_changes", "should_issue", "with_level"]

Way = Sequence[tuple[float, GridPoint]]
"""A predicted way: (seconds from now, place), in order of time."""

_LEAST_CHANGE_DEG = 12.0
_LEAST_INTERVAL_S = 20.0
"""A vector is not corrected for less, nor before the last one has been flown."""
_FINAL_CHANGE_DEG = 4.0
_FINAL_INTERVAL_S = 12.0
_FINAL_BACK_INTERVAL_S = 32.0
_DUE_CHANGE_DEG = 3.0
_UNHEARD_S = 45.0
_UNHEARD_DEG = 25.0
_LONGEST_TURN_S = 150.0


class Leg(StrEnum):
    """Where in the pattern he is."""

    REPOSITION = "reposition"
    DOWNWIND = "downwind"
    BASE = "base"
    INTERCEPT = "intercept"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Guidance:
    """What he should be flying, why, and what it leads to.

    `reason` is a choice of the vector directive. `turn_due` says that a planned turn begins now
    and must not wait. `seconds_to_gate` is until he is the least intercept distance out on final,
    `track_miles_nm` and `seconds_to_threshold` all the way down. `ahead` is the predicted way as
    (seconds from now, place), for separation. `from_heading_deg_grid` is where he pointed.
    `seconds_to_turn` is until the next planned turn, None on final.
    """

    leg: Leg
    heading_deg_grid: float
    turn: str | None
    altitude_ft: int
    speed_kt: int | None
    reason: str
    turn_due: bool
    floor_ft: int
    join_nm: float
    track_miles_nm: float
    seconds_to_gate: float
    seconds_to_threshold: float
    sim_time_s: float
    from_heading_deg_grid: float
    wind: Wind
    ahead: tuple[tuple[float, GridPoint], ...] = ()
    seconds_to_turn: float | None = None


def should_issue(previous: Guidance | None, guidance: Guidance, track: Track) -> bool:
    """Tell whether the heading has to be said now.

    A planned turn at once; a correction only when it is worth a transmission, and not before the
    last one has been flown; a heading that was plainly not heard again.
    """
    if previous is None:
        return True
    change = angle_between_deg(previous.heading_deg_grid, guidance.heading_deg_grid)
    since_s = guidance.sim_time_s - previous.sim_time_s
    if guidance.turn_due and guidance.leg is not previous.leg and change >= _DUE_CHANGE_DEG:
        return True
    if guidance.leg is Leg.FINAL and previous.leg is Leg.FINAL:
        back = guidance.turn is not None and guidance.turn != previous.turn
        return change >= _FINAL_CHANGE_DEG and since_s >= (
            _FINAL_BACK_INTERVAL_S if back else _FINAL_INTERVAL_S
        )
    if change >= _LEAST_CHANGE_DEG and since_s >= _LEAST_INTERVAL_S:
        return True
    return since_s >= _UNHEARD_S and _unheard(previous, track, since_s=since_s)


def _unheard(previous: Guidance, track: Track, *, since_s: float) -> bool:
    """Tell whether he plainly does not fly what he was told: not there, nor on the way."""
    astray = angle_between_deg(track.heading_deg_grid, previous.heading_deg_grid)
    turned = angle_between_deg(track.heading_deg_grid, previous.from_heading_deg_grid)
    on_the_way = turned > _UNHEARD_DEG and since_s < _LONGEST_TURN_S
    return astray > _UNHEARD_DEG and not on_the_way


def level_changes(previous: Guidance | None, guidance: Guidance) -> bool:
    """Tell whether the level has to be said: it is not the one he was given."""
    return previous is None or previous.altitude_ft != guidance.altitude_ft


def with_level(previous: Guidance, guidance: Guidance) -> Guidance:
    """Return what he has been given when only the new level was said, the heading not."""
    return replace(previous, altitude_ft=guidance.altitude_ft)


def along_way(way: Way, seconds: float) -> GridPoint:
    """Return the place on a predicted way at a time, held at its ends."""
    index = bisect_left(way, seconds, key=lambda point: point[0])
    if index == 0:
        return way[0][1]
    if index >= len(way):
        return way[-1][1]
    (t0, p0), (t1, p1) = way[index - 1], way[index]
    part = 0.0 if t1 <= t0 else (seconds - t0) / (t1 - t0)
    return GridPoint(
        p0.north_m + (p1.north_m - p0.north_m) * part,
        p0.east_m + (p1.east_m - p0.east_m) * part,
    )
