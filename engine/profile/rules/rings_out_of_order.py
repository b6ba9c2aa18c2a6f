"""M419: rings of vectoring altitudes grow outward, with one altitude each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Items
from engine.profile.project import Project
from engine.profile.section import Absent, Section
from engine.profile.shape import node_at

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each sector whose rings cannot be told apart."""
    for key in project.fields:
        root = project.root(key)
        sectors = node_at(root, ["minimum_vectoring_altitude"]) if root is not None else None
        for index, node in enumerate(sectors.items if isinstance(sectors, Items) else ()):
            try:
                section = Section(node)
                edges, feet = section.numbers("within_nm"), section.numbers("ft")
            except Absent:
                continue
            path = ("minimum_vectoring_altitude", index)
            if len(edges) != len(feet):
                yield Diagnostic(
                    "M419",
                    f"{len(edges)} rings have {len(feet)} altitudes",
                    project.span(key, *path, "ft"),
                    hint=_comma(edges, feet) or "write one altitude for each ring",
                )
            elif any(outer <= inner for inner, outer in pairwise(edges)):
                yield Diagnostic(
                    "M419",
                    "the edges of rings do not grow outward",
                    project.span(key, *path, "within_nm"),
                )


def _comma(edges: tuple[float, ...], feet: tuple[float, ...]) -> str:
    """Return the hint for a decimal comma, which makes two numbers of one."""
    longer = max(edges, feet, key=len)
    torn = any(after <= before for before, after in pairwise(longer))
    return "a decimal comma makes two numbers of one: write a point" if torn else ""
