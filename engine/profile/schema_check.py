"""Holds plain values against the schemas of this package, quickly.

The declarations use a small closed part of JSON Schema 2020-12 (engine/profile/schema_terms.py), so
a general validator does a hundred times the work that is needed: 70 ms to import and 10 ms a file,
for every file of every theatre. A test holds this one equal to `jsonschema` on any values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

__all__ = ["Mismatch", "mismatches"]

_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that a schema does not allow: by which term, where, and what stood there."""

    validator: str
    validator_value: Any
    absolute_path: _Path
    instance: Any
    schema: Mapping[str, Any]
    of_name: bool = False


def mismatches(schema: Mapping[str, Any], value: object) -> Iterator[Mismatch]:
    """Yield everything about a value that its schema does not allow."""
    yield from _Check(schema.get("$defs", {})).value(schema, value, ())


@lru_cache(maxsize=256)
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


def _is(kind: str, value: object) -> bool:
    match kind:
        case "object":
            return isinstance(value, dict)
        case "array":
            return isinstance(value, list)
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
        case "integer":
            whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
            return whole and not isinstance(value, bool)
        case _:
            return isinstance(value, int | float) and not isinstance(value, bool)


class _Check:
    """One value against one schema; `$ref` leads to the definitions of the document."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions

    def value(self, schema: Mapping[str, Any], value: object, path: _Path) -> Iterator[Mismatch]:
        """Yield what is wrong with a value and with everything in it."""
        schema = self._named(schema)
        branches = schema.get("anyOf") or schema.get("oneOf")
        if branches is not None:
            yield from self._any_of(schema, branches, value, path)
        kinds = schema.get("type")
        if kinds is not None:
            listed = [kinds] if isinstance(kinds, str) else kinds
            if not any(_is(kind, value) for kind in listed):
                yield Mismatch("type", kinds, path, value, schema)
                return  # nothing else can be said of a value of another kind
        if "enum" in schema and value not in schema["enum"]:
            yield Mismatch("enum", schema["enum"], path, value, schema)
        if isinstance(value, str):
            yield from _text(schema, value, path)
        elif isinstance(value, dict):
            yield from self._table(schema, value, path)
        elif isinstance(value, list):
            yield from self._list(schema, value, path)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield from _number(schema, value, path)

    def _named(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the schema that a reference stands for, or the schema itself."""
        reference = schema.get("$ref")
        if reference is None:
            return schema
        found: Mapping[str, Any] = self._definitions[str(reference).rpartition("/")[2]]
        return found

    def _any_of(
        self, schema: Mapping[str, Any], branches: list[Any], value: object, path: _Path
    ) -> Iterator[Mismatch]:
        """Yield what is wrong by the branch that takes this kind of value."""
        branches = [self._named(branch) for branch in branches]
        tried = [list(self.value(branch, value, path)) for branch in branches]
        if all(tried):
            own = [found for found in tried if found[0].absolute_path != path]
            kinds = [kind for branch in branches for kind in _listed(branch.get("type", []))]
            if own:
                yield from own[0]
            else:
                told = {**schema, "type": kinds}
                yield Mismatch("type", kinds, path, value, told)

    def _table(
        self, schema: Mapping[str, Any], value: dict[str, Any], path: _Path
    ) -> Iterator[Mismatch]:
        known = schema.get("properties", {})
        if any(name not in value for name in schema.get("required", ())):
            yield Mismatch("required", schema["required"], path, value, schema)
        if len(value) < schema.get("minProperties", 0):
            yield Mismatch("minProperties", schema["minProperties"], path, value, schema)
        others = schema.get("additionalProperties", True)
        if others is False and any(name not in known for name in value):
            yield Mismatch("additionalProperties", False, path, value, schema)
        names = schema.get("propertyNames")
        for name, item in value.items():
            if names is not None:
                for found in self.value(names, name, path):
                    yield Mismatch(
                        found.validator, found.validator_value, path, name, names, of_name=True
                    )
            inner = known.get(name, others)
            if isinstance(inner, dict):
                yield from self.value(inner, item, (*path, name))

    def _list(self, schema: Mapping[str, Any], value: list[Any], path: _Path) -> Iterator[Mismatch]:
        if len(value) < schema.get("minItems", 0):
            yield Mismatch("minItems", schema["minItems"], path, value, schema)
        if len(value) > schema.get("maxItems", len(value)):
            yield Mismatch("maxItems", schema["maxItems"], path, value, schema)
        if schema.get("uniqueItems") and _repeats(value):
            yield Mismatch("uniqueItems", True, path, value, schema)
        inner = schema.get("items")
        if isinstance(inner, dict):
            for index, item in enumerate(value):
                yield from self.value(inner, item, (*path, index))


def _listed(kinds: Any) -> list[str]:
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _repeats(value: list[Any]) -> bool:
    seen: list[tuple[bool, Any]] = []
    for item in value:
        marked = (isinstance(item, bool), item)
        if marked in seen:
            return True
        seen.append(marked)
    return False


def _text(schema: Mapping[str, Any], value: str, path: _Path) -> Iterator[Mismatch]:
    if len(value) < schema.get("minLength", 0):
        yield Mismatch("minLength", schema["minLength"], path, value, schema)
    if "pattern" in schema and not _pattern(schema["pattern"]).search(value):
        yield Mismatch("pattern", schema["pattern"], path, value, schema)


def _number(schema: Mapping[str, Any], value: float, path: _Path) -> Iterator[Mismatch]:
    if value < schema.get("minimum", value):
        yield Mismatch("minimum", schema["minimum"], path, value, schema)
    if value > schema.get("maximum", value):
        yield Mismatch("maximum", schema["maximum"], path, value, schema)
