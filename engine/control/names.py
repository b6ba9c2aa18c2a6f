"""Names of pilots: what a radio's name says about who speaks, and what he is called.

Voice clients and sims carry names as players type them: clan tags, pipes, brackets, slot numbers,
full-width letters. A name here is only ever compared with names; which aircraft it means is
decided in `engine.control.identity`.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

__all__ = [
    "MIN_NAME_LENGTH",
    "handles",
    "is_damaged_form",
    "is_position_callsign",
    "label_for",
    "similarity",
    "squash",
]

MIN_NAME_LENGTH = 3
"""Shorter names fit too many aircraft to identify anybody."""
_DAMAGED_RATIO = 0.6
"""A recogniser's damage to a name keeps about 0.7 of it; another name has 0.13 to 0.5."""

_TAGGED = re.compile(r"\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|<[^>]*>|=[^=]*=")
_PARTS = re.compile(r"[|/\\]+|\s[-\u2013\u2014]\s")
_ORDINAL = re.compile(r"(?:\s*#\s*\d+|_\d+)\s*$")
_POSITION = re.compile(r"^([^\W\d_]{3,})[\s_-]*(\d)[\s_-]*(\d)$")
_DIGITS = {
    "zero": "0",
    "one": "1",
    "two": "2",
    "three": "3",
    "tree": "3",
    "four": "4",
    "five": "5",
    "fife": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "niner": "9",
    "twenty": "2",
    "thirty": "3",
    "forty": "4",
    "fifty": "5",
}


def squash(name: str) -> str:
    """Return a name as compared: NFKC, case folded, letters and digits only."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in folded if character.isalnum())


def _cleaned(name: str) -> list[str]:
    plain = _TAGGED.sub(" ", unicodedata.normalize("NFKC", name))
    parts = [_ORDINAL.sub("", part).strip(" \t-_.:~*'\"") for part in _PARTS.split(plain)]
    return [part for part in parts if part]


def handles(name: str) -> frozenset[str]:
    """Return the squashed forms a name may be matched by, without tags and slot numbers."""
    forms = {squash(name), *(squash(part) for part in _cleaned(name))}
    return frozenset(form for form in forms if len(form) >= MIN_NAME_LENGTH)


def label_for(*names: str) -> str:
    """Return what he is called: a position callsign in the names, else the first bare handle.

    >>> label_for("[VFA] Sockeye | Batumi")
    'Sockeye'
    >>> label_for("Bob | pony 11")
    'Pony 1-1'
    """
    parts = [part for name in names for part in _cleaned(name)]
    for part in parts:
        found = _POSITION.match(part)
        if found is not None:
            return f"{found[1].capitalize()} {found[2]}-{found[3]}"
    pronounceable = [part for part in parts if len(squash(part)) >= MIN_NAME_LENGTH]
    return (pronounceable or parts or ["Aircraft"])[0]


def similarity(spoken: str, name: str) -> float:
    """Return how alike two names sound on paper, 0 to 1."""
    return SequenceMatcher(None, _spoken_form(spoken), _spoken_form(name)).ratio()


def is_damaged_form(spoken: str, name: str) -> bool:
    """Tell whether `spoken` may be `name` as a recogniser broke it."""
    return similarity(spoken, name) >= _DAMAGED_RATIO


def is_position_callsign(name: str) -> bool:
    """Tell whether a name is a word and two digits, as missions number their flights."""
    return _POSITION.match(name.strip()) is not None


def _spoken_form(name: str) -> str:
    words = re.split(r"[^\w]+", unicodedata.normalize("NFKC", name).casefold())
    return squash("".join(_DIGITS.get(word, word) for word in words))
