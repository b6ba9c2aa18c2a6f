"""What a designer's line makes a pilot fly, apart from what controllers tell him."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.model.directive import Directive
from engine.profile.theatre import Airfield
from engine.sim.aircraft import Strip
from engine.sim.circuit import Circuit
from engine.sim.orders import Flying
from engine.sim.pilot import SimulatedPilot

__all__ = ["FLOWN", "fly_action", "fly_otherwise", "look_out_for"]

_WITH_RUNWAY = frozenset({"expect_approach", "cleared_approach", "cleared_to_land"})

CLIMB_AWAY_FT = 3000.0
FLOWN = frozenset({"take_off", "go_around", "land", "circuit"})
"""The actions that are flown; the others are about the aircraft or its radio being there."""


def fly_action(pilot: SimulatedPilot, action: str, now_ms: int) -> Circuit | None:
    """Make a pilot fly an action; a circuit is returned, to be steered on from there."""
    orders, floor_ft = pilot.mind.orders, pilot.conditions.strip.elevation_ft
    match action:
        case "take_off":
            pilot.mind.orders = replace(
                orders,
                flying=Flying.TAKE_OFF,
                heading_deg_mag=pilot.situation(now_ms).heading_deg_mag,
                altitude_ft=floor_ft + CLIMB_AWAY_FT,
                speed_kt=pilot.aircraft.performance.minimum_kt,
            )
        case "go_around":
            pilot.go_around(now_ms)
            altitude_ft = max(pilot.mind.orders.altitude_ft, floor_ft + CLIMB_AWAY_FT)
            pilot.mind.orders = replace(pilot.mind.orders, altitude_ft=altitude_ft)
        case "land":
            pilot.mind.orders = replace(orders, flying=Flying.VISUAL, vacate=True)
        case _:
            return Circuit(pilot.conditions.strip)
    return None


def fly_otherwise(
    pilot: SimulatedPilot,
    now_ms: int,
    *,
    heading_deg_mag: int | None,
    altitude_ft: int | None,
    speed_kt: int | None,
) -> None:
    """Fly an aircraft otherwise from now on; what is None stays."""
    orders = pilot.mind.orders
    heading = heading_deg_mag
    pilot.mind.orders = replace(
        orders,
        flying=Flying.HEADING,
        heading_deg_mag=pilot.situation(now_ms).heading_deg_mag if heading is None else heading,
        altitude_ft=orders.altitude_ft if altitude_ft is None else float(altitude_ft),
        speed_kt=orders.speed_kt if speed_kt is None else float(speed_kt),
        turn=None,
        descend_over_nm=None,
    )


def look_out_for(pilot: SimulatedPilot, airfield: Airfield, told: Iterable[Directive]) -> None:
    """Let him look out for the runway that he is told of."""
    for one in told:
        end = airfield.runway_end(str(one.slots.get("runway", "")))
        if one.kind in _WITH_RUNWAY and end is not None:
            strip = Strip.of(end, airfield.elevation_ft)
            pilot.conditions = replace(pilot.conditions, strip=strip)
