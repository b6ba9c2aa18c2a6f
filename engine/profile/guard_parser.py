"""Parses `when:` expressions by the tables that Lark made of their grammar.

To import Lark takes longer than to parse every guard of a theatre, and all that it is needed for at
a designer's desk is this loop. Lark stays the judge: it makes the tables, and a test holds the
trees and the places of mistakes equal to its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["END", "Branch", "GuardParser", "Tables", "Unparsed", "Word"]

END = "$END"


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of the expression, and where it stands there: the end is exclusive."""

    kind: str
    text: str
    start: int
    end: int

    def __str__(self) -> str:
        """Return what is written."""
        return self.text


@dataclass(frozen=True, slots=True)
class Branch:
    """A form of the grammar that was recognised, with its words and the forms in it."""

    data: str
    children: tuple[Any, ...]
    start: int
    end: int


class Unparsed(Exception):
    """The expression cannot be read on: `word` does not fit there, or is no word at all (None)."""

    def __init__(self, at: int, word: Word | None) -> None:
        super().__init__(at)
        self.at = at
        self.word = word


@dataclass(frozen=True, slots=True)
class Tables:
    """What the grammar says, as plain values.

    `rules` are (origin, how many symbols, the name of the branch, whether a single child stands for
    the branch, the symbols that are kept, those of them whose children are taken instead of them);
    `states`, the first being that of the beginning, tell on each symbol the state that follows or,
    below zero, the rule `~number`.
    """

    words: Mapping[str, str]
    ignored: Sequence[str]
    rules: Sequence[tuple[str, int, str, bool, Sequence[int], Sequence[int]]]
    states: Sequence[Mapping[str, int]]
    end: int


class GuardParser:
    """A parser with the tables of the guard language."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._ignored = frozenset(tables.ignored)
        self._word = re.compile("|".join(f"(?P<{k}>{form})" for k, form in tables.words.items()))

    def parse(self, source: str) -> Branch:
        """Return the tree of an expression.

        Raises:
            Unparsed: it is none, and from where on.
        """
        tables = self._tables
        stack, values = [0], list[tuple[Any, int, int]]()
        for word in self._words(source):
            while True:
                step = tables.states[stack[-1]].get(word.kind)
                if step is None:
                    raise Unparsed(word.start, word)
                if step >= 0:
                    stack.append(step)
                    values.append((word, word.start, word.end))
                    break
                self._reduce(~step, stack, values)
                if word.kind == END and stack[-1] == tables.end:
                    whole: Branch = values[-1][0]
                    return whole
        raise Unparsed(len(source), None)  # the words end with END, which is never shifted

    def _words(self, source: str) -> Iterator[Word]:
        at = 0
        while at < len(source):
            match = self._word.match(source, at)
            if match is None:
                raise Unparsed(at, None)
            kind = str(match.lastgroup)
            if kind not in self._ignored:
                yield Word(kind, match.group(), at, match.end())
            at = match.end()
        yield Word(END, "", at, at)

    def _reduce(self, number: int, stack: list[int], values: list[tuple[Any, int, int]]) -> None:
        """Put the branch of a rule in place of what it was made of, brackets included."""
        origin, size, name, stands_alone, kept, opened = self._tables.rules[number]
        parts = values[-size:]
        del stack[-size:], values[-size:]
        children: list[Any] = []
        for index in kept:
            part = parts[index][0]
            children.extend(part.children if index in opened else (part,))
        start, end = parts[0][1], parts[-1][2]
        if stands_alone and len(children) == 1:
            values.append((children[0], start, end))
        else:
            values.append((Branch(name, tuple(children), start, end), start, end))
        stack.append(self._tables.states[stack[-1]][origin])
