"""A driver that asks LALR tables how far a phrase reaches.

The usual driver wants a whole sentence, and Lark's interactive one copies a parser for each
question. Ours reads the tables with two plain lists, notes each place where a phrase may end, and
where a token may be two things ("three" the number and "three" of "three green") it follows both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.language.tables import END, START, Rule, State
from engine.language.tokens import Token

__all__ = ["Leaf", "Node", "ParseTables", "Phrase"]

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


class ParseTables:
    """The tables of one grammar."""

    def __init__(self, rules: Sequence[Rule], states: list[State]) -> None:
        self._states = states
        self._rules = [(len(one.symbols), one.origin, one.name) for one in rules]

    def phrases(self, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """Return every phrase that starts at token `at`, shortest first."""
        found: list[Phrase] = []
        agenda: list[tuple[list[int], list[Node | Leaf], int, str | None]] = [([0], [], at, None)]
        states = self._states
        while agenda and len(found) < _MAX_READINGS:
            stack, values, index, kind = agenda.pop()
            while True:
                if kind is None:
                    if index >= len(tokens):
                        break
                    row = states[stack[-1]]
                    kinds = [one for one in tokens[index].types if one in row]
                    if not kinds:
                        break
                    if len(kinds) > 1:
                        agenda.extend(
                            (stack.copy(), values.copy(), index, other) for other in kinds[1:]
                        )
                    kind = kinds[0]
                if not self._feed(stack, values, kind, index):
                    break
                kind = None
                index += 1
                if END in states[stack[-1]]:
                    node = self._close(stack.copy(), values.copy())
                    if node is not None:
                        found.append(Phrase(node, index))
        if len(found) > 1:
            found.sort(key=lambda one: one.end)
        return found

    def _feed(self, stack: list[int], values: list[Node | Leaf], kind: str, index: int) -> bool:
        states = self._states
        while True:
            step = states[stack[-1]].get(kind)
            if step is None:  # look-ahead is shared by merged states, so it may promise too much
                return False
            if step >= 0:
                stack.append(step)
                values.append((kind, index))
                return True
            self._reduce(stack, values, ~step)

    def _close(self, stack: list[int], values: list[Node | Leaf]) -> Node | None:
        while True:
            step = self._states[stack[-1]].get(END)
            if step is None:
                return None
            size, origin, name = self._rules[~step]
            if origin == START:
                return _node(name, values[-size:])
            self._reduce(stack, values, ~step)

    def _reduce(self, stack: list[int], values: list[Node | Leaf], number: int) -> None:
        size, origin, name = self._rules[number]
        taken = values[-size:]
        del stack[-size:]
        del values[-size:]
        stack.append(self._states[stack[-1]][origin])
        values.append(_node(name, taken))


def _node(name: str, taken: Sequence[Node | Leaf]) -> Node:
    node = Node(name)
    for one in taken:
        if not isinstance(one, Node):
            node.leaves.append(one)
        elif one.rule == name:  # a list that goes on
            node.leaves.extend(one.leaves)
        else:
            node.children.append(one)
    return node
