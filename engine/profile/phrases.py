"""Every phrase that a phraseology file writes, with the directive it is for and its place.

Read straight from the files, so that the rules need no grammar to be built: building one takes
longer than everything else that a check does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.profile.diagnostic import Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.project import Project
from engine.profile.shape import node_at

__all__ = ["Phrase", "directives_of", "phrases_of", "slots_in"]

_SLOT = re.compile(r"\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?::\s*[A-Za-z_]+\s*)?\}")
_PREFIX = "common/phraseology/"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase: the file and directive it is of, whether it is said or understood, its text."""

    source: str
    directive: str
    part: str
    scalar: Scalar

    @property
    def text(self) -> str:
        """Return the phrase as written."""
        return self.scalar.raw

    def place(self, start: int, length: int) -> Span:
        """Return where a piece of the phrase stands in its file."""
        span = self.scalar.span
        quotes = 2 if self.scalar.quoted else 0
        unfolded = span.line == span.end_line and (
            span.end_column - span.column == len(self.scalar.raw) + quotes
        )
        if unfolded:
            return span.part(start + quotes // 2, length)
        return span if span.line == span.end_line else span.part(0, 1)


def slots_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield the slots of a phrase, each with where its name begins."""
    for match in _SLOT.finditer(text):
        yield match[1], match.start(1)


def directives_of(project: Project) -> Iterator[tuple[str, Scalar, Node]]:
    """Yield the directives that each phraseology gives words for: file, name, section."""
    for source in project.sources:
        root = project.root(source)
        if not source.startswith(_PREFIX) or root is None:
            continue
        table = node_at(root, ["directives"])
        for key, value in table.pairs() if isinstance(table, Table) else ():
            yield source, key, value


def phrases_of(project: Project) -> Iterator[Phrase]:
    """Yield every phrase of every phraseology."""
    for source, key, value in directives_of(project):
        if not isinstance(value, Table):
            continue
        for part in ("say", "reply", "understand"):
            node = value.get(part)
            for item in node.items if isinstance(node, Items) else (node,):
                if isinstance(item, Scalar) and not item.spoiled and isinstance(item.value, str):
                    yield Phrase(source, key.raw, part, item)
