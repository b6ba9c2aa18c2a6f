"""The rules of a grammar of phrases.

Every flat wording becomes a rule with a rank of its own, so that two wordings that cannot be told
apart never stop a grammar from being built: the one written first wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.language.lexer import Vocabulary
from engine.language.normalise import plain_words
from engine.language.patterns import Sequence_, Slot
from engine.language.quantities import SLOT_RULES
from engine.language.tables import START, Rule
from engine.model.slots import SlotValue

__all__ = ["Production", "Written", "slot_key", "wording", "write_grammar"]


@dataclass(frozen=True, slots=True)
class Production:
    """One flat way of saying one thing.

    `kinds` gives the grammar rule of each slot, `choices` the words of each value of a closed slot,
    `constants` the slots that this wording sets by itself.
    """

    label: str
    symbols: Sequence_
    kinds: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, tuple[tuple[str, ...], ...]]] = field(default_factory=dict)
    constants: Mapping[str, SlotValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Written:
    """A grammar: its rules, what each wording of a closed slot means, and its terminals."""

    rules: tuple[Rule, ...]
    values: Mapping[str, SlotValue]
    terminals: frozenset[str]
    first: frozenset[str]


def write_grammar(productions: Sequence[Production], vocabulary: Vocabulary) -> Written:
    """Write the grammar of these wordings."""
    return _Writer(productions, vocabulary).write()


class _Writer:
    """Writes the rules of a grammar."""

    def __init__(self, productions: Sequence[Production], vocabulary: Vocabulary) -> None:
        self._productions = productions
        self._vocabulary = vocabulary
        self._terminals: set[str] = set()
        self._rules: list[Rule] = []
        self._kinds: set[str] = set()
        self._choices: dict[tuple[object, ...], str] = {}
        self._values: dict[str, SlotValue] = {}
        self._first: set[str] = set()
        self._choice_first: dict[str, set[str]] = {}

    def write(self) -> Written:
        """Return the grammar."""
        total = len(self._productions)
        seen: set[tuple[str, ...]] = set()
        for number, production in enumerate(self._productions):
            parts = tuple(self._parts(production))
            if parts in seen or not parts:
                continue
            seen.add(parts)
            self._starts(parts[0])
            rank = _WRITTEN_OUT + total - number
            self._rules.append(Rule(START, parts, f"p{number}", rank))
        for rank, kind in enumerate(sorted(self._kinds)):
            name, over = f"t_{kind}", rank + len(self._choices) + 1
            for symbols in _alternatives(SLOT_RULES[kind]):
                way = tuple(name if one == _LIST else one for one in symbols)
                self._rules.append(Rule(name, way, name, over))
                self._terminals.update(one for one in way if one != name)
        return Written(
            tuple(self._rules), self._values, frozenset(self._terminals), frozenset(self._first)
        )

    def _starts(self, part: str) -> None:
        if part in self._choice_first:
            self._first.update(self._choice_first[part])
        elif part.startswith("t_"):
            ways = _alternatives(SLOT_RULES[part[2:]])
            self._first.update(one[0] for one in ways if one[0] != _LIST)
        else:
            self._first.add(part)

    def _parts(self, production: Production) -> list[str]:
        parts: list[str] = []
        run: list[str] = []
        for symbol in production.symbols:
            if isinstance(symbol, str):
                run.append(symbol)
                continue
            parts.extend(self._words(run))
            run = []
            parts.append(self._slot(symbol, production))
        parts.extend(self._words(run))
        return parts

    def _slot(self, slot: Slot, production: Production) -> str:
        key = slot_key(slot)
        if key in production.choices:
            return self._choice(production.choices[key])
        kind = production.kinds[key]
        self._kinds.add(kind)
        return f"t_{kind}"

    def _words(self, words: Sequence[str]) -> list[str]:
        terminals = self._vocabulary.terminals(words)
        self._terminals.update(terminals)
        return terminals

    def _choice(self, values: Mapping[str, tuple[tuple[str, ...], ...]]) -> str:
        key = tuple(sorted((value, ways) for value, ways in values.items()))
        if key in self._choices:
            return self._choices[key]
        name = f"c{len(self._choices)}"
        self._choices[key] = name
        seen: set[tuple[str, ...]] = set()
        for value, ways in values.items():
            for way in ways:
                body = tuple(self._words(way))
                if not body or body in seen:
                    continue
                seen.add(body)
                # one rule for each wording, ranked, so that no two can collide
                variant = f"v{len(self._values)}"
                self._values[variant] = value
                self._rules.append(Rule(name, body, variant, 9_000 - len(self._values)))
        self._choice_first[name] = {one[0] for one in seen}
        return name


_WRITTEN_OUT = 20_000
"""Words written out in a pattern are taken before the same words as the value of a slot."""
_LIST = "+"
"""Stands for the list itself in the ways to make a list."""


@lru_cache(maxsize=256)
def _alternatives(rule: str) -> tuple[tuple[str, ...], ...]:
    """Return every flat way to make a rule of SLOT_RULES.

    >>> _alternatives("(A | B) C | D"), _alternatives("A+")
    ((('A', 'C'), ('B', 'C'), ('D',)), (('A',), ('+', 'A')))
    """
    if rule.endswith("+"):
        return (rule[:-1],), (_LIST, rule[:-1])
    pieces = iter(re.findall(r"[()|]|[A-Z_0-9]+", rule))
    return tuple(dict.fromkeys(_ways(pieces)))


def _ways(pieces: Iterator[str]) -> list[tuple[str, ...]]:
    """Read pieces up to a closing bracket."""
    done: list[tuple[str, ...]] = []
    ways: list[tuple[str, ...]] = [()]
    for piece in pieces:
        if piece == ")":
            break
        if piece == "|":
            done, ways = done + ways, [()]
            continue
        more = _ways(pieces) if piece == "(" else [(piece,)]
        ways = [one + other for one in ways for other in more]
    return done + ways


def slot_key(slot: Slot) -> str:
    """Return what tells apart two styles of one slot."""
    return f"{slot.name}:{slot.style}" if slot.style else slot.name


def wording(text: str) -> tuple[str, ...]:
    """Return the words by which a fixed wording is heard, fillers dropped."""
    return plain_words(text)
