"""The words for a value that is not what its key wants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from engine.profile.comma import stands_after_comma
from engine.profile.diagnostic import Diagnostic, Fix, Safety, Span
from engine.profile.node import Items, Node, Scalar, Table

__all__ = ["badly_written", "first_line", "number_word", "out_of_range", "too_many", "wrong_type"]

_NUMBER = re.compile(r"\s*(-?[0-9]+(?:\.[0-9]+)?)\s*\Z", re.ASCII)
_DECIMAL_COMMA = re.compile(r"\s*(-?[0-9]+),([0-9]+)\s*\Z", re.ASCII)
_THOUSANDS = re.compile(r"\s*(-?[0-9]{1,3}(?:[,' ][0-9]{3})+)\s*\Z", re.ASCII)
_FLIGHT_LEVEL = re.compile(r"\s*FL ?([0-9]{2,3})\s*\Z", re.ASCII | re.IGNORECASE)
_NEAR_FREQUENCY = re.compile(
    r"\s*([0-9]{2,3})[.,:;]([0-9]{1,3})\s*(AM|FM|MHZ)?\s*\Z", re.ASCII | re.IGNORECASE
)
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
    what = f"`{key}`" if key else "the file"
    wanted = schema.get("x-wanted") or _KINDS.get(kinds[0], kinds[0])
    span = node.span
    if not isinstance(node, Scalar):
        given = "a list" if isinstance(node, Items) else "a section"
        first = span.part(0, 1)
        return Diagnostic("M103", f"{what} wants {wanted}, not {given}", first)
    if node.value is None:
        return Diagnostic("M103", f"{what} says nothing", span, hint=f"write {wanted}")
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
    hint = f"write [{_as_item(node, schema)}]" if "array" in kinds else ""
    if "boolean" in kinds and node.raw.casefold() in {"true", "false"}:
        hint = f"write {node.raw.casefold()} without quotes"
    return Diagnostic("M103", f"{what} wants {wanted}", first_line(node), hint=hint)


def out_of_range(node: Node, schema: Mapping[str, Any], key: str) -> Diagnostic:
    """Tell that a quantity is outside its limits."""
    unit = schema.get("x-unit", "")
    raw = node.raw if isinstance(node, Scalar) else "this"
    limits = f"{schema.get('minimum'):,} to {schema.get('maximum'):,} {unit}".strip()
    return Diagnostic("M105", f"{raw} is outside what `{key}` can be: {limits}", node.span)


def too_many(node: Node, most: int, key: str) -> Diagnostic:
    """Tell that a list is too long; numbers that stand comma to comma may be halves of one."""
    hint = ""
    items = node.items if isinstance(node, Items) else ()
    for one, other in pairwise(items):
        if stands_after_comma(one, other):
            assert isinstance(one, Scalar) and isinstance(other, Scalar)  # noqa: S101, PT018
            hint = f"a decimal point, not a comma: write {one.raw}.{other.raw}"
            break
    return Diagnostic(
        "M105", f"`{key}` holds at most {number_word(most)}", first_line(node), hint=hint
    )


def first_line(node: Node) -> Span:
    """Return the place of a value, or its first column where it has many lines."""
    span = node.span
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)


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
    near = _near_frequency(raw) if schema.get("format") == "frequency" else None
    if near is not None:
        return Diagnostic(
            "M107",
            f"`{raw}` is not {wanted}",
            node.span,
            hint=f'write "{near}"',
            fix=Fix.replace(node.span, f'"{near}"', safety=Safety.UNSAFE),
        )
    return Diagnostic("M107", f"`{raw}` is not {wanted}", node.span, hint=f"write {wanted}")


def _near_frequency(raw: str) -> str | None:
    """Return the frequency that is written with a comma, a colon, few decimals or no blank."""
    match = _NEAR_FREQUENCY.match(raw)
    if match is None:
        return None
    modulation = (match[3] or "AM").upper().replace("MHZ", "AM")
    return f"{match[1]}.{match[2].ljust(3, '0')} {modulation}"


def _as_item(node: Scalar, schema: Mapping[str, Any]) -> str:
    """Return a value as it stands in a list."""
    items = schema.get("items", {})
    if items.get("type") != "string":
        return node.raw
    return f'"{_near_frequency(node.raw) or node.raw}"' if items.get("format") else f'"{node.raw}"'


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
    level = _FLIGHT_LEVEL.match(node.raw)
    if level:
        return f"write {int(level[1]) * 100}, in feet"
    thousands = _THOUSANDS.match(node.raw)
    if thousands:
        digits = re.sub(r"[,' ]", "", thousands[1])
        other = thousands[1].replace(",", ".")
        return f"write {digits}" + (f" ({other} would be another)" if "," in node.raw else "")
    comma = _DECIMAL_COMMA.match(node.raw)
    if comma:
        return f"write {comma.group(1)}.{comma.group(2)}, with a point"
    if node.quoted and _NUMBER.match(node.raw):
        return f"write {node.raw.strip()} without quotes"
    unit = _WITH_UNIT.match(node.raw)
    if unit:
        return f"write {unit.group(1)}: the unit stands in the key"
    return ""
