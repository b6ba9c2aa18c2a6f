"""The outline of a file: its sections and the things that they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.profile.diagnostic import Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.source import Source

__all__ = ["Entry", "outline"]

_DEPTH = 2
_TITLES = ("name", "scenario", "ends", "from_deg_true")


@dataclass(frozen=True, slots=True)
class Entry:
    """A section or a named thing: its title, its whole stretch, the place of its name."""

    title: str
    whole: Span
    name: Span
    inside: tuple[Entry, ...] = ()


def outline(source: Source) -> tuple[Entry, ...]:
    """Return the outline of a file, empty while it cannot be read."""
    return tuple(_entries(source.root, _DEPTH)) if source.root is not None else ()


def _entries(node: Node, depth: int) -> Iterator[Entry]:
    if depth == 0:
        return
    if isinstance(node, Table):
        for key, value in node.pairs():
            end = value.span
            whole = Span(
                key.span.file, key.span.line, key.span.column, end.end_line, end.end_column
            )
            yield Entry(key.raw, whole, key.span, tuple(_entries(value, depth - 1)))
    elif isinstance(node, Items):
        for number, item in enumerate(node.items, start=1):
            title = _title(item)
            if title is not None:
                yield Entry(title, item.span, item.span.part(0, 1))
            elif isinstance(item, Table):
                yield Entry(str(number), item.span, item.span.part(0, 1))


def _title(item: Node) -> str | None:
    if not isinstance(item, Table):
        return None
    for name in _TITLES:
        value = item.get(name)
        if isinstance(value, Scalar):
            return value.raw
        if isinstance(value, Items):
            return " / ".join(one.raw for one in value.items if isinstance(one, Scalar))
    return None
