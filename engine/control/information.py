"""Answer a question: wind, altimeter, runway, where he is, what he may expect.

Each answer is computed from the same source every time it is asked, so three questions in a
minute get one answer; what is not known is refused and never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.control import briefing
from engine.control.check_in import identified
from engine.control.lookup import approach_of, field_for, station_named, tunable_channel, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.sequence import number_of
from engine.control.speaking import is_talked_down
from engine.control.strip import Strip
from engine.control.wrong_station import wrong_station
from engine.model.directive import Directive, directive
from engine.model.fact import Fact, FactSource
from engine.profile.theatre import Airfield, Station

__all__ = ["information"]

_RULE = "information"
_Answer = Callable[[Context, Strip, Airfield, Station], tuple[Directive | None, ...]]


def information(context: Context, request: Request) -> Outcome:
    """Return what he asked, or that it is not available here."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    station = context.theatre.station(request.station or "")
    if aircraft is None or strip is None or station is None:
        return Outcome()
    airfield = field_for(context, strip, station)
    slots = request.reading.slots if request.reading is not None else {}
    target = slots.get("target")
    there = station_named(context.theatre, str(target), heard_on=station)[0] if target else None
    if target and slots.get("topic") == "frequency" and there != station:
        arguments = {"station": target}
        return wrong_station(context, replace(request, arguments=arguments))
    answer = _ANSWERS.get(str(slots.get("topic", "")))
    given = answer(context, strip, airfield, station) if answer and airfield is not None else ()
    says = [one for one in given if one is not None]
    if not says:
        says = [directive("unable", rule=f"{_RULE}.not_available", reason="not_available")]
    return Outcome(says=tuple(Say(aircraft, station.key, one) for one in says))


def _wind(context: Context, _strip: Strip, field: Airfield, _at: Station) -> tuple[Directive, ...]:
    return (briefing.wind(context, field, rule=f"{_RULE}.wind"),)


def _altimeter(
    context: Context, _strip: Strip, field: Airfield, _at: Station
) -> tuple[Directive | None, ...]:
    return (briefing.altimeter(context, field, rule=f"{_RULE}.altimeter"),)


def _weather(
    context: Context, strip: Strip, field: Airfield, at: Station
) -> tuple[Directive | None, ...]:
    return (*_wind(context, strip, field, at), *_altimeter(context, strip, field, at))


def _runway(
    context: Context, _strip: Strip, field: Airfield, _at: Station
) -> tuple[Directive | None, ...]:
    return (briefing.runway_in_use(context, field, rule=f"{_RULE}.runway"),)


def _broadcast(
    context: Context, strip: Strip, field: Airfield, at: Station
) -> tuple[Directive | None, ...]:
    """Give what a broadcast would hold; no letter, for none is on the air."""
    return (*_runway(context, strip, field, at), *_weather(context, strip, field, at))


def _position(
    context: Context, strip: Strip, _field: Airfield, at: Station
) -> tuple[Directive | None, ...]:
    if not strip.identified or not at.radar:
        return (directive("not_identified", rule=f"{_RULE}.position"),)
    return (identified(context, strip, station_key=at.key, rule=f"{_RULE}.position"),)


def _altitude(
    _context: Context, strip: Strip, _field: Airfield, _at: Station
) -> tuple[Directive | None, ...]:
    if strip.level_ft is None:
        return ()
    rule = f"{_RULE}.altitude"
    return (directive("level", rule=rule, verb="maintain", altitude_ft=strip.level_ft),)


def _approach(
    context: Context, strip: Strip, _field: Airfield, _at: Station
) -> tuple[Directive | None, ...]:
    found = approach_of(context, strip)
    if found is None:
        return ()
    return (briefing.expect(context, found[0], found[1], rule=f"{_RULE}.approach"),)


def _place(
    context: Context, strip: Strip, _field: Airfield, _at: Station
) -> tuple[Directive | None, ...]:
    """Give his number to land; one who asked for no approach has none, and is asked what he wants.

    Whoever has the approach is told to go on: there is nobody before him and nothing to wait for.
    """
    rule = f"{_RULE}.place"
    if is_talked_down(strip):
        return (directive("continue_approach", rule=rule),)
    if strip.missed_ms is not None:
        found = approach_of(context, strip)
        return (briefing.missed_approach(context, *found, rule="missed.asked"),) if found else ()
    number = number_of(context.board, strip)
    if number is None:
        return (directive("say_missing", rule=rule, item="intentions"),)
    fact = Fact("number", number, "", FactSource.BOARD, strip.aircraft, context.now_ms)
    return (directive("sequence", rule=rule, facts=(fact,), number=number),)


def _frequency(
    context: Context, strip: Strip, _field: Airfield, at: Station
) -> tuple[Directive | None, ...]:
    channel = tunable_channel(context, strip.aircraft, at)
    if channel is None:
        return ()
    rule = f"{_RULE}.frequency"
    return (directive("contact", rule=rule, station=at.name, frequency_hz=channel.frequency_hz),)


_ANSWERS: Mapping[str, _Answer] = {
    "wind": _wind,
    "altimeter": _altimeter,
    "weather": _weather,
    "runway": _runway,
    "atis": _broadcast,
    "position": _position,
    "altitude": _altitude,
    "clearance": _approach,
    "expected_approach": _approach,
    "delay": _place,
    "sequence": _place,
    "frequency": _frequency,
}
