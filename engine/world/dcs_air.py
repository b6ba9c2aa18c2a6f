"""Wind and pressure as DCS-gRPC reports them, made right.

The servers of DCS-gRPC 0.7.0 and later transpose the wind: they report `(90 - from) mod 360`
(seen in the server's own history: the swap of axes was dropped and the formula kept). Only winds
from 045 and 225 come out right. The strength is right. Whether a server does so cannot be asked of
it, so it is configuration: transposed unless told otherwise, because every release that Marshall
can use does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.model.geometry import FEET_PER_METRE, KNOTS_PER_METRE_PER_SECOND, normalise_deg
from engine.model.picture import SurfaceWeather

__all__ = [
    "WIND_ABOVE_FIELD_FT",
    "WeatherPoint",
    "WindReading",
    "surface_weather",
    "transpose_wind_deg",
    "wind_from_deg_grid",
]

WIND_ABOVE_FIELD_FT = 10.0 * FEET_PER_METRE
"""The wind is asked for ten metres above the field: below the ground DCS has none."""

_KELVIN_AT_0_C = 273.15
_PASCAL_PER_HECTOPASCAL = 100.0


class WindReading(StrEnum):
    """How the server reports wind direction."""

    TRANSPOSED = "transposed"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class WeatherPoint:
    """Where a field's weather is asked for."""

    field: str
    latitude_deg: float
    longitude_deg: float
    elevation_ft: float


def transpose_wind_deg(direction_deg: float) -> float:
    """Return the direction with its axes exchanged; doing it twice changes nothing."""
    return normalise_deg(90.0 - direction_deg)


def wind_from_deg_grid(reported_deg: float, reading: WindReading) -> float:
    """Return the grid direction the wind comes from."""
    if reading is WindReading.TRANSPOSED:
        return transpose_wind_deg(reported_deg)
    return normalise_deg(reported_deg)


def surface_weather(
    *,
    reported_wind_deg: float,
    wind_ms: float,
    reading: WindReading,
    sea_level_pa: float,
    field_pa: float,
    field_kelvin: float,
) -> SurfaceWeather:
    """Return a field's weather from what the server reported."""
    return SurfaceWeather(
        wind_from_deg_grid=wind_from_deg_grid(reported_wind_deg, reading),
        wind_speed_kt=wind_ms * KNOTS_PER_METRE_PER_SECOND,
        qnh_hpa=sea_level_pa / _PASCAL_PER_HECTOPASCAL,
        qfe_hpa=field_pa / _PASCAL_PER_HECTOPASCAL,
        temperature_c=field_kelvin - _KELVIN_AT_0_C,
    )
