"""Whether a spoken callsign is his own: what a pilot listens for before anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher

from engine.model.understood import Understood

__all__ = ["callsign_likeness", "is_own", "with_half_heard_name"]

_LIKE = 0.6
_LIKE_BY_DIGITS = 0.25
"""Enough of a likeness where nobody else on the frequency has those digits."""

_WORD_DIGITS = {
    "zero": "0",
    "one": "1",
    "won": "1",
    "wun": "1",
    "two": "2",
    "too": "2",
    "to": "2",
    "three": "3",
    "tree": "3",
    "four": "4",
    "fower": "4",
    "for": "4",
    "five": "5",
    "fife": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "niner": "9",
}


def callsign_likeness(heard: str, own: str) -> float:
    """Return how like his own callsign the heard one is, 0 to 1, digits compared as digits.

    A wrong digit is another aircraft's name, so it costs more than a damaged word: "Tony 1-1" is
    Pony 1-1, and Pony 1-2 is not.
    """
    heard_word, heard_digits = _parts(heard)
    own_word, own_digits = _parts(own)
    words = SequenceMatcher(None, heard_word, own_word).ratio()
    if heard_digits == own_digits:
        return words
    if heard_digits and own_digits.startswith(heard_digits):
        return words * 0.8
    return words * 0.5


def is_own(heard: str, own: str, others: Iterable[str]) -> bool:
    """Tell whether a pilot takes a callsign for his own: "User 3-1" is Uzi's when he alone is 3-1.

    `others` are the callsigns that he has heard on the frequency.
    """
    known = list(others)
    mine = callsign_likeness(heard, own)
    best_other = max((callsign_likeness(heard, one) for one in known), default=0.0)
    digits = _parts(heard)[1]
    alone = digits == _parts(own)[1] and all(_parts(one)[1] != digits for one in known)
    return mine >= (_LIKE_BY_DIGITS if alone else _LIKE) and mine > best_other


def with_half_heard_name(
    understood: Understood, words: str, own: str, others: Iterable[str]
) -> Understood:
    """Return it as said to `own` where it begins with what he takes for his callsign.

    The grammar knows no "User", so it leaves "User three one" unexplained at the start of an
    instruction; a pilot who hears his own number there does not leave it.
    """
    if understood.callsign is not None:
        return understood
    known = list(others)
    start = words.split()[:4]
    leads = (" ".join(start[:count]) for count in (2, 3, 4))
    mine = next((lead for lead in leads if is_own(lead, own, known)), None)
    if mine is None:
        return understood
    named = {word.strip(".,").lower() for word in mine.split()} | {_parts(own)[1]}
    left = tuple(word for word in understood.unexplained if word.lower() not in named)
    return replace(understood, callsign=own, unexplained=left)


def _parts(callsign: str) -> tuple[str, str]:
    tokens = re.findall(r"[a-z]+|\d", callsign.lower())
    letters = [token for token in tokens if token.isalpha() and token not in _WORD_DIGITS]
    digits = [_WORD_DIGITS.get(token, token) for token in tokens]
    return "".join(letters), "".join(digit for digit in digits if digit.isdigit())
