"""A DCS-gRPC server for simulated aircraft: the real protocol on a real socket.

The service reads it exactly as it reads DCS, so the demo and the tests go through the same client
as a user's server does. Its awkward behaviour is the point: a mission that is paused keeps calls
waiting, a mission that stops ends its streams in good order and closes the port, the wind is
transposed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
import grpc.aio
from google.protobuf.message import Message

from engine.model.errors import ConfigurationError
from engine.model.geometry import FEET_PER_METRE, KNOTS_PER_METRE_PER_SECOND
from engine.model.picture import Track
from engine.model.projection import Projection
from engine.sim.dcs_encode import (
    coalition_to_wire,
    orientation_of,
    position_of,
    unit_of,
    velocity_of,
)
from engine.sim.dcs_streams import beats, stream_events, stream_units
from engine.sim.dcs_world import Awkwardness, SimWorld
from engine.world.dcs_air import transpose_wind_deg
from engine.world.dcs_rpc import (
    API_KEY_HEADER,
    GET_PAUSED,
    GET_PLAYER_UNITS,
    GET_PLAYERS,
    GET_SESSION_ID,
    GET_TEMPERATURE_AND_PRESSURE,
    GET_THEATRE,
    GET_TIME,
    GET_TRANSFORM,
    GET_UNIT,
    GET_VERSION,
    GET_WIND,
    STREAM_EVENTS,
    STREAM_UNITS,
    Rpc,
)
from engine.world.proto import (
    atmosphere_pb2,
    coalition_pb2,
    hook_pb2,
    metadata_pb2,
    mission_pb2,
    net_pb2,
    timer_pb2,
    unit_pb2,
    world_pb2,
)

__all__ = ["SERVER_VERSION", "DcsServer"]

SERVER_VERSION = "0.8.1"
"""The release whose behaviour is imitated."""

_PASCAL_PER_HECTOPASCAL = 100.0
_KELVIN_AT_0_C = 273.15
_BEAT_S = 0.2

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
Answer = Callable[[Any, Context], Awaitable[Message]]


class DcsServer:
    """Serves one simulated mission after another on one port.

    `second_s` is how many real seconds one of the server's own lasts; tests shorten it.
    `mission_calls` counts the calls that reached the mission, also those kept by a pause.
    """

    def __init__(
        self,
        projection: Projection,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str | None = None,
        awkward: Awkwardness | None = None,
        second_s: float = 1.0,
    ) -> None:
        self.mission_calls = 0
        self._projection = projection
        self._host = host
        self._port = port
        self._token = token
        self._awkward = awkward or Awkwardness()
        self._second_s = second_s
        self._world: SimWorld | None = None
        self._server: grpc.aio.Server | None = None
        self._ended = asyncio.Event()
        self._player_ids: dict[str, int] = {}
        self._open_streams = 0
        self._deaf_streams = 0

    @property
    def address(self) -> str:
        """Return `host:port`; the port is known once a mission was begun."""
        return f"{self._host}:{self._port}"

    async def begin_mission(self, world: SimWorld) -> None:
        """Open the port and serve a mission.

        Raises:
            ConfigurationError: the port cannot be had.
        """
        server = grpc.aio.server()
        server.add_generic_rpc_handlers(self._handlers())
        try:
            self._port = server.add_insecure_port(self.address)
        except RuntimeError as error:
            message = f"cannot listen on {self.address}; give the simulated sim another port"
            raise ConfigurationError(message) from error
        self._world = world
        self._ended = asyncio.Event()
        self._server = server
        await server.start()

    async def end_mission(self) -> None:
        """End every stream in good order, then close the port."""
        self._ended.set()
        if self._server is not None:
            await self._server.stop(1.0)
            self._server = None

    def cut_streams(self) -> None:
        """End every stream in good order while the mission goes on."""
        self._ended.set()
        self._ended = asyncio.Event()

    def deafen_streams(self) -> None:
        """Let the open unit streams go silent without ending, as DCS-gRPC #246 reports."""
        self._deaf_streams = self._open_streams

    def _handlers(self) -> tuple[grpc.GenericRpcHandler[Any, Any], ...]:
        answers: tuple[tuple[Rpc[Any, Any], Answer, bool], ...] = (
            (GET_VERSION, self._get_version, False),
            (GET_PAUSED, self._get_paused, False),
            (GET_SESSION_ID, self._get_session_id, True),
            (GET_TIME, self._get_time, True),
            (GET_THEATRE, self._get_theatre, True),
            (GET_WIND, self._get_wind, True),
            (GET_TEMPERATURE_AND_PRESSURE, self._get_temperature_and_pressure, True),
            (GET_UNIT, self._get_unit, True),
            (GET_TRANSFORM, self._get_transform, True),
            (GET_PLAYER_UNITS, self._get_player_units, True),
            (GET_PLAYERS, self._get_players, True),
        )
        handlers = [
            _unary_handler(rpc, self._guarded(rpc.method, answer, of_mission=of_mission))
            for rpc, answer, of_mission in answers
        ]
        handlers.append(_stream_handler(STREAM_UNITS, self._stream_units))
        handlers.append(_stream_handler(STREAM_EVENTS, self._stream_events))
        return tuple(handlers)

    def _guarded(self, method: str, answer: Answer, *, of_mission: bool) -> Answer:
        async def guarded(request: Message, context: Context) -> Message:
            await self._admit(context)
            if method in self._awkward.failing:
                await context.abort(grpc.StatusCode.INTERNAL, "the handler failed")
            if of_mission:
                self.mission_calls += 1
                await self._until_running()
            return await answer(request, context)

        return guarded

    async def _admit(self, context: Context) -> None:
        if self._token is None:
            return
        metadata = dict(context.invocation_metadata() or ())
        if metadata.get(API_KEY_HEADER) != self._token:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "missing or invalid API key")

    async def _until_running(self) -> None:
        async for _ in self._beat():
            if not self._mission().paused:
                return

    def _beat(self) -> AsyncIterator[float]:
        return beats(
            self._ended,
            period_s=_BEAT_S,
            second_s=self._second_s,
            now_s=asyncio.get_running_loop().time,
        )

    def _mission(self) -> SimWorld:
        assert self._world is not None  # noqa: S101 - the port opens with a mission
        return self._world

    async def _unit_named(self, name: str, context: Context) -> Track:
        found = next((t for t in self._mission().units() if t.unit_name == name), None)
        if found is None:
            await context.abort(grpc.StatusCode.NOT_FOUND, "unit does not exist")
            raise AssertionError  # abort raises; this tells the type checker
        return found

    def _player_id(self, name: str) -> int:
        return self._player_ids.setdefault(name, len(self._player_ids) + 2)

    async def _stream_units(
        self, request: mission_pb2.StreamUnitsRequest, context: Context
    ) -> AsyncIterator[mission_pb2.StreamUnitsResponse]:
        await self._admit(context)
        self._open_streams += 1
        number = self._open_streams
        async for message in stream_units(
            request, world=self._mission(), projection=self._projection, beat=self._beat
        ):
            if number > self._deaf_streams:
                yield message

    async def _stream_events(
        self, _: mission_pb2.StreamEventsRequest, context: Context
    ) -> AsyncIterator[mission_pb2.StreamEventsResponse]:
        await self._admit(context)
        async for message in stream_events(
            world=self._mission(),
            projection=self._projection,
            awkward=self._awkward,
            beat=self._beat,
            player_id=self._player_id,
        ):
            yield message

    async def _get_version(self, _: Message, __: Context) -> Message:
        return metadata_pb2.GetVersionResponse(version=SERVER_VERSION)

    async def _get_paused(self, _: Message, __: Context) -> Message:
        return hook_pb2.GetPausedResponse(paused=self._mission().paused)

    async def _get_session_id(self, _: Message, __: Context) -> Message:
        return mission_pb2.GetSessionIdResponse(session_id=self._mission().session_id)

    async def _get_time(self, _: Message, __: Context) -> Message:
        return timer_pb2.GetTimeResponse(time=self._mission().time_s)

    async def _get_theatre(self, _: Message, __: Context) -> Message:
        return world_pb2.GetTheatreResponse(theatre=self._mission().theatre)

    async def _get_wind(self, request: atmosphere_pb2.GetWindRequest, _: Context) -> Message:
        place = request.position
        air = self._mission().air_at(place.lat, place.lon, place.alt * FEET_PER_METRE)
        return atmosphere_pb2.GetWindResponse(
            heading=transpose_wind_deg(air.wind_from_deg_grid),
            strength=air.wind_speed_kt / KNOTS_PER_METRE_PER_SECOND,
        )

    async def _get_temperature_and_pressure(
        self, request: atmosphere_pb2.GetTemperatureAndPressureRequest, _: Context
    ) -> Message:
        place = request.position
        air = self._mission().air_at(place.lat, place.lon, place.alt * FEET_PER_METRE)
        return atmosphere_pb2.GetTemperatureAndPressureResponse(
            temperature=air.temperature_c + _KELVIN_AT_0_C,
            pressure=air.pressure_hpa * _PASCAL_PER_HECTOPASCAL,
        )

    async def _get_unit(self, request: unit_pb2.GetRequest, context: Context) -> Message:
        track = await self._unit_named(request.name, context)
        return unit_pb2.GetResponse(unit=unit_of(track, self._projection))

    async def _get_transform(
        self, request: unit_pb2.GetTransformRequest, context: Context
    ) -> Message:
        track = await self._unit_named(request.name, context)
        return unit_pb2.GetTransformResponse(
            time=self._mission().time_s,
            position=position_of(track),
            orientation=orientation_of(track, self._projection),
            velocity=velocity_of(track),
        )

    async def _get_player_units(
        self, request: coalition_pb2.GetPlayerUnitsRequest, _: Context
    ) -> Message:
        flown = [
            unit_of(track, self._projection)
            for track in self._mission().units()
            if track.player_name and coalition_to_wire(track.coalition) == request.coalition
        ]
        return coalition_pb2.GetPlayerUnitsResponse(units=flown)

    async def _get_players(self, _: Message, __: Context) -> Message:
        players = [
            net_pb2.GetPlayersResponse.GetPlayerInfo(
                id=self._player_id(track.player_name),
                name=track.player_name,
                coalition=coalition_to_wire(track.coalition),
                slot=str(track.unit_id),
            )
            for track in self._mission().units()
            if track.player_name
        ]
        return net_pb2.GetPlayersResponse(players=players)


def _unary_handler(rpc: Rpc[Any, Any], answer: Answer) -> grpc.GenericRpcHandler[Any, Any]:
    handler = grpc.unary_unary_rpc_method_handler(
        answer,
        request_deserializer=rpc.request.FromString,
        response_serializer=rpc.response.SerializeToString,
    )
    return grpc.method_handlers_generic_handler(rpc.service, {rpc.method: handler})


def _stream_handler(
    rpc: Rpc[Any, Any], answer: Callable[[Any, Context], AsyncIterator[Message]]
) -> grpc.GenericRpcHandler[Any, Any]:
    handler = grpc.unary_stream_rpc_method_handler(
        answer,
        request_deserializer=rpc.request.FromString,
        response_serializer=rpc.response.SerializeToString,
    )
    return grpc.method_handlers_generic_handler(rpc.service, {rpc.method: handler})
