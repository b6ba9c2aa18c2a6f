"""From a script to the people and aircraft that play it."""

from __future__ import annotations

import random

from engine.model.geometry import spoken_heading
from engine.model.understood import ControllerGrammar
from engine.profile.theatre import Theatre
from engine.sim.aircraft import AircraftState, Strip
from engine.sim.flown import Badge, SimulatedAircraft
from engine.sim.obedience import Limits
from engine.sim.orders import Orders
from engine.sim.performance import performance_of
from engine.sim.pilot import Conditions, SimulatedPilot
from engine.sim.pilot_mind import PilotMind
from engine.sim.pilot_speech import Self
from engine.sim.script import PilotScript, Sortie, working_station
from engine.sim.world import SimulatedWorld

__all__ = ["SIM_SESSION", "cast", "guid_of"]

SIM_SESSION = "1"
FIRST_UNIT_ID = 101


def cast(sortie: Sortie, theatre: Theatre, grammar: ControllerGrammar) -> SimulatedWorld:
    """Return the world of a sortie with everybody at his start."""
    airfield = theatre.fields[sortie.field]
    approach = airfield.approaches[sortie.approach]
    end = airfield.runway_end(approach.runway)
    if end is None:
        message = f"{airfield.name} has no runway {approach.runway}"
        raise ValueError(message)
    conditions = Conditions(
        theatre=theatre,
        airfield=airfield,
        strip=Strip.of(end, airfield.elevation_ft),
        wind=sortie.wind,
        cloud_base_ft=sortie.cloud_base_ft,
        visibility_nm=sortie.visibility_nm,
    )
    station = working_station(theatre, airfield, approach).name
    pilots = [
        _pilot(sortie, index, script, conditions, grammar, station=station, runway=approach.runway)
        for index, script in enumerate(sortie.pilots)
    ]
    return SimulatedWorld(theatre, airfield, pilots, wind=sortie.wind, qnh_hpa=sortie.qnh_hpa)


def guid_of(sortie: Sortie, index: int) -> str:
    """Return the 22-character radio id of a sortie's pilot: drawn from its seed."""
    rng = random.Random(f"guid/{sortie.seed}/{index}")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return "".join(rng.choice(alphabet) for _ in range(22))


def _pilot(
    sortie: Sortie,
    index: int,
    script: PilotScript,
    conditions: Conditions,
    grammar: ControllerGrammar,
    *,
    station: str,
    runway: str,
) -> SimulatedPilot:
    airframe = conditions.theatre.airframes[script.type_name]
    performance = performance_of(airframe)
    unit_name = f"Arrival-{index + 1}"
    aircraft = SimulatedAircraft(
        Badge(
            track_id=f"track:{SIM_SESSION}/{unit_name}/1",
            unit_id=FIRST_UNIT_ID + index,
            unit_name=unit_name,
            type_name=script.type_name,
            player_name=script.callsign,
            helicopter=airframe.helicopter,
        ),
        AircraftState(
            grid=script.start,
            altitude_ft=script.altitude_ft,
            heading_deg_grid=script.heading_deg_grid,
            airspeed_kt=script.speed_kt,
        ),
        performance=performance,
        place=conditions.airfield.name,
    )
    mind = PilotMind(
        Self(script.callsign, airframe.spoken, station, runway),
        Orders(
            heading_deg_mag=spoken_heading(script.heading_deg_grid, conditions.variation_deg),
            altitude_ft=script.altitude_ft,
            speed_kt=script.speed_kt,
        ),
        limits=Limits(
            approach_kt=performance.approach_kt,
            minimum_kt=performance.minimum_kt,
            maximum_kt=performance.maximum_kt,
            field_elevation_ft=conditions.airfield.elevation_ft,
        ),
        others=tuple(one.callsign for one in sortie.pilots if one is not script),
        radio_check=script.radio_check,
        miss_first=script.miss_first,
        calls_after_ms=script.calls_after_ms,
    )
    return SimulatedPilot(
        mind,
        aircraft,
        airframe=airframe,
        frequency_hz=script.frequency_hz,
        conditions=conditions,
        grammar=grammar,
        rng=random.Random(f"pilot/{sortie.seed}/{index}"),
        lag_ms=script.lag_ms,
        misheard_rate=sortie.misheard_rate,
    )
