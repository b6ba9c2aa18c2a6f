"""Which slots of a directive must be read back, from the phraseology of the field's authority.

ICAO Doc 4444 4.5.7.5.1: altimeter settings, levels, headings, speeds, the runway and clearances
are read back. A profile's phraseology says it per directive; this is the rule where it is silent.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.control.outcome import Context
from engine.control.spoken import readback_slots
from engine.model.directive import Directive, Transmission

__all__ = ["wanted_readback"]

_BY_RULE: Mapping[str, tuple[str, ...]] = {
    "altimeter": ("qnh_hpa", "altimeter_inhg"),
    "expect_approach": ("runway",),
    "vector": ("heading_deg_mag",),
    "level": ("altitude_ft",),
    "speed": ("speed_kt",),
    "hold": ("altitude_ft",),
    "missed_approach_instruction": ("heading_deg_mag", "altitude_ft"),
    "cleared_to_land": ("runway",),
    "contact": ("frequency_hz",),
}


def wanted_readback(context: Context, transmission: Transmission) -> tuple[tuple[int, str], ...]:
    """Return (index of the directive, slot) for everything he must read back."""
    strip = context.board.strip(transmission.to)
    if strip is None or strip.was_told("do_not_acknowledge"):
        return ()
    if any(one.kind == "do_not_acknowledge" for one in transmission.directives):
        return ()
    return tuple(
        (index, slot)
        for index, one in enumerate(transmission.directives)
        for slot in _slots(context, transmission, one)
        if slot in one.slots
    )


def _slots(context: Context, transmission: Transmission, one: Directive) -> tuple[str, ...]:
    station = context.theatre.station(transmission.station)
    airfield = context.theatre.field_of(station) if station is not None else None
    listed = readback_slots(context.theatre, airfield, one.kind)
    return _BY_RULE.get(one.kind, ()) if listed is None else listed
