"""Answer who asks to land: on the talk-down from the runway, elsewhere with the way to it.

Whoever is talked down is answered by the station that talks him down, and is sent nowhere until
he is down. Who is merely inbound is offered the approach, or the station that gives it.
"""

from __future__ import annotations

from dataclasses import replace

from engine.control import briefing
from engine.control.arrival import request_approach
from engine.control.landing_clearance import landing_clearance, runway_taken
from engine.control.lookup import airborne, approach_of, position_facts, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.speaking import is_talked_down
from engine.control.strip import Strip
from engine.control.wrong_station import contact, wrong_station
from engine.model.directive import directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.profile.theatre import Airfield, Approach

__all__ = ["request_landing"]

_RULE = "landing_request"


def request_landing(context: Context, request: Request) -> Outcome:
    """Return his landing clearance, or what stands between him and it."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    here = context.theatre.station(request.station or "")
    if aircraft is None or strip is None or here is None:
        return Outcome()
    found = approach_of(context, strip)
    if found is not None and is_talked_down(strip) and strip.station == here.key:
        return _on_final(context, strip, *found)
    if airborne(context, aircraft) is False:
        fact = Fact("phase", strip.phase, "", FactSource.BOARD, aircraft, context.now_ms)
        told = directive("unable", rule=f"{_RULE}.on_ground", facts=(fact,), reason="on_ground")
        return Outcome(says=(Say(aircraft, here.key, told),))
    works_him = context.theatre.station(strip.station or "")
    if found is not None and works_him is not None and works_him.key != here.key:
        back = contact(context, strip, works_him, rule=f"{_RULE}.worked_by_another")
        if back is not None:
            return Outcome(says=(Say(aircraft, here.key, back),))
    if found is not None and strip.missed_ms is not None:
        missed = briefing.missed_approach(context, *found, rule="missed.asked")
        return Outcome(says=(Say(aircraft, here.key, missed),))
    if "approach" in here.roles:
        return request_approach(context, replace(request, reading=None))
    return wrong_station(context, replace(request, arguments={"role": "approach"}))


def _on_final(context: Context, strip: Strip, airfield: Airfield, approach: Approach) -> Outcome:
    track = context.board.track_of(strip.aircraft)
    facts = position_facts(context, track, airfield) if track is not None else ()
    said = landing_clearance(context, strip, airfield, approach, facts=facts)
    events: tuple[Event, ...] = ()
    if said[-1].kind == "cleared_to_land":
        events = (runway_taken(context, strip, airfield, approach),)
    station = strip.station or ""
    return Outcome(events=events, says=tuple(Say(strip.aircraft, station, one) for one in said))
