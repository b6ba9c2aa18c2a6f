"""Words that two values of one closed slot share in a phraseology: "right" for left and for right.

Shared words of a file hold for every directive; a directive's own stand in their place.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.phrases import directives_of
from engine.profile.project import Project
from engine.profile.tree_walk import node_at

__all__ = ["collisions"]

_PREFIX = "common/phraseology/"


def collisions(project: Project) -> Iterator[Diagnostic]:
    """Yield each wording that two values of one slot have."""
    for source in project.sources:
        root = project.root(source)
        if source.startswith(_PREFIX) and root is not None:
            yield from _in(node_at(root, ["words"]))
    for _, _, directive in directives_of(project):
        yield from _in(directive.get("words") if isinstance(directive, Table) else None)


def _in(words: Node | None) -> Iterator[Diagnostic]:
    for slot, values in words.pairs() if isinstance(words, Table) else ():
        first: dict[str, tuple[str, Span]] = {}
        for value, ways in values.pairs() if isinstance(values, Table) else ():
            for way in ways.items if isinstance(ways, Items) else (ways,):
                if not isinstance(way, Scalar) or way.spoiled or not isinstance(way.value, str):
                    continue
                word = " ".join(way.raw.casefold().split())
                owner, span = first.setdefault(word, (value.raw, way.span))
                if owner != value.raw:
                    yield Diagnostic(
                        "M702",
                        f"`{word}` is said for two values of `{slot.raw}`: `{owner}` and "
                        f"`{value.raw}`",
                        way.span,
                        hint="a pilot could not tell which is meant: say them otherwise",
                        related=(Label(span, f"said for `{owner}`"),),
                    )
