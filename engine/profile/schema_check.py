"""Holds plain values against the schemas of this package, quickly.

The declarations use a small closed part of JSON Schema 2020-12 (engine/profile/schema_terms.py), so
a general validator does a hundred times the work that is needed: 70 ms to import and 10 ms a file,
for every file of every theatre. A test holds this one equal to `jsonschema` on any values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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


def mismatches(schema: Mapping[str, Any], value: object) -> list[Mismatch]:
    """Return everything about a value that its schema does not allow."""
    check = _Check(schema.get("$defs", {}))
    check.value(schema, value, ())
    return check.found


@lru_cache(maxsize=256)
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


_KINDS: Mapping[type, frozenset[str]] = {
    dict: frozenset({"object"}),
    list: frozenset({"array"}),
    str: frozenset({"string"}),
    bool: frozenset({"boolean"}),
    int: frozenset({"integer", "number"}),
    float: frozenset({"number"}),
    type(None): frozenset({"null"}),
}
_NO_KIND: frozenset[str] = frozenset()


def _kinds_of(value: object) -> frozenset[str]:
    if isinstance(value, float) and value.is_integer():
        return _KINDS[int]
    return _KINDS.get(type(value), _NO_KIND)


class _Check:
    """One value against one schema; `$ref` leads to the definitions of the document."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions
        self.found: list[Mismatch] = []

    def value(self, schema: Mapping[str, Any], value: object, path: _Path) -> None:
        """Find what is wrong with a value and with everything in it."""
        schema = self._named(schema)
        branches = schema.get("anyOf") or schema.get("oneOf")
        if branches is not None:
            self._any_of(schema, branches, value, path)
        kinds = schema.get("type")
        if kinds is not None:
            own = _kinds_of(value)
            if kinds not in own if isinstance(kinds, str) else own.isdisjoint(kinds):
                self._report("type", path, value, schema)
                return  # nothing else can be said of a value of another kind
        choices = schema.get("enum")
        if choices is not None and value not in choices:
            self._report("enum", path, value, schema)
        if isinstance(value, str):
            self._text(schema, value, path)
        elif isinstance(value, dict):
            self._table(schema, value, path)
        elif isinstance(value, list):
            self._list(schema, value, path)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            self._number(schema, value, path)

    def _report(self, term: str, path: _Path, value: object, schema: Mapping[str, Any]) -> None:
        self.found.append(Mismatch(term, schema[term], path, value, schema))

    def _named(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the schema that a reference stands for, or the schema itself."""
        reference = schema.get("$ref")
        if reference is None:
            return schema
        found: Mapping[str, Any] = self._definitions[reference[reference.rindex("/") + 1 :]]
        return found

    def _apart(self, schema: Mapping[str, Any], value: object, path: _Path) -> list[Mismatch]:
        """Return what is wrong with a value, without having found it."""
        before, self.found = self.found, []
        self.value(schema, value, path)
        apart, self.found = self.found, before
        return apart

    def _any_of(
        self, schema: Mapping[str, Any], branches: list[Any], value: object, path: _Path
    ) -> None:
        """Find what is wrong by the branch that takes this kind of value."""
        branches = [self._named(branch) for branch in branches]
        tried = []
        for branch in branches:
            wrong = self._apart(branch, value, path)
            if not wrong:
                return
            tried.append(wrong)
        own = [wrong for wrong in tried if wrong[0].absolute_path != path]
        if own:
            self.found.extend(own[0])
        else:
            kinds = [kind for branch in branches for kind in _listed(branch.get("type", []))]
            self._report("type", path, value, {**schema, "type": kinds})

    def _table(self, schema: Mapping[str, Any], value: dict[str, Any], path: _Path) -> None:
        known = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                self._report("required", path, value, schema)
                break
        if len(value) < schema.get("minProperties", 0):
            self._report("minProperties", path, value, schema)
        others = schema.get("additionalProperties", True)
        if others is False and not value.keys() <= known.keys():
            self._report("additionalProperties", path, value, schema)
        names = schema.get("propertyNames")
        for name, item in value.items():
            if names is not None:
                for found in self._apart(names, name, path):
                    self.found.append(
                        Mismatch(
                            found.validator, found.validator_value, path, name, names, of_name=True
                        )
                    )
            inner = known.get(name, others)
            if isinstance(inner, dict):
                self.value(inner, item, (*path, name))

    def _list(self, schema: Mapping[str, Any], value: list[Any], path: _Path) -> None:
        if len(value) < schema.get("minItems", 0):
            self._report("minItems", path, value, schema)
        if len(value) > schema.get("maxItems", len(value)):
            self._report("maxItems", path, value, schema)
        if schema.get("uniqueItems") and _repeats(value):
            self._report("uniqueItems", path, value, schema)
        inner = schema.get("items")
        if isinstance(inner, dict):
            for index, item in enumerate(value):
                self.value(inner, item, (*path, index))

    def _text(self, schema: Mapping[str, Any], value: str, path: _Path) -> None:
        if len(value) < schema.get("minLength", 0):
            self._report("minLength", path, value, schema)
        pattern = schema.get("pattern")
        if pattern is not None and not _pattern(pattern).search(value):
            self._report("pattern", path, value, schema)

    def _number(self, schema: Mapping[str, Any], value: float, path: _Path) -> None:
        if value < schema.get("minimum", value):
            self._report("minimum", path, value, schema)
        if value > schema.get("maximum", value):
            self._report("maximum", path, value, schema)


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
