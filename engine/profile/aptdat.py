"""Reads X-Plane apt.dat files (1000 to 1200): runways, ramp starts and the taxi network.

Row codes and columns are those of Laminar Research's published format; only what a profile can hold
is read: of helipads (102), water runways (101), ground vehicles (1206) and signs nothing is. What
the rows mean together is found in engine/profile/aptdat_network.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["AptError", "AptField", "AptRunway", "AptStretch", "read_rows"]

_AIRPORTS = {"1": "airport", "16": "seaplane base", "17": "heliport"}
_LAND, _END = "1", "99"
_RUNWAY_COLUMNS = 25
_LEAST_COLUMNS = {"1": 5, "100": 19, "1201": 5, "1202": 5, "1204": 3, "1300": 3, "1302": 2}
_RUNWAY_NAME = re.compile(r"^0?(\d{1,2})([LRC]?)[TGSWU]?$")
_CLOSED = "x"
_MOST_ROWS = 2_000_000
_MOST_NODES = 10_000


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
    """An airport as the file gives it; holding points and stands are found from the network.

    `notes` tells in words what of the file was left out or read otherwise than it is written.
    """

    icao: str
    name: str
    elevation_ft: float
    latitude_deg: float | None = None
    longitude_deg: float | None = None
    runways: list[AptRunway] = field(default_factory=list)
    nodes: dict[str, tuple[float, float]] = field(default_factory=dict)
    node_names: dict[str, str] = field(default_factory=dict)
    stretches: list[AptStretch] = field(default_factory=list)
    ramps: list[tuple[str, float, float]] = field(default_factory=list)
    holding: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stands: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def read_rows(text: str, icao: str | None = None) -> AptField:
    """Return the airport of that code, or the only or first one, as its rows give it.

    Raises:
        AptError: the text is no apt.dat, or a row cannot be read; the message names the line.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    head = lines[0].split() if lines else []
    if len(lines) < 2 or head[:1] not in (["I"], ["A"]):
        message = "line 1: an apt.dat begins with a line `I` or `A`"
        raise AptError(message)
    if len(lines) > _MOST_ROWS:
        message = f"more than {_MOST_ROWS:,} lines: give a file with this airport alone"
        raise AptError(message)
    found, others = None, []
    for airport in _airports(lines):
        _, row = airport[0]
        kind, code = _AIRPORTS[row[0]], row[4] if len(row) > 4 else "?"
        if row[0] == _LAND and (icao is None or code.casefold() == icao.casefold()):
            found = airport
            break
        others.append((kind, code, airport))
    land = [airport for kind, _, airport in others if kind == _AIRPORTS[_LAND]]
    if found is None and len(land) == 1:
        found = land[0]
    if found is None:
        listed = ", ".join(f"{code} ({kind})" for kind, code, _ in others[:5])
        wanted = f"no airport {icao}" if land else "no airport (a row that begins with 1)"
        message = f"the file holds {wanted}" + (f"; it holds {listed}" if listed else "")
        raise AptError(message)
    return _field(found)


def _airports(lines: list[str]) -> Iterator[list[tuple[int, list[str]]]]:
    """Yield the rows of each airport with their line numbers."""
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines[2:], start=3):
        row = line.split()
        if not row:
            continue
        if row[0] == _END:
            break
        if row[0] in _AIRPORTS:
            if rows:
                yield rows
            rows = [(number, row)]
        elif rows:
            rows.append((number, row))
    if rows:
        yield rows


def _field(rows: list[tuple[int, list[str]]]) -> AptField:
    found: AptField | None = None
    for number, row in rows:
        if len(row) < _LEAST_COLUMNS.get(row[0], 1):
            message = f"line {number}: a row {row[0]} breaks off"
            raise AptError(message)
        try:
            if found is None:
                found = AptField(row[4], " ".join(row[5:]), float(row[1]))
            else:
                _take(row, found)
        except (ValueError, IndexError):
            message = f"line {number}: a row {row[0]} cannot be read"
            raise AptError(message) from None
        if len(found.nodes) > _MOST_NODES:
            message = f"line {number}: more than {_MOST_NODES:,} taxi nodes"
            raise AptError(message)
    if found is None:
        message = "the file holds no airport (a row that begins with 1)"
        raise AptError(message)
    return found


def _take(row: list[str], found: AptField) -> None:
    match row[0]:
        case "1302":
            if row[1] == "datum_lat" and len(row) > 2:
                found.latitude_deg = _latitude(row[2])
            elif row[1] == "datum_lon" and len(row) > 2:
                found.longitude_deg = _longitude(row[2])
        case "100":
            _runway(row, found)
        case "1201":
            if row[4] in found.nodes:
                found.notes.append(f"node {row[4]} stands twice: the first is taken")
                return
            found.nodes[row[4]] = _place(row[1], row[2])
            found.node_names[row[4]] = " ".join(row[5:])
        case "1202":
            on_runway = row[4] == "runway"
            name = " ".join(row[5:])
            found.stretches.append(AptStretch(row[1], row[2], name, on_runway, row[3] == "oneway"))
        case "1204":
            last = found.stretches[-1]
            ends = (_designator(part) for part in row[2].split(","))
            zone = tuple(dict.fromkeys((*last.runways, *(end for end in ends if end))))
            found.stretches[-1] = AptStretch(
                last.start, last.end, last.name, last.on_runway, last.one_way, zone
            )
        case "1300":
            found.ramps.append((" ".join(row[6:]), *_place(row[1], row[2])))


def _runway(row: list[str], found: AptField) -> None:
    width = float(row[1])
    places = (_place(row[9], row[10]), _place(row[18], row[19]) if len(row) > 19 else (0.0, 0.0))
    if len(row) < _RUNWAY_COLUMNS:
        raise ValueError
    if _CLOSED in (row[8] + row[17]).casefold():
        found.notes.append(f"runway {row[8]}/{row[17]} is closed and was left out")
        return
    one, other = _designator(row[8]), _designator(row[17])
    if one is None or other is None:
        found.notes.append(f"runway {row[8]}/{row[17]} has no numbers and was left out")
        return
    if any(one in strip.ends or other in strip.ends for strip in found.runways):
        found.notes.append(f"runway {one}/{other} stands twice: the first is taken")
        return
    found.runways.append(AptRunway((one, other), places, width))


def _designator(text: str) -> str | None:
    """Return a runway's name with two digits, or None for what is none, like a helipad's."""
    match = _RUNWAY_NAME.match(text.strip())
    if match is None or not 1 <= int(match[1]) <= 36:
        return None
    return f"{int(match[1]):02d}{match[2]}"


def _place(latitude: str, longitude: str) -> tuple[float, float]:
    return _latitude(latitude), _longitude(longitude)


def _latitude(text: str) -> float:
    value = float(text)
    if not -90.0 <= value <= 90.0:
        raise ValueError
    return value


def _longitude(text: str) -> float:
    value = float(text)
    if not -180.0 <= value <= 180.0:
        raise ValueError
    return value
