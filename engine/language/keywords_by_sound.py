"""Keywords misheard, matched by sound: "enbound" is inbound, "towers" is tower.

Only a word that no phrase of pilots or controllers uses, that is no name and long enough to be told
from others, and only for one keyword that is much more like it than the next and begins with the
same sound. It keeps its own types beside the keyword's, so that the grammar decides whether the
keyword fits where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from rapidfuzz import fuzz, process

from engine.language.lexer import Vocabulary, term_terminal
from engine.language.match import likeness, phonetic_key
from engine.language.tokens import Token, is_known, keyword

__all__ = ["KeywordsBySound"]

_SHORTEST = 5
"""Letters of a word: shorter ones are too many, and too much alike ("loud", "cloud"; "here")."""
_LIKE = 86.0
_MARGIN = 8.0
_SPELT_ALIKE = 50.0
"""Spellings less alike than this, in per cent, cannot come within the margin by their sound."""
_CANDIDATES = 12
_MOST_STRANGE_WORDS = 24
_NAMES = frozenset({"CALLSIGN", "STATION", "PLACE", "FIX", "PLAN", "AIRCRAFT", "LETTER"})


class KeywordsBySound:
    """The keywords that phrases are made of, found by how they sound."""

    def __init__(
        self,
        known_terminals: frozenset[str],
        vocabulary: Vocabulary,
        *,
        others: frozenset[str] = frozenset(),
    ) -> None:
        """Take the words of pilots' phrases; those of `others` are no mis-hearings of them.

        A controller says "vacate right" and a pilot "vacated right".
        """
        self._known = known_terminals | others
        self._terminals = dict(_keywords(known_terminals, vocabulary))
        self._by_sound: dict[str, list[str]] = {}
        for word in self._terminals:
            self._by_sound.setdefault(phonetic_key(word)[:1], []).append(word)
        # calls repeat the same mis-hearings, and each costs a search
        self._nearest = lru_cache(maxsize=2048)(self._search)

    def in_place(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """Return the tokens, those that sound like a keyword with its type added."""
        strange = 0
        made: list[Token] = []
        for token in tokens:
            terminal = None
            if strange < _MOST_STRANGE_WORDS and self._is_strange(token):
                strange += 1
                terminal = self._nearest(token.text)
            made.append(token if terminal is None else _also(token, terminal))
        return tuple(made)

    def _is_strange(self, token: Token) -> bool:
        return (
            len(token.text) >= _SHORTEST
            and token.text.isalpha()
            and not token.is_number
            and not is_known(token, self._known)
            and not _NAMES.intersection(token.types)
        )

    def _search(self, heard: str) -> str | None:
        """Return the terminal of the one keyword that a word sounds like, or None."""
        alike = process.extract(
            heard,
            self._by_sound.get(phonetic_key(heard)[:1], ()),
            scorer=fuzz.ratio,
            score_cutoff=_SPELT_ALIKE,
            limit=_CANDIDATES,
        )
        best, nearest, second = 0.0, None, 0.0
        for word, *_ in alike:
            like, terminal = likeness(heard, word), self._terminals[word]
            if like > best:
                second = second if terminal == nearest else best
                best, nearest = like, terminal
            elif terminal != nearest:
                second = max(second, like)
        return nearest if best >= _LIKE and best - second >= _MARGIN else None


def _keywords(known: frozenset[str], vocabulary: Vocabulary) -> Iterable[tuple[str, str]]:
    """Yield the single words of phrases, and the terminal that each becomes."""
    prefix = keyword("")
    for terminal in sorted(known):
        word = terminal.removeprefix(prefix).lower()
        if terminal.startswith(prefix) and word.isalpha() and len(word) >= _SHORTEST:
            yield word, terminal
    for words, head in vocabulary.terms.items():
        terminal = term_terminal(head)
        if len(words) > 1 or terminal not in known or not words[0].isalpha():
            continue
        if len(words[0]) >= _SHORTEST:
            yield words[0], terminal


def _also(token: Token, terminal: str) -> Token:
    return replace(token, types=(*token.types, terminal))
