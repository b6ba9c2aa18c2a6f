"""What a pilot is told about the field and the procedure: altimeter, wind, runway, what if.

FAA JO 7110.65 5-10-4 and 5-11-1 list what must be said before a surveillance final: altimeter,
what to do when nothing is heard, the minimum descent altitude and missed approach point, and the
missed approach. It is more than a pilot can write down at once, so it goes out in parts, of which
each has few numbers, and in the quiet between vectors.
"""

from __future__ import annotations

import math

from engine.control.air_mass import Wind
from engine.control.lookup import surface_weather, tunable_channel
from engine.control.outcome import Context
from engine.control.strip import Strip
from engine.model.directive import Directive, directive
from engine.model.fact import Fact, FactSource
from engine.model.geometry import spoken_heading
from engine.profile.theatre import Airfield, Approach, RunwayEnd

__all__ = [
    "altimeter",
    "before_final",
    "end_into_wind",
    "expect",
    "lost_communication",
    "missed_approach",
    "runway_in_use",
    "runway_into_wind",
    "wind",
    "wind_aloft",
]

CALM_BELOW_KT = 3.0
"""Wind under 3 knots is called calm (FAA JO 7110.65 2-6-5)."""
_WIND_STEP_DEG = 10
_HPA_PER_INHG = 33.8639
_CHOICES = ("asr", "par", "ils", "visual", "ndb", "vor", "tacan", "overhead")
_WINDS = ("wind", "wind_calm")


def altimeter(context: Context, airfield: Airfield, *, rule: str) -> Directive | None:
    """Return the altimeter setting in the authority's unit, or None before any report."""
    weather = surface_weather(context, airfield)
    if weather is None:
        return None
    fact = Fact(
        "qnh", round(weather.qnh_hpa, 2), "hPa", FactSource.WEATHER, airfield.name, context.now_ms
    )
    if airfield.phraseology == "faa":
        inches = math.floor(weather.qnh_hpa / _HPA_PER_INHG * 100.0 + 0.5)
        return directive("altimeter", rule=rule, facts=(fact,), altimeter_inhg=inches)
    # A setting is rounded down, so that an altimeter never shows more than the height it has.
    return directive("altimeter", rule=rule, facts=(fact,), qnh_hpa=math.floor(weather.qnh_hpa))


def surface_wind(context: Context, airfield: Airfield) -> tuple[float, float, Fact]:
    """Return the wind at a field: from in grid degrees, knots, and where that is known from."""
    weather = surface_weather(context, airfield)
    if weather is None:
        theatre = context.theatre
        value = theatre.default_wind_speed_kt
        fact = Fact("wind", value, "kt", FactSource.PROFILE, theatre.key, context.now_ms)
        return theatre.default_wind_from_deg_grid, value, fact
    fact = Fact(
        "wind",
        round(weather.wind_speed_kt, 1),
        "kt",
        FactSource.WEATHER,
        airfield.name,
        context.now_ms,
    )
    return weather.wind_from_deg_grid, weather.wind_speed_kt, fact


def wind_aloft(context: Context, airfield: Airfield) -> Wind:
    """Return the reported wind as the geometry takes it."""
    from_deg_grid, speed_kt, _ = surface_wind(context, airfield)
    return Wind.blowing_from(from_deg_grid, speed_kt)


def wind(context: Context, airfield: Airfield, *, rule: str) -> Directive:
    """Return the surface wind as it is spoken: magnetic to ten degrees, or calm."""
    from_deg_grid, speed_kt, fact = surface_wind(context, airfield)
    if speed_kt < CALM_BELOW_KT:
        return directive("wind_calm", rule=rule, facts=(fact,))
    variation = context.theatre.variation_deg(airfield.key)
    return directive(
        "wind",
        rule=rule,
        facts=(fact,),
        wind_from_deg_mag=spoken_heading(from_deg_grid, variation, step_deg=_WIND_STEP_DEG),
        wind_speed_kt=round(speed_kt),
    )


def runway_into_wind(context: Context, airfield: Airfield) -> RunwayEnd | None:
    """Return the runway end into the wind as it is reported."""
    from_deg_grid, speed_kt, _ = surface_wind(context, airfield)
    return end_into_wind(airfield, from_deg_grid, speed_kt=speed_kt)


def end_into_wind(airfield: Airfield, from_deg_grid: float, *, speed_kt: float) -> RunwayEnd | None:
    """Return the runway end with most headwind; in calm, the first that has an approach."""
    ends = [end for runway in airfield.runways for end in runway.ends]
    if not ends:
        return None
    served = {approach.runway for approach in airfield.approaches.values()}
    if speed_kt < CALM_BELOW_KT:
        return next((end for end in ends if end.designator in served), ends[0])
    return max(
        ends,
        key=lambda end: (
            round(math.cos(math.radians(end.heading_deg_grid - from_deg_grid)), 6),
            end.designator in served,
        ),
    )


def runway_in_use(context: Context, airfield: Airfield, *, rule: str) -> Directive | None:
    """Return the runway in use: where somebody is on the letdown, his; else into the wind."""
    holder = context.board.strip(context.board.letdown.get(airfield.key))
    approach = airfield.approaches.get(holder.approach or "") if holder is not None else None
    end = runway_into_wind(context, airfield)
    name = approach.runway if approach is not None else end.designator if end is not None else None
    if name is None:
        return None
    fact = Fact("runway", name, "", FactSource.PROFILE, airfield.key, context.now_ms)
    return directive("runway_in_use", rule=rule, facts=(fact,), runway=name)


def _profile(context: Context, airfield: Airfield, approach: Approach) -> Fact:
    where = f"{airfield.key}/{approach.key}"
    return Fact("approach", approach.key, "", FactSource.PROFILE, where, context.now_ms)


def expect(context: Context, airfield: Airfield, approach: Approach, *, rule: str) -> Directive:
    """Return which approach he may expect."""
    return directive(
        "expect_approach",
        rule=rule,
        facts=(_profile(context, airfield, approach),),
        approach=approach.kind if approach.kind in _CHOICES else "visual",
        runway=approach.runway,
    )


def missed_approach(
    context: Context, airfield: Airfield, approach: Approach, *, rule: str
) -> Directive:
    """Return what to do if he misses, from the published procedure of this approach."""
    missed = approach.missed
    variation = context.theatre.variation_deg(airfield.key)
    return directive(
        "missed_approach_instruction",
        rule=rule,
        facts=(_profile(context, airfield, approach),),
        straight_to_ft=missed.straight_to_ft,
        turn=missed.turn,
        heading_deg_mag=spoken_heading(missed.heading_deg_grid, variation, step_deg=5),
        altitude_ft=missed.climb_to_ft,
    )


def lost_communication(
    context: Context, airfield: Airfield, approach: Approach, strip: Strip, *, rule: str
) -> Directive | None:
    """Return whom to call when nothing is heard, on a channel his radios reach, or None."""
    lost = approach.lost_communication
    station = context.theatre.station(lost.station) or airfield.stations.get(lost.station)
    channel = tunable_channel(context, strip.aircraft, station) if station is not None else None
    if station is None or channel is None:
        return None
    return directive(
        "lost_communication",
        rule=rule,
        facts=(_profile(context, airfield, approach),),
        pattern_s=lost.pattern_s,
        final_s=lost.final_s,
        station=station.name,
        frequency_hz=channel.frequency_hz,
    )


def before_final(
    context: Context, airfield: Airfield, approach: Approach, strip: Strip, *, rule: str
) -> tuple[Directive, ...]:
    """Return the next part of the briefing that he has not had, empty when he has had it all."""
    minimum = directive(
        "minimum_descent",
        rule=rule,
        facts=(_profile(context, airfield, approach),),
        altitude_ft=approach.minimum_descent_altitude_ft,
        missed_approach_point_nm_tenths=round(approach.missed_approach_point_nm * 10.0),
    )
    parts = (
        (
            expect(context, airfield, approach, rule=rule),
            altimeter(context, airfield, rule=rule),
        ),
        (missed_approach(context, airfield, approach, rule=rule), minimum),
        (
            wind(context, airfield, rule=rule),
            lost_communication(context, airfield, approach, strip, rule=rule),
        ),
    )
    untold = (
        tuple(one for one in part if one is not None and not _was_told(strip, one))
        for part in parts
    )
    return next((part for part in untold if part), ())


def _was_told(strip: Strip, one: Directive) -> bool:
    if one.kind in _WINDS:
        return any(strip.was_told(kind) for kind in _WINDS)
    return strip.was_told(one.kind)
