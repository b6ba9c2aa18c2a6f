"""Speed, course and climb from positions alone, for feeds that carry none.

A difference over two and a half seconds: long enough to smooth a recorder's rounding (0.01 m, ten
times a second), short enough that a touchdown is not smeared. It looks back only, so a recording
and a live stream give the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.geometry import FEET_PER_METRE, KNOTS_PER_METRE_PER_SECOND, normalise_deg

__all__ = ["WINDOW_S", "Motion", "Sample", "motion"]

WINDOW_S = 2.5
HELD_AFTER_S = 1.5
"""An object not mentioned for this long is standing: recorders leave out what does not move."""

_STANDING_MS = 0.5


@dataclass(frozen=True, slots=True)
class Sample:
    """Where something was at a time: grid metres and metres above sea level."""

    time_s: float
    north_m: float
    east_m: float
    altitude_m: float


@dataclass(frozen=True, slots=True)
class Motion:
    """Motion over the ground; `course_deg_grid` is None while standing."""

    speed_kt: float
    course_deg_grid: float | None
    vertical_fpm: float


def motion(samples: Sequence[Sample], now_s: float) -> Motion:
    """Return the motion up to `now_s`; `samples` are oldest first, at least one."""
    last = samples[-1]
    start = _at(samples, last.time_s - WINDOW_S)
    took_s = last.time_s - start.time_s
    if now_s - last.time_s > HELD_AFTER_S or took_s <= 0.0:
        return Motion(0.0, None, 0.0)
    north_ms = (last.north_m - start.north_m) / took_s
    east_ms = (last.east_m - start.east_m) / took_s
    climb_ms = (last.altitude_m - start.altitude_m) / took_s
    speed_ms = math.hypot(north_ms, east_ms)
    course = normalise_deg(math.degrees(math.atan2(east_ms, north_ms)))
    return Motion(
        speed_kt=speed_ms * KNOTS_PER_METRE_PER_SECOND,
        course_deg_grid=course if speed_ms > _STANDING_MS else None,
        vertical_fpm=climb_ms * FEET_PER_METRE * 60.0,
    )


def _at(samples: Sequence[Sample], time_s: float) -> Sample:
    later = samples[-1]
    for earlier in reversed(samples[:-1]):
        if earlier.time_s <= time_s:
            share = (time_s - earlier.time_s) / (later.time_s - earlier.time_s)
            return Sample(
                time_s=time_s,
                north_m=earlier.north_m + share * (later.north_m - earlier.north_m),
                east_m=earlier.east_m + share * (later.east_m - earlier.east_m),
                altitude_m=earlier.altitude_m + share * (later.altitude_m - earlier.altitude_m),
            )
        later = earlier
    return samples[0]
