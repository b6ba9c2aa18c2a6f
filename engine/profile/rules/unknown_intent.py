"""M706: an intent that is given words exists, and every intent has words to be known by."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.intent import Intent
from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each intent that is not known, and all that have no words, together."""
    if not project.has("common/intents", "intents"):
        return
    known = [intent.value for intent in Intent]
    written = project.names("common/intents", "intents")
    slips = set()
    for name in written:
        if name not in known:
            guess = nearest(name, known)
            slips.add(guess)
            yield Diagnostic(
                "M706",
                f"no intent is called `{name}`",
                project.key_span("common/intents", "intents", name),
                hint=f"did you mean `{guess}`?" if guess else "see docs/designer/reference.md",
            )
    missing = [
        name for name in known if name not in written and name != Intent.NONE and name not in slips
    ]
    if missing:
        yield Diagnostic(
            "M706",
            f"nothing is heard as `{missing[0]}`"
            + (f" and {len(missing) - 1} more intents" if len(missing) > 1 else ""),
            project.key_span("common/intents", "intents"),
            hint="give every intent some phrases under `hear`",
        )
