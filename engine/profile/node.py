"""What a YAML file says, with the place of every value: the tree between text and model."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from engine.profile.diagnostic import Span

__all__ = ["Items", "Node", "Plain", "Scalar", "Table", "spoil"]

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""A tree as plain values: what JSON Schema and the language compiler read."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value as written (`raw`) and as we read it.

    `spoiled` marks a value that has its diagnostic already, so that no later check adds a second.
    """

    span: Span
    value: bool | int | float | str | None
    raw: str
    quoted: bool
    spoiled: bool = False
    weight: ClassVar[int] = 1
    height: ClassVar[int] = 0

    def plain(self) -> Plain:
        """Return the value."""
        return self.value


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    span: Span
    items: tuple[Node, ...]
    weight: int = 1
    height: int = 1

    def plain(self) -> Plain:
        """Return the values as a list."""
        return [item.plain() for item in self.items]


@dataclass(frozen=True, slots=True)
class Table:
    """Keys and values, in the order written; a key that stands twice keeps its first value."""

    span: Span
    entries: tuple[tuple[Scalar, Node], ...]
    weight: int = 1
    height: int = 1

    def plain(self) -> Plain:
        """Return the values by key."""
        return {key.raw: value.plain() for key, value in self.entries}

    def get(self, name: str) -> Node | None:
        """Return the value of a key, or None."""
        for key, value in self.entries:
            if key.raw == name:
                return value
        return None

    def key(self, name: str) -> Scalar | None:
        """Return the key itself, which has a place of its own, or None."""
        for key, _ in self.entries:
            if key.raw == name:
                return key
        return None

    def names(self) -> tuple[str, ...]:
        """Return the keys in the order written."""
        return tuple(key.raw for key, _ in self.entries)

    def pairs(self) -> Iterator[tuple[Scalar, Node]]:
        """Yield keys with their values."""
        yield from self.entries


Node: TypeAlias = Scalar | Items | Table
"""Anything a YAML file can hold."""


def spoil(node: Node, spans: AbstractSet[Span]) -> Node:
    """Return the tree with the values at these places marked as having their diagnostic."""
    if isinstance(node, Scalar):
        return replace(node, spoiled=True) if node.span in spans else node
    if isinstance(node, Items):
        return replace(node, items=tuple(spoil(item, spans) for item in node.items))
    entries = tuple((key, spoil(value, spans)) for key, value in node.entries)
    return replace(node, entries=entries)
