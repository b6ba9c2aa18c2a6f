"""Patterns compiled to one LALR grammar, and read from it a phrase at a time.

Speech is not a sentence of a formal language: words are lost, come in another order, or are not for
us. So the grammar's start is one phrase, and the parser is asked how far a phrase reaches from a
given token; what to do between phrases is the caller's business. The parser is Lark's LALR, fed by
our own tokens: a phrase costs microseconds and can never take exponential time.

Two patterns that cannot be told apart are resolved for the one written first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import LarkError, UnexpectedToken
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_interactive_parser import InteractiveParser

from engine.language.lexer import Vocabulary
from engine.language.normalise import FILLERS, words_of
from engine.language.patterns import Sequence_, Slot
from engine.language.quantities import SLOT_RULES, Piece, read_slot
from engine.language.tokens import Token, split_digits
from engine.model.errors import InternalError
from engine.model.slots import SlotValue

__all__ = ["Match", "PatternGrammar", "Production", "wording"]

_END = "$END"
_SHAPES = ("THOU", "DEC", "DX", *(f"D{count}" for count in range(1, 7)))
_CLOSED = ("CALLSIGN", "STATION", "PLACE", "FIX", "PLAN", "AIRCRAFT", "LETTER")


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


class _Fed(Lexer):
    """A lexer for a parser that is fed by hand."""

    __future_interface__ = 2

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, _lexer_state: LexerState, _parser_state: object) -> Iterator[LarkToken]:
        return iter(())


class PatternGrammar:
    """An LALR grammar of phrases."""

    def __init__(self, productions: Sequence[Production], vocabulary: Vocabulary) -> None:
        self._productions = tuple(productions)
        writer = _Writer(self._productions, vocabulary)
        text, self._choice_values = writer.write()
        self.terminals = writer.terminals
        """Every terminal that some phrase uses."""
        self._lark = _build(text)
        start = self._lark.parse_interactive("")
        self.first = frozenset(start.choices())
        """Terminals that may start a phrase."""

    def matches(self, tokens: Sequence[Token], at: int, *, part: bool = True) -> list[Match]:
        """Return the phrases that start at `at`, shortest first.

        `part` allows a run of digits to be parted when nothing else can be read.
        """
        found: list[Match] = []
        if at < len(tokens) and self.first.intersection(tokens[at].types):
            found = self._run(tokens, at)
        return self._parted(tokens, at) if part and not found else found

    def longest(self, tokens: Sequence[Token], at: int) -> Match | None:
        """Return the longest phrase that starts at `at`, or None."""
        found = self.matches(tokens, at)
        return found[-1] if found else None

    def _run(self, tokens: Sequence[Token], at: int) -> list[Match]:
        parser = self._lark.parse_interactive("")
        found: list[Match] = []
        index = at
        while index < len(tokens):
            choices = parser.choices()
            token = tokens[index]
            kind = next((one for one in token.types if one in choices), None)
            if kind is None:
                break
            try:
                parser.feed_token(LarkToken(kind, token.text, index))
            except UnexpectedToken:
                break
            index += 1
            if _END in parser.choices():
                match = self._close(parser, tokens, at, index)
                if match is not None:
                    found.append(match)
        return found

    def _close(
        self, parser: InteractiveParser, tokens: Sequence[Token], start: int, end: int
    ) -> Match | None:
        try:
            tree = parser.copy().feed_eof()
        except (
            UnexpectedToken
        ):  # LALR look-ahead is shared by merged states, so it may promise too much
            return None
        return self._accept(tree, tokens, start, end)

    def _parted(self, tokens: Sequence[Token], at: int) -> list[Match]:
        """Read again with a run of digits parted: "runway one three three miles"."""
        for index in range(at, min(at + 6, len(tokens))):
            token = tokens[index]
            if token.digits is None or len(token.digits) < 2:
                continue
            for count in (3, 2, 4, 1):
                parts = split_digits(token, count)
                if parts is None:
                    continue
                changed = [*tokens[:index], *parts, *tokens[index + 1 :]]
                found = self._run(changed, at)
                found = [one for one in found if one.end > index]
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
                            tuple(changed),
                        )
                    ]
            return []
        return []

    def _accept(
        self, tree: Tree[LarkToken], tokens: Sequence[Token], start: int, end: int
    ) -> Match | None:
        phrase = tree.children[0]
        if not isinstance(phrase, Tree):
            return None
        production = self._productions[int(str(phrase.data)[1:])]
        names = [one for one in production.symbols if isinstance(one, Slot)]
        slots: dict[str, SlotValue] = dict(production.constants)
        spans: dict[str, tuple[int, int]] = {}
        used = 0
        for slot, child in zip(names, phrase.children, strict=True):
            if not isinstance(child, Tree):
                return None
            rule = str(child.data)
            leaves = _leaves(child)
            used += len(leaves)
            if rule.startswith("t_"):
                pieces: tuple[Piece, ...] = tuple(
                    (leaf.type, tokens[leaf.start_pos or 0].values.get(leaf.type, ""))
                    for leaf in leaves
                )
                value = read_slot(rule[2:], pieces)
            else:
                value = self._choice_values[rule]
            if value is None:
                return None
            slots[slot.name] = value
            if leaves:
                first, last = tokens[leaves[0].start_pos or 0], tokens[leaves[-1].start_pos or 0]
                spans[slot.name] = (first.start, last.end)
        return Match(production.label, start, end, slots, spans, end - start - used)


def _leaves(tree: Tree[LarkToken]) -> list[LarkToken]:
    return [one for one in tree.scan_values(lambda one: isinstance(one, LarkToken))]


@lru_cache(maxsize=128)
def _build(text: str) -> Lark:
    try:
        return Lark(text, parser="lalr", lexer=_Fed, maybe_placeholders=False)
    except LarkError as error:
        message = f"the phraseology grammar cannot be built: {error}"
        raise InternalError(message) from None


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

    def write(self) -> tuple[str, Mapping[str, SlotValue]]:
        """Return the grammar text and the value of each alternative of each closed slot."""
        total = len(self._productions)
        seen: set[tuple[str, ...]] = set()
        phrases: list[str] = []
        for number, production in enumerate(self._productions):
            parts = self._parts(production)
            if tuple(parts) in seen or not parts:
                continue
            seen.add(tuple(parts))
            phrases.append(f"p{number}")
            self._rules.append(f"p{number}.{total - number + 100}: {' '.join(parts)}")
        for rank, kind in enumerate(sorted(self._kinds)):
            self._rules.append(f"!t_{kind}.{rank + len(self._choices) + 1}: {SLOT_RULES[kind]}")
            self._terminals.update(_terminals(SLOT_RULES[kind]))
        lines = [f"start: {' | '.join(phrases)}", *self._rules]
        lines.append("%declare " + " ".join(sorted(self._terminals)))
        return "\n".join(lines) + "\n", self._values

    @property
    def terminals(self) -> frozenset[str]:
        """Return every terminal that was written."""
        return frozenset(self._terminals)

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
        if slot.name in production.choices:
            return self._choice(production.choices[slot.name])
        kind = production.kinds[f"{slot.name}:{slot.style}" if slot.style else slot.name]
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
        return name


def _terminals(rule: str) -> set[str]:
    return {one for one in rule.replace("(", " ").replace(")", " ").replace("|", " ").split()}


def wording(text: str) -> tuple[str, ...]:
    """Return the words by which a fixed wording is heard, fillers dropped."""
    return tuple(one.digits or one.text for one in words_of(text) if one.text not in FILLERS)
