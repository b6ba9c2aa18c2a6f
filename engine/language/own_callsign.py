"""A caller's own callsign, however it was damaged: his radio says who he is.

Recognition breaks a name in its word ("and field two one"), in its digits ("Enfield zero one"), or
loses half of it. Against every live name that would be a guess; against the one name that belongs
to the radio it is not. A name that is clearly another aircraft's is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from engine.language.lexicon import CallsignForm, Lexicon, callsign_form
from engine.language.match import best_name, likeness
from engine.language.tokens import Token, is_known, split_digits

__all__ = ["OwnFound", "find_own", "run_into_a_digit", "unknown_callsign", "written_callsign"]

_ALIKE = 66.0
"""Spelling and sound that are this much alike are one name, damaged."""
_RESEMBLES = 45.0
_RUN_ON_TOKENS = 3
_CLEARLY = 8.0
_MOST_STEM_TOKENS = 3
_POLITE = frozenset({"over", "out", "thanks", "copying", "good", "day"})
_SAID_BEFORE = frozenset(
    {
        *("_T_ROGER", "_T_WILCO", "_T_COPY", "_T_AFFIRM", "_T_NEGATIVE", "_T_SAY_AGAIN"),
        *("_T_STAND_BY", "_W_UNABLE"),
    }
)
"""After these, digits alone may be a name without a pause before them."""
_NEVER_A_NAME = (
    *("runway", "heading", "squawk", "angels", "altimeter", "information", "level", "climb"),
    *("descend", "flight", "passing", "final", "mile", "taxiway", "frequency", "maintain"),
    *("radial", "degrees", "number", "button", "channel", "parking", "stand", "state"),
)


@dataclass(frozen=True, slots=True)
class OwnFound:
    """Where his own callsign was said, and as what."""

    at: int
    taken: int
    heard: str
    rest: Token | None = None
    """What is left of a run of digits that it began: "Enfield zero one one three"."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Words where a callsign may stand: a name of some tokens, then digits."""

    at: int
    name: tuple[Token, ...]
    digits: str
    taken: int
    head: bool


def written_callsign(name: Sequence[Token], digits: str) -> str:
    """Return a spoken name as callsigns are written: "Enfield 0-1"."""
    stem = " ".join(one.text for one in name).title()
    return f"{stem} {'-'.join(digits)}".strip()


def find_own(
    tokens: Sequence[Token],
    at: int,
    own: str,
    *,
    lexicon: Lexicon,
    known: frozenset[str],
    called: bool,
) -> OwnFound | None:
    """Return where his callsign stands damaged, or None.

    `at` is where the head of the call begins, `called` whether a station was called before it.
    """
    form = callsign_form(own)
    best: tuple[float, _Place] | None = None
    for place in _places(tokens, at, len(form.digits)):
        worth = _worth(place, form, lexicon, known, called=called)
        if worth > 0 and (best is None or worth > best[0]):
            best = worth, place
    if best is None:
        return None
    place = best[1]
    heard = written_callsign(place.name, place.digits)
    last = tokens[place.at + place.taken - 1]
    rest: Token | None = None
    if place.digits and last.digits is not None and not place.digits.endswith(last.digits):
        parts = split_digits(last, len(form.digits))
        rest = parts[1] if parts else None
    return OwnFound(place.at, place.taken, heard, rest)


def run_into_a_digit(tokens: Sequence[Token], at: int, own: str) -> OwnFound | None:
    """Find a name whose end became a digit: "Pan three twenty six" is Panther 2-6."""
    form = callsign_form(own)
    said = tokens[at : at + _RUN_ON_TOKENS]
    if len(said) < _RUN_ON_TOKENS or not form.digits or any(one.gap for one in said[1:]):
        return None
    name, swallowed, number = said
    if not _may_be_name(name) or swallowed.types[0] != "D1" or number.digits != form.digits:
        return None
    whole = name.text + "".join(one.text for one in swallowed.parts)
    if likeness(whole, "".join(form.stem)) < _ALIKE:
        return None
    return OwnFound(at, _RUN_ON_TOKENS, written_callsign((name, *said[1:2]), form.digits))


def _places(tokens: Sequence[Token], at: int, size: int) -> Iterator[_Place]:
    """Yield the places at the head and at the tail where a name may stand."""
    end = len(tokens)
    while end > at and tokens[end - 1].text in _POLITE:
        end -= 1
    starts = [(at, True)]
    starts += [(one, False) for one in range(max(at + 1, end - _MOST_STEM_TOKENS - 2), end)]
    for start, head in starts:
        bare = head or bool(tokens[start].gap) or tokens[start - 1].types[0] in _SAID_BEFORE
        for words in range(0 if bare else 1, _MOST_STEM_TOKENS + 1):
            name = tuple(tokens[start : start + words])
            if len(name) < words or any(not _may_be_name(one) for one in name):
                break
            if any(one.gap for one in name[1:]):
                break
            for digits, taken in _digits_at(tokens, start + words, size, free=not words):
                whole = words + taken
                if whole and (head or start + whole == end):
                    yield _Place(start, name, digits, whole, head)


def _may_be_name(token: Token) -> bool:
    return (
        not token.is_number
        and token.text.replace(" ", "").isalpha()
        and not ({"CALLSIGN", "STATION"} & set(token.types))
    )


def _digits_at(
    tokens: Sequence[Token], at: int, size: int, *, free: bool
) -> Iterator[tuple[str, int]]:
    """Yield the digits that follow a name, and the tokens they took; nothing is a way as well."""
    gathered, taken = "", 0
    while at + taken < len(tokens):
        token = tokens[at + taken]
        dictated = token.gap == 1 and bool(gathered) and token.types[0] == "D1"
        if token.digits is None or (token.gap and not dictated and not (free and not taken)):
            break
        if not gathered and len(token.digits) > size + 1:
            parts = split_digits(token, size) if size else None
            if parts and parts[0].digits:
                yield parts[0].digits, 1
            break
        if len(gathered) + len(token.digits) > size + 1:
            break
        gathered += token.digits
        taken += 1
        yield gathered, taken
    if not gathered and not free:
        yield "", 0


def _worth(
    place: _Place, form: CallsignForm, lexicon: Lexicon, known: frozenset[str], *, called: bool
) -> float:
    """Return how surely the place holds his own name; 0 when it does not."""
    wrong = Levenshtein.distance(place.digits, form.digits)
    if not place.name:
        return _digits_alone(place, form, wrong, called=called)
    if not form.stem:
        return 0.0
    stem = "".join(one.text for one in place.name).replace(" ", "")
    like = likeness(stem, "".join(form.stem))
    if _is_anothers(stem, place.digits, like, form, lexicon):
        return 0.0
    strange = not any(is_known(one, known) for one in place.name)
    exact = wrong == 0 and bool(form.digits)
    near = exact or (wrong == 1 and bool(place.digits))
    worth = like + 40.0 * exact + 15.0 * near + place.taken - 0.1 * len(place.name)
    if like > 100.0 - 1e-6:
        return worth + 50.0
    if like >= _ALIKE and (place.digits or strange):
        return worth if strange or near else 0.0
    if like >= _RESEMBLES and near and (strange or exact):
        return worth
    if strange and len(place.name) == 1 and _is_nameable(stem):
        if exact and len(form.digits) > 1:
            return worth
        if near and called and place.head:
            return worth
    return 0.0


def _digits_alone(place: _Place, form: CallsignForm, wrong: int, *, called: bool) -> float:
    """Judge "two one, say again": the word was lost."""
    if len(form.digits) < 2 or not place.digits:
        return 0.0
    if wrong == 0:
        return 60.0
    # a modex is digits alone, so one that is nobody's is his, misheard, where he gives his name
    near = wrong == 1 and len(place.digits) == len(form.digits) and not form.stem
    return 30.0 if near and place.head and called else 0.0


def _is_anothers(stem: str, digits: str, like: float, form: CallsignForm, lexicon: Lexicon) -> bool:
    """Tell whether a name is clearly that of another live aircraft."""
    wrong = digits != form.digits
    for words, labels in lexicon.names.stems.items():
        if words == form.stem or set(labels.values()) <= {form.label}:
            continue
        other = likeness(stem, "".join(words))
        if other >= _ALIKE and other >= like and digits in labels:
            return True
        if other >= _ALIKE and other > like + _CLEARLY and wrong:
            return True
    return False


def _is_nameable(word: str) -> bool:
    """Tell whether a word that means nothing may be a name, and not "runaway" or "hedding"."""
    return len(word) >= 3 and best_name(word, _NEVER_A_NAME, threshold=72.0) is None


def unknown_callsign(
    tokens: Sequence[Token], at: int, known: frozenset[str]
) -> tuple[int, int, str] | None:
    """Return where a callsign of nobody that is live stands: a strange word, then its digits.

    Its digits must not become a runway or a heading.
    """
    for start in (at, len(tokens) - 2):
        if start < at or start + 1 >= len(tokens):
            continue
        name, number = tokens[start], tokens[start + 1]
        if number.digits is None or number.gap or len(number.digits) > (3 if start == at else 2):
            continue
        plane = "AIRCRAFT" in name.types and start == at
        strange = _may_be_name(name) and not is_known(name, known) and _is_nameable(name.text)
        if plane or strange:
            return start, 2, written_callsign((name,), number.digits)
    return None
