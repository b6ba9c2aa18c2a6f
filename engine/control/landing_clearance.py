"""The landing clearance on a talk-down: passed on by whoever talks him down, with the wind.

The runway is one aircraft's at a time; while it is another's he is told to continue. A pilot who
asks for it has not heard it, and is told again.
"""

from __future__ import annotations

from engine.control import briefing
from engine.control.lookup import approach_of, event_of, position_facts, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.runway import blocked_by, runway_key
from engine.control.speaking import TALKED_DOWN
from engine.control.strip import Strip
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact
from engine.profile.theatre import Airfield, Approach

__all__ = ["is_talked_down", "landing_clearance", "request_landing", "runway_taken"]


def is_talked_down(strip: Strip) -> bool:
    """Tell whether he is cleared for the approach and on it."""
    return strip.phase in TALKED_DOWN and strip.was_told("cleared_approach")


def request_landing(context: Context, request: Request) -> Outcome:
    """Answer a pilot on the talk-down who asks for, or waits for, his landing clearance."""
    strip = context.board.strip(who(context, request))
    found = approach_of(context, strip) if strip is not None else None
    track = context.board.track_of(strip.aircraft) if strip is not None else None
    if strip is None or found is None or track is None or request.station is None:
        return Outcome()
    airfield, approach = found
    facts = position_facts(context, track, airfield)
    said = landing_clearance(context, strip, airfield, approach, facts=facts)
    events: tuple[Event, ...] = ()
    if said[-1].kind == "cleared_to_land":
        events = (runway_taken(context, strip, airfield, approach),)
    station = strip.station or request.station
    return Outcome(events=events, says=tuple(Say(strip.aircraft, station, one) for one in said))


def landing_clearance(
    context: Context,
    strip: Strip,
    airfield: Airfield,
    approach: Approach,
    *,
    facts: tuple[Fact, ...],
) -> list[Directive]:
    """Return the clearance with the wind where the runway is free for him, else to continue."""
    if blocked_by(context, strip.aircraft, airfield, approach.runway) is not None:
        rule = "landing_clearance.runway_occupied"
        return [directive("continue_approach", rule=rule, facts=facts, reason="runway_occupied")]
    rule = "landing_clearance.cleared"
    return [
        briefing.wind(context, airfield, rule=rule),
        directive("cleared_to_land", rule=rule, facts=facts, runway=approach.runway),
    ]


def runway_taken(context: Context, strip: Strip, airfield: Airfield, approach: Approach) -> Event:
    """Return the event that makes the runway his."""
    key = runway_key(airfield, approach.runway)
    return event_of(context, "runway_taken", strip.aircraft, runway=key)
