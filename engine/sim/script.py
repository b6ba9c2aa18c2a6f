"""What a sortie is made of: who flies from where, in which weather, how well he hears.

Everything that varies between seeds is drawn here and nowhere else, so a seed is a sortie. Starts
are over the sea side of the field: number one outbound abeam the final course at seven miles, so
that he can be turned on at about eight; number two behind him at twelve. The final is the one into
the wind, as a controller chooses it, and nobody starts below what is safe there.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.control.briefing import end_into_wind
from engine.control.safe_altitude import safe_altitude_ft
from engine.model.errors import ConfigurationError
from engine.model.geometry import GridPoint, normalise_deg, offset
from engine.profile.theatre import Airfield, Airframe, Approach, Channel, Station, Theatre
from engine.sim.aircraft import Wind

__all__ = ["CALLSIGNS", "PilotScript", "Sortie", "working_station"]

MAX_WIND_KT = 20.0
USUAL_PLATFORM_FT = 2000
"""Starts are drawn for a platform this high; where it is higher they are as much higher."""
LEVELS_FT = 1000.0
MARGIN_FT = 500.0
"""Above the safe altitude at the start, for a pilot who does not hold his level to the foot."""
UNVECTORED_NM = 5
"""What is flown from the start until the first vector is obeyed."""
MISHEARD_RATE = 0.10
_VHF_HZ = (108_000_000, 174_000_000)
_UHF_HZ = (225_000_000, 400_000_000)
CALLSIGNS = ("Pony 1-1", "Enfield 2-1", "Colt 1-2", "Uzi 3-1", "Springfield 1-1", "Chevy 2-2")
"""Group names of the sim and one from the warbird servers, with flight and position."""


@dataclass(frozen=True, slots=True)
class PilotScript:
    """One pilot: who he is, what he flies, where he starts and how quick he is.

    `band` is `VHF` or `UHF`; `calls_after_ms` is when he first calls; `lag_ms` is how long he
    takes to answer.
    """

    callsign: str
    type_name: str
    band: str
    frequency_hz: int
    start: GridPoint
    altitude_ft: float
    heading_deg_grid: float
    speed_kt: float
    calls_after_ms: int = 0
    lag_ms: int = 1200
    characters_per_second: float = 16.0
    radio_check: bool = False
    miss_first: bool = False


@dataclass(frozen=True, slots=True)
class Sortie:
    """Two or more arrivals at one field, seeded."""

    field: str
    approach: str
    seed: int
    wind: Wind
    qnh_hpa: float
    cloud_base_ft: float
    visibility_nm: float
    pilots: tuple[PilotScript, ...]
    misheard_rate: float = MISHEARD_RATE

    @staticmethod
    def from_seed(
        theatre: Theatre, field: str, seed: int, *, types: tuple[str, ...] = ()
    ) -> Sortie:
        """Return the sortie of a seed: two pilots, one on VHF and one on UHF where there is one.

        `types` sets what they fly, as far as the theatre has those airframes; the rest is drawn.
        """
        rng = random.Random(f"sortie/{field}/{seed}")
        airfield = theatre.fields[field]
        callsigns = rng.sample(CALLSIGNS, 2)
        station = working_station(theatre, airfield, _surveillance(airfield)[0])
        drawn: list[_Drawn] = []
        for index, callsign in enumerate(callsigns):
            channel = _channel(station, ("VHF", "UHF")[index])
            used = {one.airframe.type_name for one in drawn}
            airframe = _airframe(theatre, channel, used, rng)
            if index < len(types):
                airframe = theatre.airframes.get(types[index], airframe)
            drawn.append(_draw(rng, index, callsign=callsign, airframe=airframe, channel=channel))
        wind = Wind(
            from_deg_grid=float(rng.randrange(0, 360, 10)),
            speed_kt=float(rng.randrange(0, int(MAX_WIND_KT) + 1)),
        )
        approach = _approach_into_wind(airfield, wind)
        return Sortie(
            field=field,
            approach=approach.key,
            seed=seed,
            wind=wind,
            qnh_hpa=float(rng.randrange(1003, 1024)),
            cloud_base_ft=float(rng.randrange(1000, 2600, 100)),
            visibility_nm=rng.uniform(2.5, 6.0),
            pilots=_placed(airfield, approach, drawn),
        )


def working_station(theatre: Theatre, airfield: Airfield, approach: Approach) -> Station:
    """Return the station that works an approach, by its key in the field or in the theatre."""
    named = airfield.stations.get(approach.worked_by) or theatre.station(approach.worked_by)
    station = named or airfield.station_for_role("approach")
    if station is None:
        message = f"{airfield.name}: nobody works approach {approach.key}"
        raise ConfigurationError(message)
    return station


def _surveillance(airfield: Airfield) -> list[Approach]:
    found = [one for _, one in sorted(airfield.approaches.items()) if one.kind == "asr"]
    if not found:
        message = f"{airfield.name} has no surveillance approach; a sortie needs one to fly"
        raise ConfigurationError(message)
    return found


def _approach_into_wind(airfield: Airfield, wind: Wind) -> Approach:
    """Return the approach a controller gives in that wind."""
    found = _surveillance(airfield)
    end = end_into_wind(airfield, wind.from_deg_grid, speed_kt=wind.speed_kt)
    into_wind = [one for one in found if end is not None and one.runway == end.designator]
    return (into_wind or found)[0]


def _channel(station: Station, band: str) -> Channel:
    low, high = _VHF_HZ if band == "VHF" else _UHF_HZ
    inside = [one for one in station.channels if low <= one.frequency_hz <= high]
    return inside[0] if inside else station.channels[0]


def _airframe(theatre: Theatre, channel: Channel, used: set[str], rng: random.Random) -> Airframe:
    fit = [
        airframe
        for key, airframe in sorted(theatre.airframes.items())
        if airframe.can_tune(channel)
        and not airframe.helicopter
        and 100 <= airframe.approach_kt <= 160
        and airframe.minimum_vector_kt <= 200
        and airframe.type_name not in used
    ]
    if not fit:
        message = f"no airframe of the profile can tune {channel.frequency_hz} Hz"
        raise ConfigurationError(message)
    return rng.choice(fit)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A pilot as he is drawn, his place still relative to whatever final he will fly."""

    callsign: str
    airframe: Airframe
    channel: Channel
    beside_deg: float
    distance_nm: float
    off_heading_deg: float
    altitude_ft: float
    speed_kt: float
    calls_after_ms: int
    lag_ms: int
    characters_per_second: float
    radio_check: bool


def _draw(
    rng: random.Random, index: int, *, callsign: str, airframe: Airframe, channel: Channel
) -> _Drawn:
    first = index == 0
    return _Drawn(
        callsign=callsign,
        airframe=airframe,
        channel=channel,
        beside_deg=rng.uniform(14.0, 20.0) if first else rng.uniform(5.0, 25.0),
        distance_nm=rng.uniform(6.6, 7.4) if first else rng.uniform(11.5, 12.5),
        off_heading_deg=rng.uniform(-6.0, 6.0) if first else rng.uniform(-30.0, 30.0),
        altitude_ft=float(
            rng.randrange(3000, 4100, 500) if first else rng.randrange(5000, 6600, 500)
        ),
        speed_kt=float(max(airframe.minimum_vector_kt, rng.randrange(205, 236, 5))),
        calls_after_ms=rng.randrange(2000, 5000, 250)
        if first
        else rng.randrange(20_000, 40_000, 250),
        lag_ms=rng.randrange(900, 2600, 50),
        characters_per_second=rng.uniform(14.0, 18.0),
        radio_check=rng.random() < 0.3,
    )


def _placed(
    airfield: Airfield, approach: Approach, drawn: Sequence[_Drawn]
) -> tuple[PilotScript, ...]:
    """Return the pilots where they start, each above the ground there and above the one before."""
    end = airfield.runway_end(approach.runway)
    if end is None:
        message = f"{airfield.name} has no runway {approach.runway}"
        raise ConfigurationError(message)
    outbound = normalise_deg(end.heading_deg_grid + 180.0)
    side = -1.0 if approach.pattern_side == "right" else 1.0
    raised_ft = max(0.0, _up(approach.platform_ft - USUAL_PLATFORM_FT))
    pilots: list[PilotScript] = []
    for index, one in enumerate(drawn):
        bearing = normalise_deg(outbound + side * one.beside_deg)
        along = outbound if index == 0 else end.heading_deg_grid
        heading = normalise_deg(along + one.off_heading_deg)
        start = offset(airfield.reference_point.grid, bearing, one.distance_nm)
        floor_ft = _floor_ft(airfield, start, heading)
        above_ft = pilots[-1].altitude_ft + LEVELS_FT if pilots else 0.0
        low_band = one.channel.frequency_hz < _UHF_HZ[0]
        pilots.append(
            PilotScript(
                callsign=one.callsign,
                type_name=one.airframe.type_name,
                band="VHF" if low_band else "UHF",
                frequency_hz=one.channel.frequency_hz,
                start=start,
                altitude_ft=max(one.altitude_ft + raised_ft, _up(floor_ft + MARGIN_FT), above_ft),
                heading_deg_grid=heading,
                speed_kt=one.speed_kt,
                calls_after_ms=one.calls_after_ms,
                lag_ms=one.lag_ms,
                characters_per_second=one.characters_per_second,
                radio_check=one.radio_check,
            )
        )
    return tuple(pilots)


def _floor_ft(airfield: Airfield, start: GridPoint, heading_deg: float) -> float:
    """Return the highest safe altitude on what he flies before he is vectored."""
    places = [offset(start, heading_deg, float(nm)) for nm in range(UNVECTORED_NM + 1)]
    return float(max((safe_altitude_ft(airfield, one) or 0) for one in places))


def _up(feet: float) -> float:
    """Return an altitude rounded up to the next five hundred."""
    return math.ceil(feet / 500.0) * 500.0
