"""Whether a text can be keyed as it stands, before anybody asks what it means.

The grammar that judges a text was made to forgive a recogniser: it reads "to" for "two", drops
articles, and never sees what stands in brackets. A voice forgives nothing, so a text that is to be
spoken is held here to what a pilot would hear: every number as it is spelled, every little word,
every character.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from engine.language.normalise import FILLERS, MAX_WORDS
from engine.language.spelling import CONTRACTIONS, RESPELT, SPOKEN, TENS

__all__ = ["differences_as_heard", "number_runs", "unsayable"]

_SAYABLE = re.compile(r"[A-Za-z0-9\s]|[,.?](?=\s|$)|(?<=\w)['-](?=\w)|(?<=\d)[,.](?=\d)|'(?=\s)")
_PIECE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|[^\W\d_]+(?:['][^\W\d_]+)?|[,.?;:()\[\]]")
_BREAK = frozenset(",.?;:()[]")
_MARKS = frozenset({"decimal", "point"})
_UNITS = frozenset({"angels", "level"})
"""Said before a number they make it another one."""
_HARMLESS = frozenset({"the", "a", "an", "of", "and", "please"})
"""Little words that may be added: no number sounds like them, and none of them denies."""
_SPELT_ALIKE = frozenset({"centre", "takeoff", "standby", "alpha", "juliet", "whisky", "xray"})
"""Other spellings that sound as they should."""
_HUNDRED, _THOUSAND = 100, 1000
_QUOTED = 20


def unsayable(text: str, names: Iterable[str]) -> list[str]:
    """Return what a voice could not say, or would say and the grammar not read.

    `names` may hold any characters: they are data, and the voice is told how to say them.
    """
    rest = text
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, "x") if name else rest
    strange = sorted(set(_SAYABLE.sub("", rest)))
    found = []
    if strange:
        found.append(f"cannot be said as written: {' '.join(map(repr, strange))[:_QUOTED]}")
    if len(rest.split()) > MAX_WORDS:
        found.append(f"is longer than {MAX_WORDS} words")
    return found


def differences_as_heard(text: str, ours: str) -> list[str]:
    """Return the numbers and little words by which a text differs from our own words."""
    said, decided = number_runs(text), number_runs(ours)
    found = [f"the number {one} is said but was not decided" for one in said - decided]
    found += [f"the number {one} is not said as it stands" for one in decided - said]
    words, own_words = _words(text), _words(ours)
    added = words - own_words
    found += [
        f"the word {one!r} is added" for one in added if one in FILLERS and one not in _HARMLESS
    ]
    found += [
        f"the word {one!r} is only read as {RESPELT.get(one, CONTRACTIONS.get(one, ''))!r}"
        for one in added
        if one not in own_words and _is_misspelt(one)
    ]
    return found


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[a-z]+(?:['][a-z]+)?", text.lower()))


def _is_misspelt(word: str) -> bool:
    """Tell whether a listener's spelling made another word of it: "term" for turn, "can't"."""
    if word in _SPELT_ALIKE:
        return False
    return word in CONTRACTIONS or RESPELT.get(word, word) not in {word, word.removesuffix("s")}


def number_runs(text: str) -> Counter[str]:
    """Return the numbers of a text as a pilot would write them down.

    Digits, spelled digits and groups are one: what differs to the ear alone differs here.

    >>> number_runs("heading one two zero, two thousand five hundred") == number_runs("120, 2,500")
    True
    """
    found: Counter[str] = Counter()
    run: list[str] = []
    unit = ""
    pieces = [one.group().lower() for one in _PIECE.finditer(re.sub(r"(?<=\d)-(?=\d)", "", text))]
    pieces.append(".")
    for at, piece in enumerate(pieces):
        inside = bool(run) and piece in _MARKS and _is_number(pieces[at + 1])
        scaled = bool(run) and piece in {"thousand", "hundred"}
        if _is_number(piece) or inside or scaled:
            run.append(piece)
            continue
        if run:
            found[f"{unit}{_written(run)}"] += 1
            run = []
        unit = f"{piece} " if piece in _UNITS else ""
    return found


def _is_number(piece: str) -> bool:
    return piece[0].isdigit() or piece in SPOKEN or piece in TENS


def _times(digits: str, count: int) -> int:
    """Return so many thousands or hundreds; of what is no number, one that no number equals."""
    if count == _HUNDRED and len(digits) > 1:
        return -count  # "four one three hundred"
    try:
        return round(float(digits or "1") * count)
    except ValueError:
        return -count


def _written(run: list[str]) -> str:
    """Return one number in digits."""
    base, digits, scaled = 0, "", False
    tens = 0
    for piece in run:
        if piece == "thousand":
            base, digits, tens, scaled = base + _times(digits, _THOUSAND), "", 0, True
        elif piece == "hundred":
            base, digits, tens, scaled = base + _times(digits, _HUNDRED), "", 0, True
        elif piece in _MARKS:
            digits, tens = f"{digits}.", 0
        elif piece in TENS:
            digits, tens = f"{digits}{TENS[piece]}", TENS[piece]
        else:
            said = SPOKEN.get(piece, piece.replace(",", ""))
            if tens and len(said) == 1 and said != "0" and piece in SPOKEN:
                digits = f"{digits[:-1]}{said}"
            else:
                digits += said
            tens = 0
    if scaled and "." not in digits:
        return str(base + int(digits or "0"))
    if "." in digits:
        whole, _, decimals = digits.partition(".")
        return f"{whole}.{decimals.rstrip('0') or '0'}"
    return digits.lstrip("0") or "0" if len(digits) <= len("00") else digits
