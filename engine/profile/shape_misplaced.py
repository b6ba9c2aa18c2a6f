"""Keys that are indented too little or too much: one slip of the space bar, one diagnostic.

A key that stands one section off is missing in one section and unknown in another, and whatever is
under it fits neither. Here both sides are brought together, so that the author is told once, at the
key, where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Node, Scalar, Table
from engine.profile.schema_check import Mismatch
from engine.profile.schema_terms import PROVENANCE
from engine.profile.tree_walk import node_at, schema_at

__all__ = ["Misplaced", "home_of"]

_Path: TypeAlias = tuple[str | int, ...]
_MOST_LISTED = 6


class Misplaced:
    """What of the errors of one file is told already, and the diagnostics that tell it."""

    def __init__(self, root: Node, declared: Mapping[str, Any], errors: Iterable[Mismatch]) -> None:
        self._root = root
        self._declared = declared
        self._errors = list(errors)
        self._unknown: dict[_Path, list[str]] = {}
        self._told_keys: set[tuple[_Path, str]] = set()
        self._told_missing: set[tuple[_Path, str]] = set()
        self._told_below: list[_Path] = []
        for error in self._errors:
            table = node_at(root, error.absolute_path)
            if error.validator == "additionalProperties" and isinstance(table, Table):
                known = error.schema.get("properties", {})
                names = [name for name in table.names() if name not in known]
                self._unknown[tuple(error.absolute_path)] = names
        self.found: tuple[Diagnostic, ...] = tuple(self._find())

    def is_told(self, error: Mismatch) -> bool:
        """Tell whether an error stands in or at a key that has been told."""
        path = tuple(error.absolute_path)
        if error.of_name and (path, str(error.instance)) in self._told_keys:
            return True
        return any(path[: len(below)] == below for below in self._told_below)

    def is_told_key(self, path: _Path, name: str) -> bool:
        """Tell whether an unknown key has been told."""
        return (path, name) in self._told_keys

    def is_told_missing(self, path: _Path, name: str) -> bool:
        """Tell whether a missing key has been told."""
        return (path, name) in self._told_missing

    def _find(self) -> Iterator[Diagnostic]:
        for error in self._errors:
            if error.validator == "type" and error.instance is None:
                yield from self._beside(error)
        for error in self._errors:
            if error.validator == "required":
                path = tuple(error.absolute_path)
                for name in error.validator_value:
                    if name not in error.instance:
                        yield from self._elsewhere(path, name)
        for error in self._errors:
            if error.of_name:
                yield from self._under_names(tuple(error.absolute_path), str(error.instance))
            elif error.validator == "additionalProperties" and error.absolute_path:
                yield from self._as_a_name(tuple(error.absolute_path), error)

    def _beside(self, error: Mismatch) -> Iterator[Diagnostic]:
        """Yield a section that says nothing because its keys stand beside it."""
        path = tuple(error.absolute_path)
        if not path or not isinstance(path[-1], str):
            return
        parent, unknown = path[:-1], self._unknown.get(path[:-1], [])
        table = node_at(self._root, parent)
        if not isinstance(table, Table):
            return
        own, any_name = error.schema.get("properties"), error.schema.get("additionalProperties")
        after = table.names()[table.names().index(path[-1]) + 1 :]
        names = [name for name in unknown if own is not None and name in own]
        if own is None and isinstance(any_name, dict):
            following = next((i for i, name in enumerate(after) if name not in unknown), len(after))
            names = list(after[:following])
        if not names:
            return
        self._told_below.append(path)
        self._told_keys |= {(parent, name) for name in names}
        listed = ", ".join(f"`{name}`" for name in names[:_MOST_LISTED])
        listed += " and the rest" if len(names) > _MOST_LISTED else ""
        key = table.key(path[-1])
        assert key is not None  # noqa: S101 - the path leads through it
        yield Diagnostic(
            "M103",
            f"`{path[-1]}` says nothing: what belongs to it stands beside it",
            key.span,
            hint=f"indent {listed} under `{path[-1]}:`",
        )

    def _elsewhere(self, path: _Path, name: str) -> Iterator[Diagnostic]:
        """Yield a key that is missing in one section and stands in another on the same way."""
        written = self._outside(path, name) or self._inside(path, name)
        if written is None or (written, name) in self._told_keys:
            return
        key = self._key(written, name)
        if key is None:
            return
        self._told_missing.add((path, name))
        self._told_keys.add((written, name))
        self._told_below.append((*written, name))
        more = "more" if len(written) < len(path) else "less"
        yield _off(key, _section(path), more)

    def _outside(self, path: _Path, name: str) -> _Path | None:
        """Return the section around that holds the key without a right to."""
        for length in range(len(path) - 1, -1, -1):
            around = path[:length]
            if name in self._unknown.get(around, []):
                return around
            schema = schema_at(self._declared, around)
            by_name = schema is not None and isinstance(schema.get("additionalProperties"), dict)
            if by_name and self._is_wrong((*around, name)):
                return around
        return None

    def _inside(self, path: _Path, name: str) -> _Path | None:
        """Return the section within that holds the key without a right to."""
        for within, names in self._unknown.items():
            if len(within) > len(path) and within[: len(path)] == path and name in names:
                return within
        return None

    def _is_wrong(self, path: _Path) -> bool:
        return self._key(path[:-1], str(path[-1])) is not None and any(
            tuple(error.absolute_path)[: len(path)] == path for error in self._errors
        )

    def _as_a_name(self, path: _Path, error: Mismatch) -> Iterator[Diagnostic]:
        """Yield a section that is taken for an entry, of which it has no key."""
        table, within, name = node_at(self._root, path), path[:-1], path[-1]
        around = schema_at(self._declared, within)
        if not isinstance(name, str) or not isinstance(table, Table) or around is None:
            return
        known = error.schema.get("properties", {})
        own = set(known) - set(PROVENANCE)
        if any(each in own for each in table.names()) or name in around.get("properties", {}):
            return
        if name not in known:
            yield from self._under_names(within, name)
            return
        entries, key = node_at(self._root, within), self._key(within, name)
        names = entries.names() if isinstance(entries, Table) else ()
        place = names.index(name) if name in names else 0
        if key is not None and place and (within, name) not in self._told_keys:
            self._told_keys.add((within, name))
            self._told_below.append(path)
            yield _off(key, f"`{names[place - 1]}`", "more")

    def _under_names(self, path: _Path, name: str) -> Iterator[Diagnostic]:
        """Yield a section of the file that stands among names that an author chooses."""
        key, home = self._key(path, name), home_of(self._declared, path, name)
        if key is None or home is None or (path, name) in self._told_keys:
            return
        self._told_keys.add((path, name))
        self._told_below.append((*path, name))
        yield _off(key, home, "less")

    def _key(self, path: _Path, name: str) -> Scalar | None:
        table = node_at(self._root, path)
        return table.key(name) if isinstance(table, Table) else None


def home_of(declared: Mapping[str, Any], path: _Path, name: str) -> str | None:
    """Return the section around a place that a key belongs to, or None; "the file" is one."""
    for length in range(len(path) - 1, -1, -1):
        schema = schema_at(declared, path[:length])
        if schema is not None and name in schema.get("properties", {}):
            return _section(path[:length])
    return None


def _section(path: _Path) -> str:
    names = [step for step in path if isinstance(step, str)]
    return f"`{names[-1]}`" if names else "the file"


def _off(key: Scalar, home: str, more: str) -> Diagnostic:
    return Diagnostic(
        "M101",
        f"the key `{key.raw}` does not belong here but to {home}",
        key.span,
        hint=f"indent it {more}, like the other keys of {home}",
    )
