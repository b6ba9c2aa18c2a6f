"""Refuse to act for a pilot who uses another's callsign: the real one is asked to call."""

from __future__ import annotations

from engine.control.lookup import who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.model.directive import directive
from engine.model.fact import Fact, FactSource

__all__ = ["wrong_name"]


def wrong_name(context: Context, request: Request) -> Outcome:
    """Ask the caller for his own callsign; nothing is issued to him or to the other."""
    aircraft = who(context, request)
    if aircraft is None or request.station is None or request.call is None:
        return Outcome()
    spoken = request.call.heard or request.call.callsign or ""
    fact = Fact("spoken_name", spoken, "", FactSource.REPORT, aircraft, context.now_ms)
    asked = directive("say_missing", rule="wrong_name", facts=(fact,), item="callsign")
    return Outcome(says=(Say(aircraft, request.station, asked),))
