"""Compiles beacons and the ILS of an approach."""

from __future__ import annotations

from collections.abc import Iterable

from engine.model.projection import Projection
from engine.profile.compile_values import geographic
from engine.profile.navaid import Ils, Navaid
from engine.profile.node import Node, Scalar
from engine.profile.section import Absent, Section

__all__ = ["compile_ils", "compile_navaids"]

_HZ_PER_KHZ = 1_000
_KHZ_PER_MHZ = 1_000


def compile_navaids(
    projection: Projection, pairs: Iterable[tuple[Scalar, Node]]
) -> dict[str, Navaid]:
    """Return every beacon that can be had, by its name."""
    made = {}
    for key, value in pairs:
        try:
            made[key.raw] = _navaid(projection, key.raw, Section(value))
        except Absent:
            continue
    return made


def compile_ils(projection: Projection, section: Section) -> Ils:
    """Return the ILS of an approach."""
    localizer = section.table.get("localizer")
    return Ils(
        ident=section.text("ident"),
        frequency_hz=_megahertz(section.text("frequency_mhz")),
        course_deg_grid=section.number("course_deg_grid"),
        category=section.text("category"),
        localizer=geographic(projection, localizer) if localizer is not None else None,
    )


def _navaid(projection: Projection, key: str, section: Section) -> Navaid:
    frequency_hz = None
    if section.has("frequency_mhz"):
        frequency_hz = _megahertz(section.text("frequency_mhz"))
    elif section.has("frequency_khz"):
        frequency_hz = round(section.number("frequency_khz") * _HZ_PER_KHZ)
    return Navaid(
        key=key,
        kind=section.text("kind"),
        ident=section.text("ident"),
        at=geographic(projection, section.table),
        frequency_hz=frequency_hz,
        channel=section.optional_text("channel"),
    )


def _megahertz(text: str) -> int:
    whole, _, part = text.partition(".")
    if not (whole.isdigit() and part.isdigit()):
        raise Absent
    return (int(whole) * _KHZ_PER_MHZ + int(part.ljust(3, "0")[:3])) * _HZ_PER_KHZ
