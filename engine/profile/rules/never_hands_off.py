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
    stranded = _everywhere(project, owners)
    for role in sorted(stranded):
        yield Diagnostic(
            "M307",
            f"no rung leads from `{role}`: its aircraft are never handed on at any field",
            project.key_span("common/handoffs", "handoffs"),
            hint=f"add a rung from `{role}`",
        )
    for key, airfield in project.fields.items():
        leaving = {rung.from_role for rung in airfield.handoffs}
        for name, station in airfield.stations.items():
            stuck = [role for role in station.roles if role in owners - stranded - leaving]
            if station.staffed and stuck:
                yield Diagnostic(
                    "M307",
                    f"{station.name} never hands anybody on as {stuck[0]}",
                    project.key_span(key, "stations", name),
                    hint=f"add a rung from `{stuck[0]}` to the field or the common ladder",
                )


def _everywhere(project: Project, owners: set[str]) -> set[str]:
    """Return the roles that several fields work and none can hand on from."""
    working: dict[str, int] = {}
    left: set[str] = set()
    for airfield in project.fields.values():
        left |= {rung.from_role for rung in airfield.handoffs}
        staffed = [station for station in airfield.stations.values() if station.staffed]
        for role in {role for station in staffed for role in station.roles}:
            working[role] = working.get(role, 0) + 1
    return {role for role, count in working.items() if count > 1 and role in owners - left}
