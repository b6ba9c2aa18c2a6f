"""M603: every slot that a directive carries is said, or a decision would be lost in the words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.directive import DIRECTIVE_TYPES
from engine.profile.diagnostic import Diagnostic
from engine.profile.phrases import phrases_of, slots_in
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each slot that the words of its directive leave out."""
    for phrase in phrases_of(project):
        kind = DIRECTIVE_TYPES.get(phrase.directive)
        if kind is None or phrase.part != "say":
            continue
        said = {name for name, _ in slots_in(phrase.text)}
        known = {spec.name for spec in kind.slots}
        missing = [spec.name for spec in kind.slots if spec.name not in said]
        if missing and said <= known:  # a slot under a wrong name is M602's
            yield Diagnostic(
                "M603",
                f"`{phrase.directive}` carries `{missing[0]}` and never says it",
                phrase.place(0, len(phrase.text)),
                hint=f"add `{{{missing[0]}}}`"
                + ("" if kind.slot(missing[0]).required else ", in [ ] as it may be absent"),  # type: ignore[union-attr]
            )
