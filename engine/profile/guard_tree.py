"""A `when` as a tree of claims: what the logic of guards reasons on.

The compiled guard only answers for given facts; whether two guards can hold at once, or one follows
from another, is asked of this tree (engine/profile/guard_logic.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from engine.profile.facts import UNITS
from engine.profile.guard import Guard
from engine.profile.guard_compiler import parse_guard

__all__ = [
    "TRUE",
    "All",
    "Compared",
    "Either",
    "Flag",
    "Formula",
    "Is",
    "Not",
    "Side",
    "formula_of",
]


@dataclass(frozen=True, slots=True)
class Flag:
    """A fact holds."""

    fact: str


@dataclass(frozen=True, slots=True)
class Is:
    """A fact is a word."""

    fact: str
    word: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: a fact plus a number; no fact for a number alone."""

    fact: str
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Compared:
    """Left is less than right, or not more when `strict` is False."""

    less: Side
    more: Side
    strict: bool


@dataclass(frozen=True, slots=True)
class Not:
    """A claim that does not hold."""

    part: Formula


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; with no parts, it always does."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Some part holds; with no parts, it never does."""

    parts: tuple[Formula, ...]


Formula: TypeAlias = Flag | Is | Compared | Not | All | Either
TRUE = All(())


def formula_of(guard: Guard | None) -> Formula:
    """Return the claims of a guard; a guard that is not written always holds."""
    return TRUE if guard is None else _formula(guard.source)


@lru_cache(maxsize=1024)
def _formula(source: str) -> Formula:
    return _build(parse_guard(source))


def _build(tree: Any) -> Formula:
    children = tree.children
    match str(tree.data):
        case "either":
            return Either(tuple(_build(child) for child in children))
        case "both":
            return All(tuple(_build(child) for child in children))
        case "negation":
            return Not(_build(children[0]))
        case "holds":
            return Flag(_name(children[0]))
        case "same":
            return Is(_name(children[0]), _name(children[1]))
        case "different":
            return Not(Is(_name(children[0]), _name(children[1])))
        case _:
            left, right, sign = _side(children[0]), _side(children[2]), str(children[1])
            less, more = (left, right) if sign[0] == "<" else (right, left)
            return Compared(less, more, strict=len(sign) == 1)


def _name(tree: Any) -> str:
    return "_".join(str(word) for word in tree.children)


def _side(tree: Any) -> Side:
    if str(tree.data) == "named":
        return Side(_name(tree.children[0]))
    return Side("", float(str(tree.children[0])) * UNITS[str(tree.children[1])][1])
