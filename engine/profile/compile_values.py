"""Values that several files write in one way: channels and places."""

from __future__ import annotations

from engine.model.geometry import Position
from engine.model.projection import Projection, position_from_geographic
from engine.profile.node import Node
from engine.profile.radio_channel import Channel
from engine.profile.section import Absent, Section

__all__ = ["channel", "date_year", "geographic", "year_of"]

_HZ_PER_MHZ = 1_000_000
_MONTHS = 12.0
_DAYS = 365.25


def channel(text: str) -> Channel:
    """Return the channel that is written like "124.425 AM"."""
    mhz, _, modulation = text.partition(" ")
    whole, _, thousandths = mhz.partition(".")
    if not (whole.isdigit() and thousandths.isdigit() and modulation in {"AM", "FM"}):
        raise Absent
    return Channel(int(whole) * _HZ_PER_MHZ + int(thousandths.ljust(6, "0")[:6]), modulation)


def geographic(projection: Projection, node: Node | None) -> Position:
    """Return the place that a section gives by latitude and longitude."""
    section = Section(node)
    return position_from_geographic(projection, section.number("lat"), section.number("lon"))


def date_year(date: str) -> float | None:
    """Return the decimal year of a date like "2016-06-21", or None for another text."""
    try:
        year, month, day = (int(part) for part in date.split("-"))
    except ValueError:
        return None
    return year + (month - 1) / _MONTHS + (day - 1) / _DAYS


def year_of(raw: str) -> int | None:
    """Return the year that a key names: four digits; None for anything else.

    >>> year_of("2016"), year_of("9" * 400), year_of("20 16")
    (2016, None, None)
    """
    return int(raw) if len(raw) == 4 and raw.isascii() and raw.isdigit() else None
