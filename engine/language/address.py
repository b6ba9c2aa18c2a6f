"""Who is called and who calls.

A call begins with the station called and the speaker's callsign, or ends with the callsign, or
leaves one out. A name in the middle is something talked about. A callsign that was misheard is
matched by sound against those that are live, only where a callsign stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.language.correct import corrected
from engine.language.lexicon import Lexicon
from engine.language.match import best_name
from engine.language.tokens import Token

__all__ = ["Address", "address_of"]

_GREETINGS = frozenset(
    {
        *("mayday", "pan", "over", "okay", "roger", "evening", "morning", "afternoon", "day"),
        *("from", "with", "here", "again", "calling"),
    }
)
_MAX_STEM_TOKENS = 3


@dataclass(frozen=True, slots=True)
class Address:
    """Who is called and who calls, and the tokens that are left to be understood."""

    content: tuple[Token, ...]
    station: str | None = None
    callsign: str | None = None
    heard: str | None = None
    addressee: str | None = None
    """Another aircraft called by its callsign: the call is between ships."""
    callsign_last: bool = False
    stranger: bool = False
    """It begins with a name that is nobody's here."""
    bare_number: bool = False
    """It begins with a wingman's number alone."""
    may_be_controller: bool = False
    corrected_at: int | None = None
    """The character from which on he corrects himself."""

    @property
    def addressed(self) -> bool:
        """Tell whether a station is called or a live callsign calls."""
        return self.station is not None or self.callsign is not None


def address_of(tokens: Sequence[Token], *, lexicon: Lexicon, known: frozenset[str]) -> Address:
    """Return the address of a call; `known` are the terminals that mean something to us."""
    meant, corrected_at = corrected(tokens)
    rest = list(meant)
    station, at = _station(rest, lexicon, known)
    heard: str | None = None
    callsigns = [n for n, one in enumerate(rest) if one.types[0] == "CALLSIGN"]
    if not callsigns or (callsigns[0] > at and not _at_tail(rest, callsigns[-1])):
        heard = _by_sound(rest, at, lexicon, known)
        callsigns = [n for n, one in enumerate(rest) if one.types[0] == "CALLSIGN"]
    _sound_names(rest, lexicon, known)
    stranger = station is None and _stranger(rest, callsigns, known)
    bare = (
        station is None
        and bool(rest)
        and rest[0].types[0] == "D1"
        and len(rest) > 1
        and rest[1].gap > 0
    )
    if not callsigns:
        return Address(
            tuple(rest),
            station,
            stranger=stranger,
            bare_number=bare,
            may_be_controller=station is None and stranger,
            corrected_at=corrected_at,
        )
    head = [n for n in callsigns if _is_head(rest, n)]
    addressee: str | None = None
    if len(head) >= 2 and head[1] == head[0] + 1 and _label(rest[head[0]]) != _label(rest[head[1]]):
        speaker = head[1]
        addressee = None if station else _label(rest[head[0]])
    elif head:
        speaker = head[0]
    elif _at_tail(rest, callsigns[-1]):
        speaker = callsigns[-1]
    else:
        speaker = callsigns[0]
    callsign = _label(rest[speaker])
    if station is None and head and _wingman(rest, head[0]):
        addressee = callsign
    content = tuple(
        one
        for n, one in enumerate(rest)
        if not (
            one.types[0] == "CALLSIGN"
            and _label(one) == callsign
            and (n == speaker or n in head or _at_tail(rest, n))
        )
        and not (n in head and n < speaker)
    )
    return Address(
        content,
        station,
        callsign,
        heard,
        addressee,
        callsign_last=not head,
        stranger=stranger,
        may_be_controller=station is None and bool(head) and head[0] == 0,
        corrected_at=corrected_at,
    )


def _label(token: Token) -> str:
    return str(token.values["CALLSIGN"])


def _wingman(rest: Sequence[Token], at: int) -> bool:
    """Tell "Apex two, close it up": a number of a flight that is no callsign of its own."""
    return (
        at + 1 < len(rest)
        and rest[at + 1].types[0] == "D1"
        and not rest[at + 1].gap
        and (at + 2 >= len(rest) or rest[at + 2].gap > 0)
    )


def _station(rest: list[Token], lexicon: Lexicon, known: frozenset[str]) -> tuple[str | None, int]:
    """Take the station off the head of a call; return it and where the rest begins."""
    for at, token in enumerate(rest[:8]):
        names = token.values
        bare = " " not in str(names.get("STATION", ""))
        if "STATION" in token.types and (not bare or _stands_alone(rest, at)):
            if at + 1 < len(rest) and rest[at + 1].types[0] == "DEC" and not rest[at + 1].gap:
                break  # "Kobuleti Tower one two zero decimal two": a frequency read back
            if [one.types[0] for one in rest[at + 1 : at + 3]] == ["_W_ON", "DEC"]:
                break
            label = str(names["STATION"])
            del rest[at]
            return label, at
        if "PLACE" in token.types and _stands_alone(rest, at) and not _function_follows(rest, at):
            label = str(names["PLACE"])
            del rest[at]
            return label, at
        if _place_by_sound(rest, at, lexicon, known):
            label = _place_by_sound(rest, at, lexicon, known) or ""
            del rest[at : at + 2]
            return label, at
        if token.types[0] == "CALLSIGN" or token.text in _GREETINGS:
            continue
        if keyword_known(token, known) or token.is_number:
            break
    return None, 0


def keyword_known(token: Token, known: frozenset[str]) -> bool:
    """Tell whether a token is a word that some phrase uses."""
    return any(kind in known for kind in token.types)


def _stands_alone(rest: Sequence[Token], at: int) -> bool:
    """Tell "Tower, ..." and "Tower Pony one one" from "tower frequency"."""
    if at + 1 >= len(rest):
        return at == 0 or rest[at].gap > 0
    after = rest[at + 1]
    return bool(after.gap) or after.types[0] == "CALLSIGN" or (at == 0 and _vocative(rest, at))


def _vocative(rest: Sequence[Token], at: int) -> bool:
    """At the very head a bare function is called, unless it begins a phrase ("approach lights")."""
    after = rest[at + 1].text if at + 1 < len(rest) else ""
    return after not in {"light", "lights", "clearance", "frequency", "control", "approach"}


def _function_follows(rest: Sequence[Token], at: int) -> bool:
    return at + 1 < len(rest) and not rest[at + 1].gap and "STATION" in rest[at + 1].types


def _place_by_sound(
    rest: Sequence[Token], at: int, lexicon: Lexicon, known: frozenset[str]
) -> str | None:
    """Return the station of "the Tumi Approach": its function is exact, its place by sound."""
    if at + 1 >= len(rest) or keyword_known(rest[at], known) or rest[at].is_number:
        return None
    function = rest[at + 1].values.get("STATION")
    if function is None or rest[at + 1].gap or " " in str(function):
        return None
    places = {
        one.rsplit(" ", 1)[0].lower(): one
        for one in lexicon.stations
        if one.endswith(f" {function}")
    }
    place = best_name(rest[at].text, places, threshold=66.0)
    return places[place] if place else None


def _is_head(rest: Sequence[Token], at: int) -> bool:
    return all(
        one.types[0] == "CALLSIGN"
        or one.text in _GREETINGS
        or (one.types[0] in {"_T_ROGER", "_T_SAY_AGAIN"} and False)
        for one in rest[:at]
    )


def _at_tail(rest: Sequence[Token], at: int) -> bool:
    return all(
        one.text in _GREETINGS or one.text in {"out", "copying", "thanks", "good"}
        for one in rest[at + 1 :]
    )


def _stranger(rest: Sequence[Token], callsigns: Sequence[int], known: frozenset[str]) -> bool:
    """Tell "Overlord, Enfield one one, ...": a name first that is nobody's here."""
    if (
        not rest
        or rest[0].types[0] == "CALLSIGN"
        or rest[0].is_number
        or keyword_known(rest[0], known)
    ):
        return False
    if callsigns and callsigns[0] <= 2:
        return True
    return len(rest) > 1 and rest[1].is_number


def _by_sound(rest: list[Token], at: int, lexicon: Lexicon, known: frozenset[str]) -> str | None:
    """Find a misheard callsign at the head or at the tail; put its token in place."""
    start = at
    while start < len(rest) and rest[start].text in _GREETINGS:
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
            _replace(rest, place, taken, label)
            return text
    return None


def _replace(rest: list[Token], at: int, taken: int, label: str) -> None:
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
        if digits is None and all(keyword_known(one, known) for one in part):
            continue
        stem = best_name("".join(one.text for one in part).replace(" ", ""), stems, threshold=66.0)
        if stem is None:
            continue
        labels = stems[stem]
        if digits is not None:
            for length in sorted((len(one) for one in labels if one), reverse=True):
                label = labels.get(digits[:length])
                if label is not None and length == len(digits):
                    return label, size + 1
        if "" in labels and not any(keyword_known(one, known) for one in part[:1]):
            return labels[""], size
    return None


def _sound_names(rest: list[Token], lexicon: Lexicon, known: frozenset[str]) -> None:
    """Give words that mean nothing the name they sound like; the grammar decides if one fits."""
    names: dict[str, tuple[str, str]] = {}
    for stem, labels in lexicon.names.stems.items():
        if "" in labels:
            names["".join(stem)] = ("CALLSIGN", labels[""])
    for fix in lexicon.fixes:
        names[fix.lower().replace(" ", "")] = ("FIX", fix)
    if not names:
        return
    for at, token in enumerate(rest):
        if len(token.text) < 4 or token.is_number or keyword_known(token, known):
            continue
        if set(token.types) & {"CALLSIGN", "STATION", "PLACE", "FIX", "PLAN", "AIRCRAFT", "LETTER"}:
            continue
        found = best_name(token.text, names, threshold=80.0)
        if found is not None:
            kind, label = names[found]
            rest[at] = Token(
                (*token.types, kind), token.start, token.end, token.text, {kind: label}, token.gap
            )
