"""Typed reading of a section whose shape has been checked.

A value that is missing or of another kind has its diagnostic from the schema already; reading it
raises `Absent`, which whoever builds the object around it takes to mean "leave this one out", so
that one mistake never hides the rest of a file.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.node import Items, Node, Scalar, Table

__all__ = ["Absent", "Section"]


class Absent(Exception):
    """A value cannot be had; its diagnostic has been given."""


class Section:
    """A section of a file, read by key."""

    def __init__(self, node: Node | None) -> None:
        if not isinstance(node, Table):
            raise Absent
        self.table = node

    def has(self, name: str) -> bool:
        """Tell whether the key is written."""
        return self.table.get(name) is not None

    def scalar(self, name: str) -> Scalar:
        """Return the value of a key as written."""
        return as_scalar(self.table.get(name))

    def text(self, name: str) -> str:
        """Return a text."""
        return as_text(self.table.get(name))

    def optional_text(self, name: str) -> str | None:
        """Return a text, or None when the key is not written."""
        return self.text(name) if self.has(name) else None

    def number(self, name: str) -> float:
        """Return a quantity, bare or as `{value, source}`."""
        return as_number(self.table.get(name))

    def whole(self, name: str) -> int:
        """Return a quantity without decimals."""
        return round(self.number(name))

    def flag(self, name: str, *, default: bool) -> bool:
        """Return true or false."""
        if not self.has(name):
            return default
        value = self.scalar(name).value
        if not isinstance(value, bool):
            raise Absent
        return value

    def items(self, name: str) -> tuple[Node, ...]:
        """Return the items of a list; none when the key is not written."""
        node = self.table.get(name)
        if node is None:
            return ()
        if not isinstance(node, Items):
            raise Absent
        return node.items

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return tuple(as_text(item) for item in self.items(name))

    def numbers(self, name: str) -> tuple[float, ...]:
        """Return a list of quantities."""
        return tuple(as_number(item) for item in self.items(name))

    def section(self, name: str) -> Section:
        """Return the section under a key."""
        return Section(self.table.get(name))

    def pairs(self, name: str) -> Iterator[tuple[Scalar, Node]]:
        """Yield the keys and values of a section of names; none when the key is not written."""
        node = self.table.get(name)
        if isinstance(node, Table):
            yield from node.pairs()


def as_scalar(node: Node | None) -> Scalar:
    """Return a value that is neither a list nor a section."""
    if not isinstance(node, Scalar) or node.spoiled:
        raise Absent
    return node


def as_text(node: Node | None) -> str:
    """Return a value that is text."""
    value = as_scalar(node).value
    if not isinstance(value, str):
        raise Absent
    return value


def as_number(node: Node | None) -> float:
    """Return a value that is a number."""
    if isinstance(node, Table):
        node = node.get("value")
    value = as_scalar(node).value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Absent
    return float(value)
