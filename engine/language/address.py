"""Who is called and who calls.

A call begins with the station called and the speaker's callsign, or ends with the callsign, or
leaves one out. A name in the middle is something talked about. A callsign that was misheard is
matched by sound against those that are live, only where a callsign stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.language.by_sound import GREETINGS, name_by_sound, put_callsign, sound_names
from engine.language.correct import corrected
from engine.language.lexicon import Lexicon
from engine.language.match import best_name, likeness
from engine.language.own_callsign import find_own, run_into_a_digit, unknown_callsign
from engine.language.tokens import Token, is_known

__all__ = ["Address", "address_of"]

_REACH_OF_A_NAME = 4
_SHORTEST_NAME = 4
_MAY_BE_OURS = 60.0
"""A name this much like one of ours may have been it; other fields' are less, but for a few."""
_MAY_BE_A_CALLSIGN = 66.0
_SHORTEST_WITH_STATION_LAST = 3
_ANSWERS = frozenset({"_T_STAND_BY", "_T_ROGER", "_T_AFFIRM", "_T_COPY", "_T_WILCO"})
"""After these a station is called, though nothing pauses: "stand by Approach, Sockeye"."""


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
    elsewhere: bool = False
    """He calls a station by a name that is like none of ours: "Sochi Tower"."""
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
    elsewhere = _called_elsewhere(rest, lexicon, known)
    station, at = (None, 0) if elsewhere else _station(rest, lexicon, known)
    heard: str | None = None
    callsigns = _callsigns(rest)
    if own is not None and not _names(rest, callsigns, at, own):
        heard = _own(rest, at, own, lexicon, known, called=station is not None)
        callsigns = _callsigns(rest)
    if heard is None and (
        not callsigns or (callsigns[0] > at and not _at_tail(rest, callsigns[-1]))
    ):
        heard = name_by_sound(rest, at, lexicon, known)
        heard = heard or (None if callsigns else _clipped(rest, at, lexicon))
        callsigns = _callsigns(rest)
    sound_names(rest, lexicon, known)
    stranger = station is None and _stranger(rest, callsigns, known)
    if station is None and callsigns:
        station, callsigns = _station_beside(rest, callsigns)
    if not callsigns:
        named = Address((), station, heard=heard, stranger=stranger, corrected_at=corrected_at)
        named = replace(named, elsewhere=elsewhere)
        return _unnamed(rest, at, known, named)
    if station is None and callsigns and not elsewhere:
        station = _station_last(rest)
    named_first = station is not None and callsigns[0] < at
    head = [n for n in callsigns if _is_head(rest, n)]
    speaker, addressee = _speaker(rest, callsigns, head, own)
    callsign = _label(rest[speaker])
    if head and _wingman(rest, head[0]):
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
        addressee if station is None else None,
        callsign_last=not head and _at_tail(rest, speaker),
        stranger=stranger,
        elsewhere=elsewhere,
        may_be_controller=bool(head) and head[0] == 0 and (station is None or named_first),
        corrected_at=corrected_at,
    )


def _unnamed(rest: list[Token], at: int, known: frozenset[str], address: Address) -> Address:
    """Return the address of a call that names nobody who is live."""
    heard = address.heard
    bare = len(rest) > 1 and rest[0].types[0] == "D1" and rest[1].gap > 0
    nobody = unknown_callsign(rest, at, known) if heard is None else None
    if nobody is not None:
        start, taken, heard = nobody
        del rest[start : start + taken]
    return replace(
        address,
        content=tuple(rest),
        heard=heard,
        bare_number=bare and address.station is None,
        may_be_controller=address.station is None and address.stranger,
    )


def _speaker(
    rest: Sequence[Token], callsigns: Sequence[int], head: Sequence[int], own: str | None
) -> tuple[int, str | None]:
    """Return where the speaker names himself, and the aircraft that he calls, if any."""
    mine = [n for n in callsigns if _label(rest[n]) == own and (n in head or _at_tail(rest, n))]
    if mine:
        other = head[0] if head else mine[-1]
        calls = _label(rest[other]) != own and _called(rest, other)
        return mine[-1], _label(rest[other]) if calls else None
    if len(head) > 1 and head[1] == head[0] + 1 and _label(rest[head[0]]) != _label(rest[head[1]]):
        return head[1], _label(rest[head[0]])
    if head:
        return head[0], None
    return callsigns[-1] if _at_tail(rest, callsigns[-1]) else callsigns[0], None


def _clipped(rest: list[Token], at: int, lexicon: Lexicon) -> str | None:
    """Take digits that begin a call for the callsign they end, when its name was cut off.

    "One one, ready" is whoever is one one, if there is but one; else nobody, and no runway either.
    """
    if at + 1 >= len(rest) or rest[at].types[0] != "D2" or not rest[at + 1].gap:
        return None
    digits = rest[at].text
    whose = {labels[digits] for stem, labels in lexicon.names.stems.items() if digits in labels}
    if not whose:
        return None
    if len(whose) == 1:
        put_callsign(rest, at, 1, whose.pop())
    else:
        del rest[at]
    return digits


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
    found = run_into_a_digit(rest, at, own) or find_own(
        rest, start, own, lexicon=lexicon, known=known, called=called
    )
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
        pauses = token.gap or rest[at - 1].types[0] in _ANSWERS
        if "STATION" not in token.types or not pauses:
            continue
        ends = at + 1 >= len(rest) or bool(rest[at + 1].gap)
        if at + 1 in callsigns or (at - 1 in callsigns and ends and at + 1 >= len(rest)):
            del rest[at]
            return str(token.values["STATION"]), _callsigns(rest)
    return None, list(callsigns)


def _station_last(rest: list[Token]) -> str | None:
    """Take the whole name of a station off the end: "radio check, Kobuleti Ground"."""
    token = rest[-1]
    label = str(token.values.get("STATION", ""))
    if " " not in label or not token.gap or len(rest) < _SHORTEST_WITH_STATION_LAST:
        return None
    del rest[-1]
    return label


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


def _called_elsewhere(rest: Sequence[Token], lexicon: Lexicon, known: frozenset[str]) -> bool:
    """Tell "Sochi Tower, ..." where there is none: its function is ours, its name like no name.

    A call that is meant for another is not answered; one that was only misheard is said again.
    """
    for at in range(1, min(len(rest), _REACH_OF_A_NAME)):
        function = str(rest[at].values.get("STATION", " "))
        if rest[at].gap or " " in function or not _stands_alone(rest, at):
            continue
        if all(one.text in GREETINGS or one.types[0] == "CALLSIGN" for one in rest[: at - 1]):
            named = bool(_callsigns(rest))
            return _names_another(rest[at - 1], function, lexicon, known, named=named)
    return False


def _names_another(
    name: Token, function: str, lexicon: Lexicon, known: frozenset[str], *, named: bool
) -> bool:
    """Tell whether a name is no station's of ours; `named` when he gives his own beside it."""
    text = name.text
    if len(text) < _SHORTEST_NAME or name.is_number or text in GREETINGS:
        return False
    if not lexicon.names.places:  # no station is known by its name: none is another
        return False
    if "CALLSIGN" in name.types or "PLACE" in name.types:
        return False
    if "FIX" not in name.types and is_known(name, known):
        return False
    places = [one.rsplit(" ", 1)[0] for one in lexicon.stations if one.endswith(f" {function}")]
    stems = ("".join(stem) for stem in lexicon.names.stems)
    ours = any(likeness(text, one.lower()) >= _MAY_BE_OURS for one in places)
    return not ours and (
        named or not any(likeness(text, one) >= _MAY_BE_A_CALLSIGN for one in stems)
    )


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
