"""Whether guards can hold at once, follow from one another, or can never hold: decided, not tried.

A guard becomes cases (a disjunction of conjunctions). In each case flags are a table, words are
sets, and quantities are bounds on differences (`range >= tower edge` bounds two facts against each
other), which a shortest-path sum proves possible or not. What the facts themselves exclude (he is
not airborne and on the ground, a minimum is not above its platform) is added as bounds, so that
only what can be flown counts. Guards answer in three ways; a conjunction that can be true at all
can be true with everything known, so the two-valued search is exact for "both fire".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from engine.profile.facts import FACTS, Dimension
from engine.profile.guard import Guard
from engine.profile.guard_tree import (
    All,
    Compared,
    Either,
    Flag,
    Formula,
    Is,
    Not,
    Side,
    formula_of,
)

__all__ = ["MOST_CASES", "always_when", "can_hold", "is_possible"]

MOST_CASES = 512
"""A guard with more cases than this is not reasoned about: nothing is said of it."""

_NEVER_NEGATIVE = frozenset({Dimension.DISTANCE, Dimension.SPEED, Dimension.TIME, Dimension.ANGLE})
_NOT_MORE_THAN = (
    ("missed_approach_point", "final_approach_fix"),
    ("final_approach_fix", "minimum_intercept"),
    ("minimum_intercept", "final_intercept"),
    ("tower_edge", "terminal_edge"),
    ("minimum_descent_altitude", "platform"),
)
_EXCLUDE = (
    ("airborne", "on_ground"),
    ("outbound", "on_ground"),
    ("outbound", "inbound"),
    ("climbing", "descending"),
)
_CLIMB_FPM = 300.0
_Bound = tuple[float, bool]
_TIGHTEST: _Bound = (0.0, False)


@dataclass(slots=True)
class _Case:
    """One way for a guard to hold; `bounds[a, b]` is the most that a - b may be."""

    flags: dict[str, bool] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    not_words: dict[str, set[str]] = field(default_factory=dict)
    bounds: dict[tuple[str, str], _Bound] = field(default_factory=dict)
    possible: bool = True

    def flag(self, fact: str, value: bool) -> None:
        if self.flags.setdefault(fact, value) is not value:
            self.possible = False

    def word(self, fact: str, word: str) -> None:
        if self.words.setdefault(fact, word) != word:
            self.possible = False

    def bound(self, less: str, more: str, by: _Bound) -> None:
        """Say that `less - more` is at most a number (less than it, when strict)."""
        before = self.bounds.get((less, more))
        if before is None or _tighter(by, before):
            self.bounds[less, more] = by


def can_hold(*parts: Guard | None, unless: Iterable[Guard | None] = ()) -> bool | None:
    """Tell whether guards can all hold while none of `unless` does; None when too many cases."""
    formulas = [formula_of(part) for part in parts]
    formulas += [Not(formula_of(part)) for part in unless]
    return is_possible(All(tuple(formulas)))


def always_when(first: Iterable[Guard | None], then: Guard | None) -> bool:
    """Tell whether `then` holds whenever all of `first` do; False when that cannot be told."""
    return can_hold(*first, unless=(then,)) is False


@lru_cache(maxsize=32768)
def is_possible(formula: Formula) -> bool | None:
    """Tell whether a formula can hold; None when it has too many cases to say."""
    for count, literals in enumerate(_cases(formula, positive=True)):
        if count >= MOST_CASES:
            return None
        if _is_consistent(literals):
            return True
    return False


def _cases(formula: Formula, *, positive: bool) -> Iterator[tuple[Formula, ...]]:
    if isinstance(formula, Not):
        yield from _cases(formula.part, positive=not positive)
    elif isinstance(formula, All | Either):
        if isinstance(formula, All) is positive:
            ways = [list(_cases(part, positive=positive)) for part in formula.parts]
            size = 1
            for way in ways:
                size *= len(way)
            if size > MOST_CASES:
                yield from ((formula,) for _ in range(MOST_CASES + 1))
                return
            for chosen in product(*ways):
                yield tuple(literal for part in chosen for literal in part)
        else:
            for part in formula.parts:
                yield from _cases(part, positive=positive)
    else:
        yield ((formula,) if positive else (Not(formula),))


def _is_consistent(literals: Iterable[Formula]) -> bool:
    case = _Case()
    for literal in literals:
        _add(case, literal)
    _add_knowledge(case)
    if not case.possible:
        return False
    for fact, words in case.not_words.items():
        known = FACTS[fact].words if fact in FACTS else frozenset()
        if case.words.get(fact) in words or (known and known <= words):
            return False
    return _bounds_agree(case.bounds)


def _add(case: _Case, literal: Formula) -> None:
    positive = True
    if isinstance(literal, Not):
        literal, positive = literal.part, False
    if isinstance(literal, Flag):
        case.flag(literal.fact, positive)
    elif isinstance(literal, Is):
        if positive:
            case.word(literal.fact, literal.word)
        else:
            case.not_words.setdefault(literal.fact, set()).add(literal.word)
    elif isinstance(literal, Compared):
        if positive:
            _less(case, literal.less, literal.more, strict=literal.strict)
        else:
            _less(case, literal.more, literal.less, strict=not literal.strict)


def _less(case: _Case, less: Side, more: Side, *, strict: bool) -> None:
    case.bound(less.fact, more.fact, (more.value - less.value, strict))


def _add_knowledge(case: _Case) -> None:
    """Add what is true of the facts themselves, whatever a profile says."""
    for first, second in _EXCLUDE:
        if case.flags.get(first) and case.flags.get(second):
            case.possible = False
    if case.flags.get("airborne") is False and case.flags.get("on_ground") is False:
        case.possible = False
    if case.flags.get("airborne") is False and case.flags.get("outbound"):
        case.possible = False
    if case.flags.get("climbing"):
        case.bound("", "vertical_speed", (-_CLIMB_FPM, False))
    if case.flags.get("descending"):
        case.bound("vertical_speed", "", (-_CLIMB_FPM, False))
    named = {name for pair in case.bounds for name in pair}
    for less, more in _NOT_MORE_THAN:
        if less in named or more in named:
            case.bound(less, more, _TIGHTEST)
    for name in {name for pair in case.bounds for name in pair if name}:
        if name in FACTS and FACTS[name].dimension in _NEVER_NEGATIVE:
            case.bound("", name, _TIGHTEST)


def _tighter(first: _Bound, second: _Bound) -> bool:
    return first[0] < second[0] or (first[0] == second[0] and first[1] and not second[1])


def _bounds_agree(bounds: dict[tuple[str, str], _Bound]) -> bool:
    """Tell whether numbers exist that keep every bound (Floyd and Warshall's shortest paths)."""
    names = sorted({name for pair in bounds for name in pair})
    best = dict(bounds)
    for middle in names:
        for start in names:
            first = best.get((start, middle))
            if first is None:
                continue
            for end in names:
                second = best.get((middle, end))
                if second is None:
                    continue
                through = (first[0] + second[0], first[1] or second[1])
                before = best.get((start, end))
                if before is None or _tighter(through, before):
                    best[start, end] = through
    return not any(
        best[name, name][0] < 0.0 or (best[name, name][0] == 0.0 and best[name, name][1])
        for name in names
        if (name, name) in best
    )
