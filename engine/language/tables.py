"""LALR(1) tables of a grammar of phrases, built in a fraction of a second.

Lark builds the same tables (a test compares the two state by state), but takes more than a second
for a theatre's grammars, most of it on forms of grammar that phrases never use. Ours are simpler: a
phrase is a flat sequence, a slot a choice of flat sequences, nothing is empty, and only a list of
letters or of side numbers repeats. So what may follow a slot depends on where it stands and on
nothing else, and the look-aheads of DeRemer and Pennello come out in one pass over the transitions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.errors import InternalError

__all__ = ["END", "START", "Rule", "State", "build_states"]

START = "start"
END = "$END"

State = dict[str, int]
"""What to do on each symbol: go to that state, or, below zero, reduce by the rule `~number`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One flat way to make `origin`.

    `name` is what a reader of the phrase knows the rule by; of two rules that fit the same words
    the one of higher `rank` is taken.
    """

    origin: str
    symbols: tuple[str, ...]
    name: str
    rank: int


def build_states(rules: Sequence[Rule]) -> list[State]:
    """Return the states of the automaton, the first being where a phrase begins.

    Where a word may end a slot or go on with it, it goes on.

    Raises:
        InternalError: two rules of one rank fit the same words.
    """
    return _Builder(rules).build()


class _Builder:
    """Builds the states of one grammar.

    An item, a rule read up to a dot, is one number: the place of its dot in all rules laid end to
    end, each with a slot of its own for the dot at its end.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._by_origin: dict[str, list[int]] = {}
        self._begin: list[int] = []
        self._next: list[str] = []
        self._rule_at: list[int] = []
        for number, rule in enumerate(rules):
            self._by_origin.setdefault(rule.origin, []).append(number)
            self._begin.append(len(self._next))
            self._next.extend((*rule.symbols, ""))
            self._rule_at.extend([number] * (len(rule.symbols) + 1))
        self._kernels: list[tuple[int, ...]] = []
        self._moves: list[dict[str, int]] = []
        self._opening: dict[str, dict[str, list[int]]] = {}

    def build(self) -> list[State]:
        self._walk()
        reduced = self._lookaheads()
        states: list[State] = []
        for number, moves in enumerate(self._moves):
            state: State = dict(moves)
            for terminal, chosen in reduced.get(number, {}).items():
                if terminal not in moves:
                    state[terminal] = ~chosen
            states.append(state)
        return states

    def _opened(self, origin: str) -> dict[str, list[int]]:
        """Return the items that a slot opens, each moved on by one, under the symbol it moves by.

        Only a list opens itself ("letters: LETTER | letters LETTER"), and that once.
        """
        found = self._opening.get(origin)
        if found is None:
            found = {}
            for number in self._by_origin[origin]:
                begin = self._begin[number]
                symbol = self._next[begin]
                if symbol in self._by_origin and symbol != origin:
                    message = f"the phrase grammar nests {symbol} in {origin}"
                    raise InternalError(message)
                found.setdefault(symbol, []).append(begin + 1)
            self._opening[origin] = found
        return found

    def _walk(self) -> None:
        """Find every state and the moves between them."""
        number_of: dict[tuple[int, ...], int] = {}
        first = tuple(self._begin[one] for one in self._by_origin[START])
        number_of[first] = 0
        self._kernels.append(first)
        for kernel in self._kernels:  # grows while it is walked
            reached: dict[str, list[int]] = {}
            for item in kernel:
                symbol = self._next[item]
                if symbol:
                    reached.setdefault(symbol, []).append(item + 1)
            for origin in [one for one in reached if one in self._by_origin]:
                for symbol, items in self._opened(origin).items():
                    reached.setdefault(symbol, []).extend(items)
            moves: dict[str, int] = {}
            for symbol, items in reached.items():
                key = tuple(items) if len(items) == 1 else tuple(sorted(set(items)))
                target = number_of.get(key)
                if target is None:
                    target = number_of[key] = len(self._kernels)
                    self._kernels.append(key)
                moves[symbol] = target
            self._moves.append(moves)

    def _lookaheads(self) -> dict[int, dict[str, int]]:
        """Return, by state, the rule to reduce by on each terminal."""
        reduced: dict[int, dict[str, int]] = {}
        ends = [self._ended(kernel) for kernel in self._kernels]
        for number, rule in enumerate(ends):
            if rule is not None:
                reduced[number] = {END: rule}
        follows = [
            [one for one in moves if one not in self._by_origin]
            + ([END] if rule is not None else [])
            for moves, rule in zip(self._moves, ends, strict=True)
        ]
        for moves in self._moves:
            for origin, target in moves.items():
                numbers = self._by_origin.get(origin)
                if numbers is None:
                    continue
                for number in numbers:
                    self._reduce(reduced, self._end_of(moves, number), number, follows[target])
        return reduced

    def _ended(self, kernel: Sequence[int]) -> int | None:
        """Return the phrase that has been read when this state is reached, or None."""
        for item in kernel:
            number = self._rule_at[item]
            if not self._next[item] and self._rules[number].origin == START:
                return number
        return None

    def _end_of(self, moves: dict[str, int], number: int) -> int:
        """Return the state in which a rule that begins here has been read."""
        at = 0
        for symbol in self._rules[number].symbols:
            at = moves[symbol]
            moves = self._moves[at]
        return at

    def _reduce(
        self, reduced: dict[int, dict[str, int]], state: int, number: int, follow: Sequence[str]
    ) -> None:
        here = reduced.setdefault(state, {})
        for terminal in follow:
            known = here.setdefault(terminal, number)
            if known == number:
                continue
            rank, other = self._rules[number].rank, self._rules[known].rank
            if rank == other:
                names = f"{self._rules[known].name} and {self._rules[number].name}"
                message = f"the phraseology grammar cannot be built: {names} fit the same words"
                raise InternalError(message)
            if rank > other:
                here[terminal] = number
