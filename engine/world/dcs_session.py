"""One connection to a running mission: its streams, its pauses, its silences.

Everything here ends by raising: a stream that the server ends in good order means that the mission
stopped, and is treated as any other loss. `engine/world/dcs_grpc.py` then connects again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import aclosing
from dataclasses import replace

from engine.model.clock import Clock
from engine.model.errors import FeedError, FeedUnreachable
from engine.model.picture import FeedUpdate, SimEvent, SurfaceWeather, WeatherReport
from engine.world.dcs_air import WIND_ABOVE_FIELD_FT, WeatherPoint, surface_weather
from engine.world.dcs_decode import event_from_message, is_aircraft
from engine.world.dcs_link import DcsLink, FeedTimedOut
from engine.world.dcs_players import DcsPlayers
from engine.world.dcs_probe import is_paused
from engine.world.dcs_roster import DcsRoster
from engine.world.dcs_rpc import (
    GET_PLAYER_UNITS,
    GET_TEMPERATURE_AND_PRESSURE,
    GET_TIME,
    GET_TRANSFORM,
    GET_UNIT,
    GET_WIND,
    STREAM_EVENTS,
    STREAM_UNITS,
)
from engine.world.dcs_settings import DcsSettings
from engine.world.feed import FeedCondition, FeedState
from engine.world.mission_clock import MissionClock
from engine.world.outbox import Outbox
from engine.world.proto import (
    atmosphere_pb2,
    coalition_pb2,
    common_pb2,
    mission_pb2,
    timer_pb2,
    unit_pb2,
)

__all__ = ["DcsSession"]

METRES_PER_FOOT = 0.3048
_UNANSWERED_BEFORE_LOST = 3


class DcsSession:
    """The tasks that read one mission until it is lost."""

    def __init__(
        self,
        link: DcsLink,
        *,
        settings: DcsSettings,
        roster: DcsRoster,
        clock: Clock,
        mission_time_s: float,
        out: Outbox,
        watched_closely: Callable[[], frozenset[str]],
        on_state: Callable[[FeedState], None],
        excused: set[str],
    ) -> None:
        self._link = link
        self._settings = settings
        self._timing = settings.timing
        self._roster = roster
        self._clock = clock
        self._time = MissionClock(clock, mission_time_s)
        self._out = out
        self._watched_closely = watched_closely
        self._on_state = on_state
        self._excused = excused
        self._players = DcsPlayers(link)
        self._heard_units_s = mission_time_s
        self._paused = False
        self._unanswered = 0
        self._complaints: set[str] = set()

    async def run(self) -> None:
        """Read the mission until it is lost.

        Raises:
            FeedError: why it was lost.
        """
        self._roster.begin_resync(self._time.time_s, self._timing.resync_mission_s)
        lost: BaseException | None = None
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read_units(common_pb2.GROUP_CATEGORY_AIRPLANE))
                tasks.create_task(self._read_units(common_pb2.GROUP_CATEGORY_HELICOPTER))
                tasks.create_task(self._read_events(tasks))
                tasks.create_task(self._mind_time())
                tasks.create_task(self._look_closely())
                tasks.create_task(self._read_weather())
        except* FeedError as errors:
            lost = errors.exceptions[0]
        if lost is not None:
            raise lost

    async def _read_units(self, category: common_pb2.GroupCategory) -> None:
        request = mission_pb2.StreamUnitsRequest(
            poll_rate=self._timing.poll_rate_s,
            max_backoff=self._timing.max_backoff_s,
            category=category,
        )
        async with aclosing(self._link.stream(STREAM_UNITS, request)) as messages:
            async for message in messages:
                self._time.hear(message.time)
                now_s = self._time.time_s
                self._heard_units_s = now_s
                if message.WhichOneof("update") == "gone":
                    gone = self._roster.gone(message.gone.name, time_s=message.time)
                    self._put(gone)
                else:
                    self._put(self._roster.unit(message.unit, time_s=message.time, now_s=now_s))
        self._ended()

    async def _read_events(self, tasks: asyncio.TaskGroup) -> None:
        tasks.create_task(self._players.refresh())
        request = mission_pb2.StreamEventsRequest()
        async with aclosing(self._link.stream(STREAM_EVENTS, request)) as messages:
            async for message in messages:
                self._time.hear(message.time)
                if message.WhichOneof("event") == "player_change_slot":
                    # Asking for the name can take a while; the stream must be read meanwhile.
                    tasks.create_task(self._slot_changed(message))
                else:
                    self._put_event(message)
        self._ended()

    def _put_event(self, message: mission_pb2.StreamEventsResponse) -> None:
        event = event_from_message(message, self._roster.live_track)
        if event is None:
            return
        which = message.WhichOneof("event")
        if which == "connect":
            self._players.connected(message.connect.id, message.connect.name)
        elif which == "disconnect":
            name = self._players.disconnected(message.disconnect.id)
            event = self._of_player(event, name)
        self._put(self._roster.event(event))

    async def _slot_changed(self, message: mission_pb2.StreamEventsResponse) -> None:
        event = event_from_message(message, self._roster.live_track)
        name = await self._players.name(message.player_change_slot.player_id)
        if event is not None:
            self._put([self._of_player(event, name)])

    def _of_player(self, event: SimEvent, name: str | None) -> SimEvent:
        track = self._roster.track_of_player(name, born_by_s=event.sim_time_s) if name else None
        return replace(event, track_id=track, player_name=name)

    async def _mind_time(self) -> None:
        """Show who stands still while time runs; find out why when it does not."""
        question_s = self._timing.first_retry_s
        next_question_ms = 0
        while True:
            await asyncio.sleep(self._timing.tick_s)
            if self._time.runs(self._timing.pause_after_s):
                self._set_paused(paused=False)
                question_s = self._timing.first_retry_s
                self._put(self._roster.tick(self._time.time_s))
                await self._mind_silence()
            elif self._clock.now_ms() >= next_question_ms:
                await self._ask_why_time_stands()
                next_question_ms = self._clock.now_ms() + round(question_s * 1000)
                question_s = min(question_s * 2.0, self._timing.longest_question_s)

    async def _ask_why_time_stands(self) -> None:
        if await is_paused(self._link):
            self._set_paused(paused=True)
            self._unanswered = 0
            return
        try:
            answer = await self._link.call(GET_TIME, timer_pb2.GetTimeRequest())
        except FeedTimedOut:
            self._unanswered += 1
            if self._unanswered >= _UNANSWERED_BEFORE_LOST:
                raise
            return
        self._unanswered = 0
        self._time.hear(answer.time)

    async def _mind_silence(self) -> None:
        """Find a unit stream that has gone deaf while the mission runs on."""
        silence_s = self._timing.silence_mission_s
        now_s = self._time.time_s
        try:
            flying, ended = await self._ask_after(self._roster.silent_movers(now_s, silence_s))
            players: list[common_pb2.Unit] = []
            if now_s - self._heard_units_s > silence_s:
                self._heard_units_s = now_s
                players = await self._player_units()
        except FeedError as error:
            self._not_answered(error)
            return
        for name in ended:
            self._put(self._roster.gone(name, time_s=now_s))
        unseen = {unit.name for unit in players if self._roster.live_track(unit.name) is None}
        # Once per name: a unit that no stream ever lists must not cost the stream each time.
        unexcused = unseen - self._excused
        self._excused |= unseen
        if flying or unexcused:
            message = f"the sim at {self._link.address} went silent about aircraft that fly"
            raise FeedUnreachable(message)

    async def _ask_after(self, names: Iterable[str]) -> tuple[list[str], list[str]]:
        """Return which of the units still exist, and which do not."""
        flying: list[str] = []
        ended: list[str] = []
        for name in names:
            unit = await self._link.find(GET_UNIT, unit_pb2.GetRequest(name=name))
            (ended if unit is None else flying).append(name)
        return flying, ended

    async def _player_units(self) -> list[common_pb2.Unit]:
        units: list[common_pb2.Unit] = []
        for side in (
            common_pb2.COALITION_RED,
            common_pb2.COALITION_BLUE,
            common_pb2.COALITION_NEUTRAL,
        ):
            request = coalition_pb2.GetPlayerUnitsRequest(coalition=side)
            answer = await self._link.call(GET_PLAYER_UNITS, request)
            units += [unit for unit in answer.units if is_aircraft(unit)]
        return units

    async def _look_closely(self) -> None:
        """Poll the aircraft on final: the unit stream's one look a second is too coarse there."""
        while True:
            await asyncio.sleep(self._timing.transform_period_s)
            names = sorted(self._watched_closely())
            names = [name for name in names if self._roster.live_track(name) is not None]
            if not names or not self._time.runs(self._timing.pause_after_s):
                continue
            await asyncio.gather(*(self._look_at(name) for name in names))

    async def _look_at(self, name: str) -> None:
        request = unit_pb2.GetTransformRequest(name=name)
        try:
            transform = await self._link.find(GET_TRANSFORM, request)
        except FeedError as error:
            self._not_answered(error)
            return
        if transform is None:
            self._put(self._roster.gone(name, time_s=self._time.time_s))
            return
        self._time.hear(transform.time)
        self._put(self._roster.transform(name, transform))

    async def _read_weather(self) -> None:
        while self._settings.weather:
            wait_s = self._timing.weather_period_s
            if self._time.runs(self._timing.pause_after_s):
                try:
                    report = {
                        point.field: await self._weather_at(point)
                        for point in self._settings.weather
                    }
                    self._out.put(WeatherReport(report, self._time.time_s))
                except FeedError as error:
                    self._not_answered(error)
            else:
                wait_s = min(wait_s, self._timing.pause_after_s)
            await asyncio.sleep(wait_s)

    async def _weather_at(self, point: WeatherPoint) -> SurfaceWeather:
        wind = await self._link.call(
            GET_WIND,
            atmosphere_pb2.GetWindRequest(
                position=_input_position(point, point.elevation_ft + WIND_ABOVE_FIELD_FT)
            ),
        )
        field, sea_level = [
            await self._link.call(
                GET_TEMPERATURE_AND_PRESSURE,
                atmosphere_pb2.GetTemperatureAndPressureRequest(
                    position=_input_position(point, altitude_ft)
                ),
            )
            for altitude_ft in (point.elevation_ft, 0.0)
        ]
        return surface_weather(
            reported_wind_deg=wind.heading,
            wind_ms=wind.strength,
            reading=self._settings.wind,
            sea_level_pa=sea_level.pressure,
            field_pa=field.pressure,
            field_kelvin=field.temperature,
        )

    def _put(self, updates: Iterable[FeedUpdate]) -> None:
        for update in updates:
            self._out.put(update)

    def _set_paused(self, *, paused: bool) -> None:
        if paused is self._paused:
            return
        self._paused = paused
        where = self._link.address
        if paused:
            self._on_state(FeedState(FeedCondition.PAUSED, f"the sim at {where} is paused"))
        else:
            self._on_state(FeedState(FeedCondition.CONNECTED, f"the sim at {where} runs again"))

    def _ended(self) -> None:
        message = f"the sim at {self._link.address} ended its stream: the mission stopped"
        raise FeedUnreachable(message)

    def _not_answered(self, error: FeedError) -> None:
        """Do without one answer: a call that fails alone must not cost the streams.

        When the whole link is lost the streams say so.
        """
        if isinstance(error, FeedTimedOut):
            self._time.doubt()
        elif str(error) not in self._complaints:
            self._complaints.add(str(error))
            self._on_state(FeedState(FeedCondition.CONNECTED, f"reading on, though {error}"))


def _input_position(point: WeatherPoint, altitude_ft: float) -> common_pb2.InputPosition:
    return common_pb2.InputPosition(
        lat=point.latitude_deg, lon=point.longitude_deg, alt=altitude_ft * METRES_PER_FOOT
    )
