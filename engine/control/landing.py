"""Down: one call to leave the runway and whom to call next, and the approach is his no more."""

from __future__ import annotations

from engine.control.lookup import airborne, event_of, grid_of, position_facts, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.release import end_approach
from engine.control.runway import is_on_runway
from engine.control.speaking import has_pending, talk_down_needs_channel
from engine.control.strip import Strip
from engine.control.wrong_station import contact
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact
from engine.model.geometry import range_nm
from engine.profile.theatre import Airfield
from engine.world.landing import SLOWED_TO

__all__ = ["landed", "report_landed"]

_AT_FIELD_NM = 3.0
_TAXI_KT = 40.0
"""Faster than this on the ground he is braking, not taxiing."""


def landed(context: Context, request: Request) -> Outcome:
    """Follow an aircraft that is down: say goodbye once, and note when it is off the runway."""
    strip = context.board.strip(request.aircraft)
    if strip is None or strip.phase not in ("landed", "vacated"):
        return Outcome()
    events: list[Event] = []
    airfield = _field(context, strip)
    if _slowed(context, strip):
        events.append(event_of(context, "rolled_out", strip.aircraft, rolled_out=True))
    if strip.approach is not None:
        events += end_approach(context, strip, reason="landed")
    if airfield is None:
        return Outcome(events=tuple(events))
    off = _off_runway(context, strip, airfield)
    if off and strip.phase == "landed":
        events += advance(context, strip, "sim_vacated")
    said = _goodbye(context, strip, airfield, on_runway=not off)
    return Outcome(
        events=tuple(events),
        says=tuple(Say(strip.aircraft, strip.station or "", one) for one in said),
    )


def report_landed(context: Context, request: Request) -> Outcome:
    """Answer a pilot who says he is down; radar decides whether he is."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    here = context.theatre.station(request.station or "")
    if aircraft is None or strip is None or here is None:
        return Outcome()
    airfield = _field(context, strip) or context.theatre.field_of(here)
    if airfield is None or airborne(context, aircraft) is not False:
        told = directive("acknowledge", rule="landing.reported")
        return Outcome(says=(Say(aircraft, here.key, told),))
    off = _off_runway(context, strip, airfield)
    ground = airfield.station_for_role("ground")
    says: list[Directive] = []
    if not off:
        says.append(directive("vacate_runway", rule="landing.vacate"))
    if ground is not None and ground.key != here.key:
        next_call = contact(context, strip, ground, rule="landing.contact_ground")
        says += [next_call] if next_call is not None else []
    return Outcome(
        says=tuple(
            Say(aircraft, here.key, one)
            for one in says or [directive("acknowledge", rule="landing.reported")]
        )
    )


def _field(context: Context, strip: Strip) -> Airfield | None:
    """Return the field he is down at, by where he is."""
    track = context.board.track_of(strip.aircraft)
    if track is None:
        return None
    near = [
        (range_nm(airfield.reference_point.grid, grid_of(track)), key)
        for key, airfield in context.theatre.fields.items()
    ]
    distance, key = min(near, default=(_AT_FIELD_NM + 1.0, ""))
    return context.theatre.fields[key] if distance <= _AT_FIELD_NM else None


def _slowed(context: Context, strip: Strip) -> bool:
    """Tell whether he is seen for the first time to mean to stay: he brakes from his touchdown."""
    track = context.board.track_of(strip.aircraft)
    if track is None or strip.touchdown_kt is None or strip.rolled_out:
        return False
    return track.speed_kt <= strip.touchdown_kt * SLOWED_TO


def _off_runway(context: Context, strip: Strip, airfield: Airfield) -> bool:
    track = context.board.track_of(strip.aircraft)
    if track is None:
        return True
    return not any(is_on_runway(airfield, runway, grid_of(track)) for runway in airfield.runways)


def _goodbye(
    context: Context, strip: Strip, airfield: Airfield, *, on_runway: bool
) -> list[Directive]:
    """Return what is due after landing: to leave the runway, and once to call Ground.

    Nothing is said to a pilot who is still braking. Taxiing in is Ground's wherever it is worked,
    so nobody sends him by way of another station first.
    """
    track = context.board.track_of(strip.aircraft)
    here = context.theatre.station(strip.station or "")
    slow = track is not None and track.speed_kt <= _TAXI_KT
    busy = has_pending(context, strip) or talk_down_needs_channel(context, strip)
    if track is None or here is None or not slow or busy:
        return []
    facts: tuple[Fact, ...] = position_facts(context, track, airfield)
    says = []
    sent = any(name.startswith("contact ") for name in strip.told)
    if on_runway and not sent and not strip.was_told("vacate_runway"):
        says.append(directive("vacate_runway", rule="landing.vacate", facts=facts))
    there = airfield.station_for_role("ground") or airfield.station_for_role("tower")
    if there is not None and there.key != here.key and not strip.was_told(f"contact {there.name}"):
        next_call = contact(context, strip, there, rule="landing.contact_ground")
        says += [next_call] if next_call is not None else []
    return says
