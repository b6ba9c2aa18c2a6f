"""One in the letdown of a field, and a level of his own for everyone who holds.

Each look frees what is no longer used and gives the letdown to the next in the sequence. A level
is vacated only when he is out of it, not when he is told to leave it.
"""

from __future__ import annotations

from engine.control.course import final_course
from engine.control.lookup import approach_of, event_of, grid_of
from engine.control.orbit import Racetrack, hold_here
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.sequence import number_of, sequence
from engine.control.speaking import may_prompt
from engine.control.strip import Strip
from engine.model.directive import directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.geometry import spoken_heading
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach, Hold

__all__ = ["VECTORED", "free_level", "separation"]

VECTORED = 2
"""How many of a sequence are vectored at a time: the letdown's holder and one behind him."""
_OUT_OF_LEVEL_FT = 800.0
"""Within 800 ft of a level he is still in it: 1,000 ft less what altimeters and hands allow."""
_LEVEL_BUFFER_FT = 1000
_LEAST_HOLD_KT = 120.0


def separation(context: Context, request: Request) -> Outcome:
    """Give a free letdown to the next, hold those far back, let those near go on."""
    strip = context.board.strip(request.aircraft)
    found = approach_of(context, strip) if strip is not None else None
    if strip is None or found is None or strip.queued_ms is None:
        return Outcome()
    airfield = found[0]
    events = list(_letdown(context, strip, airfield)) + list(_leave_level(context, strip))
    number = number_of(context.board, strip) or 1
    if number <= VECTORED and strip.hold is not None:
        events.append(
            event_of(
                context,
                "hold_left",
                strip.aircraft,
                hold=None,
                hold_level_ft=strip.hold_level_ft,
                told=[name for name in strip.told if name != "hold"],
            )
        )
        return Outcome(events=tuple(events))
    held_and_told = strip.hold is not None and strip.was_told("hold")
    if number > VECTORED and not held_and_told and may_prompt(context, strip):
        held = _hold(context, strip, found, number)
        return Outcome(events=(*events, *held.events), says=held.says)
    return Outcome(events=tuple(events))


def free_level(
    context: Context, airfield: Airfield, hold: Hold, strip: Strip, *, floor_ft: int = 0
) -> int | None:
    """Return the lowest level of a hold, over the floor, that nobody has or is in, or None."""
    taken = set()
    for other in context.board.strips.values():
        if other.aircraft == strip.aircraft or other.field != airfield.key:
            continue
        taken |= {other.hold_level_ft, other.level_ft}
    usable = (level for level in hold.levels_ft if level >= floor_ft)
    return next((level for level in usable if _clear_of(level, taken)), None)


def _clear_of(level_ft: int, taken: set[int | None]) -> bool:
    return all(other is None or abs(other - level_ft) >= _LEVEL_BUFFER_FT for other in taken)


def _letdown(context: Context, strip: Strip, airfield: Airfield) -> tuple[Event, ...]:
    """Take the letdown when it is free and he is first."""
    if airfield.key in context.board.letdown:
        return ()
    order = sequence(context.board, airfield.key)
    if not order or order[0].aircraft != strip.aircraft or strip.missed_ms is not None:
        return ()
    return (event_of(context, "letdown_taken", strip.aircraft, field=airfield.key),)


def _leave_level(context: Context, strip: Strip) -> tuple[Event, ...]:
    """Give up a hold's level once he is out of it."""
    track = context.board.track_of(strip.aircraft)
    if strip.hold is not None or strip.hold_level_ft is None or track is None:
        return ()
    if abs(track.altitude_ft - strip.hold_level_ft) < _OUT_OF_LEVEL_FT:
        return ()
    return (event_of(context, "hold_left", strip.aircraft, hold=None, hold_level_ft=None),)


def _hold(context: Context, strip: Strip, found: tuple[Airfield, Approach], number: int) -> Outcome:
    """Give him a racetrack from where he is at a free level, or say that there is none."""
    airfield = found[0]
    hold = next((one for _, one in sorted(airfield.holding.items())), None)
    track = context.board.track_of(strip.aircraft)
    here = _racetrack(context, *found, track) if track is not None else None
    level = strip.hold_level_ft if strip.hold is not None else None
    if level is None and hold is not None and here is not None:
        level = free_level(context, airfield, hold, strip, floor_ft=here.floor_ft)
    fact = Fact("number", float(number), "", FactSource.BOARD, airfield.key, context.now_ms)
    station = strip.station or ""
    if hold is None or here is None or level is None:
        if strip.was_told("unable"):
            return Outcome()
        none = directive("unable", rule="separation.no_level", facts=(fact,), reason="no_level")
        return Outcome(says=(Say(strip.aircraft, station, none),))
    variation = context.theatre.variation_deg(airfield.key)
    floor = Fact("floor", float(here.floor_ft), "ft", FactSource.PROFILE, airfield.key)
    order = directive(
        "hold",
        rule="separation.hold",
        facts=(fact, floor),
        altitude_ft=level,
        turn=here.turns,
        inbound_deg_mag=spoken_heading(here.inbound_deg_grid, variation),
        leg_min=here.leg_min,
    )
    events: tuple[Event, ...] = ()
    if strip.hold is None:
        events = (
            event_of(context, "hold_assigned", strip.aircraft, hold=hold.key, hold_level_ft=level),
            *advance(context, strip, "hold_given"),
        )
    return Outcome(events=events, says=(Say(strip.aircraft, station, order),))


def _racetrack(
    context: Context, airfield: Airfield, approach: Approach, track: Track
) -> Racetrack | None:
    return hold_here(
        airfield,
        grid_of(track),
        course=final_course(airfield, approach),
        airspeed_kt=max(track.speed_kt, _LEAST_HOLD_KT),
        variation_deg_east=context.theatre.variation_deg(airfield.key),
        heading_deg_grid=track.heading_deg_grid,
    )
