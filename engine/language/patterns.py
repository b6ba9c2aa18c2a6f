"""The pattern language: how a designer writes what is said and what is understood.

A pattern is parsed once by `grammars/pattern.lark` into a small tree. From that tree come the words
(`render`) and the flat sequences by which they are understood (`sequences`), so that the two cannot
drift apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from engine.language.normalise import plain_words
from engine.model.errors import ProfileError
from engine.resources import grammars_dir

__all__ = ["MAX_SEQUENCES", "Node", "Pattern", "Slot", "parse_pattern", "render", "sequences"]

MAX_SEQUENCES = 256
"""A pattern with more readings than this is a mistake, and would make the grammar slow."""

_SUFFIX = re.compile(r"([A-Za-z]+)\[([a-z]+)\]")


@dataclass(frozen=True, slots=True)
class Word:
    """A literal word."""

    text: str


@dataclass(frozen=True, slots=True)
class Punctuation:
    """A mark for the ear; understanding ignores it."""

    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot, with an optional style of saying it."""

    name: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives; `optional` when none of them may be taken as well."""

    alternatives: tuple[tuple[Node, ...], ...]
    optional: bool


Node = Word | Punctuation | Slot | Choice


@dataclass(frozen=True, slots=True)
class Pattern:
    """A parsed pattern, with the text it was written as."""

    text: str
    nodes: tuple[Node, ...]

    def slots(self) -> tuple[Slot, ...]:
        """Return every slot that is mentioned, in order."""
        return tuple(_slots(self.nodes))


def _slots(nodes: tuple[Node, ...]) -> list[Slot]:
    found: list[Slot] = []
    for node in nodes:
        if isinstance(node, Slot):
            found.append(node)
        elif isinstance(node, Choice):
            for alternative in node.alternatives:
                found.extend(_slots(alternative))
    return found


class _Build(Transformer[Token, "tuple[Node, ...]"]):
    """Turns the parse tree of a pattern into nodes."""

    def start(self, children: list[tuple[Node, ...]]) -> tuple[Node, ...]:
        return children[0]

    def sequence(self, children: list[Node]) -> tuple[Node, ...]:
        return tuple(children)

    def word(self, children: list[Token]) -> Node:
        return Word(str(children[0]))

    def punctuation(self, children: list[Token]) -> Node:
        return Punctuation(str(children[0]))

    def slot(self, children: list[Token | None]) -> Node:
        style = children[1]
        return Slot(str(children[0]), str(style) if style is not None else "")

    def alternatives(self, children: list[tuple[Node, ...]]) -> tuple[tuple[Node, ...], ...]:
        return tuple(children)

    def optional(self, children: list[tuple[tuple[Node, ...], ...]]) -> Node:
        return Choice(children[0], optional=True)

    def choice(self, children: list[tuple[tuple[Node, ...], ...]]) -> Node:
        return Choice(children[0], optional=False)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(
        (grammars_dir() / "pattern.lark").read_text(encoding="utf-8"),
        parser="lalr",
        transformer=_Build(),
    )


@lru_cache(maxsize=4096)
def parse_pattern(text: str) -> Pattern:
    """Parse a pattern.

    Raises:
        ProfileError: it is not written in the pattern language; the message says where and how.
    """
    # "request[ing]" is a suffix; inside the language it is a choice of two words
    source = _SUFFIX.sub(r"(\1|\1\2)", text)
    try:
        nodes = _parser().parse(source)
    except UnexpectedInput as error:
        where = error.get_context(source, 20).strip("\n")
        message = (
            f"the pattern {text!r} cannot be read here:\n{where}\n"
            "write words, [optional], (one|other) and {slot}"
        )
        raise ProfileError(message) from None
    return Pattern(text, nodes)  # type: ignore[arg-type]


def render(pattern: Pattern, say: Callable[[Slot], str | None]) -> str | None:
    """Return the words of a pattern, or None when a slot that it needs has no value.

    `say` returns the words of a slot, or None when it has no value. An optional part is said when
    it has slots and all of them have values; of a choice, the first alternative that can be said.
    """
    pieces = _render(pattern.nodes, say)
    if pieces is None:
        return None
    text = ""
    for piece in pieces:
        if piece in {",", ".", "?"}:
            text = text.rstrip(",. ") + piece
        else:
            text += (" " if text else "") + piece
    return text.strip()


def _render(nodes: tuple[Node, ...], say: Callable[[Slot], str | None]) -> list[str] | None:
    pieces: list[str] = []
    for node in nodes:
        if isinstance(node, Word | Punctuation):
            pieces.append(node.text)
        elif isinstance(node, Slot):
            words = say(node)
            if words is None:
                return None
            if words:
                pieces.append(words)
        else:
            chosen = _choose(node, say)
            if chosen is None:
                return None
            pieces.extend(chosen)
    return pieces


def _choose(node: Choice, say: Callable[[Slot], str | None]) -> list[str] | None:
    for alternative in node.alternatives:
        if node.optional and not _slots(alternative):
            continue
        pieces = _render(alternative, say)
        if pieces is not None:
            return pieces
    return [] if node.optional else None


Symbol = str | Slot
Sequence_ = tuple[Symbol, ...]


def sequences(pattern: Pattern) -> tuple[Sequence_, ...]:
    """Return every way the pattern may be heard: words (fillers dropped) and slots.

    Raises:
        ProfileError: there are more than MAX_SEQUENCES.
    """
    found = _expand(pattern.nodes, pattern.text)
    return tuple(dict.fromkeys(one for one in found if one))


def _expand(nodes: tuple[Node, ...], text: str) -> list[Sequence_]:
    ways: list[Sequence_] = [()]
    for node in nodes:
        if isinstance(node, Punctuation):
            continue
        if isinstance(node, Choice):
            options = [one for branch in node.alternatives for one in _expand(branch, text)]
            if node.optional:
                options.append(())
        else:
            options = [_symbols(node)]
        ways = [way + option for way in ways for option in dict.fromkeys(options)]
        if len(ways) > MAX_SEQUENCES:
            message = f"the pattern {text!r} has more than {MAX_SEQUENCES} readings: split it"
            raise ProfileError(message)
    return ways


def _symbols(node: Word | Slot) -> Sequence_:
    if isinstance(node, Slot):
        return (node,)
    return plain_words(node.text)


def used_terms(found: Mapping[str, tuple[Sequence_, ...]]) -> frozenset[str]:
    """Return every word that the sequences use."""
    return frozenset(
        symbol
        for ways in found.values()
        for way in ways
        for symbol in way
        if isinstance(symbol, str)
    )
