"""Who is called and who calls.

A call begins with the station called and the speaker's callsign, or ends with the callsign, or
leaves one out. A name in the middle is something talked about. A callsign that was misheard is
matched by sound against those that are live, only where a callsign stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.language.by_sound import GREETINGS, name_by_sound, put_callsign, sound_names
from engine.language.correct import corrected
from engine.language.lexicon import Lexicon
from engine.language.match import best_name
from engine.language.own_callsign import find_own, unknown_callsign
from engine.language.tokens import Token, is_known

__all__ = ["Address", "address_of"]


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


def address_of(
    tokens: Sequence[Token], *, lexicon: Lexicon, known: frozenset[str], own: str | None = None
) -> Address:
    """Return the address of a call.

    `known` are the terminals that mean something to us, `own` the callsign that belongs to the
    radio that called, if that is known: his name is found however it was damaged.
    """
    meant, corrected_at = corrected(tokens)
    rest = list(meant)
    station, at = _station(rest, lexicon, known)
    heard: str | None = None
    callsigns = _callsigns(rest)
    if own is not None and not _names(rest, callsigns, at, own):
        heard = _own(rest, at, own, lexicon, known, called=station is not None)
        callsigns = _callsigns(rest)
    if heard is None and (
        not callsigns or (callsigns[0] > at and not _at_tail(rest, callsigns[-1]))
    ):
        heard = name_by_sound(rest, at, lexicon, known)
        callsigns = _callsigns(rest)
    sound_names(rest, lexicon, known)
    stranger = station is None and _stranger(rest, callsigns, known)
    bare = (
        station is None
        and bool(rest)
        and rest[0].types[0] == "D1"
        and len(rest) > 1
        and rest[1].gap > 0
    )
    if station is None and callsigns:
        station, callsigns = _station_beside(rest, callsigns)
    named_first = station is not None and bool(callsigns) and callsigns[0] < at
    if not callsigns:
        nobody = unknown_callsign(rest, at, known)
        if nobody is not None:
            start, taken, heard = nobody
            del rest[start : start + taken]
        return Address(
            tuple(rest),
            station,
            heard=heard,
            stranger=stranger,
            bare_number=bare,
            may_be_controller=station is None and stranger,
            corrected_at=corrected_at,
        )
    head = [n for n in callsigns if _is_head(rest, n)]
    addressee: str | None = None
    mine = [n for n in callsigns if _label(rest[n]) == own and (n in head or _at_tail(rest, n))]
    if mine:
        speaker = mine[-1]
        other = head[0] if head else speaker
        if station is None and _label(rest[other]) != own and _called(rest, other):
            addressee = _label(rest[other])
    elif (
        len(head) >= 2 and head[1] == head[0] + 1 and _label(rest[head[0]]) != _label(rest[head[1]])
    ):
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
        callsign_last=not head and _at_tail(rest, speaker),
        stranger=stranger,
        may_be_controller=bool(head) and head[0] == 0 and (station is None or named_first),
        corrected_at=corrected_at,
    )


def _callsigns(rest: Sequence[Token]) -> list[int]:
    return [n for n, one in enumerate(rest) if one.types[0] == "CALLSIGN"]


def _names(rest: Sequence[Token], callsigns: Sequence[int], at: int, own: str) -> bool:
    """Tell whether he gave his own name plainly, or began with another live one."""
    return any(
        n == at or _is_head(rest, n) or (_label(rest[n]) == own and _at_tail(rest, n))
        for n in callsigns
    )


def _own(
    rest: list[Token], at: int, own: str, lexicon: Lexicon, known: frozenset[str], *, called: bool
) -> str | None:
    """Put his own callsign in the place where it was said damaged; return it as it was heard."""
    start = at
    while start < len(rest) and rest[start].text in GREETINGS:
        start += 1
    found = find_own(rest, start, own, lexicon=lexicon, known=known, called=called)
    if found is None:
        return None
    if found.rest is not None:
        rest.insert(found.at + found.taken, found.rest)
    put_callsign(rest, found.at, found.taken, own)
    return found.heard


def _called(rest: Sequence[Token], at: int) -> bool:
    """Tell whether the name at the head is called, and not talked about."""
    return at + 1 < len(rest) and (rest[at + 1].gap > 0 or rest[at + 1].types[0] == "CALLSIGN")


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
        if token.types[0] == "CALLSIGN" or token.text in GREETINGS:
            continue
        if is_known(token, known) or token.is_number:
            break
    return None, 0


def _station_beside(rest: list[Token], callsigns: Sequence[int]) -> tuple[str | None, list[int]]:
    """Take a station that is called late, beside his own name: "request taxi, Ground, Dodge 11"."""
    for at in range(1, len(rest)):
        token = rest[at]
        if "STATION" not in token.types or not token.gap:
            continue
        ends = at + 1 >= len(rest) or bool(rest[at + 1].gap)
        if at + 1 in callsigns or (at - 1 in callsigns and ends and at + 1 >= len(rest)):
            del rest[at]
            return str(token.values["STATION"]), _callsigns(rest)
    return None, list(callsigns)


def _stands_alone(rest: Sequence[Token], at: int) -> bool:
    """Tell "Tower, ..." and "Tower Pony one one" from "tower frequency"."""
    if at + 1 >= len(rest):
        return at == 0 or rest[at].gap > 0
    after = rest[at + 1]
    return bool(after.gap) or after.types[0] == "CALLSIGN" or (at == 0 and _vocative(rest, at))


def _vocative(rest: Sequence[Token], at: int) -> bool:
    """At the very head a bare function is called, unless it begins a phrase ("approach lights")."""
    after = rest[at + 1].text if at + 1 < len(rest) else ""
    return after not in {"light", "lights", "clearance", "frequency", "control", "approach", "in"}


def _function_follows(rest: Sequence[Token], at: int) -> bool:
    return at + 1 < len(rest) and not rest[at + 1].gap and "STATION" in rest[at + 1].types


def _place_by_sound(
    rest: Sequence[Token], at: int, lexicon: Lexicon, known: frozenset[str]
) -> str | None:
    """Return the station of "the Tumi Approach": its function is exact, its place by sound."""
    if at + 1 >= len(rest) or is_known(rest[at], known) or rest[at].is_number:
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
        or one.text in GREETINGS
        or (one.types[0] in {"_T_ROGER", "_T_SAY_AGAIN"} and False)
        for one in rest[:at]
    )


def _at_tail(rest: Sequence[Token], at: int) -> bool:
    return all(
        one.text in GREETINGS or one.text in {"out", "copying", "thanks", "good"}
        for one in rest[at + 1 :]
    )


def _stranger(rest: Sequence[Token], callsigns: Sequence[int], known: frozenset[str]) -> bool:
    """Tell "Overlord, Enfield one one, ...": a name first that is nobody's here."""
    if not rest or rest[0].types[0] == "CALLSIGN" or rest[0].is_number or is_known(rest[0], known):
        return False
    if callsigns and callsigns[0] <= 2:
        return True
    return len(rest) > 1 and rest[1].is_number
