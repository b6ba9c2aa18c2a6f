"""From a designer's scenario to the people and aircraft that play it.

What a scenario leaves open is chosen for where an aircraft is: a level that is safe there, the
nose to the field, the speed it is vectored at. The field's approaches say which runway that is.
"""

from __future__ import annotations

import math
import random
from functools import cache

from engine.control.briefing import end_into_wind
from engine.control.safe_altitude import safe_altitude_ft
from engine.model.geometry import (
    FEET_PER_METRE,
    METRES_PER_NM,
    GridPoint,
    bearing_deg_grid,
    normalise_deg,
    offset,
    spoken_heading,
)
from engine.model.picture import Coalition
from engine.model.understood import ControllerGrammar
from engine.profile.scenario import Player, Scenario
from engine.profile.scenario_names import approach_named, channels_named
from engine.profile.theatre import Airfield, RunwayEnd, Station, Theatre
from engine.sim.aircraft import AircraftState, Motion, Strip, Wind
from engine.sim.flown import Badge, SimulatedAircraft
from engine.sim.manner import Manner
from engine.sim.obedience import Limits
from engine.sim.orders import Flying, Orders
from engine.sim.performance import performance_of
from engine.sim.pilot import Conditions, SimulatedPilot
from engine.sim.pilot_mind import PilotMind
from engine.sim.pilot_speech import Self
from engine.sim.world import SimulatedWorld

__all__ = ["channel_named", "place", "radio_id", "wind_of"]

SIM_SESSION = "1"
FIRST_UNIT_ID = 101
LAG_MS = 1200
"""How long a pilot takes to answer."""
USUAL_LEVEL_FT = 5000.0
MARGIN_FT = 500.0
APRON_BESIDE_M = 400.0
LINED_UP_M = 60.0
EASY_KT = 20.0
"""Over the least that a type is vectored at."""
UNVECTORED_NM = 5


def place(
    scenario: Scenario, theatre: Theatre, airfield: Airfield, grammar: ControllerGrammar
) -> SimulatedWorld:
    """Return the world of a scenario at one field, with everybody where he begins."""
    wind = wind_of(scenario, theatre, airfield)
    pilots = [
        _Placed(scenario, theatre, airfield, player, wind=wind, index=index).pilot(grammar)
        for index, player in enumerate(scenario.given.players)
    ]
    return SimulatedWorld(theatre, airfield, pilots, wind=wind, qnh_hpa=scenario.given.qnh_hpa)


def wind_of(scenario: Scenario, theatre: Theatre, airfield: Airfield) -> Wind:
    """Return the wind of a scenario on the grid."""
    if scenario.given.wind is None:
        return Wind(theatre.default_wind_from_deg_grid, theatre.default_wind_speed_kt)
    from_deg_mag, speed_kt = scenario.given.wind
    return Wind(normalise_deg(from_deg_mag + theatre.variation_deg(airfield.key)), speed_kt)


@cache
def radio_id(key: str) -> str:
    """Return the 22-character radio id of a scenario's aircraft."""
    rng = random.Random(f"scenario/{key}")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return "".join(rng.choice(alphabet) for _ in range(22))


def channel_named(
    theatre: Theatre, airfield: Airfield, name: str, type_name: str = ""
) -> int | None:
    """Return the frequency that a scenario names, by itself or by its station.

    Of a station it is the first that the aircraft's radios reach.
    """
    channels = channels_named(airfield, theatre.stations, name)
    airframe = theatre.airframes.get(type_name)
    tunable = [one for one in channels if airframe is None or airframe.can_tune(one)]
    return next((one.frequency_hz for one in (*tunable, *channels)), None)


class _Placed:
    """One aircraft of a scenario at one field."""

    def __init__(
        self,
        scenario: Scenario,
        theatre: Theatre,
        airfield: Airfield,
        player: Player,
        *,
        wind: Wind,
        index: int,
    ) -> None:
        self._scenario = scenario
        self._theatre = theatre
        self._airfield = airfield
        self._wind = wind
        self._player = player
        self._index = index
        self._airframe = theatre.airframes[player.type_name]
        self._approach = approach_named(airfield, player.at.final) if player.at.final else None
        self._end = self._runway_end()

    def pilot(self, grammar: ControllerGrammar) -> SimulatedPilot:
        """Return the pilot in his aircraft."""
        player, airfield = self._player, self._airfield
        performance = performance_of(self._airframe)
        state = self._state()
        conditions = Conditions(
            theatre=self._theatre,
            airfield=airfield,
            strip=Strip.of(self._end, airfield.elevation_ft),
            wind=self._wind,
            cloud_base_ft=self._scenario.given.cloud_base_ft,
            visibility_nm=self._scenario.given.visibility_nm,
        )
        frequency_hz, station = self._tuned()
        manner = Manner(self._scenario.manners.get(player.key, Manner.SCRIPTED.value))
        mind = PilotMind(
            Self(
                player.callsign,
                self._airframe.spoken,
                station.name if station is not None else "",
                self._end.designator,
            ),
            Orders(
                heading_deg_mag=spoken_heading(state.heading_deg_grid, conditions.variation_deg),
                altitude_ft=state.altitude_ft,
                speed_kt=state.airspeed_kt,
                flying=Flying.HEADING if state.airborne else Flying.GROUND,
            ),
            limits=Limits(
                approach_kt=performance.approach_kt,
                minimum_kt=performance.minimum_kt,
                maximum_kt=performance.maximum_kt,
                field_elevation_ft=airfield.elevation_ft,
            ),
            others=tuple(one.callsign for one in self._scenario.given.players if one is not player),
            speaks_first=False,
        )
        return SimulatedPilot(
            mind,
            SimulatedAircraft(self._badge(), state, performance=performance, place=airfield.name),
            airframe=self._airframe,
            frequency_hz=frequency_hz,
            conditions=conditions,
            grammar=grammar,
            rng=random.Random(f"scenario/{player.key}"),
            lag_ms=LAG_MS,
            misheard_rate=0.0,
            manner=manner,
        )

    def _badge(self) -> Badge:
        unit_name = f"Scenario-{self._index + 1}"
        return Badge(
            track_id=f"track:{SIM_SESSION}/{unit_name}/1",
            unit_id=FIRST_UNIT_ID + self._index,
            unit_name=unit_name,
            type_name=self._player.type_name,
            player_name=self._player.radio,
            coalition=Coalition(self._player.side),
            helicopter=self._airframe.helicopter,
        )

    def _tuned(self) -> tuple[int, Station | None]:
        usual = "ground" if self._player.at.way == "ground" else "approach"
        name = self._player.on or usual
        theatre, airfield = self._theatre, self._airfield
        frequency = channel_named(theatre, airfield, name, self._player.type_name)
        if frequency is None:
            frequency = next(one for one in theatre.all_stations()).channels[0].frequency_hz
        station = next(
            (
                one
                for one in theatre.all_stations()
                if any(channel.frequency_hz == frequency for channel in one.channels)
            ),
            None,
        )
        return frequency, station

    def _runway_end(self) -> RunwayEnd:
        airfield, at = self._airfield, self._player.at
        wind = self._wind
        into_wind = end_into_wind(airfield, wind.from_deg_grid, speed_kt=wind.speed_kt)
        named = airfield.runway_end(self._approach.runway if self._approach else at.runway)
        if named is not None:
            return named
        worked = [one for _, one in sorted(airfield.approaches.items()) if one.kind == "asr"]
        if worked and at.way != "ground":
            fits = [one for one in worked if into_wind and one.runway == into_wind.designator]
            end = airfield.runway_end((fits or worked)[0].runway)
            if end is not None:
                return end
        return into_wind or airfield.runways[0].ends[0]

    # ------------------------------------------------------------------ where

    def _state(self) -> AircraftState:
        if self._player.at.way == "ground":
            return self._on_ground()
        player, at, field = self._player, self._player.at, self._airfield
        if at.way == "bearing":
            point = offset(field.reference_point.grid, at.bearing_deg_grid, at.range_nm)
            heading = bearing_deg_grid(point, field.reference_point.grid)
        else:
            outbound = normalise_deg(self._end.heading_deg_grid + 180.0)
            point = offset(self._end.threshold.grid, outbound - at.off_deg, at.range_nm)
            heading = self._end.heading_deg_grid
        if player.heading_deg_grid is not None:
            heading = player.heading_deg_grid
        altitude: float | None = player.altitude_ft
        if player.height_ft is not None:
            altitude = field.elevation_ft + player.height_ft
        speed = player.speed_kt or self._airframe.minimum_vector_kt + EASY_KT
        return AircraftState(
            grid=point,
            altitude_ft=float(altitude if altitude is not None else self._level_ft(point, heading)),
            heading_deg_grid=heading,
            airspeed_kt=float(speed),
        )

    def _level_ft(self, point: GridPoint, heading_deg: float) -> float:
        ahead = [offset(point, heading_deg, float(nm)) for nm in range(UNVECTORED_NM + 1)]
        floor = max((safe_altitude_ft(self._airfield, one) or 0) for one in ahead)
        safe = math.ceil((floor + MARGIN_FT) / 500.0) * 500.0
        return max(USUAL_LEVEL_FT, safe) + 1000.0 * self._index

    def _on_ground(self) -> AircraftState:
        field, at, end = self._airfield, self._player.at, self._end
        if at.place == "stand" and field.taxi is not None and at.stand in field.taxi.stands:
            point = field.taxi.nodes[field.taxi.stands[at.stand]].grid
        elif at.place == "runway":
            point = offset(end.threshold.grid, end.heading_deg_grid, LINED_UP_M / METRES_PER_NM)
        else:
            length_m = self._length_ft() / FEET_PER_METRE
            middle = offset(
                end.threshold.grid, end.heading_deg_grid, length_m / 2.0 / METRES_PER_NM
            )
            beside = APRON_BESIDE_M + 60.0 * self._index
            point = offset(middle, end.heading_deg_grid + 90.0, beside / METRES_PER_NM)
        return AircraftState(
            grid=point,
            altitude_ft=field.elevation_ft,
            heading_deg_grid=end.heading_deg_grid,
            airspeed_kt=0.0,
            motion=Motion.STOPPED,
        )

    def _length_ft(self) -> float:
        for runway in self._airfield.runways:
            if self._end in runway.ends:
                return runway.length_ft
        return 0.0
