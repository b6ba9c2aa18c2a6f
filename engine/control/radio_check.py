"""Answer a radio check: the one call that needs no identity, no position and no phase."""

from __future__ import annotations

from engine.control.lookup import who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.model.directive import directive
from engine.model.fact import Fact, FactSource
from engine.model.stimulus import Heard

__all__ = ["radio_check"]

_READABLE = 5
_READABLE_WITH_DIFFICULTY = 3


def radio_check(context: Context, request: Request) -> Outcome:
    """Say how well he is read, on the ICAO scale of 1 to 5."""
    aircraft, heard = who(context, request), request.stimulus
    if aircraft is None or request.station is None or not isinstance(heard, Heard):
        return Outcome()
    readability = _READABLE_WITH_DIFFICULTY if heard.stepped_on else _READABLE
    fact = Fact(
        "stepped_on", heard.stepped_on, "", FactSource.REPORT, heard.transmission_id, heard.ended_ms
    )
    reply = directive(
        "radio_check_reply", rule="radio_check", facts=(fact,), readability=readability
    )
    return Outcome(says=(Say(aircraft, request.station, reply),))
