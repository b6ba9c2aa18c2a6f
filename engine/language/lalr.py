"""LALR tables built by Lark, and a driver that asks them how far a phrase reaches.

Lark's own driver wants a whole sentence, and its interactive one copies a parser for each question.
Ours reads the same tables with two plain lists, notes each place where a phrase may end, and where
a token may be two things ("three" the number and "three" of "three green") it follows both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lark import Lark
from lark import Token as LarkToken
from lark.exceptions import LarkError
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_analysis import Shift

from engine.language.tokens import Token
from engine.model.errors import InternalError

__all__ = ["Leaf", "Node", "ParseTables", "Phrase", "tables_for"]

_END = "$END"
_MAX_READINGS = 32

Leaf = tuple[str, int]
"""A terminal and the token it was."""


@dataclass(slots=True)
class Node:
    """A rule that was recognised: a slot with the tokens it took, or a phrase with its slots."""

    rule: str
    leaves: list[Leaf] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that may end before token `end`."""

    node: Node
    end: int


class _Fed(Lexer):
    """Lark wants a lexer; tokens are ours, so this one is never asked."""

    __future_interface__ = 2

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, _lexer_state: LexerState, _parser_state: object) -> Iterator[LarkToken]:
        return iter(())


class ParseTables:
    """The tables of one grammar."""

    def __init__(self, lark: Lark) -> None:
        conf = lark.parse_interactive("").parser_state.parse_conf
        self._states: Mapping[Any, Mapping[str, tuple[Any, Any]]] = conf.states
        self._start = conf.start_state
        self._end_state = conf.end_state

    def phrases(self, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """Return every phrase that starts at token `at`, shortest first."""
        found: list[Phrase] = []
        agenda: list[tuple[list[Any], list[Node | Leaf], int, str | None]] = [
            ([self._start], [], at, None)
        ]
        while agenda and len(found) < _MAX_READINGS:
            stack, values, index, kind = agenda.pop()
            while True:
                if kind is None:
                    if index >= len(tokens):
                        break
                    row = self._states[stack[-1]]
                    kinds = [one for one in tokens[index].types if one in row]
                    if not kinds:
                        break
                    agenda.extend(
                        (stack.copy(), values.copy(), index, other) for other in kinds[1:]
                    )
                    kind = kinds[0]
                if not self._feed(stack, values, kind, index):
                    break
                kind = None
                index += 1
                if _END in self._states[stack[-1]]:
                    node = self._close(stack.copy(), values.copy())
                    if node is not None:
                        found.append(Phrase(node, index))
        found.sort(key=lambda one: one.end)
        return found

    def _feed(self, stack: list[Any], values: list[Node | Leaf], kind: str, index: int) -> bool:
        states = self._states
        while True:
            step = states[stack[-1]].get(kind)
            if step is None:  # look-ahead is shared by merged states, so it may promise too much
                return False
            action, target = step
            if action is Shift:
                stack.append(target)
                values.append((kind, index))
                return True
            self._reduce(stack, values, target)

    def _close(self, stack: list[Any], values: list[Node | Leaf]) -> Node | None:
        while True:
            step = self._states[stack[-1]].get(_END)
            if step is None or step[0] is Shift:
                return None
            self._reduce(stack, values, step[1])
            if stack[-1] == self._end_state:
                last = values[-1]
                return last if isinstance(last, Node) else None

    def _reduce(self, stack: list[Any], values: list[Node | Leaf], rule: Any) -> None:
        size = len(rule.expansion)
        taken = values[-size:]
        del stack[-size:]
        del values[-size:]
        name = str(rule.origin.name)
        stack.append(self._states[stack[-1]][name][1])
        first = taken[0]
        if size == 1 and isinstance(first, Node) and (name == "start" or name[0] == "c"):
            values.append(first)
            return
        node = Node(name)
        for one in taken:
            if not isinstance(one, Node):
                node.leaves.append(one)
            elif one.rule.startswith("_"):
                node.leaves.extend(one.leaves)
            else:
                node.children.append(one)
        values.append(node)


_TABLES: dict[str, ParseTables] = {}


def tables_for(text: str, cache: Path | None = None) -> ParseTables:
    """Return the tables of a grammar, built once in a process.

    With a cache folder they are read from there, or stored there.

    Raises:
        InternalError: Lark cannot make an LALR grammar of it.
    """
    found = _TABLES.get(text)
    if found is None:
        name = f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.lalr"
        stored: str | bool = str(cache / name) if cache is not None else False
        try:
            lark = Lark(text, parser="lalr", lexer=_Fed, maybe_placeholders=False, cache=stored)
        except LarkError as error:
            message = f"the phraseology grammar cannot be built: {error}"
            raise InternalError(message) from None
        found = _TABLES[text] = ParseTables(lark)
    return found
