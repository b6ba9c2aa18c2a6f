"""M602: a phrase uses only slots that its directive carries."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.directive import DIRECTIVE_TYPES
from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.phrases import phrases_of, slots_in
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each slot of a phrase that its directive has not."""
    for phrase in phrases_of(project):
        kind = DIRECTIVE_TYPES.get(phrase.directive)
        if kind is None:
            continue
        known = [spec.name for spec in kind.slots]
        for name, start in slots_in(phrase.text):
            if name not in known:
                guess = nearest(name, known)
                place = phrase.place(start, len(name))
                yield Diagnostic(
                    "M602",
                    f"`{phrase.directive}` uses a slot that its directive never carries",
                    place,
                    label=f"not a slot of `{phrase.directive}`",
                    hint=f"write `{{{guess}}}`"
                    if guess
                    else "it carries: " + (", ".join(known) or "none"),
                    fix=Fix.replace(place, guess)
                    if guess and place.end_column - place.column == len(name)
                    else None,
                )
