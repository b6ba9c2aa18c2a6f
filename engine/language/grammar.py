"""Patterns compiled to one LALR grammar, and read from it a phrase at a time.

Speech is not a sentence of a formal language: words are lost, come in another order, or are not for
us. So the grammar's start is one phrase, and the parser is asked how far a phrase reaches from a
given token; what to do between phrases is the caller's business. The parser is Lark's LALR, fed by
our own tokens: a phrase costs microseconds and can never take exponential time.

Two patterns that cannot be told apart are resolved for the one written first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import LarkError, UnexpectedToken
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_interactive_parser import InteractiveParser

from engine.language.grammar_text import Production, write_grammar
from engine.language.lexer import Vocabulary
from engine.language.patterns import Slot
from engine.language.quantities import Piece, read_slot
from engine.language.tokens import Token, split_digits
from engine.model.errors import InternalError
from engine.model.slots import SlotValue

__all__ = ["Match", "PatternGrammar"]

_END = "$END"


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
        written = write_grammar(self._productions, vocabulary)
        self._text = written.text
        self._choice_values = written.values
        self.terminals = written.terminals
        """Every terminal that some phrase uses."""
        self.first = written.first
        """Terminals that may start a phrase."""

    def build(self, cache: Path | None = None) -> None:
        """Build the parse tables now, from the cache folder when they are there.

        Otherwise they are built when a phrase is first looked for.
        """
        _build(self._text, cache)

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
        """Read from `at` on, with each type in turn that the first token may have."""
        found: list[Match] = []
        for kind in tokens[at].types:
            if kind in self.first:
                found.extend(self._read(tokens, at, kind))
        return sorted(found, key=lambda one: one.end)

    def _read(self, tokens: Sequence[Token], at: int, first: str) -> list[Match]:
        parser = _build(self._text, None).parse_interactive("")
        found: list[Match] = []
        index = at
        while index < len(tokens):
            choices = parser.choices()
            token = tokens[index]
            kind = (
                first if index == at else next((one for one in token.types if one in choices), None)
            )
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
            if slot.name.startswith("_"):
                continue
            slots[slot.name] = value
            if leaves:
                first, last = tokens[leaves[0].start_pos or 0], tokens[leaves[-1].start_pos or 0]
                spans[slot.name] = (first.start, last.end)
        return Match(production.label, start, end, slots, spans, end - start - used)


def _leaves(tree: Tree[LarkToken]) -> list[LarkToken]:
    return [one for one in tree.scan_values(lambda one: isinstance(one, LarkToken))]


_TABLES: dict[str, Lark] = {}


def _build(text: str, cache: Path | None) -> Lark:
    found = _TABLES.get(text)
    if found is None:
        name = f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.lalr"
        stored: str | bool = str(cache / name) if cache is not None else False
        try:
            found = Lark(text, parser="lalr", lexer=_Fed, maybe_placeholders=False, cache=stored)
        except LarkError as error:
            message = f"the phraseology grammar cannot be built: {error}"
            raise InternalError(message) from None
        _TABLES[text] = found
    return found
