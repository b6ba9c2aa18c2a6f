"""Send him to the station he needs, on a channel he can tune, or say that nobody works it."""

from __future__ import annotations

from engine.control.lookup import field_for, station_named, tunable_channel, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.speaking import is_talked_down
from engine.control.strip import Strip
from engine.model.directive import Directive, directive
from engine.model.fact import Fact, FactSource
from engine.profile.theatre import Station

__all__ = ["contact", "station_for_role", "wrong_station"]

_ROLES = (
    "delivery",
    "ground",
    "tower",
    "departure",
    "approach",
    "center",
    "tasking",
    "atis",
    "marshal",
)
_STANDS_IN = {
    "delivery": ("ground", "tower"),
    "ground": ("tower",),
    "departure": ("approach", "center"),
    "approach": ("center", "tower"),
    "center": ("approach",),
    "tower": ("approach",),
}
"""Who is offered where a role is not worked: the next seat that would take the aircraft."""


def wrong_station(context: Context, request: Request) -> Outcome:
    """Name the right station and its frequency.

    `arguments` hold what he needs: `station` as he spoke it, or `role`. Whoever is talked down is
    sent nowhere, whatever he asks.
    """
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    here = context.theatre.station(request.station or "")
    if aircraft is None or strip is None or here is None:
        return Outcome()
    if is_talked_down(strip) and strip.station == here.key:
        fact = Fact("phase", strip.phase, "", FactSource.BOARD, aircraft, context.now_ms)
        stays = directive("unable", rule="wrong_station.on_final", facts=(fact,), reason="on_final")
        return Outcome(says=(Say(aircraft, here.key, stays),))
    spoken = request.arguments.get("station")
    role = str(request.arguments.get("role", ""))
    if not spoken and not role:
        asked = directive("say_missing", rule="wrong_station.which", item="frequency")
        return Outcome(says=(Say(aircraft, here.key, asked),))
    if spoken:
        there, role = station_named(context.theatre, str(spoken), heard_on=here)
    else:
        there = station_for_role(context, strip, here, role)
    if there is not None and there.staffed and there.key != here.key:
        reply = contact(context, strip, there, rule="wrong_station.contact")
        if reply is not None:
            return Outcome(says=(Say(aircraft, here.key, reply),))
    return Outcome(says=(Say(aircraft, here.key, _not_staffed(context, strip, here, role)),))


def contact(context: Context, strip: Strip, there: Station, *, rule: str) -> Directive | None:
    """Return the order to call a station, or None when his radios reach none of its channels."""
    channel = tunable_channel(context, strip.aircraft, there)
    if channel is None:
        return None
    fact = Fact("station", there.key, "", FactSource.PROFILE, strip.type_name, context.now_ms)
    return directive(
        "contact",
        rule=rule,
        facts=(fact,),
        station=there.name,
        frequency_hz=channel.frequency_hz,
    )


def station_for_role(context: Context, strip: Strip, here: Station, role: str) -> Station | None:
    """Return the staffed station that works a role for him: of this field, else of the theatre."""
    airfield = field_for(context, strip, here)
    mine = airfield.station_for_role(role) if airfield is not None else None
    theatres = context.theatre.stations.values()
    return mine or next((one for one in theatres if role in one.roles and one.staffed), None)


def _not_staffed(context: Context, strip: Strip, here: Station, role: str) -> Directive:
    """Say that nobody works a position, and who takes him instead."""
    if role not in _ROLES:
        return directive("unable", rule="wrong_station.unknown", reason="not_here")
    fact = Fact("role", role, "", FactSource.PROFILE, here.field or "", context.now_ms)
    for stand_in in _STANDS_IN.get(role, ()):
        there = station_for_role(context, strip, here, stand_in)
        channel = tunable_channel(context, strip.aircraft, there) if there is not None else None
        if there is None or channel is None or there.key == here.key:
            continue
        return directive(
            "not_staffed",
            rule="wrong_station.not_staffed",
            facts=(fact,),
            role=role,
            station=there.name,
            frequency_hz=channel.frequency_hz,
        )
    return directive("not_staffed", rule="wrong_station.not_staffed", facts=(fact,), role=role)
