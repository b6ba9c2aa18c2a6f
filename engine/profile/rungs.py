"""The rungs of a theatre with the file that each stands in."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.compile_ladder import Rung, compile_rungs
from engine.profile.node import Items
from engine.profile.project import Project
from engine.profile.shape import node_at

__all__ = ["own_rungs", "rungs_of"]


def rungs_of(project: Project) -> Iterator[tuple[str, Rung]]:
    """Yield every rung with its file: the common ones once, then each field's own."""
    for rung in project.ladder:
        yield "common/handoffs", rung
    for key in project.fields:
        for rung in own_rungs(project, key):
            yield key, rung


def own_rungs(project: Project, key: str) -> tuple[Rung, ...]:
    """Return the rungs that a field's own file writes."""
    root = project.root(key)
    node = node_at(root, ["handoffs"]) if root is not None else None
    names = frozenset(project.names("common/phases", "phases"))
    return compile_rungs(node.items if isinstance(node, Items) else (), names, [])
