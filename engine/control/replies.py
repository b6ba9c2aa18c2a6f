"""The short answers: acknowledged, waiting, unable, not understood, not here.

Every intent has a reply, or a reason on record for none. None of these changes what anybody may
do; they keep a pilot from wondering whether he was heard.
"""

from __future__ import annotations

from engine.control.lookup import airborne, event_of, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.model.directive import directive
from engine.model.fact import Fact, FactSource
from engine.model.stimulus import Heard

__all__ = ["acknowledge", "not_available", "not_understood", "standby", "unable"]

_STANDBY_MS = 30_000
_MOST_SAY_AGAINS = 2
"""After two he is asked what he wants, and then nothing is said until he is understood."""


def acknowledge(context: Context, request: Request) -> Outcome:
    """Say that his report was received."""
    aircraft = who(context, request)
    if aircraft is None or request.station is None:
        return Outcome()
    return Outcome(says=(Say(aircraft, request.station, directive("acknowledge", rule="report")),))


def standby(context: Context, request: Request) -> Outcome:
    """Let him work: nothing unprompted for half a minute, but for what safety needs."""
    aircraft = who(context, request)
    if aircraft is None or request.station is None:
        return Outcome()
    until = context.now_ms + _STANDBY_MS
    return Outcome(
        events=(event_of(context, "paused", aircraft, standby_until_ms=until),),
        says=(Say(aircraft, request.station, directive("acknowledge", rule="standby")),),
    )


def unable(context: Context, request: Request) -> Outcome:
    """Take back what he cannot comply with, and ask what he wants instead."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if aircraft is None or strip is None or request.station is None:
        return Outcome()
    where = strip.last_said.transmission_id if strip.last_said is not None else ""
    fact = Fact("last_said", where, "", FactSource.BOARD, aircraft, context.now_ms)
    asked = directive("say_missing", rule="unable.intentions", facts=(fact,), item="intentions")
    return Outcome(
        events=(event_of(context, "readback_judged", aircraft, readback=None),),
        says=(
            Say(aircraft, request.station, directive("acknowledge", rule="unable", facts=(fact,))),
            Say(aircraft, request.station, asked),
        ),
    )


def not_available(context: Context, request: Request) -> Outcome:
    """Refuse what this service does not give, with the reason that fits where he is."""
    aircraft = who(context, request)
    if aircraft is None or request.station is None:
        return Outcome()
    reason = str(request.arguments.get("reason", "not_available"))
    wants_ground = request.arguments.get("where") == "ground"
    flies = airborne(context, aircraft)
    if wants_ground and flies:
        reason = "airborne"
    elif request.arguments.get("where") == "air" and flies is False:
        reason = "on_ground"
    intent = request.reading.intent if request.reading is not None else ""
    fact = Fact("intent", str(intent), "", FactSource.REPORT, aircraft, context.now_ms)
    reply = directive("unable", rule=f"unable.{reason}", facts=(fact,), reason=reason)
    return Outcome(says=(Say(aircraft, request.station, reply),))


def not_understood(context: Context, request: Request) -> Outcome:
    """Ask him to say again; a voice that is never understood is not asked for ever."""
    aircraft, heard = who(context, request), request.stimulus
    if aircraft is None or request.station is None or not isinstance(heard, Heard):
        return Outcome()
    strip = context.board.strip(aircraft)
    count = strip.not_understood if strip is not None else 0
    event = event_of(context, "not_understood", aircraft, not_understood=count + 1)
    fact = Fact("times", float(count), "", FactSource.BOARD, heard.transmission_id, context.now_ms)
    if count > _MOST_SAY_AGAINS:
        return Outcome(events=(event,))
    if count == _MOST_SAY_AGAINS:
        reply = directive(
            "say_missing", rule="not_understood.thrice", facts=(fact,), item="intentions"
        )
    else:
        reason = str(request.arguments.get("reason", "not_understood"))
        reply = directive(
            "say_again", rule=f"not_understood.{reason}", facts=(fact,), reason=reason
        )
    return Outcome(events=(event,), says=(Say(aircraft, request.station, reply),))
