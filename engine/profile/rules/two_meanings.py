"""M701: one phrase of a pilot means one intent; a phrase that two intents claim means neither."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.heard import heard_phrases
from engine.profile.phrases import Phrase
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phrase that another intent has too, word for word."""
    first: dict[str, Phrase] = {}
    for phrase in heard_phrases(project):
        if phrase.part != "hear":
            continue
        before = first.setdefault(" ".join(phrase.text.casefold().split()), phrase)
        if before.directive != phrase.directive:
            yield Diagnostic(
                "M701",
                f"one phrase has two meanings: `{before.directive}` and `{phrase.directive}`",
                phrase.place(0, len(phrase.text)),
                label=f"means `{phrase.directive}`",
                hint="keep it under one of them, or merge the two",
                related=(Label(before.place(0, len(before.text)), f"means `{before.directive}`"),),
            )
