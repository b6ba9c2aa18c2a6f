"""M420: holding levels go up from the lowest to the highest by whole steps."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.section import Absent, Section
from engine.profile.shape import node_at

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each hold whose highest level its steps do not reach."""
    for key in project.fields:
        root = project.root(key)
        for name in project.names(key, "holding"):
            path = ("holding", name, "levels_ft")
            try:
                levels = Section(node_at(root, path) if root is not None else None)
                low, high, step = (levels.whole(part) for part in ("from", "to", "step"))
            except Absent:
                continue
            if high < low:
                yield Diagnostic(
                    "M420",
                    f"the highest level {high:,} is below the lowest {low:,}",
                    project.span(key, *path, "to"),
                )
            elif step > 0 and (high - low) % step:
                yield Diagnostic(
                    "M420",
                    f"steps of {step:,} ft from {low:,} do not reach {high:,}",
                    project.span(key, *path, "to"),
                    hint=f"write {high - (high - low) % step}",
                )
