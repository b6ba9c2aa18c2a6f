"""A side as SRS numbers it: 0 spectators, 1 red, 2 blue (SRS 2.4 source)."""

from __future__ import annotations

from engine.model.picture import Coalition

__all__ = ["coalition_code", "coalition_of"]

_CODES = {Coalition.NEUTRAL: 0, Coalition.RED: 1, Coalition.BLUE: 2}
_SIDES = {code: side for side, code in _CODES.items()}


def coalition_code(side: Coalition) -> int:
    """Return the number of a side."""
    return _CODES[side]


def coalition_of(code: int) -> Coalition:
    """Return the side of a number; one that SRS does not know is neutral."""
    return _SIDES.get(code, Coalition.NEUTRAL)
