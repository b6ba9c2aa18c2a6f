"""A simulated mission for tests: aircraft that stand or fly straight, on a clock that hurries."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from engine.model.geometry import GridPoint, offset
from engine.model.picture import Coalition, SimEvent, SimEventKind, Track
from engine.model.projection import Projection, position_from_grid
from engine.sim.dcs_world import Air
from engine.world.track_ids import track_id

CAUCASUS = Projection(
    central_meridian_deg=33.0,
    scale=0.9996,
    false_easting_m=-99517.0,
    false_northing_m=-4998115.0,
)
START = GridPoint(north_m=-350_000.0, east_m=610_000.0)


class ScriptedWorld:
    """A `SimWorld` that the test changes as it goes; a mission second lasts `second_s`."""

    def __init__(
        self, *, session_id: int = 1_700_000_000, second_s: float = 0.05, start_s: float = 100.0
    ) -> None:
        self.theatre = "Caucasus"
        self.session_id = session_id
        self.wind_from_deg_grid = 270.0
        self._second_s = second_s
        self._time_s = start_s
        self._since = time.monotonic()
        self._paused = False
        self._born: dict[str, tuple[Track, float]] = {}
        self._births = 0
        self._events: list[SimEvent] = []

    @property
    def time_s(self) -> float:
        if self._paused:
            return self._time_s
        return self._time_s + (time.monotonic() - self._since) / self._second_s

    @property
    def paused(self) -> bool:
        return self._paused

    def pause(self) -> None:
        self._time_s = self.time_s
        self._paused = True

    def resume(self) -> None:
        self._since = time.monotonic()
        self._paused = False

    def units(self) -> Sequence[Track]:
        return [self._now(track, born_s) for track, born_s in self._born.values()]

    def air_at(self, latitude_deg: float, longitude_deg: float, altitude_ft: float) -> Air:
        assert latitude_deg != 0.0
        assert longitude_deg != 0.0
        return Air(
            wind_from_deg_grid=self.wind_from_deg_grid,
            wind_speed_kt=12.0,
            pressure_hpa=1013.25 - altitude_ft / 27.3,
            temperature_c=18.0,
        )

    def events(self) -> Sequence[SimEvent]:
        return self._events

    def spawn(
        self,
        unit_name: str,
        *,
        player_name: str | None = "Viper",
        at: GridPoint = START,
        speed_kt: float = 0.0,
        heading_deg_grid: float = 90.0,
        helicopter: bool = False,
        birth_event: bool = True,
    ) -> Track:
        self._births += 1
        track = Track(
            track_id=track_id("scripted", unit_name, self._births),
            unit_id=sum(unit_name.encode()),
            unit_name=unit_name,
            type_name="Mi-8MT" if helicopter else "F-16C_50",
            player_name=player_name,
            coalition=Coalition.BLUE,
            position=position_from_grid(CAUCASUS, at),
            altitude_ft=3000.0 if speed_kt else 33.0,
            heading_deg_grid=heading_deg_grid,
            course_deg_grid=heading_deg_grid,
            speed_kt=speed_kt,
            vertical_fpm=0.0,
            sim_time_s=self.time_s,
            helicopter=helicopter,
        )
        self._born[unit_name] = (track, self.time_s)
        if birth_event:
            self.happen(SimEventKind.BIRTH, track)
        return track

    def accelerate(self, unit_name: str, speed_kt: float) -> None:
        track, born_s = self._born[unit_name]
        now = replace(self._now(track, born_s), speed_kt=speed_kt)
        self._born[unit_name] = (now, self.time_s)

    def remove(self, unit_name: str) -> None:
        self._born.pop(unit_name)

    def happen(
        self,
        kind: SimEventKind,
        track: Track | None = None,
        *,
        place: str | None = None,
        player_name: str | None = None,
    ) -> None:
        identifier = track.track_id if track else None
        self._events.append(SimEvent(kind, identifier, self.time_s, place, player_name))

    def _now(self, track: Track, born_s: float) -> Track:
        flown_nm = track.speed_kt * (self.time_s - born_s) / 3600.0
        there = offset(track.position.grid, track.course_deg_grid, flown_nm)
        position = position_from_grid(CAUCASUS, there)
        return replace(track, position=position, sim_time_s=self.time_s)
