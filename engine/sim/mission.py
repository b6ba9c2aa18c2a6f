"""The simulated world on real time, as the built-in sim's DCS-gRPC server shows it.

The same aircraft and pilots as in a sortie in text, stepped by the engine clock; whoever looks
through the server sees what he would see of DCS.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from engine.model.capture import TruthPoint
from engine.model.clock import Clock
from engine.model.picture import SimEvent, Track
from engine.sim.dcs_world import Air
from engine.sim.world import HECTOPASCAL_FT, STEP_MS, SimulatedWorld

__all__ = ["LiveMission"]

SEA_LEVEL_TEMPERATURE_C = 15.0
LAPSE_C_PER_FT = 0.0019812
"""Standard atmosphere (ICAO Doc 7488)."""


class LiveMission:
    """A world that moves with a clock; it is what the server calls a `SimWorld`."""

    def __init__(
        self,
        world: SimulatedWorld,
        clock: Clock,
        *,
        session_id: int,
        on_truth: Callable[[tuple[TruthPoint, ...]], None] | None = None,
    ) -> None:
        self.world = world
        self.session_id = session_id
        self.paused = False
        self._clock = clock
        self._start_ms = clock.now_ms()
        self._on_truth = on_truth

    @property
    def theatre(self) -> str:
        """Name the map as DCS does."""
        return self.world.theatre.dcs_name

    @property
    def time_s(self) -> float:
        """Tell the mission's own time: that of the last step."""
        return self.world.now_ms / 1000.0

    def units(self) -> Sequence[Track]:
        """Return every aircraft as of the last step."""
        return self.world.tracks()

    def events(self) -> Sequence[SimEvent]:
        """Return every event since the mission started."""
        return self.world.events

    def air_at(self, latitude_deg: float, longitude_deg: float, altitude_ft: float) -> Air:
        """Return the air at a point: the same wind everywhere, a standard fall with height."""
        del latitude_deg, longitude_deg
        return Air(
            wind_from_deg_grid=self.world.wind.from_deg_grid,
            wind_speed_kt=self.world.wind.speed_kt,
            pressure_hpa=self.world.qnh_hpa - altitude_ft / HECTOPASCAL_FT,
            temperature_c=SEA_LEVEL_TEMPERATURE_C - LAPSE_C_PER_FT * altitude_ft,
        )

    def step(self) -> None:
        """Fly everybody on to now."""
        before = self.world.now_ms
        self.world.advance(self._clock.now_ms() - self._start_ms)
        if self._on_truth is not None and self.world.now_ms != before:
            self._on_truth(self.world.truth())

    async def run(self) -> None:
        """Keep flying until cancelled."""
        while True:
            self.step()
            await asyncio.sleep(STEP_MS / 1000.0)
