"""Look up what a decision rests on: who, which station, which field, which approach, what weather.

Every answer is from the theatre or the board as of the context's instant; None means that it is
not known, and the rule that asked must say what it does then.
"""

from __future__ import annotations

from engine.control.names import squash
from engine.control.outcome import Context, Request
from engine.control.strip import Strip
from engine.model.directive import AircraftId
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.geometry import GridPoint, bearing_deg_grid, range_nm
from engine.model.picture import SurfaceWeather, Track
from engine.model.stimulus import Heard
from engine.profile.theatre import Airfield, Approach, Channel, Station, Theatre
from engine.world.movement import Movement

__all__ = [
    "airborne",
    "approach_of",
    "direction_word",
    "event_of",
    "field_for",
    "flies",
    "grid_of",
    "position_facts",
    "station_named",
    "surface_weather",
    "tunable_channel",
    "who",
]

_DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def who(context: Context, request: Request) -> AircraftId | None:
    """Return the aircraft a step is for: whom the radio speaks for now, else the one named.

    The radio may have been bound by an earlier step of the same turn, so it is asked afresh.
    """
    if isinstance(request.stimulus, Heard):
        return context.board.aircraft_of(request.stimulus.guid)
    return request.aircraft


def event_of(context: Context, kind: str, aircraft: AircraftId | None, **data: object) -> Event:
    """Return an event of now."""
    return Event(
        kind=kind, t_ms=context.now_ms, data=data, aircraft=aircraft, sim_t=context.sim_time_s
    )


def grid_of(track: Track) -> GridPoint:
    """Return where a track is on the grid."""
    return track.position.grid


def airborne(context: Context, aircraft: AircraftId) -> bool | None:
    """Return whether an aircraft flies, None where nobody knows."""
    movement = context.board.movement.get(aircraft)
    return None if movement is None else movement is Movement.AIRBORNE


def flies(context: Context, phase: str) -> bool:
    """Tell whether an aircraft in that phase is in the air, as the theatre's machine says."""
    known = context.theatre.phases.phases.get(phase)
    return known is not None and known.airborne is True


def field_for(context: Context, strip: Strip | None, station: Station | None) -> Airfield | None:
    """Return the field a request is about: the station's own, else where he is bound."""
    if station is not None and station.field is not None:
        return context.theatre.fields.get(station.field)
    if strip is not None and strip.field is not None:
        return context.theatre.fields.get(strip.field)
    return None


def approach_of(context: Context, strip: Strip) -> tuple[Airfield, Approach] | None:
    """Return the approach he was given and its field, or None."""
    if strip.field is None or strip.approach is None:
        return None
    airfield = context.theatre.fields.get(strip.field)
    approach = airfield.approaches.get(strip.approach) if airfield is not None else None
    return (airfield, approach) if airfield is not None and approach is not None else None


def station_named(
    theatre: Theatre, spoken: str, *, heard_on: Station
) -> tuple[Station | None, str]:
    """Return the station a pilot named and the role word he used, as heard on a station.

    A bare function is the field's of the station that heard him. A station that works the role
    beside its own answers for it. The station is None when nobody is known by that name.
    """
    wanted = squash(spoken)
    words = spoken.split()
    role = _ROLE_WORDS.get(words[-1].casefold(), "") if words else ""
    for station in theatre.all_stations():
        if squash(station.name) == wanted:
            return station, role or station.roles[0]
    if len(words) > 1:
        named = squash(" ".join(words[:-1]))
        airfield = next((one for one in theatre.fields.values() if squash(one.name) == named), None)
        if airfield is not None and role:
            return airfield.station_for_role(role), role
    if not role:
        return None, ""
    if role in heard_on.roles:
        return heard_on, role
    airfield = theatre.field_of(heard_on)
    mine = airfield.station_for_role(role) if airfield is not None else None
    theatres = (one for one in theatre.stations.values() if role in one.roles and one.staffed)
    return mine or next(theatres, None), role


_ROLE_WORDS = {
    "delivery": "delivery",
    "clearance": "delivery",
    "ground": "ground",
    "tower": "tower",
    "departure": "departure",
    "approach": "approach",
    "radar": "approach",
    "arrival": "approach",
    "director": "approach",
    "center": "center",
    "centre": "center",
    "control": "center",
    "marshal": "marshal",
}


def tunable_channel(
    context: Context, aircraft: AircraftId | None, station: Station
) -> Channel | None:
    """Return the first channel of a station that his aircraft's radios reach, or None.

    A type nobody has described is taken to reach the first: silence would help him less.
    """
    strip = context.board.strip(aircraft)
    type_name = strip.type_name if strip is not None else ""
    airframe = context.theatre.airframes.get(type_name)
    if airframe is None:
        return station.channels[0] if station.channels else None
    return next((one for one in station.channels if airframe.can_tune(one)), None)


def surface_weather(context: Context, airfield: Airfield) -> SurfaceWeather | None:
    """Return the weather the sim gave for a field, or None before any report."""
    report = context.board.weather
    if report is None:
        return None
    names = (airfield.name, airfield.key, airfield.icao)
    return next((report.by_field[name] for name in names if name in report.by_field), None)


def direction_word(start: GridPoint, end: GridPoint) -> str:
    """Return the compass word of `end` as seen from `start`."""
    bearing = bearing_deg_grid(start, end)
    return _DIRECTIONS[int((bearing + 22.5) // 45.0) % 8]


def position_facts(context: Context, track: Track, airfield: Airfield) -> tuple[Fact, ...]:
    """Return range, bearing and altitude of a track about a field, as evidence."""
    reference, point = airfield.reference_point.grid, grid_of(track)

    def seen(name: str, value: float, unit: str) -> Fact:
        rounded = round(value, 2)
        return Fact(name, rounded, unit, FactSource.TRACK, track.track_id, context.now_ms)

    return (
        seen("range", range_nm(reference, point), "nm"),
        seen("bearing", bearing_deg_grid(reference, point), "deg"),
        seen("altitude", track.altitude_ft, "ft"),
    )
