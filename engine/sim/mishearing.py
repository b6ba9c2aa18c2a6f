"""What a listener makes of a transmission when he mishears it: a wrong digit or a lost word.

Recognisers and men fail the same two ways on a radio: one digit becomes another that sounds like
it, or a word is not there. Seeded, so a sortie repeats.
"""

from __future__ import annotations

import random

__all__ = ["misheard"]

_SOUNDS_LIKE = {
    "zero": ("eight", "two"),
    "one": ("nine", "four"),
    "two": ("three", "zero"),
    "three": ("two", "zero"),
    "four": ("five", "one"),
    "five": ("nine", "four"),
    "six": ("seven", "five"),
    "seven": ("six", "five"),
    "eight": ("three", "six"),
    "nine": ("five", "one"),
    "niner": ("five", "one"),
}


def misheard(words: str, rate: float, rng: random.Random) -> str:
    """Return the words, or with probability `rate` the words with one thing wrong."""
    if rng.random() >= rate:
        return words
    parts = words.split(" ")
    digits = [index for index, word in enumerate(parts) if _bare(word) in _SOUNDS_LIKE]
    if digits and rng.random() < 0.5:
        index = rng.choice(digits)
        bare = _bare(parts[index])
        parts[index] = parts[index].lower().replace(bare, rng.choice(_SOUNDS_LIKE[bare]))
    elif len(parts) > 3:
        del parts[rng.randrange(len(parts))]
    return " ".join(parts)


def _bare(word: str) -> str:
    return word.strip(",.;:").lower()
