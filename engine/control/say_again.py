"""Repeat what was last said to him, as far as it still holds, and without the same effects.

A level or heading that was changed since is repeated as it is now: a pilot who asks twice must
never be sent back to what was. A mile of a talk-down is stale when he asks; there he is told
where he is instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.control.check_in import identified
from engine.control.course import final_course
from engine.control.landing import report_landed
from engine.control.landing_request import request_landing
from engine.control.lookup import airborne, approach_of, position_facts, who
from engine.control.on_course import on_course_report
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.sequence import number_of
from engine.control.speaking import is_talked_down
from engine.control.strip import SaidDirective, Strip
from engine.model.directive import DIRECTIVE_TYPES, Directive, Priority, directive
from engine.model.fact import Fact, FactSource
from engine.model.slots import SlotValue

__all__ = ["say_again"]

_RULE = "say_again"
_LEVEL_FT = 150.0
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
_OF_VECTORS = frozenset(("vector", "level", "speed", "hold", "sequence", "present_heading"))
"""What no longer holds once the talk-down is his."""

_Slots = Mapping[str, SlotValue]
_Now = Callable[[Context, Strip, _Slots], _Slots | None]


def say_again(context: Context, request: Request) -> Outcome:
    """Return the last transmission to him that said something, as it holds now."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if aircraft is None or strip is None or request.station is None:
        return Outcome()
    if strip.last_said is None:
        asked = directive("say_missing", rule=f"{_RULE}.nothing_said", item="intentions")
        return Outcome(says=(Say(aircraft, request.station, asked),))
    where = strip.last_said.transmission_id
    said = [
        again
        for one in strip.last_said.directives
        if (again := _again(context, request, strip, one, where)) is not None
    ]
    slots = request.reading.slots if request.reading is not None else {}
    part = _PARTS.get(str(slots.get("part", "")).casefold())
    wanted = [one for one in said if part in one.slots] if part else said
    says = wanted or said
    if not says:
        return _instead(context, request, strip)
    return Outcome(says=tuple(Say(aircraft, request.station, one) for one in says))


def _again(
    context: Context, request: Request, strip: Strip, one: SaidDirective, where: str
) -> Directive | None:
    """Return one directive as it holds now, or None when it does not any more."""
    if DIRECTIVE_TYPES[one.kind].priority is Priority.TALKDOWN:
        return None
    if is_talked_down(strip) and one.kind in _OF_VECTORS:
        return None
    if one.kind == "identified":
        return identified(context, strip, station_key=request.station or "", rule=_RULE)
    now = _NOW.get(one.kind)
    slots = dict(one.slots) if now is None else now(context, strip, one.slots)
    if slots is None:
        return None
    fact = Fact("said", one.rule, "", FactSource.BOARD, where)
    return directive(one.kind, rule=_RULE, facts=(fact,), **slots)


def _level(context: Context, strip: Strip, slots: _Slots) -> _Slots | None:
    altitude_ft = strip.level_ft if strip.level_ft is not None else slots["altitude_ft"]
    track = context.board.track_of(strip.aircraft)
    off_ft = 0.0 if track is None else float(str(altitude_ft)) - track.altitude_ft
    verb: SlotValue = slots["verb"]
    if track is not None:
        verb = "climb" if off_ft > _LEVEL_FT else "descend" if off_ft < -_LEVEL_FT else "maintain"
    return {"verb": verb, "altitude_ft": altitude_ft}


def _vector(_context: Context, strip: Strip, slots: _Slots) -> _Slots | None:
    heading = strip.heading_deg_mag
    if heading is None or heading == slots["heading_deg_mag"]:
        return slots
    return {"heading_deg_mag": heading}


def _speed(_context: Context, strip: Strip, slots: _Slots) -> _Slots | None:
    return slots if strip.speed_kt is None else {"speed_kt": strip.speed_kt}


def _hold(_context: Context, strip: Strip, slots: _Slots) -> _Slots | None:
    if strip.hold is None:
        return None
    level_ft = strip.hold_level_ft
    return slots if level_ft is None else {**slots, "altitude_ft": level_ft}


def _sequence(context: Context, strip: Strip, _slots: _Slots) -> _Slots | None:
    number = number_of(context.board, strip)
    return None if number is None else {"number": number}


def _expect(context: Context, strip: Strip, slots: _Slots) -> _Slots | None:
    return slots if approach_of(context, strip) is not None else None


def _cleared(context: Context, strip: Strip, slots: _Slots) -> _Slots | None:
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if found is None or track is None or not context.board.holds_letdown(strip.aircraft):
        return None
    along = final_course(*found).along_nm(track.position.grid)
    return {**slots, "range_nm": max(1, round(along))}


def _landing(context: Context, strip: Strip, slots: _Slots) -> _Slots | None:
    return slots if strip.aircraft in context.board.runways.values() else None


_NOW: Mapping[str, _Now] = {
    "level": _level,
    "vector": _vector,
    "speed": _speed,
    "hold": _hold,
    "sequence": _sequence,
    "expect_approach": _expect,
    "cleared_approach": _cleared,
    "cleared_to_land": _landing,
}
"""What the slots of a kind are now; None when it does not hold any more."""


def _instead(context: Context, request: Request, strip: Strip) -> Outcome:
    """Answer a pilot whose last words from us no longer hold with what does."""
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if airborne(context, strip.aircraft) is False:
        return report_landed(context, request)
    if is_talked_down(strip) and strip.was_told("cleared_to_land"):
        return request_landing(context, request)
    if found is None or track is None or not is_talked_down(strip):
        reply = directive("say_missing", rule=f"{_RULE}.stale", item="intentions")
    else:
        reply = on_course_report(
            found[1],
            final_course(*found),
            track,
            rule=f"{_RULE}.on_final",
            facts=position_facts(context, track, found[0]),
            lead_s=0.0,
        )
    return Outcome(says=(Say(strip.aircraft, request.station or "", reply),))
