"""What a pilot makes of a transmission: to whom, and which instructions.

The grammar that reads a controller's words belongs to the language room; this is the little that a
pilot needs of it, so that he can be flown against any grammar that reads directives from words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Protocol

from engine.model.slots import SlotValue

__all__ = ["ControllerGrammar", "Instruction", "Understood", "callsign_likeness"]


@dataclass(frozen=True, slots=True)
class Instruction:
    """One directive as heard: its kind and slots."""

    kind: str
    slots: Mapping[str, SlotValue] = field(default_factory=dict)

    def number(self, name: str) -> int | None:
        """Return an integer slot, or None when it was not said."""
        value = self.slots.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def word(self, name: str) -> str | None:
        """Return a string slot, or None when it was not said."""
        value = self.slots.get(name)
        return value if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class Understood:
    """A controller's transmission as heard: the callsign as spoken, and what was said to him.

    `unexplained` holds the words, numbers first of all, that belong to no slot.
    """

    callsign: str | None
    instructions: tuple[Instruction, ...]
    unexplained: tuple[str, ...] = ()


class ControllerGrammar(Protocol):
    """Reads a controller's words back into directives."""

    def understand(self, words: str) -> Understood | None:
        """Return what was said, or None when it cannot be read."""
        ...


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


def _parts(callsign: str) -> tuple[str, str]:
    tokens = re.findall(r"[a-z]+|\d", callsign.lower())
    letters = [token for token in tokens if token.isalpha() and token not in _WORD_DIGITS]
    digits = [_WORD_DIGITS.get(token, token) for token in tokens]
    return "".join(letters), "".join(digit for digit in digits if digit.isdigit())
