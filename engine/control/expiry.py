"""How long a transmission is worth saying, and whether it still holds when its turn comes.

A mile that went by is not called late and a vector is decided anew from where he is by then: what
waited too long is dropped, never spoken as if it were fresh.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from engine.control.course import final_course
from engine.control.lookup import approach_of
from engine.control.outcome import Context
from engine.control.runway import blocked_by
from engine.control.speaking import channel_room_s, is_talked_down, prompt_s, seconds_to_mile
from engine.control.strip import Strip
from engine.control.turn_side import is_long_way
from engine.control.vectoring import still_holds
from engine.model.directive import AircraftId, Directive, Priority, Transmission

__all__ = ["expires_ms", "revalidate"]

_WORTH_MS: Mapping[Priority, int] = {
    Priority.EMERGENCY: 60_000,
    Priority.SAFETY: 10_000,
    Priority.LANDING: 6_000,
    Priority.TALKDOWN: 4_000,
    Priority.REPLY: 60_000,
    Priority.UNPROMPTED: 20_000,
}
_UNHURRIED_MS = 30_000
_LEAST_WAIT_MS = 2_000
_BY_PLACE = frozenset(("vector", "level", "speed", "present_heading"))
"""What was decided from where he is, and is decided anew when it could not be said in time."""
_MILE_TOLERANCE_NM = 0.17
"""Within 0.2 nm of the true range on the air, less what the first packet takes."""
_ROUNDING_NM = 0.02
_REPORT_MS = 2_000
_REPORT_S = 4.5
"""A report of where he is takes three seconds of the channel; a mile call would wait for it."""
_VECTORED_PHASES = frozenset(("arrival", "vectoring", "holding"))


def expires_ms(
    context: Context,
    aircraft: AircraftId | None,
    directives: Sequence[Directive],
    *,
    priority: Priority,
    is_reply: bool = False,
) -> int:
    """Return the engine time after which the transmission is not worth keying.

    An answer to a pilot waits as long as it must: a call is never dropped because something more
    urgent is said first, and what has changed by then is seen when it is revalidated.
    """
    now = context.now_ms
    mile = next((one for one in directives if one.kind == "range_call"), None)
    if mile is not None:
        return now + _mile_ms(context, aircraft, int(str(mile.slots["range_nm"])))
    if is_reply and priority is not Priority.EMERGENCY:
        return now + _WORTH_MS[Priority.REPLY]
    if any(one.kind == "vacate_runway" for one in directives):
        return now + _UNHURRIED_MS
    if all(one.kind == "on_course_report" for one in directives):
        return now + _REPORT_MS
    stale_soon = priority < Priority.REPLY or any(one.kind in _BY_PLACE for one in directives)
    if any(one.kind == "cleared_approach" for one in directives):
        return now + _WORTH_MS[Priority.UNPROMPTED]
    worth_ms = _UNHURRIED_MS if not stale_soon else _WORTH_MS[priority]
    if priority is not Priority.UNPROMPTED:
        return now + _WORTH_MS[priority]
    return now + min(worth_ms, _before_mile_ms(context, aircraft, len(directives)))


def _before_mile_ms(context: Context, aircraft: AircraftId | None, parts: int) -> int:
    """Return how long it may wait and still be read back before somebody's mile is due."""
    strip = context.board.strip(aircraft)
    room_s = channel_room_s(context, strip) if strip is not None else math.inf
    if math.isinf(room_s):
        return _UNHURRIED_MS
    return max(_LEAST_WAIT_MS, int((room_s - prompt_s(parts)) * 1000.0))


def _mile_ms(context: Context, aircraft: AircraftId | None, mile: int) -> int:
    """Return how long he stays close enough to a mile for it to be called."""
    along = _along_nm(context, context.board.strip(aircraft))
    track = context.board.track_of(aircraft)
    if along is None or track is None:
        return _WORTH_MS[Priority.TALKDOWN]
    hours = (along - (mile - _MILE_TOLERANCE_NM)) / max(track.speed_kt, 1.0)
    return max(0, int(hours * 3_600_000.0))


def _along_nm(context: Context, strip: Strip | None) -> float | None:
    found = approach_of(context, strip) if strip is not None else None
    track = context.board.track_of(strip.aircraft) if strip is not None else None
    if found is None or track is None:
        return None
    return final_course(*found).along_nm(track.position.grid)


def revalidate(context: Context, transmission: Transmission) -> str | None:
    """Return why a transmission no longer holds, or None when it may be keyed now."""
    if context.now_ms > transmission.expires_ms:
        return "expired"
    station = context.theatre.station(transmission.station)
    if station is None or not station.staffed:
        return "the station is not worked"
    if transmission.to is None:
        return None
    strip = context.board.strip(transmission.to)
    if strip is None:
        return None if _moved(context, transmission.to) else "the aircraft is gone"
    silenced = context.board.silence.get(transmission.station)
    if silenced not in (None, strip.aircraft) and transmission.priority > Priority.TALKDOWN:
        orders = {"vector", "level", "hold"}
        if not any(one.kind in orders for one in transmission.directives):
            return "distress traffic has the channel"
    if transmission.reply_to is not None and any(
        one.rule == "say_again" for one in transmission.directives
    ):
        return None
    return next(
        (
            reason
            for one in transmission.directives
            if (reason := _directive_fails(context, strip, one)) is not None
        ),
        None,
    )


def _moved(context: Context, aircraft: AircraftId) -> bool:
    """Tell whether a radio that was spoken to as such has its aircraft by now."""
    guid = aircraft.removeprefix("radio:")
    return guid != aircraft and guid in context.board.radios


def _directive_fails(context: Context, strip: Strip, one: Directive) -> str | None:
    test = _TESTS.get(one.kind)
    return test(context, strip, one) if test is not None else None


def _mile_fails(context: Context, strip: Strip, one: Directive) -> str | None:
    if strip.phase == "missed":
        return "he flies the missed approach"
    along = _along_nm(context, strip)
    mile = float(str(one.slots["range_nm"]))
    if along is None or abs(along - mile) > _MILE_TOLERANCE_NM + _ROUNDING_NM:
        return "the mile went by"
    return None


def _correction_fails(_context: Context, strip: Strip, _one: Directive) -> str | None:
    return "he flies the missed approach" if strip.phase == "missed" else None


def _report_fails(context: Context, strip: Strip, one: Directive) -> str | None:
    if not is_talked_down(strip):
        return "he is not on final"
    if 0.0 < seconds_to_mile(context, strip) < _REPORT_S:
        return "a mile is due"
    return _correction_fails(context, strip, one)


def _vector_fails(context: Context, strip: Strip, one: Directive) -> str | None:
    if one.slots.get("reason") == "missed_approach":
        return None
    if strip.phase not in _VECTORED_PHASES:
        return f"he is not vectored in phase {strip.phase}"
    if not one.rule.startswith("vectoring."):
        return None
    if one.slots["heading_deg_mag"] != strip.heading_deg_mag:
        return "a later vector was decided"
    if _turned_past(context, strip, one):
        return "he has turned past that heading"
    return None if still_holds(context, strip) else "another vector is wanted by now"


def _turned_past(context: Context, strip: Strip, one: Directive) -> bool:
    """Tell whether the side he was to turn to has become the long way round."""
    track, side = context.board.track_of(strip.aircraft), one.slots.get("turn")
    if track is None or side is None or strip.field is None:
        return False
    now_deg_mag = track.heading_deg_grid - context.theatre.variation_deg(strip.field)
    return is_long_way(now_deg_mag, float(str(one.slots["heading_deg_mag"])), str(side))


def _level_fails(_context: Context, strip: Strip, one: Directive) -> str | None:
    if one.rule.startswith("vectoring.") and one.slots["altitude_ft"] != strip.level_ft:
        return "a later level was decided"
    return None


def _approach_fails(context: Context, strip: Strip, _one: Directive) -> str | None:
    return None if context.board.holds_letdown(strip.aircraft) else "the letdown is not his"


def _landing_fails(context: Context, strip: Strip, one: Directive) -> str | None:
    found = approach_of(context, strip)
    if found is None or strip.phase == "missed":
        return "he is not on final"
    blocker = blocked_by(context, strip.aircraft, found[0], str(one.slots["runway"]))
    return None if blocker is None else "the runway is occupied"


def _hold_fails(context: Context, strip: Strip, _one: Directive) -> str | None:
    return "the level is another's" if _level_shared(context, strip) else None


def _level_shared(context: Context, strip: Strip) -> bool:
    return strip.hold_level_ft is not None and any(
        other.aircraft != strip.aircraft
        and other.field == strip.field
        and other.hold_level_ft == strip.hold_level_ft
        for other in context.board.strips.values()
    )


_TESTS: Mapping[str, Callable[[Context, Strip, Directive], str | None]] = {
    "range_call": _mile_fails,
    "course_correction": _correction_fails,
    "on_course_report": _report_fails,
    "vector": _vector_fails,
    "level": _level_fails,
    "cleared_approach": _approach_fails,
    "cleared_to_land": _landing_fails,
    "hold": _hold_fails,
}
"""What is looked at again before each kind of directive is keyed."""
