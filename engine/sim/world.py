"""The simulated world: every aircraft in one sim, stepped on one clock.

The same world feeds a sortie in this process and the DCS-gRPC server of the built-in sim, so what
is proved in text is what flies by voice. Steps are a quarter of a second, always, or the same seed
would fly a different path when somebody looks more often.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.capture import TruthPoint
from engine.model.geometry import GridPoint, Position
from engine.model.picture import SimEvent, SimEventKind, SurfaceWeather, Track, WeatherReport
from engine.model.projection import position_from_grid
from engine.profile.theatre import Airfield, Theatre
from engine.sim.aircraft import Wind
from engine.sim.pilot import SimulatedPilot

__all__ = ["STEP_MS", "SimulatedWorld"]

STEP_MS = 250
HECTOPASCAL_FT = 27.3
"""Feet to a hectopascal near sea level (ICAO Doc 7488, standard atmosphere)."""


class SimulatedWorld:
    """The aircraft of one mission, with its clock and its weather.

    `events` is everything the sim reported since the mission started; it only grows.
    """

    def __init__(
        self,
        theatre: Theatre,
        airfield: Airfield,
        pilots: Sequence[SimulatedPilot],
        *,
        wind: Wind,
        qnh_hpa: float,
    ) -> None:
        self.theatre = theatre
        self.airfield = airfield
        self.pilots = tuple(pilots)
        self.wind = wind
        self.qnh_hpa = qnh_hpa
        self.now_ms = 0
        self.events: list[SimEvent] = [
            SimEvent(SimEventKind.BIRTH, pilot.aircraft.badge.track_id, 0.0)
            for pilot in self.pilots
        ]
        self._told = 0

    def advance(self, now_ms: int) -> None:
        """Fly everybody on to `now_ms` in whole steps."""
        while self.now_ms + STEP_MS <= now_ms:
            self.now_ms += STEP_MS
            for pilot in self.pilots:
                self.events.extend(pilot.fly(self.now_ms, STEP_MS / 1000.0))
                pilot.look(self.now_ms)

    def tracks(self) -> tuple[Track, ...]:
        """Return one look at every aircraft."""
        return tuple(
            pilot.aircraft.track(project=self._project, wind=self.wind, now_ms=self.now_ms)
            for pilot in self.pilots
        )

    def take_events(self) -> tuple[SimEvent, ...]:
        """Return the events since last asked."""
        events = tuple(self.events[self._told :])
        self._told = len(self.events)
        return events

    def weather(self) -> WeatherReport:
        """Return the weather at the field."""
        surface = SurfaceWeather(
            wind_from_deg_grid=self.wind.from_deg_grid,
            wind_speed_kt=self.wind.speed_kt,
            qnh_hpa=self.qnh_hpa,
            qfe_hpa=self.qnh_hpa - self.airfield.elevation_ft / HECTOPASCAL_FT,
        )
        return WeatherReport({self.airfield.name: surface}, self.now_ms / 1000.0)

    def truth(self) -> tuple[TruthPoint, ...]:
        """Return where everybody really is."""
        return tuple(
            TruthPoint(
                t_ms=self.now_ms,
                callsign=pilot.callsign,
                track_id=pilot.aircraft.badge.track_id,
                grid=pilot.aircraft.state.grid,
                altitude_ft=pilot.aircraft.state.altitude_ft,
                heading_deg_grid=pilot.aircraft.state.heading_deg_grid,
                airborne=pilot.aircraft.state.airborne,
            )
            for pilot in self.pilots
        )

    def _project(self, point: GridPoint) -> Position:
        return position_from_grid(self.theatre.projection, point)
