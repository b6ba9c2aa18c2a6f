"""Radar vectors to the final course: from anywhere, the next heading, altitude and speed.

Pure: the state of one aircraft and what he was last told go in, what he should be told comes out.
Whether to say it now is `should_issue`; what was said is handed back as `previous`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.control.air_mass import (
    Wind,
    air_speed_kt,
    estimate_wind,
    heading_for_course_deg,
)
from engine.control.course import FinalCourse
from engine.control.descent import assigned_altitude_ft, assigned_speed_kt, seconds_to_descend
from engine.control.intercept import (
    Choice,
    Situation,
    choose,
    farthest_join_nm,
    highest_floor_ahead,
    path_points,
    situation_margin_nm,
)
from engine.control.pattern import Air, Demands, Pose
from engine.control.safe_altitude import floors_of
from engine.control.talkdown import track_correction_deg
from engine.model.geometry import (
    GridPoint,
    angle_between_deg,
    normalise_deg,
    signed_turn_deg,
    spoken_heading,
)
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach

__all__ = ["Guidance", "Leg", "guide", "should_issue"]

PILOT_LAG_S = 10.0
"""From the decision to the start of his turn: the words, the read-back, the hand."""
_SLOWEST_KT = 50.0
_VECTOR_STEP_DEG = 5
_LEAST_CHANGE_DEG = 12.0
_LEAST_INTERVAL_S = 20.0
_FINAL_CHANGE_DEG = 4.0
_FINAL_INTERVAL_S = 12.0
_FINAL_BACK_INTERVAL_S = 30.0
_DUE_CHANGE_DEG = 3.0
_UNHEARD_S = 45.0
_UNHEARD_DEG = 25.0
_OPPOSITE_DEG = 150.0
_SAME_TURN_DEG = 30.0
_TURNING_S = 60.0
_OFF_FINAL_DEG = 8.0
_OFF_FINAL_LEAST_NM = 0.75
_OFF_FINAL_HEADING_DEG = 60.0
_LEVEL_SLACK_FT = 300.0


class Leg(StrEnum):
    """Where in the pattern he is."""

    CLIMB_FIRST = "climb_first"
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
    (seconds from now, place), for separation.
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
    wind: Wind
    ahead: tuple[tuple[float, GridPoint], ...] = ()


@dataclass(frozen=True, slots=True)
class _Speeds:
    pattern_kt: float
    final_kt: float


def guide(
    track: Track,
    *,
    course: FinalCourse,
    approach: Approach,
    airfield: Airfield,
    variation_deg_east: float,
    wind: Wind,
    previous: Guidance | None = None,
    not_before_s: float | None = None,
    minimum_speed_kt: float = 0.0,
    not_below_ft: int | None = None,
    lag_s: float = PILOT_LAG_S,
    look_s: float = 1.0,
) -> Guidance | None:
    """Return the guidance for one aircraft, or None where no safe altitude is known.

    `previous` is the guidance he was last given. `not_before_s` is how long from now he must not
    be at the gate (the least intercept distance on final). `not_below_ft` keeps him over traffic.
    `look_s` is the time until the next look.
    """
    floors = floors_of(airfield)
    if floors.at(track.position.grid) is None:
        return None
    aloft = estimate_wind(track, wind, previous=previous.wind if previous else None)
    airspeed = max(_SLOWEST_KT, air_speed_kt(track, aloft))
    speeds = _Speeds(
        max(float(approach.speeds.pattern_kt), minimum_speed_kt),
        max(float(approach.speeds.final_kt), minimum_speed_kt),
    )
    final_ground_kt = _final_ground_kt(course, min(airspeed, speeds.final_kt), aloft)
    if _on_final(track, course, approach, previous, final_ground_kt):
        return _final(
            track, course, approach, variation_deg_east, aloft, previous, airspeed, speeds
        )
    demands = _demands(track, approach, final_ground_kt, not_before_s)
    situation = _situation(
        track, course, approach, airfield, variation_deg_east, aloft, previous, airspeed,
        speeds, demands, lag_s,
    )  # fmt: skip
    choice = choose(situation)
    if choice is None:
        return None
    return _guidance(
        track, situation, choice, approach, variation_deg_east, aloft, previous, airspeed,
        speeds, not_before_s, not_below_ft, look_s,
    )  # fmt: skip


def _final_ground_kt(course: FinalCourse, airspeed_kt: float, wind: Wind) -> float:
    inbound = math.radians(course.heading_deg_grid)
    tail = wind.north_kt * math.cos(inbound) + wind.east_kt * math.sin(inbound)
    return max(40.0, airspeed_kt + tail)


def _on_final(
    track: Track,
    course: FinalCourse,
    approach: Approach,
    previous: Guidance | None,
    ground_kt: float,
) -> bool:
    """Tell whether he is on final: sent there and still near it, or plainly there by himself."""
    point = track.position.grid
    along, across = course.along_nm(point), abs(course.across_nm(point))
    if along <= 0.0:
        return False
    if previous is not None and previous.leg is Leg.FINAL:
        if along <= approach.final_approach_fix_nm:
            return True
        wide = max(_OFF_FINAL_LEAST_NM, along * math.tan(math.radians(_OFF_FINAL_DEG)))
        turning = track.sim_time_s - previous.sim_time_s < 30.0
        aligned = angle_between_deg(track.heading_deg_grid, course.heading_deg_grid)
        return across <= wide and (turning or aligned <= _OFF_FINAL_HEADING_DEG)
    if not course.established(track) or along < approach.final_approach_fix_nm + 1.0:
        return False
    joined = previous is not None and previous.leg is Leg.INTERCEPT
    if along < approach.minimum_intercept_nm and not joined:
        return False
    down_s = seconds_to_descend(track.altitude_ft - _LEVEL_SLACK_FT, approach.platform_ft)
    return down_s <= (along - approach.final_approach_fix_nm) * 3600.0 / ground_kt


def _rounded(heading_deg_grid: float, variation: float, step_deg: int) -> float:
    return normalise_deg(
        spoken_heading(heading_deg_grid, variation, step_deg=step_deg) + variation
    )


def _final(
    track: Track,
    course: FinalCourse,
    approach: Approach,
    variation: float,
    wind: Wind,
    previous: Guidance | None,
    airspeed_kt: float,
    speeds: _Speeds,
) -> Guidance:
    """Return the guidance on the final course: held to it, down to the platform."""
    along = course.along_nm(track.position.grid)
    toward = course.heading_deg_grid + track_correction_deg(course, track)
    heading = _rounded(heading_for_course_deg(toward, airspeed_kt, wind), variation, 1)
    ground_kt = _final_ground_kt(course, min(airspeed_kt, speeds.final_kt), wind)
    altitude = approach.platform_ft
    if previous is not None and previous.leg is Leg.FINAL:
        altitude = min(altitude, previous.altitude_ft)
    outside = along > approach.final_approach_fix_nm
    seconds = along * 3600.0 / ground_kt
    return Guidance(
        leg=Leg.FINAL,
        heading_deg_grid=heading,
        turn=_turn_word(track, heading, previous),
        altitude_ft=altitude,
        speed_kt=assigned_speed_kt(
            airspeed_kt, wanted_kt=speeds.final_kt, minimum_kt=speeds.final_kt
        )
        if outside
        else None,
        reason="final",
        turn_due=previous is None or previous.leg is not Leg.FINAL,
        floor_ft=altitude,
        join_nm=along,
        track_miles_nm=along,
        seconds_to_gate=(along - approach.minimum_intercept_nm) * 3600.0 / ground_kt,
        seconds_to_threshold=seconds,
        sim_time_s=track.sim_time_s,
        wind=wind,
        ahead=((0.0, track.position.grid), (seconds, course.threshold)),
    )


def _demands(
    track: Track, approach: Approach, ground_kt: float, not_before_s: float | None
) -> Demands:
    """Return what the pattern must satisfy; the time he needs to get down is one of them."""
    spare_nm = approach.minimum_intercept_nm - approach.final_approach_fix_nm
    down_s = seconds_to_descend(track.altitude_ft, approach.platform_ft)
    down_s -= spare_nm * 3600.0 / ground_kt
    return Demands(
        least_join_nm=approach.minimum_intercept_nm + situation_margin_nm(),
        most_join_nm=farthest_join_nm(),
        gate_nm=approach.minimum_intercept_nm,
        not_before_s=max(0.0, down_s, not_before_s or 0.0),
        final_speed_kt=ground_kt,
    )


def _situation(
    track: Track,
    course: FinalCourse,
    approach: Approach,
    airfield: Airfield,
    variation: float,
    wind: Wind,
    previous: Guidance | None,
    airspeed_kt: float,
    speeds: _Speeds,
    demands: Demands,
    lag_s: float,
) -> Situation:
    inbound = math.radians(course.heading_deg_grid)
    air = Air(
        wind.north_kt * math.cos(inbound) + wind.east_kt * math.sin(inbound),
        wind.east_kt * math.cos(inbound) - wind.north_kt * math.sin(inbound),
    )
    point = track.position.grid

    def relative(heading_deg_grid: float) -> float:
        return math.radians(signed_turn_deg(course.heading_deg_grid, heading_deg_grid))

    spoken = range(_VECTOR_STEP_DEG, 361, _VECTOR_STEP_DEG)
    ordered = None if previous is None else relative(previous.heading_deg_grid)
    straight = demands
    if previous is not None and previous.leg is Leg.INTERCEPT:
        straight = replace(demands, least_join_nm=approach.final_approach_fix_nm + 1.0)
    turn = 0 if previous is None else {"left": -1, "right": 1}.get(previous.turn or "", 0)
    return Situation(
        course=course,
        floors=floors_of(airfield),
        pose=Pose(
            -course.along_nm(point), course.across_nm(point), relative(track.heading_deg_grid)
        ),
        altitude_ft=track.altitude_ft,
        airspeed_kt=airspeed_kt,
        later_airspeed_kt=min(airspeed_kt, max(speeds.pattern_kt, airspeed_kt - 60.0)),
        air=air,
        headings_rad=tuple(relative(heading + variation) for heading in spoken),
        ordered_rad=ordered,
        order_age_s=0.0 if previous is None else track.sim_time_s - previous.sim_time_s,
        ordered_turn=turn,
        lag_s=lag_s,
        side=1 if approach.pattern_side == "right" else -1,
        intercept_rad=math.radians(approach.intercept_angle_deg),
        platform_ft=approach.platform_ft,
        demands=demands,
        straight_demands=straight,
    )


def _guidance(
    track: Track,
    situation: Situation,
    choice: Choice,
    approach: Approach,
    variation: float,
    wind: Wind,
    previous: Guidance | None,
    airspeed_kt: float,
    speeds: _Speeds,
    not_before_s: float | None,
    not_below_ft: int | None,
    look_s: float,
) -> Guidance:
    """Turn the pattern chosen into words: this heading, or the next if its turn begins now."""
    path = choice.path
    until_turn_s = path.first.after_s + path.first_turn.seconds + path.first_s
    due = choice.keeps_heading and until_turn_s <= situation.lag_s + look_s / 2.0
    relative_rad = path.tail.headings[0] if due else path.first_heading_rad
    left = path.tail.headings[1:] if due else path.tail.headings
    step = 1 if due and not left else _VECTOR_STEP_DEG
    exact = situation.course.heading_deg_grid + math.degrees(relative_rad)
    if choice.keeps_heading and not due and previous is not None:
        heading = previous.heading_deg_grid
    else:
        heading = _rounded(exact, variation, step)
    leg = _leg(relative_rad, len(left))
    ahead = highest_floor_ahead(situation, relative_rad)
    floor = max(choice.floor_ft, ahead or 0)
    if leg is Leg.FINAL:
        floor = min(floor, approach.platform_ft)
    short_of_floor = floor > track.altitude_ft + _LEVEL_SLACK_FT
    altitude = assigned_altitude_ft(
        track.altitude_ft,
        previous_ft=None if previous is None else previous.altitude_ft,
        platform_ft=approach.platform_ft,
        floor_ft=floor,
        seconds_to_join=path.join_s,
        not_below_ft=not_below_ft,
    )
    wanted = speeds.final_kt if leg in (Leg.INTERCEPT, Leg.FINAL) else speeds.pattern_kt
    final_kt = situation.demands.final_speed_kt
    points = tuple((t, situation.place(u, w)) for t, u, w in path_points(situation, path))
    seconds = path.to_threshold_s(final_kt)
    miles = path.join_s * (situation.later_airspeed_kt + airspeed_kt) / 7200.0 + path.join_nm
    delayed = not_before_s is not None and path.gate_s < not_before_s + 60.0
    return Guidance(
        leg=leg,
        heading_deg_grid=heading,
        turn=_turn_word(track, heading, previous),
        altitude_ft=altitude,
        speed_kt=assigned_speed_kt(airspeed_kt, wanted_kt=wanted, minimum_kt=0.0),
        reason=_reason(leg, delayed=delayed, short_of_floor=short_of_floor),
        turn_due=due,
        floor_ft=floor,
        join_nm=path.join_nm,
        track_miles_nm=miles,
        seconds_to_gate=path.gate_s,
        seconds_to_threshold=seconds,
        sim_time_s=track.sim_time_s,
        wind=wind,
        ahead=(*points, (seconds, situation.course.threshold)),
    )


def _leg(relative_rad: float, turns_left: int) -> Leg:
    """Name the leg from the angle to the course and the turns that remain."""
    if turns_left == 0:
        return Leg.FINAL
    if turns_left == 1:
        return Leg.INTERCEPT
    angle = abs(math.degrees(math.remainder(relative_rad, math.tau)))
    if angle > 135.0:
        return Leg.DOWNWIND
    return Leg.BASE if 60.0 <= angle <= 120.0 and turns_left == 2 else Leg.REPOSITION


def _reason(leg: Leg, *, delayed: bool, short_of_floor: bool) -> str:
    if short_of_floor:
        return "terrain"
    if leg in (Leg.FINAL, Leg.INTERCEPT):
        return "final"
    if delayed:
        return "spacing"
    if leg is Leg.DOWNWIND:
        return "downwind"
    return "base" if leg is Leg.BASE else "final"


def _turn_word(track: Track, heading_deg_grid: float, previous: Guidance | None) -> str | None:
    """Return which way to turn; near the opposite heading the way already begun is kept."""
    turn = signed_turn_deg(track.heading_deg_grid, heading_deg_grid)
    if abs(turn) < 1.0:
        return None
    if previous is not None and previous.turn is not None and abs(turn) > _OPPOSITE_DEG:
        same = angle_between_deg(previous.heading_deg_grid, heading_deg_grid) <= _SAME_TURN_DEG
        if same and track.sim_time_s - previous.sim_time_s < _TURNING_S:
            return previous.turn
    return "right" if turn > 0.0 else "left"


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
    astray = angle_between_deg(track.heading_deg_grid, previous.heading_deg_grid)
    return since_s >= _UNHEARD_S and astray > _UNHEARD_DEG
