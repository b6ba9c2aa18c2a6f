"""M416: an altitude is in feet: 20 where 2,000 is meant is hundreds of feet."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Fix, Safety
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.project import Project

__all__ = ["check"]

_ALTITUDES = frozenset({"platform_ft", "climb_to_ft", "straight_to_ft", "up_to_ft"})
_LEVELS = frozenset({"from", "to"})


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each altitude that can only be meant in hundreds of feet."""
    for key, airfield in project.fields.items():
        root = project.root(key)
        for part in ("approaches", "airspace", "holding"):
            node = root.get(part) if isinstance(root, Table) else None
            for scalar in _altitudes(node):
                if not looks_like_hundreds(scalar.value, airfield.elevation_ft):
                    continue
                feet = f"{scalar.value}00"
                yield Diagnostic(
                    "M416",
                    f"{scalar.raw} ft looks like hundreds of feet",
                    scalar.span,
                    hint=f"write {feet}",
                    notes=(f"the field itself is at {airfield.elevation_ft:,.0f} ft",),
                    fix=Fix.replace(scalar.span, feet, safety=Safety.UNSAFE),
                )


def _altitudes(node: Node | None, *, levels: bool = False) -> Iterator[Scalar]:
    if isinstance(node, Items):
        for item in node.items:
            yield from _altitudes(item)
    if not isinstance(node, Table):
        return
    for key, value in node.pairs():
        wanted = key.raw in _ALTITUDES or (levels and key.raw in _LEVELS)
        given = value.get("value") if wanted and isinstance(value, Table) else value
        if wanted and isinstance(given, Scalar) and not given.spoiled:
            yield given
        elif not wanted:
            yield from _altitudes(value, levels=key.raw == "levels_ft")
