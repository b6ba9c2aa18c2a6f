"""The words of a language file compiled: terms, known mis-hearings, aeroplanes.

Shared by the pilots' side and the controllers' side, which keep separate vocabularies: what is one
thing to a listener ("missed approach", "going around") is two to a verifier.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.language.lexer import Correction, Vocabulary
from engine.language.normalise import plain_words, words_of

__all__ = ["Path", "Problem", "compile_vocabulary"]

Path = tuple[str | int, ...]
"""The keys that lead to a value in a language file."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in a language file: where it stands, and what is wrong in plain words."""

    path: Path
    message: str

    def __str__(self) -> str:
        where = ".".join(str(one) for one in self.path)
        return f"{where}: {self.message}"


def compile_vocabulary(data: Mapping[str, Any]) -> Vocabulary:
    """Compile the terms, known mis-hearings and aeroplanes of a language file."""
    terms: dict[tuple[str, ...], str] = {}
    for head, variants in data.get("terms", {}).items():
        for variant in (str(head).replace("_", " "), *variants):
            words = plain_words(str(variant))
            if words:
                terms.setdefault(words, str(head))
    corrections = tuple(
        Correction(
            _heard_raw(str(one["written"])),
            _heard_raw(str(one["means"])),
            frozenset(str(word) for word in one.get("before", ())),
            frozenset(str(word) for word in one.get("after", ())),
        )
        for one in data.get("corrections", ())
    )
    aircraft: dict[tuple[str, ...], str] = {}
    for name, ways in data.get("aircraft", {}).items():
        for way in (name, *ways):
            words = _heard_raw(str(way))
            aircraft[words] = str(name)
            if words and words[-1].isalpha():  # "a flight of three Hornets"
                aircraft[(*words[:-1], f"{words[-1]}s")] = str(name)
    return Vocabulary(terms, corrections, aircraft)


def _heard_raw(text: str) -> tuple[str, ...]:
    return tuple(one.text for one in words_of(text))
