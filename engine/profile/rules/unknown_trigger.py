"""M213: a way out of a phase names something that is seen, said or decided."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.intent import Intent
from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.project import Project
from engine.profile.triggers import SAID, is_trigger, trigger_name, written

__all__ = ["check", "exits_of"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each trigger that nothing ever gives."""
    root = project.root("common/phases")
    for node in exits_of(root):
        items = node.items if isinstance(node, Items) else (node,)
        for item in items:
            if not isinstance(item, Scalar) or item.spoiled or not isinstance(item.value, str):
                continue
            if is_trigger(trigger_name(item.raw)):
                continue
            known = [written(name) for name in (*SAID, *_calls())]
            guess = nearest(item.raw, known)
            yield Diagnostic(
                "M213",
                f"nothing that happens is called `{item.raw}`",
                item.span,
                hint=f"did you mean `{guess}`?" if guess else "see docs/designer/phases.md",
                fix=Fix.replace(item.span, guess) if guess and not item.quoted else None,
            )


def _calls() -> list[str]:
    return [f"call_{intent.value}" for intent in Intent if intent is not Intent.NONE]


def exits_of(root: Node | None) -> Iterator[Node]:
    """Yield what stands under `on` of every way out of a phase."""
    if not isinstance(root, Table):
        return
    common, phases = root.get("common_exits"), root.get("phases")
    tables = [value for _, value in common.pairs()] if isinstance(common, Table) else []
    if isinstance(phases, Table):
        tables += [
            exits
            for _, phase in phases.pairs()
            if isinstance(phase, Table) and (exits := phase.get("exits")) is not None
        ]
    for table in tables:
        if isinstance(table, Table):
            for _, way in table.pairs():
                on = way.get("on") if isinstance(way, Table) else None
                if on is not None:
                    yield on
