"""What a virtual pilot says: his calls, his answers and his read-backs, in words.

Standard ICAO wording (Doc 4444 12.3, Annex 10 volume II 5.2): station first on a call, callsign
last on a read-back, digits one by one, levels in thousands and hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.understood import Instruction

__all__ = [
    "Self",
    "Spoken",
    "answer",
    "check_in",
    "clear_of_runway",
    "going_around",
    "position",
    "radio_check",
    "read_back",
    "request_approach",
    "request_landing",
    "roger",
    "say_again",
    "spoken_callsign",
]

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_DIRECTIONS = {
    "N": "north",
    "NE": "northeast",
    "E": "east",
    "SE": "southeast",
    "S": "south",
    "SW": "southwest",
    "W": "west",
    "NW": "northwest",
}


class Place(Protocol):
    """Where he is, as far as he says it."""

    @property
    def altitude_ft(self) -> float:
        """Height above sea level in feet."""
        ...

    @property
    def heading_deg_mag(self) -> int:
        """What his compass shows."""
        ...

    @property
    def range_nm(self) -> float:
        """Distance to the runway."""
        ...

    @property
    def direction(self) -> str:
        """Which way from the field he is, N to NW."""
        ...


@dataclass(frozen=True, slots=True)
class Self:
    """Who he is: callsign, type as he says it, his first station and the runway he is bound for."""

    callsign: str
    type_spoken: str
    station: str
    runway: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words to say, and whether somebody should answer them."""

    words: str
    wants_answer: bool = True


def spoken_callsign(callsign: str) -> str:
    """Return a callsign with its digits spoken one by one: "Pony 1-1" is "Pony one one"."""
    parts = callsign.replace("-", " ").split()
    return " ".join(_digits(part) if part.isdigit() else part for part in parts)


def radio_check(who: Self, station: str) -> Spoken:
    """Ask how he is read."""
    return Spoken(f"{station}, {_me(who)}, radio check.")


def check_in(who: Self, station: str, *, now: Place) -> Spoken:
    """Call a station for the first time, with position and level."""
    return Spoken(
        f"{station}, {_me(who)}, {_where(now)}, {_altitude(now.altitude_ft)}, checking in."
    )


def request_approach(who: Self, station: str) -> Spoken:
    """Ask to be talked down."""
    return Spoken(f"{station}, {_me(who)}, request radar approach.")


def request_landing(who: Self, station: str) -> Spoken:
    """Ask for the runway on short final."""
    return Spoken(f"{station}, {_me(who)}, short final, request landing clearance.")


def going_around(who: Self, station: str) -> Spoken:
    """Report that he has broken off the approach."""
    return Spoken(f"{station}, {_me(who)}, going around.")


def clear_of_runway(who: Self, station: str) -> Spoken:
    """Report that he is down and off the runway."""
    return Spoken(f"{station}, {_me(who)}, clear of runway {_runway(who.runway)}.")


def say_again(who: Self) -> Spoken:
    """Ask for the last transmission again."""
    return Spoken(f"Say again for {_me(who)}.")


def roger(who: Self) -> Spoken:
    """Acknowledge without content."""
    return Spoken(f"Roger, {_me(who)}.", wants_answer=False)


def position(who: Self, *, now: Place) -> Spoken:
    """Report where he is."""
    return Spoken(f"{_me(who)}, {_where(now)}, {_altitude(now.altitude_ft)}.")


def answer(who: Self, station: str, item: str, *, now: Place) -> Spoken:
    """Give the one item a controller asked for."""
    match item:
        case "altitude":
            words = f"{_me(who)}, level {_altitude(now.altitude_ft)}."
        case "heading":
            words = f"{_me(who)}, heading {_heading(now.heading_deg_mag)}."
        case "runway":
            words = f"{_me(who)}, runway {_runway(who.runway)}."
        case "position":
            return position(who, now=now)
        case "callsign":
            words = f"{station}, {_me(who)}."
        case "type":
            words = f"{_me(who)}, type {who.type_spoken}."
        case _:
            return request_approach(who, station)
    return Spoken(words)


def read_back(who: Self, heard: Sequence[Instruction]) -> list[Spoken]:
    """Return the read-back of what must be read back, else a roger, else nothing.

    What must be read back: ICAO Doc 4444 4.5.7.5.1.
    """
    parts = [text for text in (_echo(one) for one in heard) if text]
    if parts:
        words = ", ".join(parts)
        return [Spoken(f"{words[0].upper()}{words[1:]}, {_me(who)}.", wants_answer=False)]
    if all(one.kind in _UNANSWERED for one in heard):
        return []
    return [roger(who)]


_UNANSWERED = frozenset(
    {"standby", "readback_correct", "radio_check_reply", "acknowledge", "range_call", "go_ahead"}
)


def _echo(one: Instruction) -> str | None:
    match one.kind:
        case "vector" | "course_correction":
            return _echo_heading(one)
        case "level":
            return _echo_level(one)
        case "speed":
            speed = one.number("speed_kt")
            return f"speed {_digits(str(speed))} knots" if speed else None
        case "altimeter":
            return _echo_altimeter(one)
        case "hold":
            return _echo_hold(one)
        case "cleared_approach":
            return f"cleared {_approach(one)} approach runway {_runway(one.word('runway') or '')}"
        case "cleared_to_land":
            return f"cleared to land runway {_runway(one.word('runway') or '')}"
        case "contact":
            return f"{one.word('station')} {_frequency(one.number('frequency_hz') or 0)}"
        case "runway_in_use":
            return f"runway {_runway(one.word('runway') or '')}"
        case _:
            return None


def _echo_heading(one: Instruction) -> str | None:
    heading = one.number("heading_deg_mag")
    if heading is None:
        return None
    turn = one.word("turn")
    return f"{turn} heading {_heading(heading)}" if turn else f"heading {_heading(heading)}"


def _echo_level(one: Instruction) -> str | None:
    altitude = one.number("altitude_ft")
    return None if altitude is None else f"{one.word('verb') or 'maintain'} {_altitude(altitude)}"


def _echo_altimeter(one: Instruction) -> str | None:
    qnh = one.number("qnh_hpa")
    if qnh is not None:
        return f"QNH {_digits(str(qnh))}"
    inches = one.number("altimeter_inhg")
    return None if inches is None else f"altimeter {_digits(str(inches))}"


def _echo_hold(one: Instruction) -> str | None:
    altitude = one.number("altitude_ft")
    if altitude is None:
        return None
    inbound = one.number("inbound_deg_mag")
    turns = one.word("turn") or "right"
    course = f", inbound {_heading(inbound)}" if inbound else ""
    return f"hold present position, maintain {_altitude(altitude)}, {turns} turns{course}"


def _approach(one: Instruction) -> str:
    kind = one.word("approach") or "asr"
    return {"asr": "radar", "par": "precision radar"}.get(kind, kind.upper())


def _me(who: Self) -> str:
    return spoken_callsign(who.callsign)


def _where(now: Place) -> str:
    miles = max(1, round(now.range_nm))
    return f"{_digits(str(miles))} miles {_DIRECTIONS[now.direction]}"


def _digits(text: str) -> str:
    return " ".join(_DIGITS[int(one)] if one.isdigit() else one for one in text)


def _heading(heading_deg_mag: int) -> str:
    return _digits(f"{heading_deg_mag:03d}")


def _altitude(altitude_ft: float) -> str:
    rounded = int(altitude_ft / 100.0 + 0.5) * 100
    thousands, hundreds = divmod(rounded, 1000)
    parts = []
    if thousands:
        parts.append(f"{_digits(str(thousands))} thousand")
    if hundreds or not thousands:
        parts.append(f"{_digits(str(hundreds // 100))} hundred")
    return " ".join(parts)


def _runway(designator: str) -> str:
    sides = {"L": "left", "R": "right", "C": "center"}
    return " ".join(sides.get(one, _digits(one)) for one in designator)


def _frequency(frequency_hz: int) -> str:
    text = f"{frequency_hz / 1_000_000:.3f}".rstrip("0")
    whole, _, decimals = text.partition(".")
    return f"{_digits(whole)} decimal {_digits(decimals or '0')}"
