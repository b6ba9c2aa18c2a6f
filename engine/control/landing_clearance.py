"""The landing clearance on a talk-down: passed on by whoever talks him down, with the wind.

The runway is one aircraft's at a time; while it is another's he is told to continue. A pilot who
asks for it has not heard it, and is told again.
"""

from __future__ import annotations

from engine.control import briefing
from engine.control.lookup import event_of
from engine.control.outcome import Context
from engine.control.runway import blocked_by, runway_key
from engine.control.strip import Strip
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact
from engine.profile.theatre import Airfield, Approach

__all__ = ["landing_clearance", "runway_taken"]


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
