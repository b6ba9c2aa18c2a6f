"""Names as they compare across what is written, said and labelled."""

from __future__ import annotations

import re

__all__ = ["letters_and_digits"]

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def letters_and_digits(callsign: str) -> str:
    """Return a name in letters and digits only, as both "Pony 1-1" and "Pony one one" reduce.

    >>> letters_and_digits("Pony 1-1") == letters_and_digits("Pony one one")
    True
    """
    text = callsign.lower().replace("niner", "nine")
    for value, word in enumerate(_DIGITS):
        text = re.sub(rf"\b{word}\b", str(value), text)
    return re.sub(r"[^a-z0-9]", "", text)
