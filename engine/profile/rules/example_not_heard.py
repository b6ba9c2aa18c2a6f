"""M704: an example of an intent is heard as what it says it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.profile.diagnostic import Diagnostic
from engine.profile.heard_examples import digest_of, is_stamped, missed
from engine.profile.node import Table
from engine.profile.project import Project

__all__ = ["check"]

_SOURCE = "common/intents"


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each example that is heard as something else."""
    root = project.root(_SOURCE)
    if not isinstance(root, Table) or project.sources[_SOURCE].diagnostics:
        return
    intents = root.plain()
    if not isinstance(intents, dict) or not _has_examples(intents):
        return
    words = dict(project.phraseology)
    if not words or is_stamped(digest_of(intents, words)):
        return
    for miss in missed(intents, words):
        yield Diagnostic(
            "M704",
            f"an example of `{miss.intent}` is not heard so: {miss.message}",
            project.span(_SOURCE, "intents", miss.intent, "examples", miss.index, "say"),
            hint="give the intent the phrase, or correct the example",
        )


def _has_examples(intents: Mapping[str, object]) -> bool:
    table = intents.get("intents")
    return isinstance(table, dict) and any(
        isinstance(one, dict) and one.get("examples") for one in table.values()
    )
