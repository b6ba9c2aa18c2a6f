"""Walking a path of keys and indexes: through what is written, and through what is declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.profile.node import Items, Node, Table

__all__ = ["node_at", "schema_at"]


def node_at(root: Node, path: Sequence[str | int]) -> Node | None:
    """Return the value at a path of keys and indexes, or None."""
    node: Node | None = root
    for step in path:
        if isinstance(node, Table) and isinstance(step, str):
            node = node.get(step)
        elif isinstance(node, Items) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node


def schema_at(declared: Mapping[str, Any], path: Sequence[str | int]) -> Mapping[str, Any] | None:
    """Return what is declared for a path; None where it branches or nothing is."""
    definitions = declared.get("$defs", {})
    schema: Any = declared
    for step in path:
        if "$ref" in schema:
            schema = definitions.get(str(schema["$ref"]).rpartition("/")[2], {})
        if isinstance(step, int):
            schema = schema.get("items")
        else:
            schema = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
        if not isinstance(schema, Mapping):
            return None
    reference = schema.get("$ref")
    found: Mapping[str, Any] | None = schema
    if reference is not None:
        found = definitions.get(str(reference).rpartition("/")[2])
    return found
