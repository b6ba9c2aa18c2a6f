"""A kinematic aircraft: a point with a heading, a speed and a height, flown by orders.

Pure: `advance` takes a state, what the pilot wants, and a short time, and gives the next state.
The nose points where the compass says and the wind carries the rest, so a heading flown in a
crosswind drifts off a course exactly as it does for a pilot under vectors. On the ground it rolls
along the runway, brakes to taxi speed, turns off and stops.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.model.geometry import (
    KNOTS_PER_METRE_PER_SECOND,
    METRES_PER_NM,
    GridPoint,
    normalise_deg,
    signed_turn_deg,
)
from engine.profile.theatre import RunwayEnd
from engine.sim.performance import Performance, turn_rate_deg_s

__all__ = ["CALM", "AircraftState", "Motion", "Strip", "Wanted", "Wind", "advance", "ground_vector"]

FLARE_HEIGHT_FT = 30.0
FLARE_FPM = 360.0
VACATE_OFFSET_M = 90.0
"""How far beside the centreline an aircraft is clear: past the CAT I holding position of an
ICAO code 4 runway (Annex 14 table 3-2: 90 m)."""
TURN_OFF_DEG = 60.0
TAKE_OFF_KT_S = 5.0
LIFT_OFF_FACTOR = 1.1


class Motion(StrEnum):
    """What holds the aircraft up."""

    AIRBORNE = "airborne"
    TAKING_OFF = "taking off"
    ROLLING = "rolling"
    VACATING = "vacating"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Wind:
    """A steady wind FROM a grid direction."""

    from_deg_grid: float
    speed_kt: float

    def drift_m_s(self) -> tuple[float, float]:
        """Return the north and east parts of the air's own motion in metres a second."""
        towards = math.radians(self.from_deg_grid + 180.0)
        speed = self.speed_kt / KNOTS_PER_METRE_PER_SECOND
        return speed * math.cos(towards), speed * math.sin(towards)


CALM = Wind(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Strip:
    """The runway he lands on: threshold, landing direction and height above sea level."""

    threshold: GridPoint
    heading_deg_grid: float
    elevation_ft: float

    @staticmethod
    def of(end: RunwayEnd, elevation_ft: float) -> Strip:
        """Return the strip of a profile's runway end."""
        return Strip(end.threshold.grid, end.heading_deg_grid, elevation_ft)

    def along_cross_m(self, point: GridPoint) -> tuple[float, float]:
        """Return metres past the threshold along the runway, and metres right of its line."""
        north = point.north_m - self.threshold.north_m
        east = point.east_m - self.threshold.east_m
        course = math.radians(self.heading_deg_grid)
        along = north * math.cos(course) + east * math.sin(course)
        cross = -north * math.sin(course) + east * math.cos(course)
        return along, cross


@dataclass(frozen=True, slots=True)
class AircraftState:
    """Where he is and how he moves; airspeed in the air, ground speed on the runway."""

    grid: GridPoint
    altitude_ft: float
    heading_deg_grid: float
    airspeed_kt: float
    vertical_fpm: float = 0.0
    motion: Motion = Motion.AIRBORNE

    @property
    def airborne(self) -> bool:
        """Tell whether the wheels are off the ground."""
        return self.motion is Motion.AIRBORNE


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the pilot is making the aircraft do.

    `turn` forces a direction while the turn is wide; None takes the shorter. `vertical_fpm` bounds
    the rate towards `altitude_ft`. `land_on` lets the wheels touch there; without it he levels off
    at the ground's height plus a little and never lands. `vacate` lets him turn off when slow;
    `take_off` lets him roll from where he stands until he flies.
    """

    heading_deg_grid: float
    altitude_ft: float
    airspeed_kt: float
    turn: str | None = None
    vertical_fpm: float | None = None
    land_on: Strip | None = None
    vacate: bool = True
    take_off: bool = False


def ground_vector(state: AircraftState, wind: Wind) -> tuple[float, float]:
    """Return course over the ground in grid degrees and ground speed in knots."""
    if not state.airborne:
        return state.heading_deg_grid, state.airspeed_kt
    north, east = _ground_velocity_m_s(state, wind)
    speed = math.hypot(north, east) * KNOTS_PER_METRE_PER_SECOND
    return normalise_deg(math.degrees(math.atan2(east, north))), speed


def advance(
    state: AircraftState, wanted: Wanted, *, performance: Performance, wind: Wind, seconds: float
) -> AircraftState:
    """Return the state after `seconds` (a quarter of a second or so) of flying to `wanted`."""
    if state.motion is Motion.AIRBORNE:
        return _fly(state, wanted, performance=performance, wind=wind, seconds=seconds)
    if wanted.take_off:
        return _take_off(state, wanted, performance=performance, seconds=seconds)
    return _roll(state, wanted, performance=performance, seconds=seconds)


def _fly(
    state: AircraftState, wanted: Wanted, *, performance: Performance, wind: Wind, seconds: float
) -> AircraftState:
    heading = _turned(state, wanted, seconds)
    speed = _accelerated(state.airspeed_kt, wanted.airspeed_kt, performance, seconds)
    rate_fpm = _climb_rate_fpm(state, wanted, performance)
    altitude = state.altitude_ft + rate_fpm * seconds / 60.0
    moved = replace(state, heading_deg_grid=heading, airspeed_kt=speed, altitude_ft=altitude)
    north, east = _ground_velocity_m_s(moved, wind)
    moved = replace(
        moved,
        grid=GridPoint(state.grid.north_m + north * seconds, state.grid.east_m + east * seconds),
        vertical_fpm=rate_fpm,
    )
    strip = wanted.land_on
    if strip is None or altitude > strip.elevation_ft:
        return moved
    ground_speed = math.hypot(north, east) * KNOTS_PER_METRE_PER_SECOND
    return replace(
        moved,
        altitude_ft=strip.elevation_ft,
        heading_deg_grid=strip.heading_deg_grid,
        airspeed_kt=ground_speed,
        vertical_fpm=0.0,
        motion=Motion.ROLLING,
    )


def _roll(
    state: AircraftState, wanted: Wanted, *, performance: Performance, seconds: float
) -> AircraftState:
    strip = wanted.land_on
    if strip is None or state.motion is Motion.STOPPED:
        return replace(state, airspeed_kt=0.0, vertical_fpm=0.0, motion=Motion.STOPPED)
    speed = max(performance.taxi_kt, state.airspeed_kt - performance.braking_kt_s * seconds)
    _, cross = strip.along_cross_m(state.grid)
    heading = strip.heading_deg_grid
    motion: Motion = state.motion
    if motion is Motion.ROLLING and speed <= performance.taxi_kt and wanted.vacate:
        motion = Motion.VACATING
    if motion is Motion.VACATING:
        heading = normalise_deg(strip.heading_deg_grid + TURN_OFF_DEG)
        if abs(cross) >= VACATE_OFFSET_M:
            motion, speed = Motion.STOPPED, 0.0
    metres = speed * METRES_PER_NM / 3600.0 * seconds
    radians = math.radians(heading)
    return replace(
        state,
        grid=GridPoint(
            state.grid.north_m + metres * math.cos(radians),
            state.grid.east_m + metres * math.sin(radians),
        ),
        heading_deg_grid=heading,
        airspeed_kt=speed,
        motion=motion,
    )


def _take_off(
    state: AircraftState, wanted: Wanted, *, performance: Performance, seconds: float
) -> AircraftState:
    """Roll along the runway and lift off a little faster than he would come over its threshold."""
    speed = state.airspeed_kt + TAKE_OFF_KT_S * seconds
    metres = speed * METRES_PER_NM / 3600.0 * seconds
    radians = math.radians(wanted.heading_deg_grid)
    return replace(
        state,
        grid=GridPoint(
            state.grid.north_m + metres * math.cos(radians),
            state.grid.east_m + metres * math.sin(radians),
        ),
        heading_deg_grid=wanted.heading_deg_grid,
        airspeed_kt=speed,
        motion=Motion.AIRBORNE
        if speed >= LIFT_OFF_FACTOR * performance.approach_kt
        else Motion.TAKING_OFF,
    )


def _turned(state: AircraftState, wanted: Wanted, seconds: float) -> float:
    error = signed_turn_deg(state.heading_deg_grid, wanted.heading_deg_grid)
    wide = abs(error) > 10.0
    if wide and wanted.turn == "left" and error > 0.0:
        error -= 360.0
    elif wide and wanted.turn == "right" and error < 0.0:
        error += 360.0
    step = turn_rate_deg_s(state.airspeed_kt) * seconds
    return normalise_deg(state.heading_deg_grid + max(-step, min(step, error)))


def _accelerated(
    speed_kt: float, wanted_kt: float, performance: Performance, seconds: float
) -> float:
    target = max(performance.approach_kt * 0.9, min(performance.maximum_kt, wanted_kt))
    if target >= speed_kt:
        return min(target, speed_kt + performance.acceleration_kt_s * seconds)
    return max(target, speed_kt - performance.deceleration_kt_s * seconds)


def _climb_rate_fpm(state: AircraftState, wanted: Wanted, performance: Performance) -> float:
    difference = wanted.altitude_ft - state.altitude_ft
    limit = performance.climb_fpm if difference > 0.0 else performance.descent_fpm
    if wanted.vertical_fpm is not None:
        limit = min(limit, abs(wanted.vertical_fpm))
    # The last feet are flown over a few seconds, or the height would saw about the level.
    eased = min(limit, abs(difference) * 60.0 / 4.0)
    strip = wanted.land_on
    if strip is not None and state.altitude_ft - strip.elevation_ft < FLARE_HEIGHT_FT:
        return -FLARE_FPM
    return math.copysign(eased, difference) if difference else 0.0


def _ground_velocity_m_s(state: AircraftState, wind: Wind) -> tuple[float, float]:
    radians = math.radians(state.heading_deg_grid)
    speed = state.airspeed_kt / KNOTS_PER_METRE_PER_SECOND
    north, east = wind.drift_m_s()
    return speed * math.cos(radians) + north, speed * math.sin(radians) + east
