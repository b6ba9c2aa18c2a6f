"""Every phrase by which a pilot's intent is known, with its place."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.phrases import Phrase
from engine.profile.project import Project
from engine.profile.shape import node_at

__all__ = ["heard_phrases"]

_SOURCE = "common/intents"


def heard_phrases(project: Project) -> Iterator[Phrase]:
    """Yield the phrases of every intent: what is heard, what may go with it, what he says."""
    root = project.root(_SOURCE)
    table = node_at(root, ["intents"]) if root is not None else None
    for key, value in table.pairs() if isinstance(table, Table) else ():
        if not isinstance(value, Table):
            continue
        for part in ("hear", "with", "say"):
            yield from _phrases(key.raw, part, value.get(part))
    details = node_at(root, ["details"]) if root is not None else None
    yield from _phrases("details", "details", details)


def _phrases(intent: str, part: str, node: Node | None) -> Iterator[Phrase]:
    for item in node.items if isinstance(node, Items) else ():
        given = item.get("hear") if isinstance(item, Table) else item
        if isinstance(given, Scalar) and not given.spoiled and isinstance(given.value, str):
            yield Phrase(_SOURCE, intent, part, given)
