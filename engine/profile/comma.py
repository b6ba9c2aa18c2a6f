"""A decimal comma, or a comma between thousands, in a list or a section of one line.

YAML takes the comma for the end of a value, so that `732,5` becomes two of them. Nobody writes a
number, a comma and digits without a blank between them and means two things.
"""

from __future__ import annotations

from dataclasses import replace

from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Node, Scalar

__all__ = ["joined_by_comma", "stands_after_comma"]

_THOUSAND = 3
"""Digits between the commas of a large number."""


def stands_after_comma(before: Node, after: Node) -> bool:
    """Tell whether digits stand one column after a whole number, so that a comma parts them."""
    return (
        isinstance(before, Scalar)
        and isinstance(after, Scalar)
        and after.raw.isdigit()
        and type(before.value) is int
        and (before.span.line, before.span.end_column + 1) == (after.span.line, after.span.column)
    )


def joined_by_comma(before: Scalar, after: Scalar) -> tuple[Scalar, Diagnostic]:
    """Return both as the one value that was meant, marked as told, and what is told of it."""
    whole = before.span._replace(end_column=after.span.end_column)
    written, point = f"{before.raw},{after.raw}", f"{before.raw}.{after.raw}"
    hint = f"write {point}, with a point"
    if len(after.raw) == _THOUSAND and len(before.raw.lstrip("-")) <= _THOUSAND:
        hint = f"write {before.raw}{after.raw}, or {point} if that is meant"
    found = Diagnostic("M012", f"`{written}` is written with a comma", whole, hint=hint)
    return replace(before, span=whole, raw=written, spoiled=True), found
