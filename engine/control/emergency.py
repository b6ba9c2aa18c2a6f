"""Distress and urgency: acknowledged first, the channel cleared, and given back when it is over.

MAYDAY commands silence on the channel (ICAO Annex 10 II 5.3.2.1.2); a pan does not. It works in
every phase, for a voice without a track as well, and any word for help counts (FAA JO 7110.65
10-1-1). Silence ends with the emergency: cancelled, landed, or the aircraft gone.
"""

from __future__ import annotations

from engine.control.lookup import airborne, event_of, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.strip import Strip
from engine.model.directive import AircraftId, StationId, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource

__all__ = ["declare_emergency", "distress_over", "end_emergency"]


def declare_emergency(context: Context, request: Request) -> Outcome:
    """Acknowledge at once; for a mayday, tell everybody else to keep silent, once a channel."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if aircraft is None or strip is None or request.station is None:
        return Outcome()
    slots = request.reading.slots if request.reading is not None else {}
    level = "pan" if slots.get("level") == "pan" else "mayday"
    fact = Fact("declared", level, "", FactSource.REPORT, aircraft, context.now_ms)
    events = []
    if strip.emergency not in (level, "mayday"):
        events.append(event_of(context, "emergency_declared", aircraft, emergency=level))
    known = directive(
        "emergency_acknowledged", rule="emergency.declared", facts=(fact,), level=level
    )
    says = [Say(aircraft, request.station, known)]
    if not strip.identified:
        asked = directive("not_identified", rule="emergency.not_identified", facts=(fact,))
        says.append(Say(aircraft, request.station, asked))
    elif "nature" not in slots:
        item = directive(
            "say_missing", rule="emergency.intentions", facts=(fact,), item="intentions"
        )
        says.append(Say(aircraft, request.station, item))
    if level == "mayday" and request.station not in context.board.silence:
        events.append(_silence(context, request.station, aircraft))
        silent = directive("stop_transmitting", rule="emergency.silence", facts=(fact,))
        says.append(Say(None, request.station, silent))
    return Outcome(events=tuple(events), says=tuple(says))


def end_emergency(context: Context, strip: Strip, *, reason: str) -> Outcome:
    """Return what ends an emergency: the record, and silence lifted where it was imposed."""
    return Outcome(
        events=(
            event_of(context, "emergency_ended", strip.aircraft, emergency=None, reason=reason),
        ),
    )


def distress_over(context: Context, _request: Request) -> Outcome:
    """Lift silence wherever the aircraft it was for is down, gone, or no longer in distress."""
    events: list[Event] = []
    says: list[Say] = []
    board = context.board
    for station, aircraft in sorted(board.silence.items()):
        strip = board.strip(aircraft)
        reason = _over(context, strip)
        if reason is None:
            continue
        fact = Fact("distress", reason, "", FactSource.BOARD, aircraft, context.now_ms)
        events.append(_lift(context, station))
        ended = directive("distress_ended", rule=f"emergency.{reason}", facts=(fact,))
        says.append(Say(None, station, ended))
        if strip is not None and strip.emergency is not None:
            events += end_emergency(context, strip, reason=reason).events
    return Outcome(events=tuple(events), says=tuple(says))


def _over(context: Context, strip: Strip | None) -> str | None:
    if strip is None:
        return "gone"
    if strip.emergency is None:
        return "cancelled"
    if strip.has_flown and airborne(context, strip.aircraft) is False:
        return "landed"
    return None


def _silence(context: Context, station: StationId, aircraft: AircraftId) -> Event:
    return Event(
        kind="silence_imposed",
        t_ms=context.now_ms,
        aircraft=aircraft,
        station=station,
        sim_t=context.sim_time_s,
    )


def _lift(context: Context, station: StationId) -> Event:
    return Event(
        kind="silence_lifted", t_ms=context.now_ms, station=station, sim_t=context.sim_time_s
    )
