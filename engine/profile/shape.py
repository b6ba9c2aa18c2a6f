"""A file against the schema of its kind: one mistake, one diagnostic, at its place.

What a schema does not allow is told in an author's words. A key that is unknown and one that is
missing are one mistake when they are near.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.model.errors import InternalError
from engine.profile.diagnostic import Diagnostic, Fix, Safety, Span, nearest
from engine.profile.key_units import in_another_unit, unit_of
from engine.profile.node import Node, Scalar, Table
from engine.profile.schema_check import Mismatch, mismatches
from engine.profile.shape_misplaced import Misplaced, home_of
from engine.profile.shape_words import (
    badly_written,
    first_line,
    number_word,
    out_of_range,
    too_many,
    wrong_type,
)
from engine.profile.source import Source
from engine.profile.tree_walk import node_at

__all__ = ["check_shape", "node_at", "schema_text"]

_MOST_LISTED = 12
_MOST_GUESSED = 300


@lru_cache(maxsize=32)
def _schema(path: Path, _modified: int) -> Any:
    return json.loads(schema_text(path))


def schema_text(path: Path) -> str:
    """Return the text of a schema file.

    Raises:
        InternalError: the file cannot be read; schemas ship with the program.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        message = f"the schema {path.name} cannot be read: install Marshall again"
        raise InternalError(message) from error


def check_shape(source: Source, schema: Path) -> tuple[Diagnostic, ...]:
    """Return what a file has that its schema does not allow, and what it lacks."""
    if source.root is None:
        return ()
    declared = _schema(schema, schema.stat().st_mtime_ns if schema.exists() else 0)
    errors = mismatches(declared, source.root.plain())
    return tuple(_Teller(source.root, declared, errors).tell())


class _Teller:
    """Tells the errors of one file."""

    def __init__(self, root: Node, declared: Any, errors: list[Mismatch]) -> None:
        self._root = root
        self._declared = declared
        self._misplaced = Misplaced(root, declared, errors)
        errors = [error for error in errors if not self._misplaced.is_told(error)]
        self._errors = errors
        self._missing: dict[tuple[str | int, ...], list[str]] = {}
        for error in errors:
            if error.validator == "required":
                instance = error.instance
                path = tuple(error.absolute_path)
                self._missing[path] = [
                    name
                    for name in error.validator_value
                    if name not in instance and not self._misplaced.is_told_missing(path, name)
                ]

    def tell(self) -> Iterator[Diagnostic]:
        """Yield one diagnostic a mistake; unknown keys first, as they explain missing ones."""
        yield from self._misplaced.found
        for error in self._errors:
            if error.validator == "additionalProperties":
                yield from self._unknown_keys(error)
        for path, names in self._missing.items():
            for name in names:
                yield self._missing_key(path, name)
        for error in self._errors:
            if error.validator not in {"additionalProperties", "required"}:
                yield from self._value(error)

    def _unknown_keys(self, error: Mismatch) -> Iterator[Diagnostic]:
        table = node_at(self._root, list(error.absolute_path))
        if not isinstance(table, Table):
            return
        known = list(error.schema.get("properties", {}))
        path = tuple(error.absolute_path)
        if len(table.entries) > _MOST_GUESSED:
            yield from _no_such_keys(table, known)
            return
        lacking = self._missing.get(path, [])
        free = [name for name in known if table.get(name) is None]
        for key, _ in table.pairs():
            if key.raw in known or self._misplaced.is_told_key(path, key.raw):
                continue
            home = home_of(self._declared, path, key.raw)
            found, guess = _unknown_key(key, known, free, home)
            if guess in lacking:
                lacking.remove(guess)
            if not key.spoiled:
                yield found

    def _missing_key(self, path: tuple[str | int, ...], name: str) -> Diagnostic:
        node = node_at(self._root, path) or self._root
        where = node.span
        message = f"the key `{name}` is missing"
        if path and isinstance(path[-1], str):
            parent = node_at(self._root, path[:-1])
            key = parent.key(path[-1]) if isinstance(parent, Table) else None
            if key is not None:
                where, message = key.span, f"`{path[-1]}` lacks the key `{name}`"
        else:
            where = Span(where.file, where.line, where.column, where.line, where.column + 1)
        return Diagnostic("M102", message, where, hint=f"add `{name}:`")

    def _value(self, error: Mismatch) -> Iterator[Diagnostic]:
        path = list(error.absolute_path)
        node = node_at(self._root, path)
        if node is None:
            return
        if error.of_name:
            key = node.key(str(error.instance)) if isinstance(node, Table) else None
            if key is not None and not key.spoiled:
                wanted = error.schema.get("x-wanted", "another name")
                yield Diagnostic(
                    "M107", f"`{key.raw}` is not {wanted}", key.span, hint=f"write {wanted}"
                )
            return
        if isinstance(node, Scalar) and node.spoiled:
            return
        yield self._told(error, node, str(path[-1]) if path else "")

    def _told(self, error: Mismatch, node: Node, name: str) -> Diagnostic:
        key = self._name_of(error, name)
        match error.validator:
            case "type":
                return wrong_type(node, error.schema, key)
            case "enum":
                return _not_one_of(node, error.validator_value, key)
            case "minimum" | "maximum":
                return out_of_range(node, error.schema, key)
            case "pattern":
                return badly_written(node, error.schema, key)
            case "maxItems":
                return too_many(node, int(error.validator_value), key)
            case "minItems" | "minProperties" | "minLength":
                word, count = str(error.validator), int(error.validator_value)
                message = f"`{key}` holds at least {number_word(count)}"
                if word == "minLength":
                    message = f"`{key}` is an empty text"
                return Diagnostic("M105", message, first_line(node))
            case "uniqueItems":
                return Diagnostic("M201", f"`{key}` says one thing twice", first_line(node))
            case _:
                return Diagnostic("M103", f"`{key}` is not what it should be", first_line(node))

    @staticmethod
    def _name_of(error: Mismatch, name: str) -> str:
        names = [step for step in error.absolute_path if isinstance(step, str)]
        return name if not name.isdigit() or not names else names[-1]


def _no_such_keys(table: Table, known: list[str]) -> Iterator[Diagnostic]:
    """Yield the unknown keys of a section that is another thing altogether, without guesses."""
    for key, _ in table.pairs():
        if key.raw not in known and not key.spoiled:
            yield Diagnostic(
                "M101",
                f"unknown key `{key.raw}`",
                key.span,
                hint="known here: " + _listed(known),
            )


def _unknown_key(
    key: Scalar, known: list[str], free: list[str], home: str | None
) -> tuple[Diagnostic, str]:
    units = [name for name in free if name.startswith(key.raw + "_")]
    if units:
        lacks = "frame" if key.raw.endswith("_deg") else "unit"
        listed = " or ".join(f"`{name}`" for name in units[:_MOST_LISTED])
        found = Diagnostic(
            "M106",
            f"the key `{key.raw}` says no {lacks}",
            key.span,
            hint=f"write {listed}",
            fix=Fix.replace(key.span, units[0], safety=Safety.UNSAFE) if len(units) == 1 else None,
        )
        return found, units[0]
    other = in_another_unit(key.raw, known)
    if other is not None:
        name, unit, wanted = other
        found = Diagnostic(
            "M101",
            f"unknown key `{key.raw}`: here it is written in {wanted}",
            key.span,
            hint=f"convert the value from {unit} to {wanted}, and write `{name}`",
        )
        return found, name
    if home is not None:
        hint = f"it belongs to {home}: indent it less"
        return Diagnostic("M101", f"unknown key `{key.raw}`", key.span, hint=hint), ""
    guess = nearest(key.raw, free) or nearest(key.raw, known)
    hint = f"did you mean `{guess}`?" if guess else "known here: " + _listed(known)
    same_unit = guess is not None and unit_of(guess)[1] == unit_of(key.raw)[1]
    fix = Fix.rename(key.span, guess, quoted=key.quoted) if guess in free and same_unit else None
    return Diagnostic("M101", f"unknown key `{key.raw}`", key.span, hint=hint, fix=fix), guess or ""


def _not_one_of(node: Node, values: list[str], key: str) -> Diagnostic:
    raw = node.raw if isinstance(node, Scalar) else "this"
    guess = nearest(raw, values)
    hint = f"did you mean `{guess}`?" if guess else "write one of: " + ", ".join(values)
    quoted = isinstance(node, Scalar) and node.quoted
    fix = Fix.rename(node.span, guess, quoted=quoted) if isinstance(node, Scalar) else None
    return Diagnostic("M104", f"`{raw}` is no value of `{key}`", node.span, hint=hint, fix=fix)


def _listed(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:_MOST_LISTED]]
    rest = len(names) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")
