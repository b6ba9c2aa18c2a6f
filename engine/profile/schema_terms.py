"""The terms that the declarations of YAML kinds are written in; each is a piece of JSON Schema.

`x-wanted` says in an author's words what a value is to look like, and `x-unit` its unit: editors
ignore them, diagnostics speak them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

__all__ = [
    "PROVENANCE",
    "ROLES",
    "WORKING_ROLES",
    "Schema",
    "choice",
    "document",
    "flag",
    "frequency",
    "guard",
    "latitude_longitude",
    "many",
    "number",
    "record",
    "runway_name",
    "table",
    "text",
    "whole",
]

Schema: TypeAlias = dict[str, Any]

ROLES = (
    "delivery",
    "ground",
    "tower",
    "departure",
    "approach",
    "center",
    "tasking",
    "atis",
    "marshal",
)
"""The positions that a controller can work."""

WORKING_ROLES = tuple(role for role in ROLES if role != "atis")
"""Those that can have an aircraft: recorded information has none."""


def text(
    description: str,
    *,
    example: str,
    pattern: str | None = None,
    wanted: str | None = None,
    default: str | None = None,
) -> Schema:
    """Return the schema of a text."""
    schema: Schema = {"type": "string", "description": description, "minLength": 1}
    if pattern is not None:
        schema["pattern"] = pattern
    schema["examples"] = [example]
    return schema | _extras(wanted, default)


def choice(
    description: str, values: Sequence[str], *, example: str | None = None, default: str = ""
) -> Schema:
    """Return the schema of a word of a closed list."""
    return {
        "type": "string",
        "description": description,
        "enum": list(values),
        "examples": [example or values[0]],
    } | _extras(None, default or None)


def flag(description: str, *, default: bool) -> Schema:
    """Return the schema of true or false."""
    return {
        "type": "boolean",
        "description": description,
        "default": default,
        "examples": [not default],
    }


def number(
    description: str,
    *,
    unit: str,
    example: float,
    minimum: float,
    maximum: float,
    default: float | None = None,
) -> Schema:
    """Return the schema of a quantity, bare or as `{value, source}`."""
    limits = {"type": "number", "minimum": minimum, "maximum": maximum}
    return _quantity(limits, f"{description} ({unit})", unit, example) | _extras(None, default)


def whole(
    description: str,
    *,
    unit: str,
    example: int,
    minimum: int,
    maximum: int,
    default: int | None = None,
) -> Schema:
    """Return the schema of a quantity without decimals, bare or as `{value, source}`."""
    limits = {"type": "integer", "minimum": minimum, "maximum": maximum}
    return _quantity(limits, f"{description} ({unit})", unit, example) | _extras(None, default)


def frequency(description: str) -> Schema:
    """Return the schema of a frequency with its modulation."""
    return text(
        description,
        example="124.425 AM",
        pattern=r"^[0-9]{1,3}\.[0-9]{3} (AM|FM)$",
        wanted='a frequency in MHz with three decimals and its modulation, like "124.425 AM"',
    ) | {"format": "frequency"}


def runway_name(description: str) -> Schema:
    """Return the schema of the name of a runway end."""
    return text(
        description,
        example="13",
        pattern=r"^(0[1-9]|[12][0-9]|3[0-6])[LRC]?$",
        wanted='a runway name of two digits in quotes, like "04" or "13L"',
    )


def guard(description: str, *, example: str) -> Schema:
    """Return the schema of a `when` expression (grammars/guard.lark)."""
    return text(description, example=example) | {"format": "guard"}


def many(
    item: Schema,
    description: str,
    *,
    least: int = 0,
    most: int | None = None,
    distinct: bool = False,
) -> Schema:
    """Return the schema of a list."""
    schema: Schema = {"type": "array", "description": description, "items": item}
    if least:
        schema["minItems"] = least
    if most is not None:
        schema["maxItems"] = most
    if distinct:
        schema["uniqueItems"] = True
    return schema


def table(
    value: Schema, description: str, *, keys: str | None = None, wanted: str | None = None
) -> Schema:
    """Return the schema of a section whose keys are names that the author chooses."""
    schema: Schema = {"type": "object", "description": description, "additionalProperties": value}
    if keys is not None:
        schema["propertyNames"] = {"pattern": keys} | _extras(wanted, None)
    return schema


_DEFINITIONS: dict[str, Schema] = {
    "source": {
        "type": "string",
        "description": "where these values were read",
        "examples": ["DCS airfield data"],
    },
    "derived": {
        "type": "string",
        "description": "how these values follow from others",
        "examples": ["final approach fix plus 2 nm"],
    },
    "invented": {
        "type": "string",
        "description": "why these values were made up, where no source has one",
        "examples": ["no published UHF channel"],
    },
}

PROVENANCE: dict[str, Schema] = {name: {"$ref": f"#/$defs/{name}"} for name in _DEFINITIONS}
"""Keys that any section may carry to say where its values come from."""


def record(
    description: str, required: dict[str, Schema], optional: dict[str, Schema] | None = None
) -> Schema:
    """Return the schema of a section with known keys."""
    schema: Schema = {
        "type": "object",
        "description": description,
        "properties": required | (optional or {}) | PROVENANCE,
        "additionalProperties": False,
    }
    if required:
        schema["required"] = list(required)
    return schema


def document(name: str, title: str, body: Schema) -> Schema:
    """Return the schema of a whole file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://marshall.example/schemas/{name}.schema.json",
        "title": title,
        "$defs": _DEFINITIONS,
    } | body


def latitude_longitude(description: str) -> Schema:
    """Return the schema of a place by WGS84 latitude and longitude."""
    return record(
        description,
        {
            "lat": number(
                "north latitude", unit="degrees", example=41.6096, minimum=-90, maximum=90
            ),
            "lon": number(
                "east longitude", unit="degrees", example=41.6002, minimum=-180, maximum=180
            ),
        },
    )


def _quantity(value: Schema, description: str, unit: str, example: float) -> Schema:
    return value | {
        "type": [value["type"], "object"],
        "description": description,
        "examples": [example, {"value": example, "source": "AIP"}],
        "properties": {"value": value} | PROVENANCE,
        "required": ["value"],
        "additionalProperties": False,
        "x-unit": unit,
    }


def _extras(wanted: str | None, default: object) -> Schema:
    extras: Schema = {}
    if default is not None:
        extras["default"] = default
    if wanted is not None:
        extras["x-wanted"] = wanted
    return extras
