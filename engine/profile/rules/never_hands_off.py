"""M307: a role that works a phase of flight can hand its aircraft on."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Items
from engine.profile.project import Project
from engine.profile.shape import node_at

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each staffed station with a role that owns phases and has no rung at its field."""
    owners = {phase.owner for phase in project.phases.phases.values()}
    root = project.root("common/handoffs")
    common = node_at(root, ["handoffs"]) if root is not None else None
    written = len(common.items) if isinstance(common, Items) else 0
    if not project.phases.whole or len(project.ladder) < written or not written:
        return
    for key, airfield in project.fields.items():
        leaving = {rung.from_role for rung in airfield.handoffs}
        for name, station in airfield.stations.items():
            stuck = [role for role in station.roles if role in owners and role not in leaving]
            if station.staffed and stuck:
                yield Diagnostic(
                    "M307",
                    f"{station.name} never hands anybody on as {stuck[0]}",
                    project.key_span(key, "stations", name),
                    hint=f"add a rung from `{stuck[0]}` to the field or the common ladder",
                )
