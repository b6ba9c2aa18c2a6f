"""Take a first call on a frequency: who he is, where he is, what he wants.

A check-in never demotes: whoever holds a clearance keeps it. Nobody joins the arrival sequence by
calling; that takes a request, in the air, to a station that works arrivals.
"""

from __future__ import annotations

from engine.control.identify import label_of
from engine.control.lookup import (
    airborne,
    approach_of,
    direction_word,
    event_of,
    field_for,
    grid_of,
    position_facts,
    who,
)
from engine.control.names import is_damaged_form
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.strip import Radio, Strip
from engine.control.wrong_station import contact
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.geometry import range_nm
from engine.model.intent import Intent
from engine.model.stimulus import Heard
from engine.profile.theatre import Station

__all__ = ["check_in", "identified", "work_here"]

_NO_REQUEST = frozenset((Intent.CHECK_IN, Intent.REPORT_POSITION, Intent.REPORT_ALTITUDE))


def check_in(context: Context, request: Request) -> Outcome:
    """Identify him, put him on this station's strips, and ask for what is missing."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    station = context.theatre.station(request.station or "")
    if aircraft is None or strip is None or station is None:
        return Outcome()
    elsewhere = _worked_by_another(context, strip, station)
    if elsewhere is not None:
        return Outcome(says=(Say(aircraft, station.key, elsewhere),))
    says: list[Directive] = []
    events = list(work_here(context, request, strip))
    wrong_name = _wrong_name(context, request)
    if wrong_name is not None:
        says.append(_ask("callsign", "check_in.name_corrected", strip))
        events.append(wrong_name)
    if not strip.identified:
        says += _unidentified(request, strip)
    else:
        seen = identified(context, strip, station_key=station.key, rule="check_in.identified")
        if seen is not None and station.radar:
            says.insert(0, seen)
        if _wants_nothing(request) and not _has_business(context, strip):
            says.append(_ask("intentions", "check_in.intentions", strip))
    if not says:
        says.append(directive("acknowledge", rule="check_in.continued"))
    return Outcome(
        events=tuple(events), says=tuple(Say(aircraft, station.key, one) for one in says)
    )


def _worked_by_another(context: Context, strip: Strip, here: Station) -> Directive | None:
    """Return the order to call whoever works his approach, when that is not this station.

    A pilot who misses and calls the tower is not the tower's: one station flies him.
    """
    found = approach_of(context, strip)
    there = context.theatre.station(found[1].worked_by) if found is not None else None
    if there is None or there.key == here.key or not there.staffed or "approach" in here.roles:
        return None
    return contact(context, strip, there, rule="check_in.worked_by_approach")


def identified(context: Context, strip: Strip, *, station_key: str, rule: str) -> Directive | None:
    """Return his range and direction from the field of a station, or None without a fix."""
    track = context.board.track_of(strip.aircraft)
    airfield = field_for(context, strip, context.theatre.station(station_key))
    if track is None or airfield is None or airborne(context, strip.aircraft) is False:
        return None
    reference = airfield.reference_point.grid
    return directive(
        "identified",
        rule=rule,
        facts=position_facts(context, track, airfield),
        range_nm=round(range_nm(reference, grid_of(track))),
        direction=direction_word(reference, grid_of(track)),
    )


def work_here(context: Context, request: Request, strip: Strip) -> tuple[Event, ...]:
    """Return the event that puts him on the strips of the station he called.

    En route he is bound nowhere until he asks: the field he left is not where he is going.
    """
    station = context.theatre.station(request.station or "")
    if station is None or strip.station == station.key:
        return ()
    bound = strip.field if strip.approach is not None else None
    field = station.field or bound
    return (event_of(context, "worked_by", strip.aircraft, station=station.key, field=field),)


def _unidentified(request: Request, strip: Strip) -> list[Directive]:
    """Ask a voice without a track who and where it is; what he said already is not asked."""
    slots = request.reading.slots if request.reading is not None else {}
    named = request.call is not None and (request.call.callsign or request.call.heard)
    placed = {"distance_nm", "fix", "radial_deg", "parking"} & set(slots)
    level = {"altitude_ft", "passing_ft", "parking"} & set(slots)
    says = []
    if not named and not strip.was_told("say_missing"):
        says.append(_ask("callsign", "check_in.who", strip))
    if placed and level:
        return says
    if placed:
        says.append(_ask("altitude", "check_in.where", strip))
    elif level:
        says.append(_ask("position", "check_in.where", strip))
    else:
        says.append(directive("not_identified", rule="check_in.not_identified"))
    return says


def _ask(item: str, rule: str, strip: Strip) -> Directive:
    fact = Fact("strip", strip.label, "", FactSource.BOARD, strip.aircraft)
    return directive("say_missing", rule=rule, facts=(fact,), item=item)


def _wants_nothing(request: Request) -> bool:
    """Tell whether the call only reports: then he is asked what he wants."""
    if request.call is None:
        return False
    return all(reading.intent in _NO_REQUEST for reading in request.call.readings)


def _has_business(context: Context, strip: Strip) -> bool:
    """Tell whether his intentions are known: an approach, an emergency, or he was just asked."""
    flown = airborne(context, strip.aircraft)
    return strip.approach is not None or strip.emergency is not None or flown is None


def _wrong_name(context: Context, request: Request) -> Event | None:
    """Return the event of correcting a name that is not his, once for each radio."""
    heard, call = request.stimulus, request.call
    if not isinstance(heard, Heard) or call is None or call.callsign is None:
        return None
    radio = context.board.radios.get(heard.guid)
    if radio is None or radio.name_corrected:
        return None
    spoken = call.heard or call.callsign
    if call.callsign in _own_names(context, radio) or any(
        is_damaged_form(spoken, name) for name in _own_names(context, radio)
    ):
        return None
    return event_of(context, "name_corrected", radio.aircraft, guid=heard.guid, heard=spoken)


def _own_names(context: Context, radio: Radio) -> frozenset[str]:
    strip = context.board.strip(radio.aircraft)
    track = context.board.track_of(radio.aircraft)
    names = {label_of(radio, track), radio.name}
    if strip is not None:
        names.add(strip.label)
    if track is not None:
        names |= {track.unit_name, track.player_name or ""}
    return frozenset(name for name in names if name)
