"""Corrections: "heading one three zero, correction, one four zero".

A number or a side after "correction" takes the place of the last one of its kind. What else he says
anew replaces what he said of it before, which the hearing sees to: it is told from where on.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.tokens import Token

__all__ = ["corrected"]

_WORDS = frozenset({"correction", "correcting", "make that", "i mean", "or rather", "rather"})
_NO = "no"
"""Between pauses and before another number it corrects: "flight of three, no, four"."""
_OPPOSITES = frozenset({"left", "right", "climb", "descend", "climbing", "descending"})
_REACH = 6
"""How many tokens back the number may stand that is corrected."""


def corrected(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], int | None]:
    """Return the tokens as he means them, and the character where a correction began, if any."""
    kept = list(tokens)
    began: int | None = None
    at = 1
    while at < len(kept) - 1:
        new = kept[at + 1]
        old = _replaced(kept, at, new)
        if kept[at].text not in _WORDS and not _takes_back(kept, at, old):
            at += 1
            continue
        began = kept[at].start
        if old is None:
            del kept[at]
        else:
            kept[old] = new
            del kept[at : at + 2]
    return tuple(kept), began


def _takes_back(tokens: Sequence[Token], at: int, old: int | None) -> bool:
    """Tell "three, no, four" from "three miles, no traffic"."""
    return tokens[at].text == _NO and tokens[at].gap > 0 and old == at - 1


def _replaced(tokens: Sequence[Token], at: int, new: Token) -> int | None:
    """Return the token that `new` takes the place of, or None."""
    for index in range(at - 1, max(at - 1 - _REACH, -1), -1):
        old = tokens[index]
        if new.is_number and old.is_number:
            return index
        if new.text in _OPPOSITES and old.text in _OPPOSITES:
            return index
    return None
