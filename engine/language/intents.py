"""The intents compiled: one LALR grammar of phrases for each, and an index of what may start one.

A call is searched for phrases from every word on; the index keeps that cheap, because most words
can start phrases of two or three intents only. Phrases that say one fact and fit any call stand in
a grammar of their own (`details`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.language.grammar import Match, PatternGrammar
from engine.language.grammar_text import Production
from engine.language.layout import CORE, DETAIL, WITH, Found, lay
from engine.language.lexer import Vocabulary
from engine.language.patterns import Pattern, Slot
from engine.language.tokens import Token
from engine.model.intent import Intent
from engine.model.slots import SlotValue

__all__ = [
    "CORE",
    "DETAIL",
    "WITH",
    "Becoming",
    "Found",
    "IntentSpec",
    "Intents",
    "NotForUs",
    "SlotHearing",
]


@dataclass(frozen=True, slots=True)
class SlotHearing:
    """How a slot of a pilot's call is heard: by a number rule, or by the words of its values."""

    name: str
    kind: str = ""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Becoming:
    """When this intent is really another: a check-in with Departure while climbing is airborne."""

    intent: str
    having: tuple[str, ...]
    at: str


@dataclass(frozen=True, slots=True)
class IntentSpec:
    """An intent: how pressing it is, what it needs, and how a pilot says it.

    A `weak` intent is only a fact in a call that also means something else.
    """

    name: str
    rank: int
    weak: bool = False
    needs: tuple[str, ...] = ()
    say: tuple[Pattern, ...] = ()
    becomes: tuple[Becoming, ...] = ()
    implied_by: tuple[str, ...] = ()
    """A call that has all of these slots means this as well."""


@dataclass(frozen=True, slots=True)
class NotForUs:
    """Words that tell a call of this kind: whatever else was said, or when nothing else was."""

    kind: str
    always: tuple[tuple[str, ...], ...] = ()
    alone: tuple[tuple[str, ...], ...] = ()


_READBACK = frozenset({"readback", "items", "report_missed"})
"""The grammars by which a read-back is read."""


class Intents:
    """Every intent, compiled."""

    def __init__(
        self,
        specs: Mapping[str, IntentSpec],
        slots: Mapping[str, SlotHearing],
        productions: Mapping[str, Sequence[Production]],
        vocabulary: Vocabulary,
        not_for_us: Sequence[NotForUs] = (),
    ) -> None:
        self.specs = specs
        self.slots = slots
        self.vocabulary = vocabulary
        self.not_for_us = tuple(not_for_us)
        self._grammars = {
            name: PatternGrammar(given, vocabulary) for name, given in productions.items() if given
        }
        self._calls = frozenset(self._grammars) - {"items"}
        starts: dict[str, list[str]] = {}
        for name, grammar in self._grammars.items():
            for terminal in grammar.first:
                starts.setdefault(terminal, []).append(name)
        shared = _slots_of(productions.get("details", ()))
        self.allowed = {
            name: _slots_of(given) | shared for name, given in productions.items() if name in specs
        }
        """The slots that each intent can carry: its own, and those of any call."""
        self._starts = {terminal: tuple(names) for terminal, names in starts.items()}
        self.known_terminals = frozenset(
            terminal for grammar in self._grammars.values() for terminal in grammar.terminals
        )

    @property
    def grammars(self) -> tuple[PatternGrammar, ...]:
        """The grammars of the intents, in the order of the file."""
        return tuple(self._grammars.values())

    def find(
        self, tokens: Sequence[Token], *, only: frozenset[str] = frozenset()
    ) -> list[list[Found]]:
        """Return the phrases that start at each token, of every intent or of some grammars."""
        wanted = only or self._calls
        found: list[list[Found]] = []
        for at, token in enumerate(tokens):
            here: list[Found] = []
            names = dict.fromkeys(
                name
                for kind in token.types
                for name in self._starts.get(kind, ())
                if name in wanted
            )
            for name in names:
                here.extend(
                    self._found(name, match)
                    for match in self._grammars[name].matches(tokens, at, part=False)
                )
            found.append(here)
        return found

    def items(self, tokens: Sequence[Token]) -> tuple[list[tuple[str, Match]], tuple[Token, ...]]:
        """Return the phrases of a read-back in these tokens, and the tokens that none took."""
        layout = lay(self.find(tokens, only=_READBACK), frozenset({"readback"}))
        taken = {at for one in layout.chosen for at in range(one.match.start, one.match.end)}
        loose = tuple(one for at, one in enumerate(tokens) if at not in taken)
        return [(one.intent, one.match) for one in layout.chosen], loose

    def _found(self, name: str, match: Match) -> Found:
        role = match.label.split(":", 1)[0]
        intent = match.label.split(":", 1)[1]
        bonus = {CORE: 0.6, WITH: 0.65, DETAIL: 0.2}[role]
        rank = self.specs[name].rank if name in self.specs else 50
        # One phrase beats the same words as two; words say more than numbers that fit anything.
        score = 2.0 * (match.end - match.start) - 1.0 + bonus + 0.1 * match.fixed - rank / 1000
        return Found(intent, role, match, score)


def _slots_of(productions: Sequence[Production]) -> frozenset[str]:
    said = {
        symbol.name for one in productions for symbol in one.symbols if isinstance(symbol, Slot)
    }
    constants = {name for one in productions for name in one.constants}
    return frozenset(said | constants)


def is_known(intent: str) -> bool:
    """Tell whether an intent is one of the closed list."""
    return intent in {one.value for one in Intent}


def pilot_value(name: str, value: SlotValue) -> SlotValue:
    """Return a value in the unit that the slot's name gives: megahertz, inches of mercury."""
    if isinstance(value, int) and name.endswith("_mhz"):
        return value / 1_000_000
    if isinstance(value, int) and name.endswith("_inhg"):
        return value / 100
    return value
