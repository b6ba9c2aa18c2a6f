"""The ways to final: every pattern from where he is, flown on paper, with wind and turn radius.

A pattern is a first heading and a tail: straight to final, an intercept leg and final, or base,
intercept and final, from either side. Turns carry him (radius, and the wind while he turns), so
the lengths of two straight legs follow from where he must come out: on the course, no nearer than
the approach allows. Nothing is stored: from any place the same question is asked again, and the
pattern he is flying stays the best one until something changes.

The frame is the course's own: `u` forward along the inbound course with the threshold at zero,
`w` to the right of it, nautical miles; headings in radians clockwise from the course.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from engine.control.air_mass import turn_rate_deg_s

__all__ = [
    "Air",
    "Demands",
    "Path",
    "Pose",
    "Tail",
    "Turn",
    "fit",
    "fly",
    "make_tail",
    "turned",
    "velocity",
]

Vector = tuple[float, float]
_ALONG_COURSE = 1e-6
_CLOSE_NM = 1e-6
_LONGEST_LEG_S = 3600.0
_ABEAM_NM_S = 0.004
"""Rate of closing on the course below which a leg counts as parallel to it."""


@dataclass(frozen=True, slots=True)
class Air:
    """The wind in the course's frame, in knots."""

    u_kt: float
    w_kt: float


@dataclass(frozen=True, slots=True)
class Pose:
    """Where he is, where he points, how long it takes him to get there."""

    u_nm: float
    w_nm: float
    heading_rad: float
    after_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: signed angle, the time it takes and the distance it carries him over the ground."""

    angle_rad: float
    seconds: float
    u_nm: float
    w_nm: float


@dataclass(frozen=True, slots=True)
class Tail:
    """What follows the first heading: headings to final, with the turns between them.

    `lengths_s` are the straight parts that are fixed beforehand, None the one to be solved;
    `turns[i]` is from `headings[i]` to `headings[i + 1]`.
    """

    headings: tuple[float, ...]
    lengths_s: tuple[float | None, ...]
    turns: tuple[Turn, ...]
    carried: Vector
    seconds: float
    free: Vector | None
    least_free_s: float


@dataclass(frozen=True, slots=True)
class Demands:
    """What a pattern must satisfy: where it may join and not before when it may be there.

    `not_before_s` is for spacing, `down_s` the time he needs to get down; both until the gate.
    `far_join_nm` is where joins are ordinarily made at the farthest.

    `far_first` asks for the farthest join instead of the quickest.
    """

    least_join_nm: float
    most_join_nm: float
    far_join_nm: float
    gate_nm: float
    not_before_s: float
    down_s: float
    final_speed_kt: float
    far_first: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A pattern that fits: the first heading, its length, the tail with its solved length."""

    first: Pose
    first_turn: Turn
    first_heading_rad: float
    first_s: float
    next_turn: Turn
    tail: Tail
    free_s: float
    join_nm: float
    join_s: float
    gate_s: float

    def to_threshold_s(self, final_speed_kt: float) -> float:
        """Return the seconds until the threshold."""
        return self.join_s + self.join_nm * 3600.0 / final_speed_kt


def velocity(heading_rad: float, airspeed_kt: float, air: Air) -> Vector:
    """Return the velocity over the ground in nautical miles a second."""
    return (
        (airspeed_kt * math.cos(heading_rad) + air.u_kt) / 3600.0,
        (airspeed_kt * math.sin(heading_rad) + air.w_kt) / 3600.0,
    )


def turned(from_rad: float, to_rad: float, *, airspeed_kt: float, air: Air) -> Turn:
    """Return the shorter turn from one heading to another, as it carries him over the ground."""
    angle = math.remainder(to_rad - from_rad, math.tau)
    if abs(angle) < _ALONG_COURSE:
        return Turn(0.0, 0.0, 0.0, 0.0)
    rate = math.radians(turn_rate_deg_s(airspeed_kt))
    seconds = abs(angle) / rate
    radius = math.copysign(airspeed_kt / 3600.0 / rate, angle)
    end = from_rad + angle
    return Turn(
        angle,
        seconds,
        radius * (math.sin(end) - math.sin(from_rad)) + air.u_kt * seconds / 3600.0,
        radius * (math.cos(from_rad) - math.cos(end)) + air.w_kt * seconds / 3600.0,
    )


def fly(pose: Pose, heading_rad: float, seconds: float, *, airspeed_kt: float, air: Air) -> Pose:
    """Return the pose after some seconds of turning to a heading and flying on."""
    angle = math.remainder(heading_rad - pose.heading_rad, math.tau)
    rate = math.radians(turn_rate_deg_s(airspeed_kt))
    part = math.copysign(min(abs(angle), rate * seconds), angle)
    turn = turned(pose.heading_rad, pose.heading_rad + part, airspeed_kt=airspeed_kt, air=air)
    u, w = velocity(pose.heading_rad + part, airspeed_kt, air)
    rest = max(0.0, seconds - turn.seconds)
    return Pose(
        pose.u_nm + turn.u_nm + u * rest,
        pose.w_nm + turn.w_nm + w * rest,
        pose.heading_rad + part,
        pose.after_s + seconds,
    )


def make_tail(
    headings: tuple[float, ...],
    lengths_s: tuple[float | None, ...],
    *,
    least_free_s: float,
    airspeed_kt: float,
    air: Air,
) -> Tail:
    """Return a tail with its turns worked out; at most one length is None."""
    turns = tuple(turned(a, b, airspeed_kt=airspeed_kt, air=air) for a, b in pairwise(headings))
    u = sum(turn.u_nm for turn in turns)
    w = sum(turn.w_nm for turn in turns)
    seconds = sum(turn.seconds for turn in turns)
    free: Vector | None = None
    for heading, length in zip(headings, lengths_s, strict=False):
        moving = velocity(heading, airspeed_kt, air)
        if length is None:
            free = moving
        else:
            u += moving[0] * length
            w += moving[1] * length
            seconds += length
    return Tail(headings, lengths_s, turns, (u, w), seconds, free, least_free_s)


def fit(
    first: Pose,
    first_turn: Turn,
    tail: Tail,
    *,
    least_first_s: float,
    airspeed_kt: float,
    air: Air,
    demands: Demands,
) -> Path | None:
    """Return the shortest pattern of this shape that satisfies the demands, or None.

    `first` is where the first turn begins. The demand for time is met as far as the shape can.
    """
    heading = first.heading_rad + first_turn.angle_rad
    next_turn = turned(heading, tail.headings[0], airspeed_kt=airspeed_kt, air=air)
    going = velocity(heading, airspeed_kt, air)
    u = first.u_nm + first_turn.u_nm + next_turn.u_nm + tail.carried[0]
    w = first.w_nm + first_turn.w_nm + next_turn.w_nm + tail.carried[1]
    fixed_s = first.after_s + first_turn.seconds + next_turn.seconds + tail.seconds
    if tail.free is None:
        if abs(going[1]) < _ABEAM_NM_S:
            return None
        first_s, free_s = -w / going[1], 0.0
        if first_s < least_first_s:
            return None
    else:
        lengths = _lengths(
            (u, w),
            going,
            tail.free,
            least=(least_first_s, tail.least_free_s),
            demands=demands,
            fixed_s=fixed_s,
        )
        if lengths is None:
            return None
        first_s, free_s = lengths
    free = tail.free or (0.0, 0.0)
    join = -(u + going[0] * first_s + free[0] * free_s)
    if not demands.least_join_nm - _CLOSE_NM <= join <= demands.most_join_nm + _CLOSE_NM:
        return None
    join_s = fixed_s + first_s + free_s
    gate_s = join_s + (join - demands.gate_nm) * 3600.0 / demands.final_speed_kt
    return Path(first, first_turn, heading, first_s, next_turn, tail, free_s, join, join_s, gate_s)


def _lengths(
    at: Vector,
    going: Vector,
    free: Vector,
    *,
    least: tuple[float, float],
    demands: Demands,
    fixed_s: float,
) -> tuple[float, float] | None:
    """Solve the two straight lengths: out on the course, as short as allowed, not too early.

    One equation (no distance off the course) leaves one free length `p`; every demand is a bound
    on it, the time is linear in it, so the best is at a bound.
    """
    by_free = abs(going[1]) >= abs(free[1])
    steady, moving = (going, free) if by_free else (free, going)
    least_other, least_p = (least[0], least[1]) if by_free else (least[1], least[0])
    if abs(steady[1]) < _ABEAM_NM_S:
        return None
    other_0, other_1 = -at[1] / steady[1], -moving[1] / steady[1]
    join_0 = -(at[0] + steady[0] * other_0)
    join_1 = -(moving[0] + steady[0] * other_1)
    low, high = least_p, _LONGEST_LEG_S
    for constant, slope in (
        (other_0 - least_other, other_1),
        (join_0 - demands.least_join_nm, join_1),
        (demands.most_join_nm - join_0, -join_1),
    ):
        if abs(slope) < 1e-9:
            if constant < 0.0:
                return None
        elif slope > 0.0:
            low = max(low, -constant / slope)
        else:
            high = min(high, -constant / slope)
    if low > high:
        return None
    per_nm = 3600.0 / demands.final_speed_kt
    gate_0 = fixed_s + other_0 + (join_0 - demands.gate_nm) * per_nm
    gate_1 = 1.0 + other_1 + join_1 * per_nm
    p = low if gate_1 >= 0.0 else high
    if demands.far_first:
        p = high if join_1 > 0.0 else low
        other = other_0 + other_1 * p
        return (other, p) if by_free else (p, other)
    earliest_s = max(demands.not_before_s, demands.down_s)
    if gate_0 + gate_1 * p < earliest_s and abs(gate_1) > 1e-9:
        p = min(high, max(low, (earliest_s - gate_0) / gate_1))
    other = other_0 + other_1 * p
    return (other, p) if by_free else (p, other)
