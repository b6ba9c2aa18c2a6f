"""The part of a schema that stands behind a place in a file.

Schemas are written by `engine.profile.schema_terms`, so only the words that it uses are known here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.profile.shape import schema_text
from engine.resources import schemas_dir

__all__ = ["described", "keys_of", "schema_at", "schema_of", "values_of"]

_PROVENANCE = frozenset({"source", "derived", "invented"})


@lru_cache(maxsize=32)
def schema_of(kind: str) -> Mapping[str, Any]:
    """Return the schema of a kind of file, empty when there is none."""
    path = schemas_dir() / f"{kind}.schema.json"
    if not path.is_file():
        return {}
    schema: dict[str, Any] = json.loads(schema_text(path))
    return schema


def schema_at(whole: Mapping[str, Any], path: Sequence[str | int]) -> Mapping[str, Any] | None:
    """Return the schema of the value at a path of keys and indexes, or None."""
    here: Mapping[str, Any] | None = whole
    for step in path:
        here = _step(whole, here, step) if here is not None else None
    return _followed(whole, here)


def _step(
    whole: Mapping[str, Any], schema: Mapping[str, Any], step: str | int
) -> Mapping[str, Any] | None:
    for one in _ways(whole, schema):
        if isinstance(step, int):
            found = one.get("items")
        else:
            found = one.get("properties", {}).get(step)
            if found is None:
                found = one.get("additionalProperties")
        if isinstance(found, dict):
            return found
    return None


def _followed(
    whole: Mapping[str, Any], schema: Mapping[str, Any] | None
) -> Mapping[str, Any] | None:
    while schema is not None and "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        schema = whole.get("$defs", {}).get(name)
    return schema


def _ways(whole: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and its alternatives."""
    followed = _followed(whole, schema)
    if followed is None:
        return
    yield followed
    for word in ("oneOf", "anyOf", "allOf"):
        for one in followed.get(word, ()):
            yield from _ways(whole, one)


def keys_of(
    whole: Mapping[str, Any], schema: Mapping[str, Any]
) -> dict[str, tuple[Mapping[str, Any], bool]]:
    """Return the keys a section may have: each with its schema and whether it must be there.

    Those that tell where a value comes from stand last.
    """
    found: dict[str, tuple[Mapping[str, Any], bool]] = {}
    for one in _ways(whole, schema):
        needed = one.get("required", ())
        for name, value in one.get("properties", {}).items():
            found.setdefault(name, (_followed(whole, value) or {}, name in needed))
    last = {name: found.pop(name) for name in list(found) if name in _PROVENANCE}
    return found | last


def values_of(whole: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the values a closed list allows, or `true` and `false`; nothing where it is open."""
    found: list[str] = []
    for one in _ways(whole, schema):
        found += [str(value) for value in one.get("enum", ())]
        if one.get("type") == "boolean":
            found += ["true", "false"]
    return tuple(dict.fromkeys(found))


def described(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what a schema says of its value, a line each: meaning, unit, values, default."""
    lines = [str(schema.get("description", ""))]
    unit = schema.get("x-unit")
    low, high = _limits(schema)
    if low is not None and high is not None:
        lines.append(f"from {low:g} to {high:g}{f' {unit}' if unit else ''}")
    if "enum" in schema:
        lines.append("one of " + ", ".join(f"`{value}`" for value in schema["enum"]))
    if "default" in schema:
        lines.append(f"default `{_written(schema['default'])}`")
    if schema.get("examples"):
        lines.append(f"for example `{_written(schema['examples'][0])}`")
    return tuple(line for line in lines if line)


def _limits(schema: Mapping[str, Any]) -> tuple[float | None, float | None]:
    return schema.get("minimum"), schema.get("maximum")


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
