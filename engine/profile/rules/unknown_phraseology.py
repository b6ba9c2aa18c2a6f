"""M206: the phraseology of a field exists."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.project import Project

__all__ = ["check"]

_WORDS = "common/phraseology/"


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each field that speaks words of an authority that is in no file."""
    known = sorted(name.removeprefix(_WORDS) for name in project.sources if name.startswith(_WORDS))
    for key, airfield in project.fields.items():
        if known and airfield.phraseology not in known:
            guess = nearest(airfield.phraseology, known)
            yield Diagnostic(
                "M206",
                f"no phraseology is called `{airfield.phraseology}`",
                project.span(key, "phraseology"),
                hint=f"did you mean `{guess}`?" if guess else f"there are: {', '.join(known)}",
            )
