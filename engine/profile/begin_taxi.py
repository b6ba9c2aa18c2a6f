"""Writes the taxi network of an apt.dat as the section of a profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.profile.aptdat import AptField

__all__ = ["taxi_lines"]


def taxi_lines(apt: AptField, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the `taxi` section; `names` maps the file's runway ends to the field's."""
    if not apt.stretches:
        return
    yield ""
    yield "taxi:"
    yield "  nodes:"
    for key, (latitude, longitude) in apt.nodes.items():
        yield f"    {_node(key)}: {{lat: {latitude:.6f}, lon: {longitude:.6f}}}"
    yield "  edges:"
    for one in apt.stretches:
        parts = [f"from: {_node(one.start)}", f"to: {_node(one.end)}"]
        runway = next(
            (names[end] for end in (*one.name.split("/"), *one.runways) if end in names), None
        )
        if one.on_runway and runway is not None:
            parts.append(f'runway: "{runway}"')
        elif one.name and not one.on_runway:
            parts.append(f"taxiway: {_text(one.name)}")
        if one.one_way:
            parts.append("one_way: true")
        yield f"    - {{{', '.join(parts)}}}"
    held = {
        node: ends
        for node, runways in apt.holding.items()
        if (ends := tuple(dict.fromkeys(names[end] for end in runways if end in names)))
    }
    if held:
        yield "  holding_points:"
        yield from _holding_lines(apt, held)
    if apt.stands:
        yield "  stands:"
        for stand, node in apt.stands.items():
            yield f"    {_text(stand)}: {_node(node)}"


def _holding_lines(apt: AptField, held: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
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
    for node, ends in held.items():
        name = called[node]
        if counts[name] > 1:
            numbered[name] += 1
            name = f"{name} {numbered[name]}"
        listed = ", ".join(f'"{end}"' for end in ends)
        yield f"    {_text(name)}: {{at: {_node(node)}, runways: [{listed}]}}"


def _node(key: str) -> str:
    return f"n{key}" if key.isdigit() else key


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
