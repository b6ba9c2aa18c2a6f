"""Make transmissions of what the steps of a turn want said: one authority per aircraft.

Rules may each be right and together contradict: a vector and a hold, an order and a handoff. The
written order below decides which one is spoken; the other is kept on record with the reason. What
is said to one aircraft never rides in another's transmission.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.control.apart import RULE as APART
from engine.control.expiry import expires_ms
from engine.control.outcome import Context, Say
from engine.model.directive import (
    ALL_STATIONS,
    AircraftId,
    Priority,
    StationId,
    Transmission,
    directive,
)

__all__ = ["Reconciled", "Suppressed", "is_silenced", "reconcile"]


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A directive that was decided and will not be said, and why."""

    say: Say
    reason: str


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What goes on the air, and what does not."""

    transmissions: tuple[Transmission, ...]
    suppressed: tuple[Suppressed, ...]


_BINDING = frozenset(
    (
        "vector",
        "present_heading",
        "level",
        "speed",
        "resume_speed",
        "hold",
        "cleared_approach",
        "do_not_acknowledge",
        "range_call",
        "course_correction",
        "on_course_report",
        "cleared_to_land",
        "continue_approach",
        "expect_approach",
    )
)
_GUIDANCE = frozenset(("vector", "present_heading", "speed", "resume_speed"))
_TALKDOWN = frozenset(
    (
        "range_call",
        "course_correction",
        "on_course_report",
        "over_missed_approach_point",
        "cleared_approach",
        "do_not_acknowledge",
        "cleared_to_land",
        "continue_approach",
    )
)
_FOR_SAFETY = frozenset(("vector", "level", "hold"))
"""What an aircraft under vectors is owed for terrain and traffic even on a silenced channel."""
_FILLERS = frozenset(("acknowledge", "go_ahead"))

_SPOKEN_ORDER = (
    "emergency_acknowledged",
    "stop_transmitting",
    "distress_ended",
    "emergency_cancelled",
    "go_around",
    "approach_cancelled",
    "request_cancelled",
    "readback_wrong",
    "readback_correct",
    "acknowledge",
    "say_again",
    "identified",
    "not_identified",
    "unable",
    "not_staffed",
    "sequence",
    "over_missed_approach_point",
    "range_call",
    "course_correction",
    "on_course_report",
    "vector",
    "present_heading",
    "hold",
    "level",
    "speed",
    "resume_speed",
    "expect_approach",
    "runway_in_use",
    "altimeter",
    "wind",
    "wind_calm",
    "cleared_approach",
    "cleared_to_land",
    "continue_approach",
    "missed_approach_instruction",
    "minimum_descent",
    "lost_communication",
    "do_not_acknowledge",
    "vacate_runway",
    "report",
    "say_missing",
    "contact",
)
_RANK = {kind: rank for rank, kind in enumerate(_SPOKEN_ORDER)}


def reconcile(context: Context, says: Sequence[Say], *, reply_to: str | None = None) -> Reconciled:
    """Return the transmissions of one turn; `context` has the turn's events applied."""
    kept: list[Say] = []
    dropped: list[Suppressed] = []
    by_aircraft: dict[AircraftId | None, list[Say]] = {}
    for say in says:
        by_aircraft.setdefault(say.to, []).append(say)
    for aircraft, wanted in by_aircraft.items():
        left = wanted
        for rule in _RULES:
            left, suppressed = _split(context, aircraft, left, rule)
            dropped += suppressed
        kept += left or _at_least(context, wanted, reply_to=reply_to)
    groups: dict[tuple[AircraftId | None, StationId], list[Say]] = {}
    for say in kept:
        groups.setdefault((say.to, say.station), []).append(say)
    made = [
        _transmission(context, index, group, reply_to=reply_to)
        for index, group in enumerate(groups.values())
    ]
    made.sort(key=lambda one: one.priority)
    return Reconciled(tuple(made), tuple(dropped))


def _at_least(context: Context, says: Sequence[Say], *, reply_to: str | None) -> list[Say]:
    """Return a bare acknowledgement where all that answers a call may not be said.

    Whoever called is not left to wonder; only distress, or a seat that nobody sits in, is silent.
    """
    first = says[0]
    if reply_to is None or _silence(context, first.to, says) or _no_station(context, None, says):
        return []
    told = directive("acknowledge", rule="reconcile.suppressed")
    return [Say(first.to, first.station, told)]


_Rule = Callable[[Context, AircraftId | None, Sequence[Say]], dict[int, str]]


def _split(
    context: Context, aircraft: AircraftId | None, says: Sequence[Say], rule: _Rule
) -> tuple[list[Say], list[Suppressed]]:
    drop = rule(context, aircraft, says)
    kept = [say for index, say in enumerate(says) if index not in drop]
    return kept, [Suppressed(says[index], reason) for index, reason in sorted(drop.items())]


def _kinds(says: Iterable[Say]) -> set[str]:
    return {say.directive.kind for say in says}


def _drop(says: Sequence[Say], kinds: frozenset[str], reason: str) -> dict[int, str]:
    return {index: reason for index, say in enumerate(says) if say.directive.kind in kinds}


def _no_station(
    context: Context, _aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    return {
        index: "no such station is worked"
        for index, say in enumerate(says)
        if (station := context.theatre.station(say.station)) is None or not station.staffed
    }


def _one_authority(
    context: Context, aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    """Keep the station that works him; failing that, the one that spoke first."""
    if aircraft is None or len({say.station for say in says}) < 2:
        return {}
    strip = context.board.strip(aircraft)
    stations = [say.station for say in says]
    worked = strip.station if strip is not None and strip.station in stations else stations[0]
    return {index: f"{worked} works him" for index, say in enumerate(says) if say.station != worked}


def _handoff_due(
    _context: Context, _aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    if "contact" not in _kinds(says):
        return {}
    return _drop(says, _BINDING, "he is being handed to another station")


def _going_around(
    context: Context, aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    strip = context.board.strip(aircraft)
    if "go_around" not in _kinds(says) and (strip is None or strip.phase != "missed"):
        return {}
    kinds = _TALKDOWN | _GUIDANCE | {"hold", "sequence"}
    return {
        index: "he flies the missed approach"
        for index, say in enumerate(says)
        if say.directive.kind in kinds and say.directive.slots.get("reason") != "missed_approach"
    }


def _established(
    context: Context, aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    strip = context.board.strip(aircraft)
    if strip is None or not strip.was_told("cleared_approach") or strip.phase == "missed":
        return {}
    return _drop(says, frozenset(("hold", "vector", "sequence")), "the letdown is his")


def _holding(
    _context: Context, _aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    if "hold" not in _kinds(says):
        return {}
    return _drop(says, _GUIDANCE | {"level", "cleared_approach"}, "he was told to hold")


def _said_once(
    _context: Context, _aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    """Say each kind once; two different values of one kind would be an argument on the air."""
    seen: set[str] = set()
    drop: dict[int, str] = {}
    for index, say in enumerate(says):
        if say.directive.kind in seen:
            drop[index] = "said already in this transmission"
        seen.add(say.directive.kind)
    return drop


def _fillers(
    _context: Context, _aircraft: AircraftId | None, says: Sequence[Say]
) -> dict[int, str]:
    """Drop a bare acknowledgement, and a question for intentions, beside an answer."""
    drop: dict[int, str] = {}
    if _kinds(says) - _FILLERS:
        drop |= _drop(says, _FILLERS, "the answer acknowledges")
    if "expect_approach" in _kinds(says):
        for index, say in enumerate(says):
            if say.directive.slots.get("item") == "intentions":
                drop[index] = "his intentions are known"
    return drop


def is_silenced(context: Context, say: Say) -> bool:
    """Tell whether distress on the channel keeps a directive off the air."""
    distressed = context.board.silence.get(say.station)
    if distressed is None or say.to is None or say.to == distressed:
        return False
    urgent = say.directive.type.priority <= Priority.TALKDOWN
    strip = context.board.strip(say.to)
    flown_by_us = strip is not None and strip.heading_deg_mag is not None
    return not (urgent or (flown_by_us and say.directive.kind in _FOR_SAFETY))


def _silence(context: Context, _aircraft: AircraftId | None, says: Sequence[Say]) -> dict[int, str]:
    return {
        index: "distress traffic has the channel"
        for index, say in enumerate(says)
        if is_silenced(context, say)
    }


_RULES: tuple[_Rule, ...] = (
    _no_station,
    _one_authority,
    _handoff_due,
    _going_around,
    _established,
    _holding,
    _said_once,
    _silence,
    _fillers,
)
"""The order of authority, most important first."""


def _transmission(
    context: Context, index: int, says: Sequence[Say], *, reply_to: str | None
) -> Transmission:
    first = says[0]
    strip = context.board.strip(first.to)
    ordered = sorted(says, key=lambda say: _RANK.get(say.directive.kind, len(_RANK)))
    directives = tuple(say.directive for say in ordered)
    frequencies = sorted({say.frequency_hz for say in says if say.frequency_hz is not None})
    priority = min(one.type.priority for one in directives)
    if any(one.rule == APART for one in directives):
        priority = min(priority, Priority.SAFETY)
    if reply_to is not None:
        priority = min(priority, Priority.REPLY)
    elif priority is Priority.REPLY:
        priority = Priority.UNPROMPTED  # a pilot who called is answered before one who did not
    return Transmission(
        transmission_id=f"tx-{context.board.transmissions + index + 1}",
        station=first.station,
        to=first.to,
        callsign=ALL_STATIONS if first.to is None else _callsign(context, first.to),
        directives=directives,
        priority=priority,
        created_ms=context.now_ms,
        expires_ms=expires_ms(
            context, first.to, directives, priority=priority, is_reply=reply_to is not None
        ),
        frequencies_hz=tuple(frequencies),
        reply_to=reply_to,
        names_station=strip is None or first.station not in strip.greeted,
    )


def _callsign(context: Context, aircraft: AircraftId) -> str:
    strip = context.board.strip(aircraft)
    return strip.label if strip is not None else ALL_STATIONS
