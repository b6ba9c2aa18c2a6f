"""Slot types: the closed and numeric kinds of value that a call or a directive may carry.

Nothing on the air is free text, or nothing could be checked. Canonical Python values:

| type | value | example |
|---|---|---|
| CALLSIGN, STATION, FIX, PLAN | str | "Pony 1-1", "Batumi Approach" |
| RUNWAY | str | "13", "21L" |
| ALTITUDE | int feet | 2000 |
| HEADING | int magnetic degrees 1..360 | 120 |
| DEGREES | int degrees of turn 1..180 | 10 |
| FREQUENCY | int hertz | 124425000 |
| RANGE | int nautical miles | 6 |
| SPEED | int knots | 180 |
| COUNT | int | 2 |
| SECONDS, MINUTES | int | 15 |
| PRESSURE | int hectopascals | 1013 |
| PRESSURE_IN | int hundredths of an inch of mercury | 2992 |
| SQUAWK | str of 4 octal digits | "4213" |
| LETTER | str A..Z | "D" |
| FUEL | int pounds | 2400 |
| CHOICE | str, one of `SlotSpec.values` | "left" |
| FLAG | bool, True or absent | True |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["SlotSpec", "SlotType", "SlotValue", "Slots"]

SlotValue = str | int | float | bool | tuple[str, ...]
Slots = Mapping[str, SlotValue]


class SlotType(StrEnum):
    """The kinds of slot."""

    CALLSIGN = "callsign"
    STATION = "station"
    FIX = "fix"
    PLAN = "plan"
    RUNWAY = "runway"
    ALTITUDE = "altitude"
    HEADING = "heading"
    DEGREES = "degrees"
    FREQUENCY = "frequency"
    RANGE = "range"
    SPEED = "speed"
    COUNT = "count"
    SECONDS = "seconds"
    MINUTES = "minutes"
    PRESSURE = "pressure"
    PRESSURE_IN = "pressure_in"
    SQUAWK = "squawk"
    LETTER = "letter"
    FUEL = "fuel"
    CHOICE = "choice"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class SlotSpec:
    """One slot: its name, type, whether it must be there, and for a choice its closed list."""

    name: str
    type: SlotType
    required: bool = True
    values: tuple[str, ...] = ()
