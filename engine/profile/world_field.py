"""Magnetic variation from the world model, coarsely: enough to tell a wrong sign.

The first six degrees of the World Magnetic Model 2015 (NOAA/NCEI and BGS, public domain) with its
yearly change left out: within about a degree from 2005 to 2026 away from the poles, which is all
that a check needs. Profiles give the variation that is spoken.
"""

from __future__ import annotations

import math

__all__ = ["world_variation_deg"]

_RADIUS_KM = 6371.2
_EQUATOR_KM = 6378.137
_FLATTENING = 1.0 / 298.257223563

# (g, h) in nanotesla by degree and order, epoch 2015.0.
_COEFFICIENTS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((-29438.5, 0.0), (-1501.1, 4796.2)),
    ((-2445.3, 0.0), (3012.5, -2845.6), (1676.6, -642.0)),
    ((1351.1, 0.0), (-2352.3, -115.3), (1225.6, 245.0), (581.9, -538.3)),
    ((907.2, 0.0), (813.7, 283.4), (120.3, -188.6), (-335.0, 180.9), (70.3, -329.5)),
    (
        (-232.6, 0.0),
        (360.1, 47.4),
        (192.4, 196.9),
        (-141.0, -119.4),
        (-157.4, 16.1),
        (4.3, 100.1),
    ),
    (
        (69.5, 0.0),
        (67.4, -20.7),
        (72.8, 33.2),
        (-129.8, 58.8),
        (-29.0, -66.5),
        (13.2, 7.3),
        (-70.9, 62.5),
    ),
)


def world_variation_deg(latitude_deg: float, longitude_deg: float) -> float:
    """Return the variation at sea level in 2015, east positive, in degrees."""
    latitude = math.radians(latitude_deg)
    squared = _FLATTENING * (2.0 - _FLATTENING)
    normal = _EQUATOR_KM / math.sqrt(1.0 - squared * math.sin(latitude) ** 2)
    across, along = normal * math.cos(latitude), normal * (1.0 - squared) * math.sin(latitude)
    radius, geocentric = math.hypot(across, along), math.atan2(along, across)
    north, east, down = _components(radius, geocentric, math.radians(longitude_deg))
    tilt = geocentric - latitude
    return math.degrees(math.atan2(east, north * math.cos(tilt) - down * math.sin(tilt)))


def _components(radius_km: float, latitude: float, longitude: float) -> tuple[float, float, float]:
    """Return the field in nanotesla: north, east and down at a geocentric place."""
    north = east = down = 0.0
    for index, row in enumerate(_COEFFICIENTS):
        degree = index + 1
        scale = (_RADIUS_KM / radius_km) ** (degree + 2)
        for order, (g, h) in enumerate(row):
            value, slope = _legendre(degree, order, latitude)
            cosine, sine = math.cos(order * longitude), math.sin(order * longitude)
            strength = g * cosine + h * sine
            north -= scale * strength * slope
            east += scale * order * (g * sine - h * cosine) * value / math.cos(latitude)
            down -= scale * (degree + 1) * strength * value
    return north, east, down


def _legendre(degree: int, order: int, latitude: float) -> tuple[float, float]:
    """Return the Schmidt half-normalised function of sin(latitude), and its slope by latitude."""

    def value(at: float) -> float:
        x, root = math.sin(at), math.cos(at)
        before, now = 0.0, 1.0
        for step in range(1, order + 1):
            now *= (2 * step - 1) * root
        for step in range(order + 1, degree + 1):
            before, now = (
                now,
                ((2 * step - 1) * x * now - (step + order - 1) * before) / (step - order),
            )
        if order == 0:
            return now
        return now * math.sqrt(
            2.0 * math.factorial(degree - order) / math.factorial(degree + order)
        )

    tiny = 1e-5
    slope = (value(latitude + tiny) - value(latitude - tiny)) / (2.0 * tiny)
    return value(latitude), slope
