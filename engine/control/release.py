"""Give back what an aircraft holds: letdown, level, runway.

Freed by landing, a finished missed approach, cancelling, a lost radio, an ejection, a slot change,
a track that ended, or long silence. What is freed here is offered to the next on the next look.
"""

from __future__ import annotations

from engine.control.lookup import approach_of, event_of
from engine.control.outcome import Context
from engine.control.strip import Strip
from engine.model.event import Event

__all__ = ["close_strip", "end_approach", "free_letdown", "free_runways"]

_OF_AN_APPROACH = frozenset(
    (
        "expect_approach",
        "missed_approach_instruction",
        "minimum_descent",
        "lost_communication",
        "cleared_approach",
        "do_not_acknowledge",
        "cleared_to_land",
        "continue_approach",
        "over_missed_approach_point",
        "go_around",
        "resume_speed",
        "range_call",
        "course_correction",
        "on_course_report",
        "hold",
        "sequence",
    )
)
"""Told flags that end with an approach, so that the next one is briefed anew."""


def free_letdown(context: Context, strip: Strip, *, reason: str) -> tuple[Event, ...]:
    """Return the events that give back every letdown he holds."""
    return tuple(
        event_of(context, "letdown_freed", strip.aircraft, field=field, reason=reason)
        for field, holder in sorted(context.board.letdown.items())
        if holder == strip.aircraft
    )


def free_runways(context: Context, strip: Strip, *, reason: str) -> tuple[Event, ...]:
    """Return the events that give back every runway he was cleared onto."""
    return tuple(
        event_of(context, "runway_freed", strip.aircraft, runway=runway, reason=reason)
        for runway, holder in sorted(context.board.runways.items())
        if holder == strip.aircraft
    )


def end_approach(context: Context, strip: Strip, *, reason: str) -> tuple[Event, ...]:
    """Return the events that end his approach and everything that came with it."""
    told = tuple(name for name in strip.told if name not in _OF_AN_APPROACH)
    found = approach_of(context, strip)
    return (
        *free_letdown(context, strip, reason=reason),
        *free_runways(context, strip, reason=reason),
        event_of(
            context,
            "approach_ended",
            strip.aircraft,
            reason=reason,
            approach=None,
            flown_kind=found[1].kind if found is not None else strip.flown_kind,
            queued_ms=None,
            number=None,
            hold=None,
            hold_level_ft=None,
            level_ft=None,
            heading_deg_mag=None,
            heading_at_ms=None,
            guidance=None,
            speed_kt=None,
            speed_at_ms=None,
            mile_called=None,
            correction_ms=None,
            missed_ms=None,
            missed_step=None,
            told=list(told),
            readback=None,
        ),
    )


def close_strip(context: Context, strip: Strip, *, reason: str) -> tuple[Event, ...]:
    """Return the event that takes him off the board with all that he holds."""
    return (event_of(context, "strip_closed", strip.aircraft, reason=reason),)
