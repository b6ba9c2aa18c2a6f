"""Patterns compiled to one LALR grammar, and read from it a phrase at a time.

Speech is not a sentence of a formal language: words are lost, come in another order, or are not for
us. So the grammar's start is one phrase, and the parser is asked how far a phrase reaches from a
given token; what to do between phrases is the caller's business. A phrase costs microseconds and
can never take exponential time.

Two patterns that cannot be told apart are resolved for the one written first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.language.grammar_text import Production, write_grammar
from engine.language.lalr import ParseTables, Phrase
from engine.language.lexer import Vocabulary
from engine.language.patterns import Slot
from engine.language.quantities import read_slot
from engine.language.table_cache import digest_of, read_tables, table_file, write_tables
from engine.language.tables import State, build_states
from engine.language.tokens import Token, split_digits
from engine.model.slots import SlotValue

__all__ = ["Match", "PatternGrammar", "build_grammars", "forget"]

_STOP = 2
_PART_AHEAD = 8
"""How many tokens on a run of digits is looked for that may have to be parted."""


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found: which production, up to which token, its slots and where each was said."""

    label: str
    start: int
    end: int
    slots: Mapping[str, SlotValue]
    spans: Mapping[str, tuple[int, int]]
    fixed: int = 0
    """How many of its tokens were words and not slots."""
    tokens: tuple[Token, ...] = ()
    """The tokens, when a run of digits had to be parted to read the phrase; else empty."""


def _crosses(match: Match, tokens: Sequence[Token]) -> bool:
    """Tell whether a phrase goes on over the end of a sentence."""
    read = match.tokens or tokens
    return any(one.gap == _STOP for one in read[match.start + 1 : match.end])


_STATES: dict[str, list[State]] = {}
"""States by the digest of their grammar: a process builds each grammar once."""
_MOST_KEPT = 512


def forget() -> None:
    """Forget the grammars that this process has built; what holds its tables keeps them."""
    _STATES.clear()


def build_grammars(grammars: Sequence[PatternGrammar], cache: Path | None = None) -> None:
    """Make the tables of grammars now; with a cache folder, from there, or stored there."""
    if cache is None or all(one.digest in _STATES for one in grammars):
        for one in grammars:
            one.build()
        return
    path = table_file(cache, [one.digest for one in grammars])
    stored = read_tables(path, [len(one.rules) for one in grammars])
    for number, one in enumerate(grammars):
        one.build(stored[number] if stored is not None else None)
    if stored is None:
        write_tables(path, [one.states for one in grammars])


class PatternGrammar:
    """An LALR grammar of phrases."""

    def __init__(self, productions: Sequence[Production], vocabulary: Vocabulary) -> None:
        self._productions = tuple(productions)
        self._slots = tuple(
            tuple(one for one in production.symbols if isinstance(one, Slot))
            for production in self._productions
        )
        written = write_grammar(self._productions, vocabulary)
        self.rules = written.rules
        """What the parse tables are built from."""
        self._choice_values = written.values
        self._tables: ParseTables | None = None
        self.terminals = written.terminals
        """Every terminal that some phrase uses."""
        self.first = written.first
        """Terminals that may start a phrase."""

    @cached_property
    def digest(self) -> str:
        """What tells this grammar from another."""
        return digest_of(self.rules)

    @property
    def states(self) -> list[State]:
        """The states of the automaton, built when they are first asked for."""
        found = _STATES.get(self.digest)
        if found is None:
            found = _STATES[self.digest] = build_states(self.rules)
            if len(_STATES) > _MOST_KEPT:
                del _STATES[next(iter(_STATES))]
        return found

    def build(self, states: list[State] | None = None) -> ParseTables:
        """Make the parse tables now, of states that were built before when they are given.

        Otherwise they are made when a phrase is first looked for.
        """
        if states is not None:
            _STATES.setdefault(self.digest, states)
        if self._tables is None:
            self._tables = ParseTables(self.rules, self.states)
        return self._tables

    def matches(self, tokens: Sequence[Token], at: int, *, part: bool = True) -> list[Match]:
        """Return the phrases that start at `at`, shortest first.

        `part` allows a run of digits to be parted when nothing else can be read.
        """
        found: list[Match] = []
        if at < len(tokens) and self.first.intersection(tokens[at].types):
            found = self._read(tokens, at)
        return self._parted(tokens, at) if part and not found else found

    def longest(self, tokens: Sequence[Token], at: int) -> Match | None:
        """Return the longest phrase that starts at `at`, or None.

        One within a sentence is preferred: "runway in use two one. Center not available".
        """
        found = self.matches(tokens, at)
        within = [one for one in found if not _crosses(one, tokens)]
        return (within or found)[-1] if found else None

    def _read(self, tokens: Sequence[Token], at: int) -> list[Match]:
        tables = self._tables or self.build()
        found = (self._accept(one, tokens, at) for one in tables.phrases(tokens, at))
        return [one for one in found if one is not None]

    def _parted(self, tokens: Sequence[Token], at: int) -> list[Match]:
        """Read again with a run of digits parted: "runway one three three miles"."""
        for index in range(at, min(at + _PART_AHEAD, len(tokens))):
            if tokens[index].digits is None:
                continue
            for count in (3, 2, 4, 1):
                parts = split_digits(tokens[index], count)
                if parts is None:
                    continue
                changed = (*tokens[:index], *parts, *tokens[index + 1 :])
                found = [one for one in self._read(changed, at) if one.end > index]
                if found:
                    best = found[-1]
                    return [
                        Match(
                            best.label,
                            best.start,
                            best.end,
                            best.slots,
                            best.spans,
                            best.fixed,
                            changed,
                        )
                    ]
        return []

    def _accept(self, phrase: Phrase, tokens: Sequence[Token], start: int) -> Match | None:
        number = int(phrase.node.rule[1:])
        production = self._productions[number]
        slots: dict[str, SlotValue] = dict(production.constants)
        spans: dict[str, tuple[int, int]] = {}
        used = 0
        for slot, child in zip(self._slots[number], phrase.node.children, strict=True):
            leaves = child.leaves
            used += len(leaves)
            if child.rule[0] == "t":
                pieces = tuple((kind, tokens[at].values.get(kind, "")) for kind, at in leaves)
                value = read_slot(child.rule[2:], pieces)
            else:
                value = self._choice_values[child.rule]
            if value is None:
                return None
            if slot.name[0] == "_":
                continue
            slots[slot.name] = value
            spans[slot.name] = (tokens[leaves[0][1]].start, tokens[leaves[-1][1]].end)
        return Match(production.label, start, phrase.end, slots, spans, phrase.end - start - used)
