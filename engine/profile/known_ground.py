"""What the sim's own data says of the place where a field stands: its height, the ground around it.

A field is known by where it is, not by its name: whoever calls Batumi otherwise stands on the same
ground. Where the place is on no list, nothing is said.
"""

from __future__ import annotations

import math
from functools import lru_cache

from engine.model.geometry import Position
from engine.profile.known_fields import KnownField, known_fields

__all__ = ["ground_between_ft", "known_at"]

_NEAR_DEG = 1.5 / 60.0
"""One and a half miles: fields that stand nearer to one another share their ground."""
_SECTOR_DEG = 30
_RING_NM = 5
_RINGS = 5
"""Rings of the table; what follows them holds a buffer as well and is not used."""
_EXACT = 1e-6


def known_at(place: Position) -> KnownField | None:
    """Return the field of the sim that stands at a place, the nearest of several."""
    near = [
        (_apart_deg(place, one), one)
        for one in _fields()
        if abs(one.latitude_deg - place.latitude_deg) <= _NEAR_DEG
    ]
    apart, field = min(near, key=lambda pair: pair[0], default=(1.0, None))
    return field if apart <= _NEAR_DEG else None


def ground_between_ft(
    field: KnownField, from_deg_true: float, to_deg_true: float, *, ring_nm: tuple[float, float]
) -> int | None:
    """Return the highest ground of the pieces that lie wholly in a sector between two ranges."""
    width = (to_deg_true - from_deg_true) % 360.0 or 360.0
    inner, outer = ring_nm
    heights = [
        height
        for number, rings in enumerate(field.ground_max_ft)
        if (number * _SECTOR_DEG - from_deg_true) % 360.0 + _SECTOR_DEG <= width + _EXACT
        for ring, height in enumerate(rings[:_RINGS])
        if ring * _RING_NM >= inner - _EXACT and (ring + 1) * _RING_NM <= outer + _EXACT
    ]
    return max(heights, default=None)


@lru_cache(maxsize=1)
def _fields() -> tuple[KnownField, ...]:
    return known_fields()


def _apart_deg(place: Position, field: KnownField) -> float:
    shrunk = math.cos(math.radians(place.latitude_deg))
    return math.hypot(
        field.latitude_deg - place.latitude_deg,
        (field.longitude_deg - place.longitude_deg) * shrunk,
    )
