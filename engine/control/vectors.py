"""Radar vectors to the final course: from anywhere, the next heading, altitude and speed.

Pure: the state of one aircraft and what he was last told go in, what he should be told comes out.
Whether to say it now is `should_issue`; what was said is handed back as `previous`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.control.air_mass import Wind, air_speed_kt, estimate_wind, heading_for_course_deg
from engine.control.course import FinalCourse
from engine.control.descent import assigned_altitude_ft, assigned_speed_kt, seconds_to_descend
from engine.control.guidance import Guidance, Leg, Way, should_issue
from engine.control.intercept import (
    Choice,
    Situation,
    choose,
    highest_floor_ahead,
    path_points,
)
from engine.control.pattern import Air, Demands, Pose
from engine.control.safe_altitude import floors_of
from engine.control.talkdown import track_correction_deg
from engine.control.turn_side import PILOT_LAG_S, turn_side
from engine.model.geometry import (
    angle_between_deg,
    normalise_deg,
    signed_turn_deg,
    spoken_heading,
)
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach

__all__ = ["Guidance", "Leg", "floor_on_final_ft", "guide", "should_issue"]

_GATE_NM = 1.0
"""From the final approach fix to the approach gate (FAA JO 7110.65 5-9-1)."""
_JOIN_MARGIN_NM = 0.9
"""Room kept between the join that is planned and the nearest that is allowed."""
_MOST_JOIN_NM = 45.0
_SLOWEST_KT = 50.0
_SLOWEST_ON_FINAL_KT = 40.0
_FLOOR_STEP_NM = 0.5
_VECTOR_STEP_DEG = 5
_OFF_FINAL_DEG = 8.0
_OFF_FINAL_LEAST_NM = 0.75
_OFF_FINAL_HEADING_DEG = 60.0
_TURN_ON_S = 30.0
_LEVEL_SLACK_FT = 300.0
_MOST_SLOWING_KT = 60.0
_SPACING_SLACK_S = 60.0


@dataclass(frozen=True, slots=True)
class _Look:
    """One aircraft at one moment, with everything that guides him."""

    track: Track
    course: FinalCourse
    approach: Approach
    airfield: Airfield
    variation: float
    wind: Wind
    previous: Guidance | None
    airspeed_kt: float
    pattern_kt: float
    final_kt: float
    not_before_s: float | None
    not_below_ft: int | None
    traffic: tuple[Way, ...]
    lag_s: float
    look_s: float

    @property
    def along_nm(self) -> float:
        return self.course.along_nm(self.track.position.grid)

    @property
    def final_ground_kt(self) -> float:
        """Return the ground speed he will have on final."""
        inbound = math.radians(self.course.heading_deg_grid)
        tail = self.wind.north_kt * math.cos(inbound) + self.wind.east_kt * math.sin(inbound)
        return max(_SLOWEST_ON_FINAL_KT, min(self.airspeed_kt, self.final_kt) + tail)

    @property
    def age_s(self) -> float:
        """Return how long ago he was last told a heading."""
        if self.previous is None:
            return 0.0
        return self.track.sim_time_s - self.previous.sim_time_s

    def was(self, leg: Leg) -> bool:
        """Tell whether that is the leg he was last sent on."""
        return self.previous is not None and self.previous.leg is leg

    def rounded(self, heading_deg_grid: float, step_deg: int) -> float:
        """Return the nearest heading that is spoken as a multiple of the step."""
        spoken = spoken_heading(heading_deg_grid, self.variation, step_deg=step_deg)
        return normalise_deg(spoken + self.variation)

    def turn_word(self, heading_deg_grid: float) -> str | None:
        """Return which way to turn, if a side is said."""
        return turn_side(
            self.track, heading_deg_grid, previous=self.previous, airspeed_kt=self.airspeed_kt
        )


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
    traffic: tuple[Way, ...] = (),
    lag_s: float = PILOT_LAG_S,
    look_s: float = 1.0,
) -> Guidance | None:
    """Return the guidance for one aircraft, or None where no safe altitude is known.

    Who drifts off the map while he is vectored is turned back to it, and not descended there.

    `previous` is the guidance he was last given. `not_before_s` is how long from now he must not
    be at the gate (the least intercept distance on final). `not_below_ft` keeps him over traffic
    (and climbs him to it); `traffic` are the ways of others (`Guidance.ahead`) to stay clear of.
    `lag_s` is how long he takes to begin a turn, `look_s` the time until the next look.
    """
    covered = floors_of(airfield).at(track.position.grid) is not None
    if not covered and previous is None:
        return None
    aloft = estimate_wind(track, wind, previous=previous.wind if previous else None)
    look = _Look(
        track=track,
        course=course,
        approach=approach,
        airfield=airfield,
        variation=variation_deg_east,
        wind=aloft,
        previous=previous,
        airspeed_kt=max(_SLOWEST_KT, air_speed_kt(track, aloft)),
        pattern_kt=max(float(approach.speeds.pattern_kt), minimum_speed_kt),
        final_kt=max(float(approach.speeds.final_kt), minimum_speed_kt),
        not_before_s=not_before_s,
        not_below_ft=not_below_ft,
        traffic=traffic,
        lag_s=lag_s,
        look_s=look_s,
    )
    if _on_final(look):
        return _final(look)
    situation = _situation(look)
    choice = choose(situation)
    return None if choice is None else _guidance(look, situation, choice)


def _on_final(look: _Look) -> bool:
    """Tell whether he is on final: sent there and still near it, or plainly there by himself."""
    along, approach = look.along_nm, look.approach
    if along <= 0.0:
        return False
    if look.was(Leg.FINAL):
        if along <= approach.final_approach_fix_nm:
            return True
        across = abs(look.course.across_nm(look.track.position.grid))
        wide = max(_OFF_FINAL_LEAST_NM, along * math.tan(math.radians(_OFF_FINAL_DEG)))
        aligned = angle_between_deg(look.track.heading_deg_grid, look.course.heading_deg_grid)
        turning = look.age_s < _TURN_ON_S
        return across <= wide and (turning or aligned <= _OFF_FINAL_HEADING_DEG)
    if not look.course.established(look.track):
        return False
    if along < approach.final_approach_fix_nm + _GATE_NM:
        return False
    if along < approach.minimum_intercept_nm and not look.was(Leg.INTERCEPT):
        return False
    down_s = seconds_to_descend(look.track.altitude_ft - _LEVEL_SLACK_FT, approach.platform_ft)
    room_nm = along - approach.final_approach_fix_nm
    return down_s <= room_nm * 3600.0 / look.final_ground_kt


def _final(look: _Look) -> Guidance:
    """Return the guidance on the final course: held to it, down to the platform."""
    along, approach = look.along_nm, look.approach
    toward = look.course.heading_deg_grid + track_correction_deg(look.course, look.track)
    heading = look.rounded(heading_for_course_deg(toward, look.airspeed_kt, look.wind), 1)
    altitude = floor_on_final_ft(look.airfield, approach, look.course, along_nm=along)
    if look.previous is not None and look.was(Leg.FINAL):
        altitude = min(altitude, look.previous.altitude_ft)
    speed = None
    if along > approach.final_approach_fix_nm:
        speed = assigned_speed_kt(look.airspeed_kt, wanted_kt=look.final_kt)
    to_threshold_s = along * 3600.0 / look.final_ground_kt
    to_gate_s = (along - approach.minimum_intercept_nm) * 3600.0 / look.final_ground_kt
    return Guidance(
        leg=Leg.FINAL,
        heading_deg_grid=heading,
        turn=look.turn_word(heading),
        altitude_ft=altitude,
        speed_kt=speed,
        reason="final",
        turn_due=not look.was(Leg.FINAL),
        floor_ft=altitude,
        join_nm=along,
        track_miles_nm=along,
        seconds_to_gate=to_gate_s,
        seconds_to_threshold=to_threshold_s,
        sim_time_s=look.track.sim_time_s,
        from_heading_deg_grid=look.track.heading_deg_grid,
        wind=look.wind,
        ahead=((0.0, look.track.position.grid), (to_threshold_s, look.course.threshold)),
    )


def floor_on_final_ft(
    airfield: Airfield, approach: Approach, course: FinalCourse, *, along_nm: float
) -> int:
    """Return the lowest he may be on the course there: the platform from the intercept range in.

    The platform clears what is below final as far out as finals are published; farther out the
    vectoring minimum of what is still ahead holds.
    """
    inner_nm = approach.final_intercept_nm
    beyond_nm = along_nm - inner_nm
    steps = math.ceil(beyond_nm / _FLOOR_STEP_NM) if beyond_nm > 0.0 else 0
    floors = floors_of(airfield)
    ahead = (
        floors.near(course.point(inner_nm + beyond_nm * step / steps)) or 0
        for step in range(1, steps + 1)
    )
    return max([approach.platform_ft, *ahead])


def _demands(look: _Look) -> Demands:
    """Return what the pattern must satisfy; the time he needs to get down is one of them."""
    approach, ground_kt = look.approach, look.final_ground_kt
    spare_nm = approach.minimum_intercept_nm - approach.final_approach_fix_nm
    down_s = seconds_to_descend(look.track.altitude_ft, approach.platform_ft)
    down_s -= spare_nm * 3600.0 / ground_kt
    return Demands(
        least_join_nm=approach.minimum_intercept_nm + _JOIN_MARGIN_NM,
        most_join_nm=_MOST_JOIN_NM,
        far_join_nm=approach.final_intercept_nm,
        gate_nm=approach.minimum_intercept_nm,
        not_before_s=look.not_before_s or 0.0,
        down_s=down_s,
        final_speed_kt=ground_kt,
    )


def _situation(look: _Look) -> Situation:
    """Return the look in the course's frame."""
    approach, wind, given = look.approach, look.wind, look.previous
    inbound = math.radians(look.course.heading_deg_grid)
    demands = _demands(look)

    def relative(heading_deg_grid: float) -> float:
        return math.radians(signed_turn_deg(look.course.heading_deg_grid, heading_deg_grid))

    spoken = range(_VECTOR_STEP_DEG, 361, _VECTOR_STEP_DEG)
    turn = None if given is None else given.turn
    last = replace(demands, least_join_nm=approach.final_approach_fix_nm + _GATE_NM, far_first=True)
    return Situation(
        course=look.course,
        floors=floors_of(look.airfield),
        pose=Pose(
            -look.along_nm,
            look.course.across_nm(look.track.position.grid),
            relative(look.track.heading_deg_grid),
        ),
        altitude_ft=look.track.altitude_ft,
        airspeed_kt=look.airspeed_kt,
        later_airspeed_kt=min(
            look.airspeed_kt, max(look.pattern_kt, look.airspeed_kt - _MOST_SLOWING_KT)
        ),
        air=Air(
            wind.north_kt * math.cos(inbound) + wind.east_kt * math.sin(inbound),
            wind.east_kt * math.cos(inbound) - wind.north_kt * math.sin(inbound),
        ),
        headings_rad=tuple(relative(heading + look.variation) for heading in spoken),
        ordered_rad=None if given is None else relative(given.heading_deg_grid),
        order_age_s=look.age_s,
        ordered_turn={"left": -1, "right": 1}.get(turn or "", 0),
        lag_s=look.lag_s,
        side=1 if approach.pattern_side == "right" else -1,
        intercept_rad=math.radians(approach.intercept_angle_deg),
        platform_ft=approach.platform_ft,
        demands=demands,
        last_demands=last,
        intercepting=look.was(Leg.INTERCEPT),
        traffic=look.traffic,
    )


def _guidance(look: _Look, situation: Situation, choice: Choice) -> Guidance:
    """Turn the pattern chosen into words: this heading, or the next if its turn begins now."""
    path, track = choice.path, look.track
    until_turn_s = path.first.after_s + path.first_turn.seconds + path.first_s
    due = choice.keeps_heading and until_turn_s <= look.lag_s + look.look_s / 2.0
    relative_rad = path.tail.headings[0] if due else path.first_heading_rad
    left = path.tail.headings[1:] if due else path.tail.headings
    if choice.keeps_heading and not due and look.previous is not None:
        heading = look.previous.heading_deg_grid
    else:
        step = 1 if due and not left else _VECTOR_STEP_DEG
        exact = situation.course.heading_deg_grid + math.degrees(relative_rad)
        heading = look.rounded(exact, step)
    leg = _leg(relative_rad, len(left))
    floor = max(choice.floor_ft, highest_floor_ahead(situation, relative_rad) or 0)
    if leg is Leg.FINAL:
        safe_ft = floor_on_final_ft(
            look.airfield, look.approach, look.course, along_nm=look.along_nm
        )
        floor = min(floor, safe_ft)
    altitude = assigned_altitude_ft(
        track.altitude_ft,
        previous_ft=None if look.previous is None else look.previous.altitude_ft,
        platform_ft=look.approach.platform_ft,
        floor_ft=floor,
        seconds_to_join=path.join_s,
        not_below_ft=look.not_below_ft,
    )
    if look.previous is not None and situation.floors.at(track.position.grid) is None:
        altitude = max(altitude, look.previous.altitude_ft)
    wanted_kt = look.final_kt if leg in (Leg.INTERCEPT, Leg.FINAL) else look.pattern_kt
    to_threshold_s = path.to_threshold_s(situation.demands.final_speed_kt)
    pattern_kt = (situation.later_airspeed_kt + look.airspeed_kt) / 2.0
    points = tuple((t, situation.place(u, w)) for t, u, w in path_points(situation, path))
    wait = look.not_before_s
    return Guidance(
        leg=leg,
        heading_deg_grid=heading,
        turn=look.turn_word(heading),
        altitude_ft=altitude,
        speed_kt=assigned_speed_kt(look.airspeed_kt, wanted_kt=wanted_kt),
        reason=_reason(
            leg,
            waits=wait is not None and path.gate_s < wait + _SPACING_SLACK_S,
            under_floor=floor > track.altitude_ft + _LEVEL_SLACK_FT,
        ),
        turn_due=due,
        floor_ft=floor,
        join_nm=path.join_nm,
        track_miles_nm=path.join_s * pattern_kt / 3600.0 + path.join_nm,
        seconds_to_gate=path.gate_s,
        seconds_to_threshold=to_threshold_s,
        sim_time_s=track.sim_time_s,
        from_heading_deg_grid=track.heading_deg_grid,
        wind=look.wind,
        ahead=(*points, (to_threshold_s, situation.course.threshold)),
        seconds_to_turn=until_turn_s,
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


def _reason(leg: Leg, *, waits: bool, under_floor: bool) -> str:
    """Return the choice of the vector directive that says why."""
    if under_floor:
        return "terrain"
    if leg in (Leg.FINAL, Leg.INTERCEPT):
        return "final"
    if waits:
        return "spacing"
    if leg is Leg.DOWNWIND:
        return "downwind"
    return "base" if leg is Leg.BASE else "final"
