"""M703: every phrase of a pilot can be heard, and adds something to the phrases before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.language.normalise import FILLERS
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.heard import heard_phrases
from engine.profile.node import Items, Scalar, Table
from engine.profile.phrases import Phrase
from engine.profile.project import Project
from engine.profile.shape import node_at

__all__ = ["check"]

_SOURCE = "common/intents"
_OPTIONAL = re.compile(r"\[[^\[\]]*\]")
_WORD = re.compile(r"[a-z']+")


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phrase that no call can ever match."""
    rewritten = _rewritten(project)
    longest_first = sorted(map(re.escape, rewritten), key=len, reverse=True)
    either = "|".join(longest_first)
    pattern = re.compile(rf"(?<!\S)(?:{either})(?!\S)") if rewritten else None
    first: dict[tuple[str, str], Phrase] = {}
    for phrase in heard_phrases(project):
        if phrase.part != "hear":
            continue
        text = " ".join(phrase.text.casefold().split())
        whole = phrase.place(0, len(phrase.text))
        before = first.setdefault((phrase.directive, text), phrase)
        if before is not phrase:
            yield Diagnostic(
                "M703",
                f"`{phrase.directive}` has this phrase twice",
                whole,
                hint="delete one",
                related=(Label(before.place(0, len(before.text)), "it stands here already"),),
            )
            continue
        needed = _needed(text)
        if "{" not in needed and all(word in FILLERS for word in _WORD.findall(needed)):
            yield Diagnostic(
                "M703",
                "nothing of this phrase is heard: all its words are passed over",
                whole,
                hint="articles, `to`, `of`, `and` and the like are not heard",
            )
            continue
        match = pattern.search(needed) if pattern is not None else None
        gone = match[0] if match is not None else None
        if gone is not None:
            yield Diagnostic(
                "M703",
                f"`{gone}` is read as `{rewritten[gone]}` before this phrase is looked at",
                whole,
                hint="write the phrase with what it is read as",
            )


def _needed(text: str) -> str:
    """Return what of a phrase must be said: without its optional parts."""
    while True:
        shorter = _OPTIONAL.sub(" ", text)
        if shorter == text:
            return " ".join(text.split())
        text = shorter


def _rewritten(project: Project) -> dict[str, str]:
    """Return the wordings that are always read as something else."""
    root = project.root(_SOURCE)
    node = node_at(root, ["corrections"]) if root is not None else None
    found = {}
    for one in node.items if isinstance(node, Items) else ():
        if not isinstance(one, Table) or one.get("after") or one.get("before"):
            continue
        written, means = one.get("written"), one.get("means")
        if isinstance(written, Scalar) and isinstance(means, Scalar):
            found[written.raw.casefold()] = means.raw
    return found
