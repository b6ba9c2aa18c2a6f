"""Makes a taxi network of an apt.dat's rows: connected, with holding points and stands.

Ramp starts are no nodes of the network there: each is joined to the nearest node that is neither on
a runway nor in its active zone. A node between a stretch in an active zone and one outside is where
aircraft hold short; where a file marks no zones, the strip itself is the zone. Parts that are cut
off are left out, as nobody could be told how to get there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.profile.aptdat import AptField, AptRunway, AptStretch, read_rows

__all__ = ["lies_on", "metres_apart", "read_apt_dat"]

_SAME_PLACE_M = 8.0
_SAME_NODE_M = 0.5
_METRES_PER_DEG = 111_320.0
_BESIDE_STRIP_M = 15.0
_WIDEST_ASIDE_M = 60.0
"""How far from the middle of a strip its nodes may be drawn, and still be meant to be on it."""

_Place = tuple[float, float]


def read_apt_dat(text: str, icao: str | None = None) -> AptField:
    """Return an airport of a file with a connected network, its holding points and stands.

    Raises:
        AptError: the text is no apt.dat, or a row cannot be read; the message names the line.
    """
    found = read_rows(text, icao)
    _merge_nodes(found)
    _drop_unknown(found)
    _check_runways(found)
    _drop_islands(found)
    _find_holding(found)
    _find_stands(found)
    _open_one_ways(found)
    return found


def metres_apart(one: _Place, other: _Place) -> float:
    """Return how far two places are from each other, near enough for an airfield."""
    north = (one[0] - other[0]) * _METRES_PER_DEG
    east = (one[1] - other[1]) * _METRES_PER_DEG * math.cos(math.radians(one[0]))
    return math.hypot(north, east)


def _merge_nodes(found: AptField) -> None:
    """Make one node of those that are drawn on top of each other, so that they connect."""
    step = _SAME_NODE_M / _METRES_PER_DEG
    kept: dict[tuple[int, int], str] = {}
    same: dict[str, str] = {}
    for key, (latitude, longitude) in found.nodes.items():
        cell = (round(latitude / step), round(longitude / step))
        around = [(cell[0] + up, cell[1] + right) for up in (-1, 0, 1) for right in (-1, 0, 1)]
        other = next(
            (
                kept[near]
                for near in around
                if near in kept
                and metres_apart(found.nodes[kept[near]], (latitude, longitude)) <= _SAME_NODE_M
            ),
            None,
        )
        if other is None:
            kept[cell] = key
        else:
            same[key] = other
    if same:
        found.notes.append(f"{_count(len(same), 'node')} on top of another taken for the same")
        found.stretches = [
            replace(one, start=same.get(one.start, one.start), end=same.get(one.end, one.end))
            for one in found.stretches
        ]


def _drop_unknown(found: AptField) -> None:
    """Leave out stretches to nodes that are not there, doubles, and nodes nothing leads to."""
    kept: dict[tuple[str, str], AptStretch] = {}
    for one in found.stretches:
        if one.start not in found.nodes or one.end not in found.nodes or one.start == one.end:
            continue
        before = kept.get((one.start, one.end)) or kept.get((one.end, one.start))
        if before is None:
            kept[one.start, one.end] = one
        elif before.one_way and (not one.one_way or one.start != before.start):
            kept[before.start, before.end] = replace(before, one_way=False)
    lost = sum(
        1 for one in found.stretches if one.start not in found.nodes or one.end not in found.nodes
    )
    if lost:
        found.notes.append(f"{_count(lost, 'stretch', 'stretches')} to unknown nodes left out")
    found.stretches = list(kept.values())
    _keep(found, {end for one in found.stretches for end in (one.start, one.end)})


def _check_runways(found: AptField) -> None:
    """Read stretches that are marked as runway and lie beside it as what they are: taxiways."""
    strips = {end: strip for strip in found.runways for end in strip.ends}
    moved = 0
    for index, one in enumerate(found.stretches):
        named = [strips[end] for end in (*one.name.split("/"), *one.runways) if end in strips]
        if not one.on_runway or not named:
            continue
        places = (found.nodes[one.start], found.nodes[one.end])
        if not any(
            all(abs(_aside(strip, place)[1]) <= _WIDEST_ASIDE_M for place in places)
            for strip in named
        ):
            found.stretches[index] = replace(one, name="", on_runway=False)
            moved += 1
    if moved:
        found.notes.append(
            f"{_count(moved, 'stretch', 'stretches')} of runway that lie beside it read as taxiway"
        )


def _drop_islands(found: AptField) -> None:
    """Keep the part of the network with the runways in it, or the largest."""
    neighbours: dict[str, set[str]] = {node: set() for node in found.nodes}
    for one in found.stretches:
        neighbours[one.start].add(one.end)
        neighbours[one.end].add(one.start)
    parts, seen = [], set[str]()
    for node in found.nodes:
        if node not in seen:
            part = _reached(neighbours, node)
            seen |= part
            parts.append(part)
    if len(parts) <= 1:
        return
    on_runway = {end for one in found.stretches if one.on_runway for end in (one.start, one.end)}
    main = max(parts, key=lambda part: (len(part & on_runway), len(part)))
    lost = len(found.nodes) - len(main)
    found.notes.append(f"{_count(lost, 'node')} cut off from the runways left out")
    found.stretches = [one for one in found.stretches if one.start in main]
    _keep(found, main)


def _keep(found: AptField, used: set[str]) -> None:
    found.nodes = {key: place for key, place in found.nodes.items() if key in used}


def _reached(neighbours: Mapping[str, Iterable[str]], start: str) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        for node in neighbours[waiting.pop()]:
            if node not in reached:
                reached.add(node)
                waiting.append(node)
    return reached


def _find_holding(found: AptField) -> None:
    """Find the nodes between a stretch in a runway's active zone and one outside of it."""
    zoned = {end for one in found.stretches for end in one.runways}
    bare = [strip for strip in found.runways if not zoned & set(strip.ends)]
    if bare:
        found.stretches = [_zoned(one, found, bare) for one in found.stretches]
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
        if node in outside and node not in on_runway and not _on_strip(found, node):
            found.holding[node] = tuple(sorted(runways))


def _zoned(one: AptStretch, found: AptField, strips: list[AptRunway]) -> AptStretch:
    """Return a stretch with the strips that it touches or crosses as its active zone."""
    start, end = found.nodes[one.start], found.nodes[one.end]
    ends = [name for strip in strips if _touches(strip, start, end) for name in strip.ends]
    return replace(one, runways=tuple(dict.fromkeys((*one.runways, *ends))))


def _on_strip(found: AptField, node: str) -> bool:
    return lies_on(found.runways, found.nodes[node])


def lies_on(strips: Iterable[AptRunway], place: _Place) -> bool:
    """Tell whether a place lies on one of some strips."""
    return any(_touches(strip, place, place, margin_m=0.0) for strip in strips)


def _touches(
    strip: AptRunway, start: _Place, end: _Place, *, margin_m: float = _BESIDE_STRIP_M
) -> bool:
    """Tell whether a stretch comes onto a strip or leads across it."""
    (along1, across1), (along2, across2) = _aside(strip, start), _aside(strip, end)
    length = metres_apart(*strip.places)
    edge = strip.width_m / 2.0 + margin_m
    for along, across in ((along1, across1), (along2, across2)):
        if 0.0 <= along <= length and abs(across) <= edge:
            return True
    if (across1 > 0) == (across2 > 0):
        return False
    meets = along1 + (along2 - along1) * across1 / (across1 - across2)
    return 0.0 <= meets <= length


def _aside(strip: AptRunway, place: _Place) -> tuple[float, float]:
    """Return how far along a strip a place is, and how far to its side, in metres."""
    first, second = strip.places
    scale = math.cos(math.radians(first[0]))
    north, east = second[0] - first[0], (second[1] - first[1]) * scale
    length = math.hypot(north, east) or 1.0
    up, right = place[0] - first[0], (place[1] - first[1]) * scale
    along = (up * north + right * east) / length
    across = (right * north - up * east) / length
    return along * _METRES_PER_DEG, across * _METRES_PER_DEG


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
        place = (latitude, longitude)
        nearest = min(free, key=lambda key: metres_apart(free[key], place))
        if metres_apart(free[nearest], place) <= _SAME_PLACE_M:
            found.stands[stand] = nearest
            continue
        key = f"stand-{index}"
        while key in found.nodes:
            key += "-"
        found.nodes[key] = place
        found.stretches.append(AptStretch(key, nearest, "", on_runway=False, one_way=False))
        found.stands[stand] = key


def _open_one_ways(found: AptField) -> None:
    """Read one-way stretches both ways where they would shut somebody in."""
    if not any(one.one_way for one in found.stretches) or not found.nodes:
        return
    forward: dict[str, set[str]] = {node: set() for node in found.nodes}
    backward: dict[str, set[str]] = {node: set() for node in found.nodes}
    for one in found.stretches:
        for start, end in ((one.start, one.end), (one.end, one.start)):
            if start == one.start or not one.one_way:
                forward[start].add(end)
                backward[end].add(start)
    first = next(iter(found.nodes))
    every = set(found.nodes)
    if _reached(forward, first) == every and _reached(backward, first) == every:
        return
    count = sum(1 for one in found.stretches if one.one_way)
    found.notes.append(
        f"{_count(count, 'one-way stretch', 'one-way stretches')} read both ways, "
        "or some stand could not be left or reached"
    )
    found.stretches = [replace(one, one_way=False) for one in found.stretches]


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
