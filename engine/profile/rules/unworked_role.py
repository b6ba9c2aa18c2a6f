"""M208: a role that a field's own rung names is worked there.

The common ladder names every role and a field works those it has; a rung that a field writes for
itself has no such excuse.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Items
from engine.profile.project import Project
from engine.profile.section import Absent, Section
from engine.profile.shape import node_at

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each role of a field's own rungs that no station of it works."""
    above = {role for station in project.stations.values() for role in station.roles}
    for key, airfield in project.fields.items():
        written = len(project.names(key, "stations"))
        if len(airfield.stations) < written or not project.has(key, "stations"):
            continue  # a station that could not be read may work it
        worked = above | {role for s in airfield.stations.values() for role in s.roles}
        root = project.root(key)
        rungs = node_at(root, ["handoffs"]) if root is not None else None
        for index, node in enumerate(rungs.items if isinstance(rungs, Items) else ()):
            for end in ("from", "to"):
                try:
                    role = Section(node).text(end)
                except Absent:
                    continue
                if role not in worked:
                    yield Diagnostic(
                        "M208",
                        f"nobody works `{role}` at {airfield.name}",
                        project.span(key, "handoffs", index, end),
                        hint="worked there: " + ", ".join(sorted(worked)),
                    )
