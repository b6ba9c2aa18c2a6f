"""Fold what was decided to be said, and what became of it.

Deciding to say something marks it as told at once, so that the next look does not say it again.
A transmission that expired, was withheld or failed is taken back field by field, and the rules,
finding it unsaid, decide anew from how things are by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.control.board import Board
from engine.control.codec import from_json, to_json
from engine.control.strip import Pending, Readback, Said, SaidDirective, Strip
from engine.model.directive import Directive, Transmission
from engine.model.event import Event
from engine.model.slots import SlotValue
from engine.model.stimulus import KeyingReport

__all__ = ["fold_report", "fold_transmission", "transmission_event", "transmission_from_event"]

_SLOT_FIELDS: Mapping[str, Mapping[str, str]] = {
    "vector": {"heading_deg_mag": "heading_deg_mag"},
    "course_correction": {"heading_deg_mag": "heading_deg_mag"},
    "range_call": {"heading_deg_mag": "heading_deg_mag", "range_nm": "mile_called"},
    "level": {"altitude_ft": "level_ft"},
    "hold": {"altitude_ft": "level_ft"},
    "speed": {"speed_kt": "speed_kt"},
    "sequence": {"number": "number"},
}
"""Which strip field each slot of a directive sets, by kind."""

_EMPTY = frozenset(
    (
        "say_again",
        "acknowledge",
        "standby",
        "go_ahead",
        "radio_check_reply",
        "readback_correct",
        "on_course_report",
    )
)
"""What nobody wants to hear again: who asks means what was said before it."""
_GUIDED = ("vectoring.", "apart")
"""The rules whose words rest on `Strip.guidance`."""
_TIMES: Mapping[str, str] = {
    "level": "level_at_ms",
    "vector": "heading_at_ms",
    "course_correction": "correction_ms",
    "range_call": "correction_ms",
    "speed": "speed_at_ms",
}
"""Which strip field notes when a directive of that kind was decided."""


def transmission_event(
    transmission: Transmission, now_ms: int, *, wanted: tuple[tuple[int, str], ...] = ()
) -> Event:
    """Return the event that records a transmission; `wanted` are the slots to be read back."""
    return Event(
        kind="transmission",
        t_ms=now_ms,
        data={"transmission": to_json(transmission), "readback": to_json(wanted)},
        aircraft=transmission.to,
        station=transmission.station,
    )


def transmission_from_event(event: Event) -> Transmission:
    """Return the transmission that `transmission_event` recorded."""
    transmission: Transmission = from_json(Transmission, event.data["transmission"])
    return transmission


def fold_transmission(board: Board, event: Event) -> Board:
    """Mark everything in a transmission as told, remembering what that changed."""
    transmission = transmission_from_event(event)
    said = tuple(
        SaidDirective(kind=one.kind, slots=dict(one.slots), rule=one.rule)
        for one in transmission.directives
    )
    board = replace(board, transmissions=board.transmissions + 1)
    pending = Pending(
        transmission_id=transmission.transmission_id,
        station=transmission.station,
        to=transmission.to,
        directives=said,
        priority=transmission.priority,
        created_ms=transmission.created_ms,
        expires_ms=transmission.expires_ms,
        readback=from_json(tuple[tuple[int, str], ...], event.data.get("readback", [])),
    )
    strip = board.strip(transmission.to)
    if strip is not None:
        after = _tell(strip, transmission.directives, event.t_ms)
        pending = replace(
            pending,
            told=tuple(sorted(set(after.told) - set(strip.told))),
            changes=_changes(strip, after),
        )
        board = replace(board, strips={**board.strips, strip.aircraft: after})
    return replace(board, pending={**board.pending, pending.transmission_id: pending})


def fold_report(board: Board, report: KeyingReport) -> Board:
    """Settle a transmission: said, or taken back."""
    pending = board.pending.get(report.transmission_id)
    if pending is None:
        return board
    rest = {key: one for key, one in board.pending.items() if key != report.transmission_id}
    board = replace(board, pending=rest)
    strip = board.strip(pending.to)
    if strip is None:
        return board
    settled = _said(strip, pending, report) if report.outcome == "keyed" else _unsay(strip, pending)
    return replace(board, strips={**board.strips, strip.aircraft: settled})


def _tell(strip: Strip, directives: tuple[Directive, ...], now_ms: int) -> Strip:
    changes: dict[str, Any] = {}
    for one in directives:
        for slot, name in _SLOT_FIELDS.get(one.kind, {}).items():
            if slot in one.slots:
                changes[name] = one.slots[slot]
        if one.kind in _TIMES:
            changes[_TIMES[one.kind]] = now_ms
    told = set(strip.told) | {_told_name(one) for one in directives}
    return replace(strip, told=tuple(sorted(told)), **changes)


def _told_name(one: Directive) -> str:
    """Return what is remembered of a directive; a contact is remembered with its station."""
    return f"contact {one.slots['station']}" if one.kind == "contact" else one.kind


def _changes(before: Strip, after: Strip) -> dict[str, tuple[SlotValue | None, SlotValue | None]]:
    names = {name for slots in _SLOT_FIELDS.values() for name in slots.values()}
    return {
        name: (getattr(before, name), getattr(after, name))
        for name in sorted(names | set(_TIMES.values()))
        if getattr(before, name) != getattr(after, name)
    }


def _said(strip: Strip, pending: Pending, report: KeyingReport) -> Strip:
    said = Said(
        transmission_id=pending.transmission_id,
        station=pending.station,
        directives=pending.directives,
        at_ms=report.ended_ms,
    )
    greeted = tuple(sorted({*strip.greeted, pending.station}))
    if strip.last_said is not None and all(one.kind in _EMPTY for one in pending.directives):
        said = strip.last_said
    strip = replace(strip, last_said=said, said_ms=report.ended_ms, greeted=greeted)
    if not pending.readback or strip.was_told("do_not_acknowledge"):
        return strip
    asked = 0
    if any(one.rule.startswith("readback.") for one in pending.directives):
        if strip.readback is None:
            return strip  # settled, or given up, while the question waited to be keyed
        asked = strip.readback.asked
    return replace(
        strip,
        readback=Readback(
            station=pending.station,
            directives=pending.directives,
            wanted=pending.readback,
            since_ms=report.ended_ms,
            phase=strip.phase,
            asked=asked,
        ),
    )


def _unsay(strip: Strip, pending: Pending) -> Strip:
    """Take back what a transmission that never went out had marked, unless changed since."""
    told = tuple(name for name in strip.told if name not in pending.told)
    restored: dict[str, Any] = {
        name: before
        for name, (before, after) in pending.changes.items()
        if getattr(strip, name) == after
    }
    if any(one.rule.startswith(_GUIDED) for one in pending.directives):
        restored["apart_ms"] = None
        restored["guidance"] = strip.guidance_before
    return replace(strip, told=told, **restored)
