"""M607: every value that a closed slot can have has words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.directive import DIRECTIVE_TYPES, DirectiveType
from engine.model.slots import SlotType
from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.node import Node, Table
from engine.profile.phrases import directives_of
from engine.profile.project import Project
from engine.profile.shape import node_at

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each value with nothing to say it."""
    shared: set[tuple[str, str, str]] = set()
    for source, key, value in directives_of(project):
        kind = DIRECTIVE_TYPES.get(key.raw)
        root = project.root(source)
        if kind is None or not isinstance(root, Table) or root.get("extends") is not None:
            continue
        yield from _of(project, source, kind, value, shared)


def _of(
    project: Project,
    source: str,
    kind: DirectiveType,
    value: Node,
    told: set[tuple[str, str, str]],
) -> Iterator[Diagnostic]:
    root = project.root(source)
    for spec in kind.slots:
        if spec.type is not SlotType.CHOICE:
            continue
        own = node_at(value, ["words", spec.name])
        common = node_at(root, ["words", spec.name]) if root is not None else None
        given = own if own is not None else common
        names = given.names() if isinstance(given, Table) else ()
        missing = [name for name in spec.values if name not in names]
        slips = {nearest(name, spec.values) for name in names if name not in spec.values}
        if own is not None:
            missing = [name for name in missing if name not in slips]  # M101 says so
        elif missing and common is not None:
            mark = (source, spec.name, missing[0])
            if mark not in told:
                told.add(mark)
                yield Diagnostic(
                    "M607",
                    f"no words for `{missing[0]}` of `{spec.name}`, which `{kind.name}` says",
                    project.key_span(source, "words", spec.name),
                    hint=f"add `{missing[0]}: [...]` to its words",
                )
            continue
        path = ("directives", kind.name)
        if missing:
            yield Diagnostic(
                "M607",
                f"no words for `{missing[0]}` of `{spec.name}` in `{kind.name}`",
                project.key_span(source, *path, *(("words", spec.name) if own else ())),
                hint=f"add `{missing[0]}: [...]` to its words",
            )
