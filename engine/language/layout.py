"""Phrases laid over the words of a call so that they explain as much of it as possible.

Weighted intervals: a phrase is an interval with a score, and the best set that does not overlap is
found in one pass from the end, so the time is linear in the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.language.grammar import Match

__all__ = ["CORE", "DETAIL", "WITH", "Found", "Layout", "lay"]

CORE, WITH, DETAIL = "core", "with", "detail"
"""What a phrase does: makes a call this intent, belongs to this intent, or fits any call."""


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase found in a call: whose, what it does there, and the match."""

    intent: str
    role: str
    match: Match
    score: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Phrases laid over the words."""

    chosen: tuple[Found, ...]
    score: float
    covered: int


def lay(found: Sequence[Sequence[Found]], intents: frozenset[str]) -> Layout:
    """Lay the best set of phrases over the words; phrases of `intents` only, when there are any."""
    size = len(found)
    best = [0.0] * (size + 1)
    choice: list[Found | None] = [None] * size
    for at in range(size - 1, -1, -1):
        best[at] = best[at + 1]
        for one in found[at]:
            if one.role == WITH and one.intent not in intents:
                continue
            score = one.score + best[one.match.end]
            if score > best[at] + 1e-9:
                best[at], choice[at] = score, one
    chosen: list[Found] = []
    covered = at = 0
    while at < size:
        one_chosen = choice[at]
        if one_chosen is None or best[at] == best[at + 1]:
            at += 1
            continue
        chosen.append(one_chosen)
        covered += one_chosen.match.end - at
        at = one_chosen.match.end
    return Layout(tuple(chosen), best[0] if size else 0.0, covered)
