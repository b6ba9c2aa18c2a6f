"""M702: one word means one thing: a term, a value of a slot, or a name of the theatre.

Where two claim a word, the first in the file gets it and the other is never heard; where a fix is
called like a request, every such request is taken for a position.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.project import Project
from engine.profile.words_of_values import collisions

__all__ = ["check"]

_INTENTS = "common/intents"


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each wording that two terms, or two values of one slot, claim; and each such name."""
    yield from collisions(project)
    root = project.root(_INTENTS)
    if not isinstance(root, Table):
        return
    terms = root.get("terms")
    claimed: dict[str, tuple[str, Span]] = {}
    if isinstance(terms, Table):
        yield from _claims(terms, claimed, "term")
    slots = root.get("slots")
    for _, slot in slots.pairs() if isinstance(slots, Table) else ():
        values = slot.get("values") if isinstance(slot, Table) else None
        if isinstance(values, Table):
            yield from _claims(values, {}, "value")
    yield from _names(project, claimed)


def _claims(table: Table, claimed: dict[str, tuple[str, Span]], what: str) -> Iterator[Diagnostic]:
    for key, ways in table.pairs():
        own = [(key.raw.replace("_", " "), key.span)] if what == "term" else []
        own += [(way.raw, way.span) for way in _texts(ways)]
        for text, span in own:
            word = " ".join(text.casefold().split())
            owner, first = claimed.setdefault(word, (key.raw, span))
            if owner != key.raw:
                yield Diagnostic(
                    "M702",
                    f"`{word}` is claimed by two {what}s: `{owner}` and `{key.raw}`",
                    span,
                    label="never heard as this",
                    hint="keep it under one of them",
                    related=(Label(first, f"heard as `{owner}`"),),
                )


def _names(project: Project, claimed: dict[str, tuple[str, Span]]) -> Iterator[Diagnostic]:
    for name in project.fixes:
        term = claimed.get(" ".join(name.casefold().replace("_", " ").split()))
        if term is not None:
            yield Diagnostic(
                "M702",
                f"the fix `{name}` is called like the word `{term[0]}` of pilots",
                project.key_span("theatre", "fixes", name),
                hint="give the fix another name",
                related=(Label(term[1], "a word of what pilots say"),),
            )
    said: dict[str, tuple[str, Span]] = {}
    for station, source, path in project.station_places():
        word = " ".join(station.name.casefold().split())
        span = project.span(source, *path, "name")
        key, first = said.setdefault(word, (station.key, span))
        if key != station.key:
            yield Diagnostic(
                "M702",
                f"two stations are called `{station.name}`",
                span,
                hint="nobody could call one of them: give it another name",
                related=(Label(first, "the other"),),
            )


def _texts(node: Node) -> Iterator[Scalar]:
    for item in node.items if isinstance(node, Items) else ():
        if isinstance(item, Scalar) and not item.spoiled and isinstance(item.value, str):
            yield item
