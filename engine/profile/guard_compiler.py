"""Compiles `when:` expressions to guards with three answers.

Unknown is neither true nor false (Kleene): `on ground and range < 5 nm` is False for an aircraft
that flies, however unknown its range. Every name, word and unit is checked against the table of
facts when a profile is loaded, so a guard cannot fail in the air.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from engine.profile.diagnostic import Diagnostic, Span, nearest
from engine.profile.facts import FACTS, UNITS, Dimension, FactKind
from engine.profile.guard import Facts, Guard
from engine.profile.guard_parser import END, Branch, GuardParser, Unparsed
from engine.profile.guard_tables import guard_parser
from engine.profile.node import Scalar

__all__ = ["MAX_GUARD_CHARACTERS", "compile_guard", "parse_guard"]

MAX_GUARD_CHARACTERS = 400

_Test: TypeAlias = Callable[[Facts], bool | None]
_Read: TypeAlias = Callable[[Facts], float | None]
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@lru_cache(maxsize=1)
def _parser() -> GuardParser:
    return guard_parser()


_INSTEAD = {
    "=": "write `is` for a word, `<=` or `>=` for a number",
    "!": "write `not ...`",
    "&": "write `and`",
    "|": "write `or`",
    "≤": "write `<=`",
    "≥": "write `>=`",
}
"""What of other languages is written otherwise here."""


def compile_guard(
    scalar: Scalar, *, phases: AbstractSet[str]
) -> tuple[Guard | None, tuple[Diagnostic, ...]]:
    """Return the guard that a scalar writes, or None and what is wrong with it.

    `phases` are the phases that `phase is ...` may name; none when those could not be read.
    """
    source = " ".join(scalar.raw.split())
    if len(scalar.raw) > MAX_GUARD_CHARACTERS:
        found = Diagnostic(
            "M120", f"a `when` has at most {MAX_GUARD_CHARACTERS} characters", _whole(scalar)
        )
        return None, (found,)
    tree, problem = _parse(scalar)
    if problem is not None:
        return None, (problem,)
    compiler = _Compiler(scalar, phases)
    test = compiler.test(tree)
    if compiler.found:
        return None, tuple(compiler.found)
    return Guard(source, frozenset(compiler.needs), test), ()


@lru_cache(maxsize=2048)
def parse_guard(source: str) -> Branch:
    """Return the parse tree of an expression.

    Raises:
        Unparsed: it is none.
    """
    return _parser().parse(source)


def _parse(scalar: Scalar) -> tuple[Any, Diagnostic | None]:
    try:
        return parse_guard(scalar.raw), None
    except Unparsed as error:
        at, word = error.at, error.word
    if word is None:
        sign = scalar.raw[at : at + 1]
        return None, Diagnostic(
            "M120",
            f"`{sign}` has no meaning in a `when`",
            _part(scalar, at, 1),
            hint=_INSTEAD.get(sign, ""),
        )
    if word.kind == END:
        place = _part(scalar, len(scalar.raw), 0)
        if scalar.raw.count("(") > scalar.raw.count(")"):
            return None, Diagnostic("M120", "a `(` is not closed", place, hint="write the `)`")
        hint = "after `and`, `or`, `not`, `is` or a comparison something follows"
        return None, Diagnostic("M120", "the `when` breaks off", place, hint=hint)
    message = f"`{word}` cannot stand here"
    return None, Diagnostic("M120", message, _part(scalar, at, len(word.text)))


def _whole(scalar: Scalar) -> Span:
    span = scalar.span
    if span.line == span.end_line:
        return span
    return span.part(0, 1)


def _part(scalar: Scalar, start: int, length: int) -> Span:
    """Return where a piece of the expression stands in the file, or its start if it is folded."""
    span = scalar.span
    quotes = 2 if scalar.quoted else 0
    unfolded = (
        span.line == span.end_line and span.end_column - span.column == len(scalar.raw) + quotes
    )
    return span.part(start + quotes // 2, length) if unfolded else _whole(scalar)


@dataclass(frozen=True, slots=True)
class _Measure:
    """One side of a comparison."""

    read: _Read
    dimension: Dimension
    text: str
    span: Span


class _Compiler:
    """Turns one parse tree into a test, collecting what is wrong on the way."""

    def __init__(self, scalar: Scalar, phases: AbstractSet[str]) -> None:
        self.found: list[Diagnostic] = []
        self.needs: set[str] = set()
        self._scalar = scalar
        self._phases = phases

    def test(self, tree: Any) -> _Test:
        """Return the test of a tree; when something is wrong, one that is never used."""
        match str(tree.data):
            case "either":
                return _any([self.test(child) for child in tree.children])
            case "both":
                return _all([self.test(child) for child in tree.children])
            case "negation":
                return _not(self.test(tree.children[0]))
            case "holds":
                return self._holds(tree.children[0])
            case "same":
                return self._same(tree)
            case "different":
                return _not(self._same(tree))
            case _:
                return self._compared(tree)

    def _holds(self, name: Any) -> _Test:
        fact, kind = self._fact(name)
        if kind is not None and kind.dimension is not Dimension.FLAG:
            what = "is compared" if kind.dimension is not Dimension.WORD else "is one of several"
            self._report("M122", f"`{_words(name)}` {what}; it does not hold by itself", name)
        return _flag(fact)

    def _same(self, tree: Any) -> _Test:
        name, value = tree.children
        fact, kind = self._fact(name)
        word = _key(value)
        if kind is not None and kind.dimension is not Dimension.WORD:
            self._report(
                "M122",
                f"`{_words(name)}` is no word: it is not followed by `is`",
                name,
                hint=f"write `{_words(name)}` or `not {_words(name)}`"
                if kind.dimension is Dimension.FLAG
                else f"compare it: `{_words(name)} < 5 {kind.dimension}`",
            )
        elif kind is not None:
            known = kind.words or self._phases
            if known and word not in known:
                guess = nearest(word, known)
                self._report(
                    "M123" if kind.words else "M204",
                    f"`{_words(name)}` is never `{_words(value)}`",
                    value,
                    hint=f"did you mean `{guess}`?" if guess else "it is one of: " + _list(known),
                )
        return _is(fact, word)

    def _compared(self, tree: Any) -> _Test:
        first, sign, second = tree.children
        left, right = self._measure(first), self._measure(second)
        if left is not None and right is not None and left.dimension is not right.dimension:
            self.found.append(
                Diagnostic(
                    "M122",
                    f"`{left.text}` is in {left.dimension} and `{right.text}` in {right.dimension}",
                    right.span,
                    hint=f"compare `{left.text}` with {left.dimension}",
                )
            )
        if left is None or right is None:
            return _unknown
        return _compare(left.read, _COMPARISONS[str(sign)], right.read)

    def _measure(self, tree: Any) -> _Measure | None:
        kind = str(tree.data)
        if kind == "named":
            return self._named(tree.children[0])
        value = float(str(tree.children[0]))
        if kind == "bare":
            self._report(
                "M106", f"`{tree.children[0]}` has no unit", tree, hint=f"write {_units()}"
            )
            return None
        unit = str(tree.children[1])
        known = UNITS.get(unit)
        if known is None:
            guess = nearest(unit, UNITS) if len(unit) > 1 else None
            self._report(
                "M106",
                f"`{unit}` is no unit",
                tree.children[1],
                hint=f"did you mean `{guess}`?" if guess else f"write {_units()}",
            )
            return None
        dimension, factor = known
        text = f"{tree.children[0]} {unit}"
        return _Measure(_constant(value * factor), dimension, text, self._place(tree))

    def _named(self, name: Any) -> _Measure | None:
        fact, kind = self._fact(name)
        if kind is None:
            return None
        if kind.dimension in {Dimension.FLAG, Dimension.WORD}:
            self._report("M122", f"`{_words(name)}` is {kind.dimension}, no quantity", name)
            return None
        return _Measure(_number(fact), kind.dimension, _words(name), self._place(name))

    def _fact(self, name: Any) -> tuple[str, FactKind | None]:
        fact = _key(name)
        kind = FACTS.get(fact)
        if kind is None:
            guess = nearest(fact, FACTS)
            self._report(
                "M121",
                f"no fact is called `{_words(name)}`",
                name,
                hint=f"did you mean `{guess.replace('_', ' ')}`?" if guess else "",
            )
        self.needs.add(fact)
        return fact, kind

    def _report(self, code: str, message: str, tree: Any, *, hint: str = "") -> None:
        self.found.append(Diagnostic(code, message, self._place(tree), hint=hint))

    def _place(self, tree: Any) -> Span:
        return _part(self._scalar, tree.start, tree.end - tree.start)


def _key(name: Any) -> str:
    return "_".join(str(word) for word in name.children)


def _words(name: Any) -> str:
    return " ".join(str(word) for word in name.children)


def _list(words: AbstractSet[str]) -> str:
    return ", ".join(sorted(words))


def _units() -> str:
    return "a unit: " + ", ".join(UNITS)


def _unknown(_facts: Facts) -> bool | None:
    return None


def _any(tests: list[_Test]) -> _Test:
    def test(facts: Facts) -> bool | None:
        answers = [one(facts) for one in tests]
        return True if True in answers else None if None in answers else False

    return test


def _all(tests: list[_Test]) -> _Test:
    def test(facts: Facts) -> bool | None:
        answers = [one(facts) for one in tests]
        return False if False in answers else None if None in answers else True

    return test


def _not(test: _Test) -> _Test:
    def negated(facts: Facts) -> bool | None:
        answer = test(facts)
        return None if answer is None else not answer

    return negated


def _flag(fact: str) -> _Test:
    def test(facts: Facts) -> bool | None:
        value = facts.get(fact)
        return value if isinstance(value, bool) else None

    return test


def _is(fact: str, word: str) -> _Test:
    def test(facts: Facts) -> bool | None:
        value = facts.get(fact)
        return value == word if isinstance(value, str) else None

    return test


def _number(fact: str) -> _Read:
    def read(facts: Facts) -> float | None:
        value = facts.get(fact)
        return (
            float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
        )

    return read


def _constant(value: float) -> _Read:
    return lambda _facts: value


def _compare(left: _Read, compare: Callable[[float, float], bool], right: _Read) -> _Test:
    def test(facts: Facts) -> bool | None:
        first, second = left(facts), right(facts)
        return None if first is None or second is None else compare(first, second)

    return test
