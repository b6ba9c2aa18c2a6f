"""Writes the taxi network of an apt.dat as the section of a profile.

Stretches of one taxiway are written as the lines that they form, and a stand beside the network
with the node that it is joined to, as a person would draw them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.profile.aptdat import AptField, AptRunway, AptStretch
from engine.profile.aptdat_network import lies_on

__all__ = ["quoted", "taxi_lines"]

_NOT_A_NAME = re.compile(r"[^a-z0-9]+")
_UNPRINTABLE = re.compile("[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDEST = 96


@dataclass(frozen=True, slots=True)
class _Line:
    """What stretches of one line have in common."""

    taxiway: str
    runway: str
    one_way: bool


def quoted(text: str) -> str:
    """Return a text as YAML in quotes, without what cannot be printed."""
    clean = _UNPRINTABLE.sub(" ", text)
    escaped = clean.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def taxi_lines(
    apt: AptField, names: Mapping[str, str], strips: Sequence[AptRunway] = ()
) -> Iterator[str]:
    """Yield the lines of the `taxi` section.

    `names` maps the file's runway ends to the field's; nobody holds short on one of the `strips`,
    which are the field's own.
    """
    if not apt.stretches:
        return
    keys = _keys(apt)
    beside = _beside(apt)
    yield ""
    yield "taxi:"
    yield "  nodes:"
    for node, (latitude, longitude) in apt.nodes.items():
        if node not in beside:
            yield f"    {keys[node]}: {{lat: {latitude:.6f}, lon: {longitude:.6f}}}"
    yield "  edges:"
    for line, nodes in _lines_of(apt, names, beside):
        said = f"taxiway: {quoted(line.taxiway)}, " if line.taxiway else ""
        said += f'runway: "{line.runway}", ' if line.runway else ""
        said += "one_way: true, " if line.one_way else ""
        yield from _wrapped(f"    - {{{said}through: [", [keys[node] for node in nodes])
    held = {
        node: ends
        for node, runways in apt.holding.items()
        if (ends := tuple(dict.fromkeys(names[end] for end in runways if end in names)))
        and not lies_on(strips, apt.nodes[node])
    }
    if held:
        yield "  holding_points:"
        yield from _holding_lines(apt, held, keys)
    if apt.stands:
        yield "  stands:"
        for stand, node in apt.stands.items():
            at = f"at: {keys[node]}"
            if node in beside:
                latitude, longitude = apt.nodes[node]
                at = f"lat: {latitude:.6f}, lon: {longitude:.6f}, joins: {keys[beside[node]]}"
            yield f"    {quoted(stand)}: {{{at}}}"


def _keys(apt: AptField) -> dict[str, str]:
    """Return what each node is called: by its name in the file where that is its own."""
    slugs = {node: _slug(apt.node_names.get(node, "")) for node in apt.nodes}
    counts = Counter(slugs.values())
    keys: dict[str, str] = {}
    taken: set[str] = set()
    for node, slug in slugs.items():
        number = _slug(f"n{node}" if node[:1].isdigit() else node)
        own = slug and counts[slug] == 1 and slug[0].isalpha() and not re.match(r"n\d", slug)
        key = slug if own else number
        while key in taken:
            key += "-2"
        taken.add(key)
        keys[node] = key
    return keys


def _slug(text: str) -> str:
    return _NOT_A_NAME.sub("-", text.casefold()).strip("-")


def _beside(apt: AptField) -> dict[str, str]:
    """Return the stands that one plain stretch leads to, each with the node it comes from."""
    ways: dict[str, list[AptStretch]] = {}
    for one in apt.stretches:
        ways.setdefault(one.start, []).append(one)
        ways.setdefault(one.end, []).append(one)
    counts = Counter(apt.stands.values())
    found: dict[str, str] = {}
    for node in apt.stands.values():
        (first, *others) = ways[node]
        plain = not (first.name or first.on_runway or first.one_way or first.runways)
        other = first.end if first.start == node else first.start
        alone = not others and counts[node] == 1 and node not in apt.holding
        if alone and plain and other not in found:
            found[node] = other
    return found


def _lines_of(
    apt: AptField, names: Mapping[str, str], beside: Mapping[str, str]
) -> Iterator[tuple[_Line, list[str]]]:
    """Yield the stretches in lines as long as they go."""
    groups: dict[_Line, list[tuple[str, str]]] = {}
    for one in apt.stretches:
        if one.start in beside or one.end in beside:
            continue
        ends = (*one.name.split("/"), *one.runways)
        runway = next((names[end] for end in ends if end in names), "") if one.on_runway else ""
        taxiway = "" if one.on_runway else one.name
        line = _Line(taxiway, runway, one.one_way)
        groups.setdefault(line, []).append((one.start, one.end))
    for line, pairs in groups.items():
        for nodes in _chains(pairs, one_way=line.one_way):
            yield line, nodes


def _chains(pairs: Sequence[tuple[str, str]], *, one_way: bool) -> Iterator[list[str]]:
    """Yield lines of nodes that use every pair once; a one-way pair only forwards."""
    onward: dict[str, list[str]] = {}
    for start, end in pairs:
        onward.setdefault(start, []).append(end)
        if not one_way:
            onward.setdefault(end, []).append(start)
    arrivals = Counter(end for _, end in pairs)
    if one_way:
        begins = [node for node in onward if len(onward[node]) > arrivals[node]]
    else:
        begins = [node for node in onward if len(onward[node]) % 2 == 1]
    for node in (*begins, *onward):
        while onward[node]:
            nodes = [node]
            while onward.get(nodes[-1]):
                here = nodes[-1]
                there = onward[here].pop(0)
                if not one_way:
                    onward[there].remove(here)
                nodes.append(there)
            yield nodes


def _wrapped(start: str, words: Sequence[str]) -> Iterator[str]:
    """Yield a list in brackets over as many lines as it needs."""
    line = start
    for index, word in enumerate(words):
        piece = word + (", " if index < len(words) - 1 else "]}")
        if len(line) + len(piece.rstrip()) > _WIDEST and index:
            yield line.rstrip()
            line = " " * 8
        line += piece
    yield line


def _holding_lines(
    apt: AptField, held: Mapping[str, tuple[str, ...]], keys: Mapping[str, str]
) -> Iterator[str]:
    called = {
        node: next(
            (
                one.name
                for one in apt.stretches
                if node in (one.start, one.end) and one.name and not one.on_runway
            ),
            f"Hold {node}",
        )
        for node in held
    }
    counts = Counter(called.values())
    numbered: Counter[str] = Counter()
    taken = {name for name, count in counts.items() if count == 1}
    for node, ends in held.items():
        name = called[node]
        while counts[called[node]] > 1 and (name == called[node] or name in taken):
            numbered[called[node]] += 1
            name = f"{called[node]} {numbered[called[node]]}"
        taken.add(name)
        listed = ", ".join(f'"{end}"' for end in ends)
        yield f"    {quoted(name)}: {{at: {keys[node]}, runways: [{listed}]}}"
