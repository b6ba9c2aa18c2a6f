"""The words for a value that is not what its key wants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.profile.diagnostic import Diagnostic, Fix, Safety
from engine.profile.node import Items, Node, Scalar, Table

__all__ = ["badly_written", "number_word", "out_of_range", "wrong_type"]

_NUMBER = re.compile(r"\s*(-?[0-9]+(?:\.[0-9]+)?)\s*\Z", re.ASCII)
_DECIMAL_COMMA = re.compile(r"\s*(-?[0-9]+),([0-9]+)\s*\Z", re.ASCII)
_WITH_UNIT = re.compile(r"\s*(-?[0-9]+(?:\.[0-9]+)?)\s*[a-zA-Z°']+\.?\s*\Z", re.ASCII)
_BARE_FREQUENCY = re.compile(r"\s*([0-9]{1,3})(?:\.([0-9]{1,3}))?\s*\Z", re.ASCII)
_KINDS = {
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "a section of keys",
    "array": "a list",
}
_WORDS = ("none", "one", "two", "three", "four", "five", "six")


def number_word(count: int) -> str:
    """Return a small number as a word."""
    return _WORDS[count] if count < len(_WORDS) else str(count)


def wrong_type(node: Node, schema: Mapping[str, Any], key: str) -> Diagnostic:
    """Tell that a value is of another kind than its key wants."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    wanted = schema.get("x-wanted") or _KINDS.get(kinds[0], kinds[0])
    span = node.span
    if not isinstance(node, Scalar):
        given = "a list" if isinstance(node, Items) else "a section"
        first = span.part(0, 1)
        return Diagnostic("M103", f"`{key}` wants {wanted}, not {given}", first)
    if node.value is None:
        return Diagnostic("M103", f"`{key}` says nothing", span, hint=f"write {wanted}")
    if "string" in kinds:
        return Diagnostic(
            "M103",
            f"`{node.raw}` is {_given(node)} where {wanted} is wanted",
            span,
            hint=_quoted(node, schema),
            fix=_in_quotes(node, schema),
        )
    if "number" in kinds or "integer" in kinds:
        return Diagnostic(
            "M103",
            f"`{node.raw}` is {_given(node)}; `{key}` wants {_KINDS[kinds[0]]}",
            span,
            hint=_as_number(node, whole="integer" in kinds),
            fix=Fix.replace(span, node.raw.strip())
            if node.quoted and _NUMBER.match(node.raw) and "integer" not in kinds
            else None,
        )
    return Diagnostic("M103", f"`{key}` wants {wanted}", span)


def out_of_range(node: Node, schema: Mapping[str, Any], key: str) -> Diagnostic:
    """Tell that a quantity is outside its limits."""
    unit = schema.get("x-unit", "")
    raw = node.raw if isinstance(node, Scalar) else "this"
    limits = f"{schema.get('minimum'):,} to {schema.get('maximum'):,} {unit}".strip()
    return Diagnostic("M105", f"{raw} is outside what `{key}` can be: {limits}", node.span)


def badly_written(node: Node, schema: Mapping[str, Any], key: str) -> Diagnostic:
    """Tell that a text is not written the way it is read."""
    raw = node.raw if isinstance(node, Scalar) else "this"
    wanted = schema.get("x-wanted", f"what `{key}` wants")
    if schema.get("format") == "frequency" and _BARE_FREQUENCY.match(raw):
        return Diagnostic(
            "M510",
            f"`{raw}` says no modulation",
            node.span,
            hint=f'write "{_frequency(raw)}"',
            fix=Fix.replace(node.span, f'"{_frequency(raw)}"', safety=Safety.UNSAFE),
        )
    return Diagnostic("M107", f"`{raw}` is not {wanted}", node.span, hint=f"write {wanted}")


def _given(node: Node) -> str:
    if isinstance(node, Table):
        return "a section"
    if isinstance(node, Items):
        return "a list"
    value = node.value
    if isinstance(value, bool):
        return "true or false"
    return "a text" if isinstance(value, str) else "a number"


def _quoted(node: Scalar, schema: Mapping[str, Any]) -> str:
    if schema.get("format") == "frequency" and _BARE_FREQUENCY.match(node.raw):
        return f'write "{_frequency(node.raw)}"'
    return f'write "{node.raw}" in quotes'


def _in_quotes(node: Scalar, schema: Mapping[str, Any]) -> Fix | None:
    """Return the fix that quotes a name; a frequency lacks more than its quotes."""
    pattern = schema.get("pattern")
    if schema.get("format") == "frequency" or (pattern and not re.search(pattern, node.raw)):
        return None
    return Fix.replace(node.span, f'"{node.raw}"')


def _frequency(raw: str) -> str:
    match = _BARE_FREQUENCY.match(raw)
    if match is None:
        return raw
    return f"{match.group(1)}.{(match.group(2) or '').ljust(3, '0')} AM"


def _as_number(node: Scalar, *, whole: bool) -> str:
    if whole and isinstance(node.value, float):
        return f"write {round(node.value)}"
    comma = _DECIMAL_COMMA.match(node.raw)
    if comma:
        return f"write {comma.group(1)}.{comma.group(2)}, with a point"
    if node.quoted and _NUMBER.match(node.raw):
        return f"write {node.raw.strip()} without quotes"
    unit = _WITH_UNIT.match(node.raw)
    if unit:
        return f"write {unit.group(1)}: the unit stands in the key"
    return ""
