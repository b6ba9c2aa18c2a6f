"""How an instruction changes what a pilot flies: one rule for each kind he obeys.

Pure: orders and an instruction in, orders out. He keeps his own limits, as a man does: never below
the minimum he was given until he sees the runway, never slower than the aircraft flies, and on a
talk-down never steeper than three hundred feet a mile would have him by much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.model.geometry import GridPoint, angle_between_deg
from engine.model.understood import Instruction
from engine.sim.orders import Flying, Missed, Orders, Racetrack

__all__ = ["Limits", "obey"]

SPREAD_NM = 0.7
"""What is left of the mile once the words are out: the altitude is to be had at the next one."""
ADVISED_FT_PER_NM = 300.0
"""Recommended altitudes on a surveillance final fall 300 ft a mile (FAA JO 7110.65 5-11-5)."""
SLOW_FROM_NM = 3
"""Where he configures and slows to approach speed: fast jets keep their speed until then."""
BELIEVABLE_FT = 800.0
"""A called altitude further below that slope than this was misheard, whatever it sounded like."""
BELIEVABLE_TURN_DEG = 60.0
"""Nor is a talk-down's heading this far off the nose: it corrects, it does not turn him round."""

LEAST_LEVEL_FT = 500.0
"""Nobody is levelled by radar lower than this over a field: "one thousand" lost its "one"."""
LEVEL_NOISE_FT = 300.0
"""He may have gone past the level by so much before the words reach him."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What he keeps to whatever he is told."""

    approach_kt: float
    minimum_kt: float
    maximum_kt: float
    field_elevation_ft: float
    minimum_descent_ft: float | None = None


_BY_RADAR = frozenset(("course_correction", "range_call"))


def obey(
    orders: Orders,
    instruction: Instruction,
    *,
    here: GridPoint,
    heading_deg_mag: int,
    altitude_ft: float,
    limits: Limits,
) -> Orders:
    """Return the orders after an instruction; unchanged when it asks nothing of the aircraft.

    Who flies by the runway that he sees is not turned or levelled by the talk-down any more.
    """
    if orders.flying is Flying.VISUAL and instruction.kind in _BY_RADAR:
        return orders
    match instruction.kind:
        case "vector":
            return _turned(orders, instruction)
        case "course_correction":
            return _corrected(orders, instruction, heading_deg_mag)
        case "present_heading":
            return replace(
                orders, flying=Flying.HEADING, heading_deg_mag=heading_deg_mag, turn=None
            )
        case "level":
            return _levelled(orders, instruction, altitude_ft, limits)
        case "speed":
            return _at_speed(orders, instruction, limits)
        case "resume_speed" | "cleared_approach":
            return replace(orders, speed_kt=min(orders.speed_kt, limits.minimum_kt))
        case "hold":
            return _holding(orders, instruction, here)
        case "range_call":
            turned = _corrected(orders, instruction, heading_deg_mag)
            return _talked_down(turned, instruction, altitude_ft, limits)
        case "missed_approach_instruction":
            return _with_missed(orders, instruction)
        case _:
            return orders


def _turned(orders: Orders, instruction: Instruction) -> Orders:
    heading = instruction.number("heading_deg_mag")
    if heading is None or not 1 <= heading <= 360:
        return orders
    return replace(
        orders,
        flying=Flying.HEADING,
        heading_deg_mag=heading,
        turn=instruction.word("turn"),
    )


def _corrected(orders: Orders, instruction: Instruction, heading_deg_mag: int) -> Orders:
    heading = instruction.number("heading_deg_mag")
    if heading is None or angle_between_deg(heading, heading_deg_mag) > BELIEVABLE_TURN_DEG:
        return orders
    return _turned(orders, instruction)


def _levelled(
    orders: Orders, instruction: Instruction, altitude_ft: float, limits: Limits
) -> Orders:
    altitude = instruction.number("altitude_ft")
    if altitude is None or not _is_believable(
        instruction.word("verb"), altitude, altitude_ft, limits
    ):
        return orders
    return replace(orders, altitude_ft=float(altitude), descend_over_nm=None)


def _is_believable(verb: str | None, altitude: int, altitude_ft: float, limits: Limits) -> bool:
    """Tell whether he would fly to a level; what is no climb, no descent or no height, he misheard.

    He reads back what he heard all the same, and stays where he is until he is put right.
    """
    if altitude < limits.field_elevation_ft + LEAST_LEVEL_FT:
        return False
    if verb == "climb":
        return altitude > altitude_ft - LEVEL_NOISE_FT
    return verb != "descend" or altitude < altitude_ft + LEVEL_NOISE_FT


def _at_speed(orders: Orders, instruction: Instruction, limits: Limits) -> Orders:
    speed = instruction.number("speed_kt")
    if speed is None:
        return orders
    return replace(orders, speed_kt=max(limits.approach_kt, min(limits.maximum_kt, float(speed))))


def _holding(orders: Orders, instruction: Instruction, here: GridPoint) -> Orders:
    altitude = instruction.number("altitude_ft")
    inbound = instruction.number("inbound_deg_mag")
    if altitude is None or inbound is None:
        return orders
    return replace(
        orders,
        flying=Flying.HOLDING,
        altitude_ft=float(altitude),
        turn=None,
        descend_over_nm=None,
        racetrack=Racetrack(
            fix=here,
            inbound_deg_mag=inbound,
            turn=instruction.word("turn") or "right",
            leg_min=instruction.number("leg_min") or 1,
        ),
    )


def _talked_down(
    orders: Orders, instruction: Instruction, altitude_ft: float, limits: Limits
) -> Orders:
    called = instruction.number("altitude_ft")
    miles = instruction.number("range_nm")
    if called is None or miles is None:
        return orders
    floor = limits.minimum_descent_ft or limits.field_elevation_ft
    advised = limits.field_elevation_ft + ADVISED_FT_PER_NM * max(miles - 1, 0)
    if called > altitude_ft + 200.0 or called < advised - BELIEVABLE_FT:
        return orders
    return replace(
        orders,
        altitude_ft=max(min(float(called), altitude_ft), floor),
        descend_over_nm=SPREAD_NM,
        speed_kt=min(orders.speed_kt, _final_speed_kt(miles, limits)),
    )


def _final_speed_kt(miles: int, limits: Limits) -> float:
    """Return the speed he keeps on final: that of the approach only from the last miles."""
    return limits.approach_kt if miles <= SLOW_FROM_NM else limits.minimum_kt


def _with_missed(orders: Orders, instruction: Instruction) -> Orders:
    straight = instruction.number("straight_to_ft")
    heading = instruction.number("heading_deg_mag")
    altitude = instruction.number("altitude_ft")
    if straight is None or heading is None or altitude is None:
        return orders
    return replace(
        orders,
        missed=Missed(straight, instruction.word("turn") or "left", heading, altitude),
    )
