"""When a figure for an altitude cannot be one in feet."""

from __future__ import annotations

__all__ = ["looks_like_hundreds"]

_LARGEST = 150


def looks_like_hundreds(value: object, elevation_ft: float) -> bool:
    """Tell whether a figure is meant in hundreds of feet: 3 to 150, and lower than it could be.

    Ten feet over a field is never an altitude to fly at, whatever the field's elevation.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return 3 <= value <= _LARGEST and value < elevation_ft + 150
