"""Names misheard, matched by sound where a name stands.

Callsigns at the head and at the tail of a call; fixes wherever a word means nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.language.lexicon import Lexicon
from engine.language.match import best_name, likeness
from engine.language.tokens import Token, is_known

__all__ = ["GREETINGS", "name_by_sound", "put_callsign", "sound_names"]

GREETINGS = frozenset(
    {
        *("mayday", "pan", "over", "okay", "roger", "evening", "morning", "afternoon", "day"),
        *("from", "with", "here", "again", "calling", "howdy", "greetings", "bonjour", "hallo"),
        *("guten", "tag", "morgen", "servus", "moin", "salut", "hola", "ciao", "privet", "sorry"),
    }
)
_MAX_STEM_TOKENS = 3
_MOST_STRANGE_WORDS = 24
"""Nobody names more than this; what follows is noise, and each word is held against every name."""
_TELLING_DIGITS = 2
_A_LITTLE_ALIKE = 40.0


def name_by_sound(
    rest: list[Token], at: int, lexicon: Lexicon, known: frozenset[str]
) -> str | None:
    """Find a misheard callsign at the head or at the tail; put its token in place."""
    start = at
    while start < len(rest) and rest[start].text in GREETINGS:
        start += 1
    places = [start]
    last_gap = max((n for n, one in enumerate(rest) if one.gap and n > start), default=None)
    if last_gap is not None and len(rest) - last_gap <= _MAX_STEM_TOKENS + 1:
        places.append(last_gap)
    for place in places:
        found = _callsign_by_sound(rest, place, lexicon, known)
        if found:
            label, taken = found
            text = " ".join(one.text for one in rest[place : place + taken])
            put_callsign(rest, place, taken, label)
            return text
    return None


def put_callsign(rest: list[Token], at: int, taken: int, label: str) -> None:
    """Make one callsign of the tokens where it was said."""
    first, last = rest[at], rest[at + taken - 1]
    text = " ".join(one.text for one in rest[at : at + taken])
    rest[at : at + taken] = [
        Token(("CALLSIGN",), first.start, last.end, text, {"CALLSIGN": label}, first.gap)
    ]


def _callsign_by_sound(
    rest: Sequence[Token], at: int, lexicon: Lexicon, known: frozenset[str]
) -> tuple[str, int] | None:
    stems = {"".join(stem): labels for stem, labels in lexicon.names.stems.items()}
    for size in (2, 1):
        part = rest[at : at + size]
        if (
            len(part) < size
            or any(one.is_number or one.gap for one in part[1:])
            or part[0].is_number
        ):
            continue
        if part[0].types[0] == "CALLSIGN":
            return None
        digits = (
            rest[at + size].digits if at + size < len(rest) and not rest[at + size].gap else None
        )
        if digits is None and all(is_known(one, known) for one in part):
            continue
        stem = best_name("".join(one.text for one in part).replace(" ", ""), stems, threshold=66.0)
        if stem is None and digits is not None:
            stem = _only_with(digits, part, stems, known)
        if stem is None:
            continue
        labels = stems[stem]
        if digits is not None:
            for length in sorted((len(one) for one in labels if one), reverse=True):
                label = labels.get(digits[:length])
                if label is not None and length == len(digits):
                    return label, size + 1
        if "" in labels and not any(is_known(one, known) for one in part[:1]):
            return labels[""], size
    return None


def _only_with(
    digits: str,
    part: Sequence[Token],
    stems: Mapping[str, Mapping[str, str]],
    known: frozenset[str],
) -> str | None:
    """Return the one name that goes with these digits, if the word is a little like it.

    "Hock three one" is Hawg 3-1 when nobody else is three one.
    """
    if len(digits) < _TELLING_DIGITS or any(is_known(one, known) for one in part):
        return None
    found = [stem for stem, labels in stems.items() if digits in labels]
    heard = "".join(one.text for one in part).replace(" ", "")
    return found[0] if len(found) == 1 and likeness(heard, found[0]) >= _A_LITTLE_ALIKE else None


def sound_names(rest: list[Token], lexicon: Lexicon, known: frozenset[str]) -> None:
    """Give words that mean nothing the name they sound like; the grammar decides if one fits."""
    names: dict[str, tuple[str, str]] = {}
    for stem, labels in lexicon.names.stems.items():
        if "" in labels:
            names["".join(stem)] = ("CALLSIGN", labels[""])
    for fix in lexicon.fixes:
        names[fix.lower().replace(" ", "")] = ("FIX", fix)
    if not names:
        return
    strange = 0
    for at, token in enumerate(rest):
        if len(token.text) < 4 or token.is_number or is_known(token, known):
            continue
        if set(token.types) & {"CALLSIGN", "STATION", "PLACE", "FIX", "PLAN", "AIRCRAFT", "LETTER"}:
            continue
        strange += 1
        if strange > _MOST_STRANGE_WORDS:
            break
        found = best_name(token.text, names, threshold=80.0)
        if found is not None:
            kind, label = names[found]
            rest[at] = Token(
                (*token.types, kind), token.start, token.end, token.text, {kind: label}, token.gap
            )
