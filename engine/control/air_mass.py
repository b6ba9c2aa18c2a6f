"""The wind an aircraft flies in, and what it makes of headings.

A vector is a heading to fly, but the controller thinks in courses made good. The wind that is
reported is the wind at the surface; what a track shows of its own drift is the wind up there, so
the estimate bends the report towards the drift that is seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.model.geometry import normalise_deg, signed_turn_deg
from engine.model.picture import Track

__all__ = [
    "CALM",
    "Wind",
    "air_speed_kt",
    "course_made_good",
    "estimate_wind",
    "heading_for_course_deg",
    "turn_rate_deg_s",
]

_STANDARD_RATE_DEG_S = 3.0
"""Standard rate, 360 degrees in two minutes (FAA AIM 5-4-11 vectors assume it)."""
_BANK_LIMIT_DEG = 30.0
"""Bank at which a fast aircraft turns slower than standard rate (Instrument Flying Handbook)."""
_RATE_PER_TAN_BANK = 1091.0
"""Degrees a second times knots per tangent of bank (Instrument Flying Handbook, rate of turn)."""
_SLOWEST_FOR_DRIFT_KT = 60.0
_MOST_DRIFT_DEG = 40.0
_DRIFT_GAIN = 0.3
_MOST_WIND_KT = 120.0


@dataclass(frozen=True, slots=True)
class Wind:
    """A wind as the velocity it gives an aircraft: towards north and towards east on the grid."""

    north_kt: float
    east_kt: float

    @classmethod
    def blowing_from(cls, from_deg_grid: float, speed_kt: float) -> Wind:
        """Return the wind of a report, which names where it comes from."""
        radians = math.radians(from_deg_grid)
        return cls(-speed_kt * math.cos(radians), -speed_kt * math.sin(radians))

    @property
    def speed_kt(self) -> float:
        """Return its speed."""
        return math.hypot(self.north_kt, self.east_kt)


CALM = Wind(0.0, 0.0)


def turn_rate_deg_s(airspeed_kt: float) -> float:
    """Return the rate at which he turns: standard, or what 30 degrees of bank gives."""
    banked = _RATE_PER_TAN_BANK * math.tan(math.radians(_BANK_LIMIT_DEG)) / max(airspeed_kt, 1.0)
    return min(_STANDARD_RATE_DEG_S, banked)


def air_speed_kt(track: Track, wind: Wind) -> float:
    """Return his speed through the air: the ground velocity less the wind."""
    radians = math.radians(track.course_deg_grid)
    north = track.speed_kt * math.cos(radians) - wind.north_kt
    east = track.speed_kt * math.sin(radians) - wind.east_kt
    return math.hypot(north, east)


def estimate_wind(track: Track, reported: Wind, *, previous: Wind | None = None) -> Wind:
    """Return the wind he flies in: the report (or the last estimate) bent to the drift seen.

    Only the component across his nose can be seen from heading and course; the rest stays as it
    was believed. A track that is slow or slipping tells nothing.
    """
    believed = previous or reported
    drift = signed_turn_deg(track.heading_deg_grid, track.course_deg_grid)
    if track.speed_kt < _SLOWEST_FOR_DRIFT_KT or abs(drift) > _MOST_DRIFT_DEG:
        return believed
    nose = math.radians(track.heading_deg_grid)
    right_north, right_east = -math.sin(nose), math.cos(nose)
    seen = track.speed_kt * math.sin(math.radians(drift))
    expected = believed.north_kt * right_north + believed.east_kt * right_east
    step = _DRIFT_GAIN * (seen - expected)
    bent = Wind(believed.north_kt + step * right_north, believed.east_kt + step * right_east)
    return bent if bent.speed_kt <= _MOST_WIND_KT else believed


def heading_for_course_deg(course_deg_grid: float, airspeed_kt: float, wind: Wind) -> float:
    """Return the heading whose course made good is the one wanted."""
    course = math.radians(course_deg_grid)
    across = -wind.north_kt * math.sin(course) + wind.east_kt * math.cos(course)
    sine = max(-0.9, min(0.9, across / max(airspeed_kt, 1.0)))
    return normalise_deg(course_deg_grid - math.degrees(math.asin(sine)))


def course_made_good(
    heading_deg_grid: float, airspeed_kt: float, wind: Wind
) -> tuple[float, float]:
    """Return the course in grid degrees and the ground speed in knots that a heading gives."""
    nose = math.radians(heading_deg_grid)
    north = airspeed_kt * math.cos(nose) + wind.north_kt
    east = airspeed_kt * math.sin(nose) + wind.east_kt
    return normalise_deg(math.degrees(math.atan2(east, north))), math.hypot(north, east)
