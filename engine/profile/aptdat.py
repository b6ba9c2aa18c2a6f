"""Reads X-Plane apt.dat files (1100 to 1200): runways, ramp starts and the taxi network.

Row codes and columns are those of Laminar Research's published format; only what a profile can hold
is read. Ramp starts are no nodes of the network there: each is joined to the nearest node that is
neither on a runway nor in its active zone. A node between a stretch in an active zone and one
outside is where aircraft hold short.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

__all__ = ["AptError", "AptField", "AptRunway", "AptStretch", "read_apt_dat"]

_LAND, _RUNWAY, _NODE, _EDGE, _ZONE, _RAMP, _KEY = (
    "1",
    "100",
    "1201",
    "1202",
    "1204",
    "1300",
    "1302",
)
_END = "99"
_RUNWAY_COLUMNS = 26
_SAME_PLACE_M = 8.0
_METRES_PER_DEG = 111_320.0


class AptError(ValueError):
    """The text is no apt.dat, or holds no airport; says why in plain words."""


@dataclass(frozen=True, slots=True)
class AptRunway:
    """A strip with the names and pavement ends (lat, lon) of both directions."""

    ends: tuple[str, str]
    places: tuple[tuple[float, float], tuple[float, float]]
    width_m: float


@dataclass(frozen=True, slots=True)
class AptStretch:
    """A stretch between two nodes; `runways` names the ends whose active zone it lies in."""

    start: str
    end: str
    name: str
    on_runway: bool
    one_way: bool
    runways: tuple[str, ...] = ()


@dataclass(slots=True)
class AptField:
    """An airport as the file gives it; holding points and stands are found from the network."""

    icao: str
    name: str
    elevation_ft: float
    latitude_deg: float | None = None
    longitude_deg: float | None = None
    runways: list[AptRunway] = field(default_factory=list)
    nodes: dict[str, tuple[float, float]] = field(default_factory=dict)
    stretches: list[AptStretch] = field(default_factory=list)
    ramps: list[tuple[str, float, float]] = field(default_factory=list)
    holding: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stands: dict[str, str] = field(default_factory=dict)


def read_apt_dat(text: str) -> AptField:
    """Return the first airport of a file.

    Raises:
        AptError: the text is no apt.dat, or a row cannot be read; the message names the line.
    """
    rows = [line.split() for line in text.splitlines()]
    if len(rows) < 2 or rows[0][:1] not in (["I"], ["A"]):
        message = "line 1: an apt.dat begins with a line `I` or `A`"
        raise AptError(message)
    found: AptField | None = None
    for number, row in enumerate(rows[2:], start=3):
        if not row:
            continue
        if row[0] == _END or (row[0] == _LAND and found is not None):
            break
        try:
            found = _take(row, found)
        except (ValueError, IndexError):
            message = f"line {number}: a row {row[0]} cannot be read"
            raise AptError(message) from None
    if found is None:
        message = "the file holds no airport (a row that begins with 1)"
        raise AptError(message)
    _drop_unknown(found)
    _find_holding(found)
    _find_stands(found)
    return found


def _take(row: list[str], found: AptField | None) -> AptField | None:
    if row[0] == _LAND:
        return AptField(row[4], " ".join(row[5:]), float(row[1]))
    if found is None:
        return None
    match row[0]:
        case "1302":
            if row[1] == "datum_lat":
                found.latitude_deg = float(row[2])
            elif row[1] == "datum_lon":
                found.longitude_deg = float(row[2])
        case "100" if len(row) >= _RUNWAY_COLUMNS - 1:
            ends = (_designator(row[8]), _designator(row[17]))
            places = ((float(row[9]), float(row[10])), (float(row[18]), float(row[19])))
            found.runways.append(AptRunway(ends, places, float(row[1])))
        case "1201":
            found.nodes[row[4]] = (float(row[1]), float(row[2]))
        case "1202":
            on_runway = row[4] == "runway"
            name = " ".join(row[5:])
            found.stretches.append(AptStretch(row[1], row[2], name, on_runway, row[3] == "oneway"))
        case "1204":
            last = found.stretches[-1]
            names = tuple(_designator(part) for part in row[2].split(","))
            zone = tuple(dict.fromkeys((*last.runways, *names)))
            found.stretches[-1] = AptStretch(
                last.start, last.end, last.name, last.on_runway, last.one_way, zone
            )
        case "1300":
            found.ramps.append((" ".join(row[6:]), float(row[1]), float(row[2])))
    return found


def _designator(text: str) -> str:
    digits = text.rstrip("LRC")
    return f"{int(digits):02d}{text[len(digits) :]}"


def _drop_unknown(found: AptField) -> None:
    """Leave out stretches to nodes that are not there, and nodes that nothing leads to."""
    found.stretches = [
        one
        for one in found.stretches
        if one.start in found.nodes and one.end in found.nodes and one.start != one.end
    ]
    used = {end for one in found.stretches for end in (one.start, one.end)}
    found.nodes = {key: place for key, place in found.nodes.items() if key in used}


def _find_holding(found: AptField) -> None:
    """Find the nodes between a stretch in a runway's active zone and one outside of it."""
    inside: dict[str, set[str]] = {}
    outside: set[str] = set()
    on_runway: set[str] = set()
    for one in found.stretches:
        for node in (one.start, one.end):
            if one.on_runway:
                on_runway.add(node)
            elif one.runways:
                inside.setdefault(node, set()).update(one.runways)
            else:
                outside.add(node)
    for node, runways in inside.items():
        if node in outside and node not in on_runway:
            found.holding[node] = tuple(sorted(runways))


def _find_stands(found: AptField) -> None:
    """Join each ramp start to the network."""
    bad = {
        node
        for one in found.stretches
        if one.on_runway or one.runways
        for node in (one.start, one.end)
    } - set(found.holding)
    free = {key: place for key, place in found.nodes.items() if key not in bad}
    for index, (name, latitude, longitude) in enumerate(found.ramps, start=1):
        if not free:
            return
        stand = name or str(index)
        stand = stand if stand not in found.stands else f"{stand} ({index})"
        nearest = min(free, key=lambda key: _metres(free[key], (latitude, longitude)))
        if _metres(free[nearest], (latitude, longitude)) <= _SAME_PLACE_M:
            found.stands[stand] = nearest
            continue
        key = f"stand-{index}"
        found.nodes[key] = (latitude, longitude)
        found.stretches.append(AptStretch(key, nearest, "", on_runway=False, one_way=False))
        found.stands[stand] = key


def _metres(one: tuple[float, float], other: tuple[float, float]) -> float:
    north = (one[0] - other[0]) * _METRES_PER_DEG
    east = (one[1] - other[1]) * _METRES_PER_DEG * math.cos(math.radians(one[0]))
    return math.hypot(north, east)
