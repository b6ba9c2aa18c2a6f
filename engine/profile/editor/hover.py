"""What stands under the pointer: what a key means, and what its value comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.profile.editor.cursor import Cursor
from engine.profile.editor.names import Mention, same_name
from engine.profile.editor.schema_walk import described, schema_at, schema_of
from engine.profile.files import schema_kind
from engine.profile.node import Scalar, Table
from engine.profile.shape import node_at
from engine.profile.source import Source

__all__ = ["hover"]

_PROVENANCE = ("source", "derived", "invented")


def hover(
    source: str,
    cursor: Cursor,
    sources: Mapping[str, Source],
    names: Sequence[Mention],
    spoken: Callable[[str], str | None] = lambda _: None,
) -> tuple[str, ...]:
    """Return what can be said of the place: paragraphs in Markdown, none where nothing is known.

    `spoken` gives the words of a directive by its name.
    """
    root = sources[source].root if source in sources else None
    schema = schema_at(schema_of(schema_kind(source, sources.get(source))), cursor.path)
    told: list[str] = []
    if schema is not None:
        meaning, *more = described(schema) or ("",)
        told.append(f"**{'.'.join(str(step) for step in cursor.path)}**: {meaning}")
        told += more
    node = node_at(root, cursor.path) if root is not None else None
    if isinstance(node, Table):
        told += [
            f"{name}: {value.value}"
            for name in _PROVENANCE
            if isinstance(value := node.get(name), Scalar)
        ]
    told += _of_name(cursor, names)
    if isinstance(node, Scalar) and isinstance(node.value, str) and not cursor.on_key:
        words = spoken(node.value)
        told += [f"said: “{words}”"] if words else []
    return tuple(told)


def _of_name(cursor: Cursor, names: Sequence[Mention]) -> list[str]:
    here = next((one for one in names if one.span == cursor.span), None)
    if here is None:
        return []
    alike = same_name(names, here)
    declared = [one for one in alike if one.declares]
    used = len(alike) - len(declared)
    if here.declares:
        return [
            f"{here.what} `{here.name}`, used {used} times"
            if used != 1
            else f"{here.what} `{here.name}`, used once"
        ]
    if not declared:
        return [f"no {here.what} has this name"]
    place = declared[0].span
    return [f"{here.what} `{here.name}`, declared in {place.file}, line {place.line}"]
