"""Guards: compiled `when:` expressions over facts with dimensions.

Three answers, never two: True, False, or None where a fact it needs is unknown. Facts come as a
mapping from the name used in the guard language to a number in the fact's base unit (ft, nm, kt,
deg, s), a bool, a word, or None for unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["FactValue", "Facts", "Guard"]

FactValue = float | bool | str | None
Facts = Mapping[str, FactValue]


@dataclass(frozen=True, slots=True)
class Guard:
    """A compiled expression; equal when the source text is equal."""

    source: str
    needs: frozenset[str]
    evaluate: Callable[[Facts], bool | None] = field(compare=False, repr=False)

    def __call__(self, facts: Facts) -> bool | None:
        """Return True, False, or None when a fact it needs is unknown."""
        return self.evaluate(facts)
