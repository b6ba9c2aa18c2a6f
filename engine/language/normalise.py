"""What speech recognition writes, as words with their places in the transcript.

A recogniser writes one thing in many ways: "Pony11", "Pony 1-1", "pony one one"; "1-0,000",
"10,000", "one zero thousand"; "I F R", "IFR"; "21L", "21 left". Here all of them become the same
words. Nothing is thrown away yet: fillers go later, where a callsign can no longer need them
("Pony one to" is Pony 1-2). Numbers are never guessed at: a word becomes a digit by this table or
not at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.language.spelling import (
    ACRONYMS,
    CONTRACTIONS,
    FILLERS,
    HOMOPHONES,
    RESPELT,
    SPOKEN,
    TENS,
)

__all__ = ["FILLERS", "MAX_WORDS", "Word", "is_digit_homophone", "plain_words", "words_of"]

MAX_WORDS = 200
"""A longer transmission is cut here: nobody says more, and a stuck microphone must not cost."""
_MAX_CHARACTERS = 4_000

_TOKEN = re.compile(
    r"""(?P<grouped>\d{1,3}(?:,\d{3})+(?!\d))
      | (?P<splitgroup>\d-\d,\d{3}(?!\d))
      | (?P<decimal>\d+\.\d+)
      | (?P<plane>(?:f/a|[a-z]{1,3})-\d{1,3}[a-z]?(?![a-z0-9]))
      | (?P<digits>\d+)
      | (?P<word>x-ray|[a-z]+(?:'[a-z]+)*)
      | (?P<stop>[.;:?!]+) | (?P<comma>,) | (?P<other>\S)""",
    re.VERBOSE,
)
_BRACKETED = re.compile(r"\[[^\]]*\]|\([^)]*\)|<[^>]*>|\*[^*]*\*")
_APOSTROPHES = {0x2019: "'", 0x2018: "'", 0x60: "'", 0x2013: "-", 0x2014: "-", 0x2011: "-"}
"""Typographic marks, each for the plain one of the same length."""
_SIDES = {"l": "left", "r": "right", "c": "center"}


@dataclass(frozen=True, slots=True)
class Word:
    """One word, its place in the transcript, and the digits it stands for, if any.

    `gap` tells what separates it from the word before: 0 nothing, 1 a comma, 2 the end of a
    sentence. `digits` is what a number word says ("7", "25", "11000" for "11,000"), `decimals` what
    stands after a written decimal point. `single` is one spoken or written digit: only these join.
    """

    text: str
    start: int
    end: int
    gap: int = 0
    digits: str | None = None
    decimals: str | None = None
    whole: bool = False
    single: bool = False
    numeral: bool = False


def is_digit_homophone(word: Word) -> str | None:
    """Return the digit that `word` may have been, next to other digits, or None."""
    return word.digits if word.single else HOMOPHONES.get(word.text)


@lru_cache(maxsize=4096)
def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a written wording, fillers dropped, digits as digits."""
    return tuple(one.digits or one.text for one in words_of(text) if one.text not in FILLERS)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def words_of(transcript: str) -> tuple[Word, ...]:
    """Return the words of a transcript, at most MAX_WORDS of them; never raises.

    >>> [word.text for word in words_of("Viper11, 21L")]
    ['viper', '11', '21', 'left']
    """
    text = transcript[:_MAX_CHARACTERS].translate(_APOSTROPHES)
    text = _BRACKETED.sub(_blank, text)
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter that is two in lower case would move every span
        lowered = "".join(one.lower() if len(one.lower()) == 1 else one for one in text)
    found: list[Word] = []
    gap = 0
    for match in _TOKEN.finditer(lowered):
        kind, piece = str(match.lastgroup), match.group()
        if kind == "stop":
            gap = 2
        elif kind == "comma":
            gap = max(gap, 1)
        elif kind != "other":
            found.extend(_make(kind, piece, match.start(), gap, lowered))
            gap = 0 if found else gap
        if len(found) >= MAX_WORDS:
            break
    return tuple(_join_letters(_join_tens(_keep_headings_whole(_without_niner_or(found)))))


def _make(kind: str, piece: str, start: int, gap: int, text: str) -> list[Word]:
    end = start + len(piece)
    if kind == "grouped":
        return [Word(piece, start, end, gap, piece.replace(",", ""), whole=True, numeral=True)]
    if kind == "splitgroup":
        value = piece.replace(",", "").replace("-", "")
        return [Word(piece, start, end, gap, value, whole=True, numeral=True)]
    if kind == "decimal":
        whole, decimals = piece.split(".")
        return [Word(piece, start, end, gap, whole, decimals, numeral=True)]
    if kind == "digits":
        # "1, 2, 4" is one number dictated digit by digit; a comma between numerals of one digit
        # therefore joins, where a comma between spelled words parts.
        return [Word(piece, start, end, gap, piece, single=len(piece) == 1, numeral=True)]
    if kind == "plane":
        head, _, tail = piece.partition("-")
        if head in ACRONYMS:  # "ILS-13" is an approach and a runway, not an aeroplane
            middle = start + len(head) + 1
            return [
                Word(head, start, middle - 1, gap),
                Word(tail, middle, end, 0, tail, single=len(tail) == 1, numeral=True),
            ]
        return [Word(piece.removesuffix("s"), start, end, gap)]
    glued_side = start > 0 and text[start - 1].isdigit() and piece in _SIDES
    if glued_side:
        return [Word(_SIDES[piece], start, end, 0)]
    return _spell(piece, start, end, gap)


def _spell(piece: str, start: int, end: int, gap: int) -> list[Word]:
    if piece in CONTRACTIONS:
        piece = CONTRACTIONS[piece]
    elif piece.endswith("'s"):
        piece = piece[:-2]
    piece = piece.replace("'", "")
    parts = RESPELT.get(piece, piece).split()
    made = []
    for number, part in enumerate(parts):
        spoken = SPOKEN.get(part)
        single = spoken is not None and len(spoken) == 1
        first = gap if number == 0 else 0
        made.append(Word(part, start, end, first, spoken, single=single))
    return made


def _without_niner_or(words: list[Word]) -> list[Word]:
    """Return the words with "nine or" read as the niner it was: recognisers part it in two."""
    kept: list[Word] = []
    for number, word in enumerate(words):
        after = words[number + 1] if number + 1 < len(words) else None
        was_niner = word.text == "or" and not word.gap and kept and kept[-1].digits == "9"
        if was_niner and (
            after is None or after.gap or after.single or after.text in {"mile", "miles"}
        ):
            continue
        kept.append(word)
    return kept


def _keep_headings_whole(words: list[Word]) -> list[Word]:
    """Return the words with no comma inside the three digits of a heading: "zero, niner zero"."""
    mended = list(words)
    for number, word in enumerate(words):
        if word.text != "heading":
            continue
        for place in range(number + 2, min(number + 4, len(words))):
            one = mended[place]
            if not (one.single and mended[place - 1].single):
                break
            if one.gap == 1:
                mended[place] = replace(one, gap=0)
    return mended


def _join_tens(words: list[Word]) -> list[Word]:
    """Make one number of "forty five"."""
    joined: list[Word] = []
    skip = False
    for number, word in enumerate(words):
        if skip:
            skip = False
            continue
        tens = TENS.get(word.text)
        if tens is None:
            joined.append(word)
            continue
        after = words[number + 1] if number + 1 < len(words) else None
        ones = (
            after.digits if after and after.single and not after.gap and not after.numeral else None
        )
        skip = ones is not None and ones != "0" and not _more_singles(words, number + 2)
        value = tens + int(ones) if skip and ones else tens
        end = after.end if skip and after else word.end
        joined.append(Word(word.text, word.start, end, word.gap, str(value)))
    return joined


def _more_singles(words: list[Word], at: int) -> bool:
    return at < len(words) and words[at].single and not words[at].gap


def _join_letters(words: list[Word]) -> list[Word]:
    """Make one word of an acronym spelled out: "Q N H", "I F R"."""
    joined: list[Word] = []
    at = 0
    while at < len(words):
        taken = 1
        if len(words[at].text) == 1 and words[at].digits is None:
            for length in (4, 3):
                letters = words[at : at + length]
                spelled = "".join(one.text for one in letters)
                if (
                    len(letters) == length
                    and spelled in ACRONYMS
                    and all(len(one.text) == 1 for one in letters)
                ):
                    joined.append(Word(spelled, words[at].start, letters[-1].end, words[at].gap))
                    taken = length
                    break
        if taken == 1:
            joined.append(words[at])
        at += taken
    return joined
