"""The Lark source of a grammar of phrases.

Every flat wording becomes a rule with a rank of its own, so that two wordings that cannot be told
apart never stop a grammar from being built: the one written first wins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.language.lexer import Vocabulary
from engine.language.normalise import plain_words
from engine.language.patterns import Sequence_, Slot
from engine.language.quantities import SLOT_RULES
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
    """A grammar: its Lark source, what each wording of a closed slot means, and its terminals."""

    text: str
    values: Mapping[str, SlotValue]
    terminals: frozenset[str]
    first: frozenset[str]


def write_grammar(productions: Sequence[Production], vocabulary: Vocabulary) -> Written:
    """Write the grammar of these wordings."""
    return _Writer(productions, vocabulary).write()


class _Writer:
    """Writes the Lark source of a grammar."""

    def __init__(self, productions: Sequence[Production], vocabulary: Vocabulary) -> None:
        self._productions = productions
        self._vocabulary = vocabulary
        self._terminals: set[str] = set()
        self._rules: list[str] = []
        self._kinds: set[str] = set()
        self._choices: dict[tuple[object, ...], str] = {}
        self._values: dict[str, SlotValue] = {}
        self._first: set[str] = set()
        self._choice_first: dict[str, set[str]] = {}

    def write(self) -> Written:
        """Return the grammar."""
        total = len(self._productions)
        seen: set[tuple[str, ...]] = set()
        phrases: list[str] = []
        for number, production in enumerate(self._productions):
            parts = self._parts(production)
            if tuple(parts) in seen or not parts:
                continue
            seen.add(tuple(parts))
            self._starts(parts[0])
            phrases.append(f"p{number}")
            self._rules.append(f"p{number}.{total - number + 100}: {' '.join(parts)}")
        for rank, kind in enumerate(sorted(self._kinds)):
            self._rules.append(f"!t_{kind}.{rank + len(self._choices) + 1}: {SLOT_RULES[kind]}")
            self._terminals.update(_terminals(SLOT_RULES[kind]))
        lines = [f"start: {' | '.join(phrases)}", *self._rules]
        lines.append("%declare " + " ".join(sorted(self._terminals)))
        text = "\n".join(lines) + "\n"
        return Written(text, self._values, frozenset(self._terminals), frozenset(self._first))

    def _starts(self, part: str) -> None:
        if part in self._choice_first:
            self._first.update(self._choice_first[part])
        elif part.startswith("t_"):
            self._first.update(_first_of(SLOT_RULES[part[2:]]))
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
        seen: set[str] = set()
        variants: list[str] = []
        for value, ways in values.items():
            for way in ways:
                body = " ".join(self._words(way))
                if not body or body in seen:
                    continue
                seen.add(body)
                # one rule for each wording, ranked, so that no two can collide
                variant = f"v{len(self._values)}"
                self._values[variant] = value
                variants.append(variant)
                self._rules.append(f"!{variant}.{9_000 - len(self._values)}: {body}")
        self._rules.append(f"?{name}: {' | '.join(variants)}")
        self._choice_first[name] = {one.split()[0] for one in seen}
        return name


def _first_of(rule: str) -> set[str]:
    """Return the terminals that may start a rule of SLOT_RULES."""
    found: set[str] = set()
    depth, starts = 0, True
    for piece in re.findall(r"[()|]|[A-Z_0-9]+", rule):
        if piece == "(":
            depth += 1
        elif piece == ")":
            depth -= 1
            starts = False
        elif piece == "|":
            starts = starts or depth == 0
        elif starts:
            found.add(piece)
            starts = depth > 0
    return found


def _terminals(rule: str) -> set[str]:
    return set(re.findall(r"[A-Z_0-9]+", rule))


def slot_key(slot: Slot) -> str:
    """Return what tells apart two styles of one slot."""
    return f"{slot.name}:{slot.style}" if slot.style else slot.name


def wording(text: str) -> tuple[str, ...]:
    """Return the words by which a fixed wording is heard, fillers dropped."""
    return plain_words(text)
