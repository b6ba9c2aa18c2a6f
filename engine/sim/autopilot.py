"""From what a pilot means to fly to what the aircraft is made to do this instant.

Headings under vectors are flown as told, wind and all. A hold corrects back to its fix and a
visual final corrects for drift, because there a pilot looks out of the window.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.model.geometry import (
    METRES_PER_NM,
    GridPoint,
    angle_between_deg,
    bearing_deg_grid,
    normalise_deg,
    range_nm,
    signed_turn_deg,
)
from engine.sim.aircraft import AircraftState, Strip, Wanted, Wind, ground_vector
from engine.sim.orders import Flying, Missed, Orders, Racetrack

__all__ = ["HoldLeg", "Leg", "wanted"]

AIM_PAST_THRESHOLD_M = 150.0
"""Where he would cross the flare height: short of the ICAO aiming point (Annex 14 5.2.5.2)."""
MIN_LOOKAHEAD_M = 500.0
SPREAD_MARGIN = 1.15
"""A descent over a mile is flown a little early rather than a little late."""


class Leg(StrEnum):
    """The parts of a racetrack."""

    INBOUND = "inbound"
    TURN_OUT = "turn out"
    OUTBOUND = "outbound"
    TURN_IN = "turn in"


@dataclass(frozen=True, slots=True)
class HoldLeg:
    """Which leg of the hold he is on and when he began it."""

    leg: Leg = Leg.TURN_OUT
    since_ms: int = 0


def wanted(
    orders: Orders,
    state: AircraftState,
    *,
    strip: Strip,
    wind: Wind,
    variation_deg: float,
    approach_kt: float,
    hold: HoldLeg,
    now_ms: int,
) -> tuple[Wanted, HoldLeg]:
    """Return the controls for this instant, and the hold's leg as it stands now."""
    if orders.flying is Flying.VISUAL:
        return _visual(orders, state, strip, wind, approach_kt), hold
    if orders.flying is Flying.TAKE_OFF:
        return replace(_heading(orders, state, wind, variation_deg), take_off=True), hold
    if orders.flying is Flying.GROUND or not state.airborne:
        return _on_ground(orders, strip), hold
    if orders.flying is Flying.HOLDING and orders.racetrack is not None:
        return _racetrack(
            orders,
            orders.racetrack,
            state,
            wind=wind,
            variation_deg=variation_deg,
            hold=hold,
            now_ms=now_ms,
        )
    if orders.flying is Flying.MISSED and orders.missed is not None:
        return _missed(orders, orders.missed, state, strip, variation_deg), hold
    return _heading(orders, state, wind, variation_deg), hold


def _heading(orders: Orders, state: AircraftState, wind: Wind, variation_deg: float) -> Wanted:
    rate = None
    if orders.descend_over_nm and orders.altitude_ft < state.altitude_ft:
        _, ground_speed = ground_vector(state, wind)
        minutes = orders.descend_over_nm / max(ground_speed, 60.0) * 60.0
        rate = (state.altitude_ft - orders.altitude_ft) / minutes * SPREAD_MARGIN
        rate = max(rate, 300.0)
    return Wanted(
        heading_deg_grid=normalise_deg(orders.heading_deg_mag + variation_deg),
        altitude_ft=orders.altitude_ft,
        airspeed_kt=orders.speed_kt,
        turn=orders.turn,
        vertical_fpm=rate,
    )


def _visual(
    orders: Orders, state: AircraftState, strip: Strip, wind: Wind, approach_kt: float
) -> Wanted:
    along, cross = strip.along_cross_m(state.grid)
    course, ground_speed = ground_vector(state, wind)
    to_go_m = AIM_PAST_THRESHOLD_M - along
    lookahead = max(MIN_LOOKAHEAD_M, 0.4 * abs(to_go_m))
    track = strip.heading_deg_grid - math.degrees(math.atan2(cross, lookahead))
    drift = signed_turn_deg(state.heading_deg_grid, course)
    height = state.altitude_ft - strip.elevation_ft
    minutes = max(to_go_m, 50.0) / METRES_PER_NM / max(ground_speed, 60.0) * 60.0
    return Wanted(
        heading_deg_grid=normalise_deg(track - drift),
        altitude_ft=strip.elevation_ft - 100.0,
        airspeed_kt=approach_kt,
        vertical_fpm=max(300.0, height / minutes),
        land_on=strip,
        vacate=orders.vacate,
    )


def _on_ground(orders: Orders, strip: Strip) -> Wanted:
    return Wanted(
        heading_deg_grid=strip.heading_deg_grid,
        altitude_ft=strip.elevation_ft,
        airspeed_kt=0.0,
        land_on=strip,
        vacate=orders.vacate,
    )


def _missed(
    orders: Orders, missed: Missed, state: AircraftState, strip: Strip, variation_deg: float
) -> Wanted:
    climbing_ahead = state.altitude_ft < missed.straight_to_ft - 50
    heading = (
        strip.heading_deg_grid
        if climbing_ahead
        else normalise_deg(missed.heading_deg_mag + variation_deg)
    )
    return Wanted(
        heading_deg_grid=heading,
        altitude_ft=missed.altitude_ft,
        airspeed_kt=orders.speed_kt,
        turn=None if climbing_ahead else missed.turn,
    )


def _racetrack(
    orders: Orders,
    track: Racetrack,
    state: AircraftState,
    *,
    wind: Wind,
    variation_deg: float,
    hold: HoldLeg,
    now_ms: int,
) -> tuple[Wanted, HoldLeg]:
    inbound = normalise_deg(track.inbound_deg_mag + variation_deg)
    outbound = normalise_deg(inbound + 180.0)
    to_fix_nm = range_nm(state.grid, track.fix)
    leg = _next_leg(hold, state, fix=track.fix, inbound=inbound, leg_min=track.leg_min, now=now_ms)
    course, _ = ground_vector(state, wind)
    drift = signed_turn_deg(state.heading_deg_grid, course)
    if leg.leg in {Leg.TURN_OUT, Leg.OUTBOUND}:
        heading = normalise_deg(outbound - drift)
    else:
        aim = bearing_deg_grid(state.grid, track.fix) if to_fix_nm > 0.3 else inbound
        heading = normalise_deg(aim - drift)
    turning = leg.leg in {Leg.TURN_OUT, Leg.TURN_IN}
    return (
        Wanted(
            heading_deg_grid=heading,
            altitude_ft=orders.altitude_ft,
            airspeed_kt=orders.speed_kt,
            turn=track.turn if turning else None,
        ),
        leg,
    )


def _next_leg(
    hold: HoldLeg,
    state: AircraftState,
    *,
    fix: GridPoint,
    inbound: float,
    leg_min: int,
    now: int,
) -> HoldLeg:
    outbound = normalise_deg(inbound + 180.0)
    elapsed_ms = now - hold.since_ms
    to_fix = bearing_deg_grid(state.grid, fix)
    if hold.leg == Leg.TURN_OUT and angle_between_deg(state.heading_deg_grid, outbound) < 15.0:
        return HoldLeg(Leg.OUTBOUND, now)
    if hold.leg == Leg.OUTBOUND and elapsed_ms >= leg_min * 60_000:
        return HoldLeg(Leg.TURN_IN, now)
    if hold.leg == Leg.TURN_IN and angle_between_deg(state.heading_deg_grid, to_fix) < 15.0:
        return HoldLeg(Leg.INBOUND, now)
    if hold.leg == Leg.INBOUND:
        passed = angle_between_deg(to_fix, inbound) > 90.0 or range_nm(state.grid, fix) < 0.3
        if passed:
            return HoldLeg(Leg.TURN_OUT, now)
    return hold
