"""Values that several files write in one way: channels and places."""

from __future__ import annotations

from engine.model.geometry import Position
from engine.model.projection import Projection, position_from_geographic
from engine.profile.node import Node
from engine.profile.radio_channel import Channel
from engine.profile.section import Absent, Section

__all__ = ["channel", "geographic"]

_HZ_PER_MHZ = 1_000_000


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
