"""Choosing among the ways to final: the quickest that is safe, with a price on changing one's mind.

Every heading change costs the same whether it is ordered now or later in the pattern. So the
pattern being flown keeps its price when a planned turn comes due, and a different pattern must be
better by more than a transmission is worth: that is what keeps headings from arguing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.control.course import FinalCourse
from engine.control.descent import DESCENT_FPM
from engine.control.guidance import Way, along_way
from engine.control.pattern import (
    Air,
    Demands,
    Path,
    Pose,
    Tail,
    Turn,
    fit,
    fly,
    make_tail,
    turned,
    velocity,
)
from engine.control.safe_altitude import Floors
from engine.model.geometry import GridPoint, range_nm

__all__ = ["Choice", "Situation", "choose", "highest_floor_ahead", "path_points"]

_TURN_COST_S = 15.0
_REVERSAL_COST_S = 60.0
_HASTY_COST_S = 40.0
_SETTLED_S = 90.0
_WRONG_SIDE_COST_S = 25.0
_STEEP_COST_S = 45.0
_WIGGLE_COST_S = 40.0
_JOG_COST_S = 20.0
_BRIEF_S = 50.0
_SMALL_TURN_RAD = math.radians(30.0)
_EARLY_WEIGHT = 5.0
_HIGH_WEIGHT = 2.0
"""Seconds that one second too early at the gate is worth: for spacing, for getting down."""
_WAITING_ON_FINAL_S_PER_NM = 8.0
_WAITING_S = 30.0
"""Who waits does so in the pattern, where he can be turned, and not on a long final."""
_SHORT_FINAL_COST_S_PER_NM = 100.0
_LONG_FINAL_COST_S_PER_NM = 1.0
_UNDER_FLOOR_WEIGHT = 0.005
"""Seconds of detour that one foot under a floor for one second is worth."""
_NEW_PENALTY_SHARE = 1.15
"""What a new way must gain on floors before it is worth changing to."""
_CLIMB_COST_S_PER_FT = 0.03
_UNCOVERED_FT = 3000.0
_TRAFFIC_NM = 4.0
"""Radar separation and a mile of guard, along predicted ways."""
_TRAFFIC_WEIGHT = 4.0
"""Seconds of detour that one mile of missing room for one second is worth."""
_CLIMB_FPM = 700.0
_SAMPLE_S = 12.0
_AHEAD_S = 120.0
"""A vector must be safe for two minutes if no other follows."""
_NEW_LEG_S = 15.0
_PROMPT_S = 3.0
_BASE_LEG_S = 12.0
_INTERCEPT_LEG_S = 30.0
_WORN_BASE_S = 0.0
_WORN_INTERCEPT_S = 12.0
"""What may be left of a leg's length, or of the room at the join, once he is on his way to it."""
_STEEPEST_EXTRA_DEG = 15.0
_LATE_S = 15.0


@dataclass(frozen=True, slots=True)
class Situation:
    """What the choice rests on, in the course's frame.

    `headings_rad` are those that can be spoken; `ordered_rad` the last that was, `order_age_s`
    ago; `ordered_turn` its direction (+1 right, -1 left, 0 none). `side` is +1 when the pattern
    is preferred right of the course (looking inbound), -1 left. `last_demands` are what is accepted
    rather than begin again, once he is on his way in (`intercepting`: on the leg that meets it).
    `traffic` are predicted ways of others to keep away from.
    """

    course: FinalCourse
    floors: Floors
    pose: Pose
    altitude_ft: float
    airspeed_kt: float
    later_airspeed_kt: float
    air: Air
    headings_rad: tuple[float, ...]
    ordered_rad: float | None
    order_age_s: float
    ordered_turn: int
    lag_s: float
    side: int
    intercept_rad: float
    platform_ft: int
    demands: Demands
    last_demands: Demands
    intercepting: bool
    traffic: tuple[Way, ...] = ()

    def place(self, u_nm: float, w_nm: float) -> GridPoint:
        """Return a point of the course's frame on the grid."""
        return self.course.point(-u_nm, w_nm)


@dataclass(frozen=True, slots=True)
class Choice:
    """The pattern chosen, what it costs, whether it begins with the heading he has."""

    path: Path
    cost_s: float
    keeps_heading: bool
    floor_ft: int


def choose(situation: Situation) -> Choice | None:
    """Return the best pattern, or None when no shape fits."""
    tails = _tails(situation, base_s=_BASE_LEG_S, intercept_s=_INTERCEPT_LEG_S)
    ways = list(_ways(situation, tails, situation.headings_rad[::2], near_course=False))
    best = _cheapest(situation, ways)
    if best is None:
        return None
    near = _neighbours(situation, best.path.first_heading_rad)
    finer = list(_ways(situation, tails, near, near_course=True, with_held=False))
    better = _cheapest(situation, finer)
    return better if better is not None and better.cost_s < best.cost_s else best


def _neighbours(situation: Situation, heading_rad: float) -> tuple[float, ...]:
    step = math.radians(7.6)
    return tuple(
        h for h in situation.headings_rad if abs(math.remainder(h - heading_rad, math.tau)) <= step
    )


def _tails(situation: Situation, *, base_s: float, intercept_s: float) -> tuple[Tail, ...]:
    """Return the tails: final; intercept and final; base, intercept and final; both sides."""
    kt, air = situation.later_airspeed_kt, situation.air
    final = _heading_for(0.0, kt, air)
    tails = [make_tail((final,), (0.0,), least_free_s=0.0, airspeed_kt=kt, air=air)]
    for side in (situation.side, -situation.side):
        inbound = _heading_for(-side * situation.intercept_rad, kt, air)
        base = _heading_for(-side * math.pi / 2.0, kt, air)
        tails.append(
            make_tail(
                (inbound, final),
                (None, 0.0),
                least_free_s=intercept_s,
                airspeed_kt=kt,
                air=air,
            )
        )
        tails.append(
            make_tail(
                (base, inbound, final),
                (None, intercept_s, 0.0),
                least_free_s=base_s,
                airspeed_kt=kt,
                air=air,
            )
        )
    return tuple(tails)


def _heading_for(course_rad: float, airspeed_kt: float, air: Air) -> float:
    across = air.w_kt * math.cos(course_rad) - air.u_kt * math.sin(course_rad)
    return course_rad - math.asin(max(-0.9, min(0.9, across / airspeed_kt)))


def _ways(
    situation: Situation,
    tails: tuple[Tail, ...],
    headings: tuple[float, ...],
    *,
    near_course: bool,
    with_held: bool = True,
) -> Iterator[tuple[float, Path, bool]]:
    """Yield every pattern that fits, with its cost before floors and whether its heading is new."""
    kt, air, pose = situation.airspeed_kt, situation.air, situation.pose
    waiting_s = max(0.0, situation.lag_s - situation.order_age_s)
    ordered = situation.ordered_rad
    held = pose.heading_rad if ordered is None else ordered
    idle = fly(pose, pose.heading_rad, waiting_s, airspeed_kt=kt, air=air)
    wide = situation.intercept_rad + math.radians(_STEEPEST_EXTRA_DEG)
    if with_held and ordered is not None:
        turn = turned(pose.heading_rad, ordered, airspeed_kt=kt, air=air)
        for kept in _held(situation, idle, turn, tails, ordered):
            yield _cost(situation, kept, new=False), kept, False
    heard = idle
    if ordered is not None:
        rest = situation.lag_s - waiting_s
        heard = fly(idle, held, rest, airspeed_kt=kt, air=air)
    elif waiting_s < situation.lag_s:
        heard = fly(pose, held, situation.lag_s, airspeed_kt=kt, air=air)
    for heading in headings if near_course else _with_near_course(situation, headings):
        first_turn = turned(heard.heading_rad, heading, airspeed_kt=kt, air=air)
        for tail in tails:
            if tail.free is None and abs(math.remainder(heading, math.tau)) > wide:
                continue
            straight = tail.free is None and situation.intercepting
            demands = situation.last_demands if straight else situation.demands
            path = fit(
                heard,
                first_turn,
                tail,
                least_first_s=_NEW_LEG_S,
                airspeed_kt=kt,
                air=air,
                demands=demands,
            )
            if path is not None:
                yield _cost(situation, path, new=True), path, True


def _held(
    situation: Situation, idle: Pose, turn: Turn, tails: tuple[Tail, ...], ordered: float
) -> Iterator[Path]:
    """Yield the patterns that go on with the heading he has.

    A new pattern is chosen with room to spare; while it is flown the room may be used up, so that
    a late turn or a gust does not throw the pattern away.
    """
    wide = situation.intercept_rad + math.radians(_STEEPEST_EXTRA_DEG)
    worn = _tails(situation, base_s=_WORN_BASE_S, intercept_s=_WORN_INTERCEPT_S)
    for tail, worn_tail in zip(tails, worn, strict=True):
        if tail.free is None and abs(math.remainder(ordered, math.tau)) > wide:
            continue
        if tail.free is None:
            stages = [(tail, situation.last_demands, -_LATE_S)]
        else:
            most = situation.demands.least_join_nm
            worn_demands = replace(situation.last_demands, most_join_nm=most)
            stages = [
                (tail, situation.demands, 0.0),
                (worn_tail, situation.demands, 0.0),
                (worn_tail, worn_demands, 0.0),
            ]
        for shape, demands, least_s in stages:
            path = fit(
                idle,
                turn,
                shape,
                least_first_s=least_s,
                airspeed_kt=situation.airspeed_kt,
                air=situation.air,
                demands=demands,
            )
            if path is not None:
                yield path
                break


def _with_near_course(situation: Situation, headings: tuple[float, ...]) -> tuple[float, ...]:
    """Return the coarse headings and every finer one that could meet the course."""
    wide = situation.intercept_rad + math.radians(_STEEPEST_EXTRA_DEG)
    close = {h for h in situation.headings_rad if abs(math.remainder(h, math.tau)) <= wide}
    return (*headings, *sorted(close - set(headings)))


def _cost(situation: Situation, path: Path, *, new: bool) -> float:
    """Return the price of a pattern in seconds, before floors."""
    demands = situation.demands
    cost = path.to_threshold_s(demands.final_speed_kt)
    cost += _TURN_COST_S * (len(path.tail.headings) + new)
    cost += _EARLY_WEIGHT * max(0.0, demands.not_before_s - path.gate_s)
    cost += _HIGH_WEIGHT * max(0.0, demands.down_s - path.gate_s)
    cost += _LONG_FINAL_COST_S_PER_NM * max(0.0, path.join_nm - demands.least_join_nm)
    if path.gate_s < max(demands.not_before_s, demands.down_s) + _WAITING_S:
        cost += _WAITING_ON_FINAL_S_PER_NM * max(0.0, path.join_nm - demands.far_join_nm)
    cost += _SHORT_FINAL_COST_S_PER_NM * max(0.0, demands.gate_nm - path.join_nm)
    last = path.tail.headings[-2] if len(path.tail.headings) > 1 else path.first_heading_rad
    cut = abs(math.remainder(last - path.tail.headings[-1], math.tau))
    if cut > situation.intercept_rad + math.radians(3.0):
        cost += _STEEP_COST_S
    if len(path.tail.headings) > 1 and math.sin(last) * situation.side > 0.0:
        cost += _WRONG_SIDE_COST_S
    if new:
        direction = path.first_turn.angle_rad
        lasts = path.first_turn.seconds + path.first_s
        if lasts < _BRIEF_S:
            back = direction * path.next_turn.angle_rad < 0.0
            small = abs(direction) < _SMALL_TURN_RAD
            cost += (_WIGGLE_COST_S if back else 0.0) + (_JOG_COST_S if small else 0.0)
        if situation.ordered_rad is not None:
            cost += _HASTY_COST_S * max(0.0, 1.0 - situation.order_age_s / _SETTLED_S)
        if direction * situation.ordered_turn < 0.0 and situation.order_age_s < 35.0:
            cost += _REVERSAL_COST_S
    return cost


def _cheapest(situation: Situation, ways: list[tuple[float, Path, bool]]) -> Choice | None:
    """Return the cheapest once floors are counted; floors are looked up only where it matters."""
    ways.sort(key=lambda way: way[0])
    best: Choice | None = None
    for cost, path, new in ways:
        if best is not None and cost >= best.cost_s:
            break
        penalty, floor = _hazards(situation, path)
        penalty *= _NEW_PENALTY_SHARE if new else 1.0
        if best is None or cost + penalty < best.cost_s:
            best = Choice(path, cost + penalty, not new, floor)
    return best


def path_points(situation: Situation, path: Path) -> Iterator[tuple[float, float, float]]:
    """Yield (seconds, u, w) along a pattern until it joins the course."""
    pose, air = situation.pose, situation.air
    yield 0.0, pose.u_nm, pose.w_nm
    u, w, t = path.first.u_nm, path.first.w_nm, path.first.after_s
    yield t, u, w
    legs = [(path.first_turn, path.first_heading_rad, path.first_s, situation.airspeed_kt)]
    turns = (path.next_turn, *path.tail.turns)
    for turn, heading, length in zip(turns, path.tail.headings, path.tail.lengths_s, strict=True):
        straight = path.free_s if length is None else length
        legs.append((turn, heading, straight, situation.later_airspeed_kt))
    for turn, heading, straight, kt in legs:
        u, w, t = u + turn.u_nm, w + turn.w_nm, t + turn.seconds
        yield t, u, w
        going = velocity(heading, kt, air)
        steps = max(0, math.ceil(straight / _SAMPLE_S))
        for step in range(1, steps + 1):
            part = straight * step / steps
            yield t + part, u + going[0] * part, w + going[1] * part
        u, w, t = u + going[0] * straight, w + going[1] * straight, t + straight


def _hazards(situation: Situation, path: Path) -> tuple[float, int]:
    """Return what floors and traffic add to the price of a pattern, and the highest floor."""
    floors, altitude = situation.floors, situation.altitude_ft
    penalty, highest, lacking, before = 0.0, 0, 0.0, 0.0
    for seconds, u, w in path_points(situation, path):
        place = situation.place(u, w)
        floor = floors.near(place)
        passed, before = seconds - before, seconds
        for way in situation.traffic:
            short_nm = _TRAFFIC_NM - range_nm(place, along_way(way, seconds))
            if short_nm > 0.0 and seconds <= way[-1][0]:
                penalty += _TRAFFIC_WEIGHT * short_nm * passed
        if floor is None:
            penalty += _UNDER_FLOOR_WEIGHT * _UNCOVERED_FT * passed
            continue
        highest = max(highest, floor)
        reach = altitude + _CLIMB_FPM / 60.0 * max(0.0, seconds - situation.lag_s)
        if floor > reach:
            penalty += _UNDER_FLOOR_WEIGHT * (floor - reach) * passed
        down_s = (min(floor, reach) - situation.platform_ft) * 60.0 / DESCENT_FPM
        lacking = max(lacking, down_s - (path.join_s - seconds))
    ahead = highest_floor_ahead(situation, path.first_heading_rad)
    if ahead is None:
        penalty += _UNDER_FLOOR_WEIGHT * _UNCOVERED_FT * _AHEAD_S / 4.0
    else:
        penalty += _CLIMB_COST_S_PER_FT * max(0.0, ahead - altitude)
    return penalty + 2.0 * max(0.0, lacking), highest


def highest_floor_ahead(situation: Situation, heading_rad: float) -> int | None:
    """Return the highest floor of a vector held for two minutes; None if it leads off the map.

    He may turn at once or late, so the line from where he is counts, the turn, and the line from
    where a late turn ends.
    """
    pose, kt, air = situation.pose, situation.airspeed_kt, situation.air
    turn = turned(pose.heading_rad, heading_rad, airspeed_kt=kt, air=air)
    going = velocity(heading_rad, kt, air)
    starts = [(pose.u_nm, pose.w_nm)]
    if turn.seconds > _PROMPT_S:
        idle = velocity(pose.heading_rad, kt, air)
        u = pose.u_nm + idle[0] * situation.lag_s
        w = pose.w_nm + idle[1] * situation.lag_s
        late = Pose(u, w, pose.heading_rad)
        half = fly(late, heading_rad, turn.seconds / 2.0, airspeed_kt=kt, air=air)
        starts += [(u, w), (half.u_nm, half.w_nm), (u + turn.u_nm, w + turn.w_nm)]
    ends = {starts[0], starts[-1]}
    highest = 0
    for index, (u, w) in enumerate(starts):
        for step in range(round(_AHEAD_S / _SAMPLE_S) + 1 if (u, w) in ends else 1):
            along = _SAMPLE_S * step
            place = situation.place(u + going[0] * along, w + going[1] * along)
            floor = situation.floors.near(place)
            if floor is None and index == len(starts) - 1:
                return None
            highest = max(highest, floor or 0)
    return highest
