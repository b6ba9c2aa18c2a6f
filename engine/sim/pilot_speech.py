"""What a virtual pilot says: his calls, his answers and his read-backs, in words.

Standard ICAO wording (Doc 4444 12.3, Annex 10 volume II 5.2): station first on a call, callsign
last on a read-back, digits one by one, levels in thousands and hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.language.lexicon import spoken_callsign
from engine.language.numbers import ICAO
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
]

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
    """Words to say, whether somebody should answer them, and whether they cannot wait."""

    words: str
    wants_answer: bool = True
    is_urgent: bool = False


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
    return Spoken(f"{station}, {_me(who)}, going around.", is_urgent=True)


def clear_of_runway(who: Self, station: str) -> Spoken:
    """Report that he is down and off the runway."""
    return Spoken(f"{station}, {_me(who)}, clear of runway {ICAO.runway(who.runway)}.")


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
            words = f"{_me(who)}, heading {ICAO.heading(now.heading_deg_mag)}."
        case "runway":
            words = f"{_me(who)}, runway {ICAO.runway(who.runway)}."
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
    {
        "standby",
        "readback_correct",
        "radio_check_reply",
        "acknowledge",
        "range_call",
        "on_course_report",
        "go_ahead",
    }
)


def _echo(one: Instruction) -> str | None:
    match one.kind:
        case "vector" | "course_correction":
            return _echo_heading(one)
        case "level":
            return _echo_level(one)
        case "speed":
            speed = one.number("speed_kt")
            return None if speed is None else f"speed {ICAO.speed(speed)}"
        case "altimeter":
            return _echo_altimeter(one)
        case "hold":
            return _echo_hold(one)
        case "sequence":
            number = one.number("number")
            return None if number is None else f"number {ICAO.count(number)}"
        case "contact":
            return _echo_contact(one)
        case "missed_approach_instruction":
            return _echo_missed(one)
        case kind:
            return _echo_clearance(kind, one)


def _echo_clearance(kind: str, one: Instruction) -> str | None:
    runway = ICAO.runway(one.word("runway") or "")
    match kind:
        case "cleared_approach":
            return f"cleared {_approach(one)} approach runway {runway}"
        case "cleared_to_land":
            return f"cleared to land runway {runway}"
        case "expect_approach":
            return f"expect {_approach(one)} approach runway {runway}"
        case "runway_in_use":
            return f"runway {runway}"
        case "approach_cancelled":
            return "approach clearance cancelled"
        case _:
            return None


def _echo_heading(one: Instruction) -> str | None:
    heading = one.number("heading_deg_mag")
    if heading is None:
        return None
    turn = one.word("turn")
    said = f"heading {ICAO.heading(heading)}"
    return f"turn {turn} {said}" if turn else said


def _echo_contact(one: Instruction) -> str | None:
    frequency = one.number("frequency_hz")
    return None if frequency is None else ICAO.frequency(frequency)


def _echo_missed(one: Instruction) -> str | None:
    straight, altitude = one.number("straight_to_ft"), one.number("altitude_ft")
    turned = _echo_heading(one)
    if straight is None or altitude is None or turned is None:
        return None
    # The words "going around" are kept for doing it: a listener who misses the "if" must not act.
    return f"straight ahead to {_altitude(straight)}, {turned}, climb to {_altitude(altitude)}"


def _echo_level(one: Instruction) -> str | None:
    altitude = one.number("altitude_ft")
    return None if altitude is None else f"{one.word('verb') or 'maintain'} {_altitude(altitude)}"


def _echo_altimeter(one: Instruction) -> str | None:
    qnh, inches = one.number("qnh_hpa"), one.number("altimeter_inhg")
    if qnh is not None:
        return f"QNH {ICAO.pressure(qnh)}"
    return None if inches is None else f"altimeter {ICAO.pressure_in(inches)}"


def _echo_hold(one: Instruction) -> str | None:
    altitude = one.number("altitude_ft")
    if altitude is None:
        return None
    inbound = one.number("inbound_deg_mag")
    turns = one.word("turn") or "right"
    course = f", inbound {ICAO.heading(inbound)}" if inbound else ""
    return f"hold present position, maintain {_altitude(altitude)}{course}, {turns} turns"


def _approach(one: Instruction) -> str:
    kind = one.word("approach") or "asr"
    return {"asr": "radar", "par": "precision radar"}.get(kind, kind.upper())


def _me(who: Self) -> str:
    return spoken_callsign(who.callsign)


def _where(now: Place) -> str:
    return f"{ICAO.distance(max(1, round(now.range_nm)))} {_DIRECTIONS[now.direction]}"


def _altitude(altitude_ft: float) -> str:
    return ICAO.altitude(max(1, int(altitude_ft / 100.0 + 0.5)) * 100)
