"""Altitudes and speeds on the way to final: down once, in time, never under a floor.

He is brought down in one step, to the highest floor still ahead of him or the platform of the
approach, so he is never climbed back for anything but a floor. When to start follows from the
time he really has, at the speed he really flies.
"""

from __future__ import annotations

import math

__all__ = [
    "COMFORTABLE_DESCENT_FPM",
    "DESCENT_FPM",
    "assigned_altitude_ft",
    "assigned_speed_kt",
    "seconds_to_descend",
]

COMFORTABLE_DESCENT_FPM = 500.0
"""The descent is begun early enough for this rate (FAA AIM 4-4-10d: 500 to 1,500)."""
DESCENT_FPM = 700.0
"""The pattern is made long enough for this rate, which every aircraft can do."""
_START_MARGIN_S = 60.0
_STEP_FT = 100
_LEVEL_STEP_FT = 500
_SPEED_STEP_KT = 10
_TOO_FAST_KT = 25.0


def seconds_to_descend(altitude_ft: float, to_ft: float) -> float:
    """Return the time a descent takes at the rate that every aircraft can do."""
    return max(0.0, altitude_ft - to_ft) * 60.0 / DESCENT_FPM


def _up(feet: float, step: int) -> int:
    return math.ceil(feet / step - 1e-9) * step


def assigned_altitude_ft(
    altitude_ft: float,
    *,
    previous_ft: int | None,
    platform_ft: int,
    floor_ft: int,
    seconds_to_join: float,
    not_below_ft: int | None = None,
) -> int:
    """Return the altitude to assign.

    `floor_ft` is the highest floor of where the vector leads and of the pattern still ahead.
    `not_below_ft` keeps him over traffic: no lower, and up to it when he was given less.
    """
    lowest = _up(max(platform_ft, floor_ft), _STEP_FT)
    held = previous_ft
    if held is None:
        held = round(altitude_ft / _LEVEL_STEP_FT) * _LEVEL_STEP_FT
    least = max(floor_ft, not_below_ft or 0)
    if held < least:
        return _up(least, _STEP_FT)
    target = max(lowest, _up(least, _STEP_FT))
    if target >= held:
        return held
    start_s = (held - target) * 60.0 / COMFORTABLE_DESCENT_FPM + _START_MARGIN_S
    return target if seconds_to_join <= start_s else held


def assigned_speed_kt(airspeed_kt: float, *, wanted_kt: float) -> int | None:
    """Return the speed to ask for, in tens, or None while he is near enough to it or slower.

    `wanted_kt` is never under what his type can fly (FAA JO 7110.65 5-7-3), so it is rounded up.
    """
    if airspeed_kt <= wanted_kt + _TOO_FAST_KT:
        return None
    return _up(wanted_kt, _SPEED_STEP_KT)
