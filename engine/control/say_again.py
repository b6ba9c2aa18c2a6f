"""Repeat what was last said to him, in the same words and without the same effects."""

from __future__ import annotations

from engine.control.landing import report_landed
from engine.control.landing_clearance import is_talked_down, request_landing
from engine.control.lookup import airborne, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.strip import SaidDirective, Strip
from engine.model.directive import DIRECTIVE_TYPES, Directive, Priority, directive
from engine.model.fact import Fact, FactSource

__all__ = ["say_again"]

_PARTS = {
    "heading": "heading_deg_mag",
    "altitude": "altitude_ft",
    "level": "altitude_ft",
    "altimeter": "qnh_hpa",
    "qnh": "qnh_hpa",
    "runway": "runway",
    "frequency": "frequency_hz",
    "speed": "speed_kt",
}
"""What part a pilot may ask for, by the slot that holds it."""


def say_again(context: Context, request: Request) -> Outcome:
    """Return the last transmission to him; a mile of a talk-down is stale and is not repeated."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if aircraft is None or strip is None or request.station is None:
        return Outcome()
    if strip.last_said is None:
        asked = directive("say_missing", rule="say_again.nothing_said", item="intentions")
        return Outcome(says=(Say(aircraft, request.station, asked),))
    said = [one for one in strip.last_said.directives if not _stale(one)]
    if not said:
        return _instead(context, request, strip)
    slots = request.reading.slots if request.reading is not None else {}
    part = _PARTS.get(str(slots.get("part", "")).casefold())
    wanted = [one for one in said if part in one.slots] if part else said
    where = strip.last_said.transmission_id
    return Outcome(
        says=tuple(Say(aircraft, request.station, _repeat(one, where)) for one in wanted or said)
    )


def _instead(context: Context, request: Request, strip: Strip) -> Outcome:
    """Answer a pilot whose last words from us no longer hold with what does."""
    if airborne(context, strip.aircraft) is False:
        return report_landed(context, request)
    if is_talked_down(strip) and strip.was_told("cleared_to_land"):
        return request_landing(context, request)
    going = "continue_approach" if is_talked_down(strip) else "acknowledge"
    reply = directive(going, rule="say_again.stale")
    return Outcome(says=(Say(strip.aircraft, request.station or "", reply),))


def _stale(one: SaidDirective) -> bool:
    return DIRECTIVE_TYPES[one.kind].priority is Priority.TALKDOWN


def _repeat(one: SaidDirective, where: str) -> Directive:
    fact = Fact("said", one.rule, "", FactSource.BOARD, where)
    return directive(one.kind, rule="say_again", facts=(fact,), **one.slots)
