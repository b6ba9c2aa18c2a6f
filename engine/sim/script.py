"""What a sortie is made of: who flies from where, in which weather, how well he hears.

Everything that varies between seeds is drawn here and nowhere else, so a seed is a sortie. Starts
are over the sea side of the field: number one outbound abeam the final course at seven miles, so
that he can be turned on at about eight; number two behind him at twelve.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.model.geometry import GridPoint, normalise_deg, offset
from engine.profile.theatre import Airfield, Airframe, Approach, Channel, Station, Theatre
from engine.sim.aircraft import Wind

__all__ = ["CALLSIGNS", "PilotScript", "Sortie", "working_station"]

MAX_WIND_KT = 20.0
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
        approach = _radar_approach(airfield)
        station = working_station(theatre, airfield, approach)
        callsigns = rng.sample(CALLSIGNS, 2)
        pilots: list[PilotScript] = []
        for index, callsign in enumerate(callsigns):
            channel = _channel(station, ("VHF", "UHF")[index])
            used = {pilot.type_name for pilot in pilots}
            airframe = _airframe(theatre, channel, used, rng)
            if index < len(types):
                airframe = theatre.airframes.get(types[index], airframe)
            pilots.append(
                _pilot(
                    airfield,
                    approach,
                    rng,
                    index,
                    callsign=callsign,
                    airframe=airframe,
                    channel=channel,
                )
            )
        return Sortie(
            field=field,
            approach=approach.key,
            seed=seed,
            wind=Wind(
                from_deg_grid=float(rng.randrange(0, 360, 10)),
                speed_kt=float(rng.randrange(0, int(MAX_WIND_KT) + 1)),
            ),
            qnh_hpa=float(rng.randrange(1003, 1024)),
            cloud_base_ft=float(rng.randrange(1000, 2600, 100)),
            visibility_nm=rng.uniform(2.5, 6.0),
            pilots=tuple(pilots),
        )


def working_station(theatre: Theatre, airfield: Airfield, approach: Approach) -> Station:
    """Return the station that works an approach, by its key in the field or in the theatre."""
    named = airfield.stations.get(approach.worked_by) or theatre.station(approach.worked_by)
    station = named or airfield.station_for_role("approach")
    if station is None:
        message = f"{airfield.name}: nobody works approach {approach.key}"
        raise ValueError(message)
    return station


def _radar_approach(airfield: Airfield) -> Approach:
    for key in sorted(airfield.approaches):
        if airfield.approaches[key].kind == "asr":
            return airfield.approaches[key]
    message = f"{airfield.name} has no surveillance approach to fly"
    raise ValueError(message)


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
        raise ValueError(message)
    return rng.choice(fit)


def _pilot(
    airfield: Airfield,
    approach: Approach,
    rng: random.Random,
    index: int,
    *,
    callsign: str,
    airframe: Airframe,
    channel: Channel,
) -> PilotScript:
    end = airfield.runway_end(approach.runway)
    if end is None:
        message = f"{airfield.name} has no runway {approach.runway}"
        raise ValueError(message)
    outbound = normalise_deg(end.heading_deg_grid + 180.0)
    side = -1.0 if approach.pattern_side == "right" else 1.0
    if index == 0:
        bearing = outbound + side * rng.uniform(14.0, 20.0)
        distance, heading = rng.uniform(6.6, 7.4), outbound + rng.uniform(-6.0, 6.0)
        altitude = float(rng.randrange(3000, 4100, 500))
    else:
        bearing = outbound + side * rng.uniform(5.0, 25.0)
        distance, heading = rng.uniform(11.5, 12.5), end.heading_deg_grid + rng.uniform(-30.0, 30.0)
        altitude = float(rng.randrange(5000, 6600, 500))
    low_band = channel.frequency_hz < _UHF_HZ[0]
    return PilotScript(
        callsign=callsign,
        type_name=airframe.type_name,
        band="VHF" if low_band else "UHF",
        frequency_hz=channel.frequency_hz,
        start=offset(airfield.reference_point.grid, normalise_deg(bearing), distance),
        altitude_ft=altitude,
        heading_deg_grid=normalise_deg(heading),
        speed_kt=float(max(airframe.minimum_vector_kt, rng.randrange(205, 236, 5))),
        calls_after_ms=rng.randrange(2000, 5000, 250)
        if index == 0
        else rng.randrange(20_000, 40_000, 250),
        lag_ms=rng.randrange(900, 2600, 50),
        characters_per_second=rng.uniform(14.0, 18.0),
        radio_check=rng.random() < 0.3,
    )
