"""Withdraw what he asked for: an emergency, an approach, or his last request."""

from __future__ import annotations

from engine.control.emergency import end_emergency
from engine.control.lookup import event_of, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.release import end_approach
from engine.model.directive import directive
from engine.model.fact import Fact, FactSource

__all__ = ["cancel"]


def cancel(context: Context, request: Request) -> Outcome:
    """End what he cancels; what he does not hold cannot be cancelled and is only acknowledged."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if aircraft is None or strip is None or request.station is None:
        return Outcome()
    slots = request.reading.slots if request.reading is not None else {}
    what = str(slots.get("what", ""))
    fact = Fact("cancelled", what, "", FactSource.REPORT, aircraft, context.now_ms)
    if strip.emergency is not None and what in ("emergency", "mayday", "pan", "distress"):
        ended = end_emergency(context, strip, reason="cancelled")
        said = directive("emergency_cancelled", rule="cancel.emergency", facts=(fact,))
        return Outcome(events=ended.events, says=(Say(aircraft, request.station, said),))
    if strip.approach is not None and what not in ("emergency", "last"):
        void = directive(
            "approach_cancelled", rule="cancel.approach", facts=(fact,), reason="requested"
        )
        return Outcome(
            events=(
                *end_approach(context, strip, reason="cancelled"),
                *advance(context, strip, "approach_cancelled"),
            ),
            says=(Say(aircraft, request.station, void),),
        )
    events = (event_of(context, "readback_judged", aircraft, readback=None),)
    gone = directive("request_cancelled", rule="cancel.request", facts=(fact,))
    return Outcome(events=events, says=(Say(aircraft, request.station, gone),))
