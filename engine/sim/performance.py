"""What a simulated airframe can do: rates and speeds that bound how it is flown.

A profile says which speeds a controller may ask of a type. How fast the simulated one climbs,
turns and slows follows from those by rules of thumb, good enough to fly a radar pattern: nothing
here is used to decide what is said to a pilot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.profile.theatre import Airframe

__all__ = [
    "MAX_BANK_DEG",
    "STANDARD_RATE_DEG_S",
    "Performance",
    "performance_of",
    "turn_rate_deg_s",
]

STANDARD_RATE_DEG_S = 3.0
"""A standard rate turn (FAA AIM 5-4-11)."""
MAX_BANK_DEG = 30.0
_RATE_CONSTANT = 1091.0
"""Turn rate in deg/s is 1091 tan(bank) / knots (FAA-H-8083-25B chapter 5)."""


@dataclass(frozen=True, slots=True)
class Performance:
    """The limits of one airframe, in calm air at the levels of a pattern."""

    approach_kt: float
    minimum_kt: float
    maximum_kt: float
    climb_fpm: float
    descent_fpm: float
    acceleration_kt_s: float
    deceleration_kt_s: float
    braking_kt_s: float = 4.0
    taxi_kt: float = 20.0


def performance_of(airframe: Airframe) -> Performance:
    """Return limits for a type from the speeds its profile entry states."""
    return Performance(
        approach_kt=float(airframe.approach_kt),
        minimum_kt=float(airframe.minimum_vector_kt),
        maximum_kt=2.2 * airframe.minimum_vector_kt,
        climb_fpm=16.0 * airframe.approach_kt,
        descent_fpm=14.0 * airframe.approach_kt,
        acceleration_kt_s=2.0,
        deceleration_kt_s=1.5,
    )


def turn_rate_deg_s(airspeed_kt: float) -> float:
    """Return standard rate, or less where the bank limit binds (above about 210 kt)."""
    if airspeed_kt <= 0.0:
        return STANDARD_RATE_DEG_S
    banked = _RATE_CONSTANT * math.tan(math.radians(MAX_BANK_DEG)) / airspeed_kt
    return min(STANDARD_RATE_DEG_S, banked)
