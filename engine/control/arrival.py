"""Take a request for the approach: identified, what to expect, and his place in the sequence.

Only a station that works arrivals gives it, only to an aircraft radar has and that is in the air.
Asking twice changes nothing: whoever has it is told again what he has.
"""

from __future__ import annotations

from engine.control import briefing
from engine.control.check_in import identified, work_here
from engine.control.lookup import airborne, approach_of, event_of, field_for, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.sequence import number_of, sequence
from engine.control.strip import Strip
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.slots import SlotValue
from engine.profile.theatre import Airfield, Approach

__all__ = ["request_approach"]

_RULE = "arrival"
_RADAR_KINDS = ("asr", "par")
_WORKED_KINDS = ("asr",)
"""The kinds of approach that are flown here; another that is asked for is refused by name."""


def request_approach(context: Context, request: Request) -> Outcome:
    """Return what he may expect, or why he cannot have it."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    station = context.theatre.station(request.station or "")
    if aircraft is None or strip is None or station is None:
        return Outcome()
    airfield = field_for(context, strip, station)
    if airfield is None:
        return _answer(request, strip, _refused("not_here", strip))
    if not strip.identified or not station.radar:
        unknown = directive("not_identified", rule=f"{_RULE}.not_identified")
        return _answer(request, strip, unknown, events=work_here(context, request, strip))
    if airborne(context, aircraft) is False:
        return _answer(request, strip, _refused("on_ground", strip))
    current = approach_of(context, strip)
    slots = request.reading.slots if request.reading is not None else {}
    wanted = _wanted(airfield, slots)
    if current is not None and current[0].key == airfield.key and current[1] in wanted:
        return _again(context, request, strip, *current)
    if not wanted:
        return _answer(request, strip, _refused("not_available", strip))
    if len({one.kind for one in wanted}) > 1:
        ask = directive("say_missing", rule=f"{_RULE}.which_approach", item="approach")
        return _answer(request, strip, ask, events=work_here(context, request, strip))
    return _begin(context, request, strip, airfield, _best(context, airfield, wanted))


def _wanted(airfield: Airfield, slots: object) -> list[Approach]:
    """Return the approaches worked here that fit what he asked for."""
    asked = slots if isinstance(slots, dict) else {}
    kind: SlotValue | None = asked.get("approach")
    runway: SlotValue | None = asked.get("runway")
    if isinstance(runway, str) and airfield.runway_end(runway) is None:
        runway = None  # misheard: there is no such runway here to be refused
    kinds = _RADAR_KINDS if kind in (None, "radar") else (str(kind),)
    return [
        approach
        for _, approach in sorted(airfield.approaches.items())
        if approach.kind in kinds
        and approach.kind in _WORKED_KINDS
        and (runway is None or approach.runway == runway)
    ]


def _best(context: Context, airfield: Airfield, wanted: list[Approach]) -> Approach:
    """Return the approach to the runway into the wind where there is a choice."""
    end = briefing.runway_into_wind(context, airfield)
    into_wind = [one for one in wanted if end is not None and one.runway == end.designator]
    return (into_wind or wanted)[0]


def _begin(
    context: Context, request: Request, strip: Strip, airfield: Airfield, approach: Approach
) -> Outcome:
    board = context.board
    waiting = [one for one in sequence(board, airfield.key) if one.aircraft != strip.aircraft]
    free = airfield.key not in board.letdown and not waiting
    number = 1 if free else _number(strip, waiting)
    events: list[Event] = [
        *work_here(context, request, strip),
        event_of(
            context, "approach_assigned", strip.aircraft, approach=approach.key, field=airfield.key
        ),
        event_of(context, "queued", strip.aircraft, queued_ms=context.now_ms, number=None),
        *advance(context, strip, "call_request_approach"),
    ]
    if free:
        events.append(event_of(context, "letdown_taken", strip.aircraft, field=airfield.key))
    fact = Fact("waiting", float(len(waiting)), "", FactSource.BOARD, airfield.key, context.now_ms)
    says = _briefing(context, request, strip, airfield, approach)
    if number > 1:
        place = directive("sequence", rule=f"{_RULE}.sequence", facts=(fact,), number=number)
        says.insert(1 if says and says[0].kind == "identified" else 0, place)
    return _answer(request, strip, *says, events=tuple(events))


def _number(strip: Strip, waiting: list[Strip]) -> int:
    """Return the place he gets: one in distress goes before all but the letdown's holder."""
    ahead = [
        one
        for index, one in enumerate(waiting)
        if index == 0 or strip.emergency is None or one.emergency is not None
    ]
    return len(ahead) + 1


def _briefing(
    context: Context, request: Request, strip: Strip, airfield: Airfield, approach: Approach
) -> list[Directive]:
    station = request.station or ""
    says = [
        identified(context, strip, station_key=station, rule=f"{_RULE}.identified"),
        briefing.expect(context, airfield, approach, rule=f"{_RULE}.expect"),
        briefing.altimeter(context, airfield, rule=f"{_RULE}.altimeter"),
    ]
    return [one for one in says if one is not None]


def _again(
    context: Context, request: Request, strip: Strip, airfield: Airfield, approach: Approach
) -> Outcome:
    """Tell him what he has: cleared, or what to expect and his number."""
    if strip.was_told("cleared_approach"):
        going = directive("continue_approach", rule=f"{_RULE}.cleared_already")
        return _answer(request, strip, going)
    if strip.guidance is not None and strip.was_told("expect_approach"):
        return _answer(request, strip, directive("acknowledge", rule=f"{_RULE}.asked_again"))
    says = [briefing.expect(context, airfield, approach, rule=f"{_RULE}.asked_again")]
    number = number_of(context.board, strip)
    if number is not None and number > 1:
        says.append(directive("sequence", rule=f"{_RULE}.asked_again", number=number))
    return _answer(request, strip, *says, events=work_here(context, request, strip))


def _refused(reason: str, strip: Strip) -> Directive:
    fact = Fact("phase", strip.phase, "", FactSource.BOARD, strip.aircraft)
    return directive("unable", rule=f"{_RULE}.{reason}", facts=(fact,), reason=reason)


def _answer(
    request: Request, strip: Strip, *says: Directive, events: tuple[Event, ...] = ()
) -> Outcome:
    station = request.station or ""
    return Outcome(events=events, says=tuple(Say(strip.aircraft, station, one) for one in says))
