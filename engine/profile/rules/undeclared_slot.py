"""M707: a phrase of a pilot uses slots that are declared under `slots`."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.heard import heard_phrases
from engine.profile.phrases import slots_in
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each slot of a phrase that nobody has declared."""
    known = set(project.names("common/intents", "slots"))
    if not known:
        return
    for phrase in heard_phrases(project):
        if phrase.part == "say":
            continue
        for name, start in slots_in(phrase.text):
            if name.lstrip("_") not in known:
                guess = nearest(name, known)
                place = phrase.place(start, len(name))
                yield Diagnostic(
                    "M707",
                    f"no slot is called `{name}`",
                    place,
                    hint=f"did you mean `{guess}`?" if guess else "write it under `slots`",
                    fix=Fix.replace(place, guess)
                    if guess and place.end_column - place.column == len(name)
                    else None,
                )
