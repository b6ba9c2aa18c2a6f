"""M708: a call that a phase waits for can be said: its intent has a phrase."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.node import Items, Scalar, Table
from engine.profile.project import Project
from engine.profile.rules.unknown_trigger import exits_of
from engine.profile.shape import node_at

__all__ = ["check"]

_CALL = "call "


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each trigger `call X` whose intent no phrase means."""
    intents = project.root("common/intents")
    table = node_at(intents, ["intents"]) if intents is not None else None
    if not isinstance(table, Table):
        return
    wordless = {
        key.raw: key
        for key, given in table.pairs()
        if isinstance(given, Table)
        and not any(
            isinstance(part := given.get(name), Items) and part.items
            for name in ("hear", "implied_by")
        )
    }
    if not wordless:
        return
    for node in exits_of(project.root("common/phases")):
        for item in node.items if isinstance(node, Items) else (node,):
            name = item.raw.removeprefix(_CALL) if isinstance(item, Scalar) else ""
            if isinstance(item, Scalar) and item.raw.startswith(_CALL) and name in wordless:
                yield Diagnostic(
                    "M708",
                    f"no pilot can make the call `{name}`",
                    item.span,
                    hint="give the intent a phrase under `hear`",
                    related=(Label(wordless[name].span, "no phrase means it"),),
                )
