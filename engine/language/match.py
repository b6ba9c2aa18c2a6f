"""Names matched against the closed sets of the moment, in their grammatical place.

Only the letters of a name may be fuzzy. Digits and sides are exact: "Colt one one" and "Colt one
two" are 88 % alike and a different aeroplane. Sound decides before spelling, because what went
wrong happened in somebody's ear: a small phonetic key, then the ratio of the spellings, a threshold
that rises for short words, and a margin over the second best, below which nobody is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein
from rapidfuzz.fuzz import ratio

from engine.language.lexicon import Lexicon
from engine.language.normalise import Word, is_digit_homophone

__all__ = ["CallsignMatch", "best_name", "callsign_at", "likeness", "phonetic_key"]

_MARGIN = 8.0
_NOTHING_ALIKE = 20.0
"""Spellings with less than this in common do not sound alike either."""
_MOST_DIGITS = 8
_UNITS = frozenset(("thousand", "hundred", "mile", "decimal", "point", "ship", "minute", "degree"))
_MEASURED = frozenset(
    {
        *("heading", "speed", "inbound", "track", "course", "radial", "squawk", "turn", "left"),
        *("right", "vector", "qnh", "altimeter", "runway", "descend", "climb", "maintain", "level"),
    }
)
"""After these three digits are a quantity, though somebody's side number be the same."""
_HESITATIONS = frozenset(("uh", "um", "ah", "er", "erm", "eh"))
_GLUED_REST = 3
"""A numeral that holds a callsign's digits and at least so many more holds another number too."""


@dataclass(frozen=True, slots=True)
class CallsignMatch:
    """A callsign found: its label, how many words it took, and how sure the match is."""

    label: str
    taken: int
    exact: bool = True
    modex: bool = False
    flight: bool = False
    rest: str = ""
    """Digits of the last numeral that were not the callsign's: "Hammer 113500"."""


@lru_cache(maxsize=4096)
def phonetic_key(word: str) -> str:
    """Return a rough key of how a word sounds: consonant classes, the first vowel marked.

    >>> phonetic_key("sockeye") == phonetic_key("sakai"), phonetic_key("batumi")
    (True, 'bATM')
    """
    text = re.sub(r"[^a-z]", "", word.lower())
    for written, sound in (("ph", "f"), ("ck", "k"), ("gh", ""), ("wr", "r"), ("kn", "n")):
        text = text.replace(written, sound)
    classes = str.maketrans("bfpvcgkqjsxzdtlmnraeiouyhw", "bbbbKKKKSSSSTTLMMRAAAAAA  ")
    mapped = text.translate(classes).replace(" ", "")
    if not mapped:
        return ""
    head = mapped[0] if mapped[0] != "b" else "b"
    rest = (
        re.sub("A", "", mapped[1:]) if "A" not in mapped[1:2] else "A" + re.sub("A", "", mapped[1:])
    )
    return re.sub(r"(.)\1+", r"\1", head + rest)


def best_name(heard: str, names: Iterable[str], *, threshold: float = 72.0) -> str | None:
    """Return the name that `heard` most likely was, or None when two are close or none is.

    >>> best_name("tony", ["pony", "colt", "viper"])
    'pony'
    """
    best, second, name = 0.0, 0.0, ""
    for one in names if isinstance(names, dict) else dict.fromkeys(names):
        if one == heard:
            return heard
        like = likeness(heard, one)
        if like > best:
            best, second, name = like, best, one
        elif like > second:
            second = like
    # A short word differs by one letter from too many others.
    needed = threshold + max(0, 5 - len(name)) * 2.0
    return name if best >= needed and best - second >= _MARGIN else None


def likeness(heard: str, name: str) -> float:
    """Return how much alike two names are in sound and spelling, in per cent."""
    spelling = ratio(heard, name)
    if spelling < _NOTHING_ALIKE:
        return spelling
    one, two = phonetic_key(heard), phonetic_key(name)
    longest = max(len(one), len(two), 1)
    sound = 100.0 * (1 - Levenshtein.distance(one, two) / longest)
    return max(spelling, 0.45 * spelling + 0.55 * sound)


def callsign_at(words: Sequence[Word], at: int, lexicon: Lexicon) -> CallsignMatch | None:
    """Return the live callsign that is spoken exactly at `at`, or None."""
    names = lexicon.names
    first = words[at]
    if first.text not in names.stem_words and first.digits is None:
        return None
    for length in names.stem_lengths:
        stem = tuple(one.text for one in words[at : at + length])
        labels = names.stems.get(stem)
        if labels is None or any(one.gap for one in words[at + 1 : at + length]):
            continue
        pause = _hesitation(words, at + length)
        found = digits_after(words, at + length + pause, labels) if pause else None
        found = found if found and found[1] else digits_after(words, at + length, labels)
        if found:
            label, taken, rest = found
            taken += pause if found[1] else 0
            if taken and not rest:
                taken += _and_his_wingman(words, at + length + taken, labels)
            if rest:
                return CallsignMatch(label, length + taken, rest=rest)
            return _flight(words, at, length + taken, label, lexicon)
    if words[at].digits is not None and names.modexes:
        return _modex(words, at, names.modexes)
    return None


def _hesitation(words: Sequence[Word], at: int) -> int:
    """Return how many words of "Dodge, uh, one one" are no words, with digits after them."""
    end = at
    while end < len(words) and words[end].text in _HESITATIONS:
        end += 1
    return end - at if end < len(words) and words[end].digits is not None else 0


def _and_his_wingman(words: Sequence[Word], at: int, table: Mapping[str, str]) -> int:
    """Return how many words of "Viper one one and one two" name another of the flight."""
    if at + 1 >= len(words) or words[at].text != "and" or words[at].gap or words[at + 1].gap:
        return 0
    gathered, ends = _gather(words, at + 1, table)
    known = gathered in table and len(gathered) > 1
    return 1 + ends[len(gathered)] if known else 0


def _flight(
    words: Sequence[Word], at: int, taken: int, label: str, lexicon: Lexicon
) -> CallsignMatch:
    """Tell whether the whole flight is meant: "Pony one one flight" is Pony 1."""
    end = at + taken
    if end >= len(words) or words[end].text not in {"flight", "flights"} or words[end].gap:
        return CallsignMatch(label, taken)
    if end + 1 < len(words) and words[end + 1].text in {"of", "level"}:
        return CallsignMatch(label, taken)
    head, _, tail = label.partition(" ")
    lead = f"{head} {tail[:1]}"
    known = lexicon.callsigns + lexicon.formations
    return CallsignMatch(lead if lead in known else label, taken + 1, flight=True)


def digits_after(
    words: Sequence[Word], at: int, table: Mapping[str, str]
) -> tuple[str, int, str] | None:
    """Return the label whose digits follow, longest first, the words it took, and digits left."""
    gathered, ends = _gather(words, at, table)
    if not gathered and "12" in table and _says(words, at, "wants", "you"):
        return table["12"], 2, ""
    for size in sorted((len(one) for one in table), reverse=True):
        label = table.get(gathered[:size]) if len(gathered) >= size else None
        if label is None:
            continue
        if size and len(gathered) == size + 1 and not _counts(words, at + ends[len(gathered)]):
            continue  # "Pony one three" is not Pony 1
        if size in ends:
            return label, ends[size], ""
        if len(gathered) - size >= _GLUED_REST:
            end = min(end for end in ends if end >= size)
            return label, ends[end], gathered[size:end]
    if not gathered and len(table) == 1 and "" not in table:
        # "Hammer, request taxi": enough when only one Hammer is about.
        return next(iter(table.values())), 0, ""
    return None


def _gather(words: Sequence[Word], at: int, table: Mapping[str, str]) -> tuple[str, dict[int, int]]:
    """Return the digits spoken from `at` on, and how many words each count of them took."""
    gathered = ""
    ends: dict[int, int] = {0: 0}
    index = at
    while index < len(words) and len(gathered) < _MOST_DIGITS:
        word = words[index]
        dictated = word.gap == 1 and word.numeral and word.single and gathered not in table
        hesitated = index == at and at > 0 and words[at - 1].text in _HESITATIONS
        if word.gap and not dictated and not hesitated:
            break
        digits = word.digits if word.digits and not word.whole and word.decimals is None else None
        if digits is None and (gathered or word.text == "won"):
            digits = _homophone(words, index)
        if digits is None:
            break
        gathered += digits
        index += 1
        ends[len(gathered)] = index - at
        if word.text == "wants" and _says(words, index, "you"):
            gathered += "2"
            index += 1
            ends[len(gathered)] = index - at
    return gathered, ends


def _counts(words: Sequence[Word], at: int) -> bool:
    """Tell whether the digit before `at` belongs to a number that goes on there."""
    return at < len(words) and words[at].text in _UNITS and not words[at].gap


def _says(words: Sequence[Word], at: int, *said: str) -> bool:
    return tuple(one.text for one in words[at : at + len(said)]) == said


def _homophone(words: Sequence[Word], index: int) -> str | None:
    word = words[index]
    digit = is_digit_homophone(word)
    if digit is None or word.text == "o":
        return digit
    if word.text in {"too", "won", "ate"}:
        return digit
    after = words[index + 1] if index + 1 < len(words) else None
    return digit if word.text in {"to", "for"} and (after is None or after.gap) else None


def _modex(words: Sequence[Word], at: int, modexes: frozenset[str]) -> CallsignMatch | None:
    if at and not words[at].gap:
        before = words[at - 1]
        if before.digits is not None or before.text in _MEASURED:
            return None
    gathered, index = "", at
    while index < len(words) and (index == at or not words[index].gap):
        word = words[index]
        digits = is_digit_homophone(word) if gathered else word.digits
        if digits is None and word.digits and not word.whole and word.decimals is None:
            digits = word.digits
        if digits is None or word.whole or word.decimals is not None:
            break
        gathered += digits
        index += 1
    following = words[index].text if index < len(words) else ""
    if gathered in modexes and following not in {"thousand", "hundred", "decimal", "point", "mile"}:
        return CallsignMatch(gathered, index - at, modex=True)
    return None
