"""Whether an aircraft flies, judged from how it moves and from nothing else.

DCS sends landing events late, or not at all, and carries no weight-on-wheels flag, so kinematics
decide. There are three answers: an aircraft that has only just appeared, or floats a few feet over
the runway, is `UNKNOWN`, and unknown changes nothing. Elevations and runways are arguments.

On its wheels an aircraft follows the surface to within inches; in the air, even a good flare, it
does not. So contact is altitude that keeps to the slope of the surface for two seconds, within a
gear's height of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.model.geometry import FEET_PER_NM, range_nm
from engine.model.picture import Track
from engine.world.runway_strip import RunwayStrip

__all__ = ["Movement", "has_stood", "judge_movement"]

WINDOW_S = 2.0
"""How long an aircraft must keep to the surface."""

_WINDOW_SLACK_S = 0.6  # a look may come a little late
_LEAST_SPAN_S = 1.5

HIGHEST_WHEELS_FT = 25.0
"""The reference point of no aircraft stands higher over its wheels, field slope included."""

FLYING_ABOVE_FT = 60.0
SURELY_FLYING_ABOVE_FT = 200.0
TAXI_KT = 40.0
_SURELY_FLYING_KT = 60.0

KEEPS_TO_SURFACE_FT = 0.5
RUNWAY_SLOPE_DOUBT = 0.004
UNKNOWN_SLOPE_LIMIT = 0.01
"""Longitudinal slope of a runway (ICAO Annex 14, 3.1.13: 1 percent for codes 3 and 4)."""

FLYING_SLOPE = 0.03
_FLYING_FPM = 150.0

_HELICOPTER_WHEELS_FT = 12.0
_HOVER_WANDERS_FT = 0.2
_STANDS_WITHIN_FT = 3.0

_FEET_PER_S_PER_KT = FEET_PER_NM / 3600.0


class Movement(StrEnum):
    """Whether an aircraft flies; `UNKNOWN` must change nothing."""

    AIRBORNE = "airborne"
    ON_GROUND = "on_ground"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class _Stretch:
    span_s: float
    distance_ft: float
    rise_ft: float
    unevenness_ft: float
    altitude_range_ft: float


def judge_movement(
    history: Sequence[Track],
    *,
    surface_elevation_ft: float,
    runway: RunwayStrip | None = None,
) -> Movement:
    """Return whether the aircraft of `history` flies as of its last look.

    `history` is one aircraft's looks, oldest first, at one to four a second; the last three
    seconds are used. `surface_elevation_ft` is the field's; over `runway` its own elevation and
    slope are used, which tells a long float from a roll.
    """
    if not history:
        return Movement.UNKNOWN
    last = history[-1]
    if last.on_ground is not None:
        return Movement.ON_GROUND if last.on_ground else Movement.AIRBORNE
    recent = _recent(history, WINDOW_S + _WINDOW_SLACK_S)
    over = runway if runway is not None and runway.contains(last.position.grid) else None
    surface_ft = over.elevation_ft(last.position.grid) if over else surface_elevation_ft
    height_ft = last.altitude_ft - surface_ft
    if last.sim_time_s - recent[0].sim_time_s < _LEAST_SPAN_S:
        surely = height_ft > SURELY_FLYING_ABOVE_FT and last.speed_kt > _SURELY_FLYING_KT
        return Movement.AIRBORNE if surely else Movement.UNKNOWN
    stretch = _stretch(recent, over)
    if _stands(stretch):
        return Movement.ON_GROUND
    if last.helicopter:
        return _helicopter(height_ft, stretch)
    return _aeroplane(height_ft, stretch, doubt=RUNWAY_SLOPE_DOUBT if over else UNKNOWN_SLOPE_LIMIT)


def has_stood(history: Sequence[Track], *, for_s: float) -> bool:
    """Tell whether the aircraft has stood where it is for at least `for_s` seconds."""
    if not history:
        return False
    recent = _recent(history, for_s)
    if history[-1].sim_time_s - recent[0].sim_time_s < for_s - _WINDOW_SLACK_S:
        return False
    here = history[-1].position.grid
    return all(
        range_nm(here, look.position.grid) * FEET_PER_NM <= _STANDS_WITHIN_FT for look in recent
    )


def _aeroplane(height_ft: float, stretch: _Stretch, *, doubt: float) -> Movement:
    speed_kt = stretch.distance_ft / stretch.span_s / _FEET_PER_S_PER_KT
    if height_ft > FLYING_ABOVE_FT:
        return Movement.AIRBORNE if speed_kt > TAXI_KT else Movement.UNKNOWN
    if speed_kt <= TAXI_KT:
        return Movement.ON_GROUND
    keeps_to_surface = (
        stretch.unevenness_ft <= KEEPS_TO_SURFACE_FT
        and abs(stretch.rise_ft) <= doubt * stretch.distance_ft
    )
    if keeps_to_surface and height_ft <= HIGHEST_WHEELS_FT:
        return Movement.ON_GROUND
    return Movement.AIRBORNE if _climbs_or_sinks(stretch) else Movement.UNKNOWN


def _helicopter(height_ft: float, stretch: _Stretch) -> Movement:
    if height_ft > FLYING_ABOVE_FT:
        return Movement.AIRBORNE
    if height_ft <= _HELICOPTER_WHEELS_FT and stretch.altitude_range_ft <= _HOVER_WANDERS_FT:
        return Movement.ON_GROUND
    return Movement.AIRBORNE if _climbs_or_sinks(stretch) else Movement.UNKNOWN


def _climbs_or_sinks(stretch: _Stretch) -> bool:
    vertical_fpm = abs(stretch.rise_ft) / stretch.span_s * 60.0
    return vertical_fpm > _FLYING_FPM and abs(stretch.rise_ft) > FLYING_SLOPE * stretch.distance_ft


def _stands(stretch: _Stretch) -> bool:
    return (
        stretch.distance_ft <= _STANDS_WITHIN_FT / 2.0
        and stretch.altitude_range_ft <= _HOVER_WANDERS_FT / 2.0
    )


def _recent(history: Sequence[Track], for_s: float) -> Sequence[Track]:
    since_s = history[-1].sim_time_s - for_s
    start = len(history) - 1
    while start > 0 and history[start - 1].sim_time_s >= since_s:
        start -= 1
    return history[start:]


def _stretch(looks: Sequence[Track], runway: RunwayStrip | None) -> _Stretch:
    """Return how the looks lie; heights are over the runway's slope where there is one."""
    heights = [
        look.altitude_ft - (runway.elevation_ft(look.position.grid) if runway else 0.0)
        for look in looks
    ]
    start, end = looks[0], looks[-1]
    span_s = end.sim_time_s - start.sim_time_s
    rise_ft = heights[-1] - heights[0]
    unevenness_ft = max(
        abs(height - heights[0] - rise_ft * (look.sim_time_s - start.sim_time_s) / span_s)
        for look, height in zip(looks, heights, strict=True)
    )
    return _Stretch(
        span_s=span_s,
        distance_ft=range_nm(start.position.grid, end.position.grid) * FEET_PER_NM,
        rise_ft=rise_ft,
        unevenness_ft=unevenness_ft,
        altitude_range_ft=max(heights) - min(heights),
    )
