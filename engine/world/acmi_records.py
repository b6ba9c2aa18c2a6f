"""ACMI records as values: frames, updates of objects, removals, events.

A record that cannot be read is passed over: recorders write keys and kinds that no reader knows,
and one odd line must not end a recording.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.world.acmi_lines import split_properties

__all__ = ["GLOBAL_OBJECT", "Frame", "Record", "Removal", "Transform", "Update", "parse_record"]

GLOBAL_OBJECT = "0"
"""The object that carries the recording's own properties and events."""

_FIELDS = ("longitude", "latitude", "altitude_m", "roll", "pitch", "yaw", "east_m", "north_m")
_LAYOUTS = {
    3: _FIELDS[:3],
    5: (*_FIELDS[:3], "east_m", "north_m"),
    6: _FIELDS[:6],
    9: (*_FIELDS, "heading"),
}


@dataclass(frozen=True, slots=True)
class Frame:
    """A new time, in seconds since the recording's reference time."""

    time_s: float


@dataclass(frozen=True, slots=True)
class Removal:
    """An object is no more; the recorder does not say why."""

    object_id: str


@dataclass(frozen=True, slots=True)
class Update:
    """Properties of an object; a key may come more than once (events do)."""

    object_id: str
    properties: tuple[tuple[str, str], ...]


Record = Frame | Removal | Update


@dataclass(frozen=True, slots=True)
class Transform:
    """Where an object is: degrees relative to the reference, metres, degrees.

    `yaw` is true and `heading` grid; a value that the recorder never gave is None.
    """

    longitude: float | None = None
    latitude: float | None = None
    altitude_m: float | None = None
    roll: float | None = None
    pitch: float | None = None
    yaw: float | None = None
    east_m: float | None = None
    north_m: float | None = None
    heading: float | None = None

    def updated(self, text: str, *, first: bool) -> Transform | None:
        """Return the transform after a `T=` value, or None when that cannot be read.

        An empty field is unchanged, and 0 in an object's first record.
        """
        fields = text.split("|")
        layout = _LAYOUTS.get(len(fields))
        if layout is None:
            return None
        changes: dict[str, float] = {}
        for name, field in zip(layout, fields, strict=True):
            if field:
                value = _number(field)
                if value is None:
                    return None
                changes[name] = value
            elif first:
                changes[name] = 0.0
        return replace(self, **changes)


def parse_record(line: str) -> Record | None:
    """Return a logical line as a record, or None for a comment, a blank or what cannot be read."""
    line = line.strip()
    if not line or line.startswith("//"):
        return None
    if line.startswith("#"):
        time_s = _number(line[1:])
        return None if time_s is None else Frame(time_s)
    if line.startswith("-"):
        return Removal(line[1:].lower()) if _is_id(line[1:]) else None
    object_id, comma, rest = line.partition(",")
    if not comma or not _is_id(object_id):
        return None
    return Update(object_id.lower(), tuple(split_properties(rest)))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _is_id(text: str) -> bool:
    return 0 < len(text) <= 16 and all(c in "0123456789abcdefABCDEF" for c in text)
