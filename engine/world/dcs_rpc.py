"""The calls of DCS-gRPC that Marshall uses: path, message types, and whether it streams.

One table for both sides: the client that reads a sim and the simulated sim that answers it.
DCS-gRPC serves no reflection, so a client must bring its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

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

__all__ = [
    "ALL_RPCS",
    "API_KEY_HEADER",
    "GET_PAUSED",
    "GET_PLAYERS",
    "GET_PLAYER_UNITS",
    "GET_SESSION_ID",
    "GET_TEMPERATURE_AND_PRESSURE",
    "GET_THEATRE",
    "GET_TIME",
    "GET_TRANSFORM",
    "GET_UNIT",
    "GET_VERSION",
    "GET_WIND",
    "STREAM_EVENTS",
    "STREAM_UNITS",
    "Rpc",
]

API_KEY_HEADER = "x-api-key"
"""Metadata keys are lower case on the wire."""

RequestT = TypeVar("RequestT", bound=Message)
ResponseT = TypeVar("ResponseT", bound=Message)


@dataclass(frozen=True, slots=True)
class Rpc(Generic[RequestT, ResponseT]):
    """One call: its service and method, what goes in and what comes out."""

    service: str
    method: str
    request: type[RequestT]
    response: type[ResponseT]
    streams: bool = False

    @property
    def path(self) -> str:
        """Return the path on the wire."""
        return f"/{self.service}/{self.method}"


STREAM_UNITS = Rpc(
    "dcs.mission.v0.MissionService",
    "StreamUnits",
    mission_pb2.StreamUnitsRequest,
    mission_pb2.StreamUnitsResponse,
    streams=True,
)
STREAM_EVENTS = Rpc(
    "dcs.mission.v0.MissionService",
    "StreamEvents",
    mission_pb2.StreamEventsRequest,
    mission_pb2.StreamEventsResponse,
    streams=True,
)
GET_SESSION_ID = Rpc(
    "dcs.mission.v0.MissionService",
    "GetSessionId",
    mission_pb2.GetSessionIdRequest,
    mission_pb2.GetSessionIdResponse,
)
GET_TIME = Rpc(
    "dcs.timer.v0.TimerService", "GetTime", timer_pb2.GetTimeRequest, timer_pb2.GetTimeResponse
)
GET_VERSION = Rpc(
    "dcs.metadata.v0.MetadataService",
    "GetVersion",
    metadata_pb2.GetVersionRequest,
    metadata_pb2.GetVersionResponse,
)
GET_THEATRE = Rpc(
    "dcs.world.v0.WorldService",
    "GetTheatre",
    world_pb2.GetTheatreRequest,
    world_pb2.GetTheatreResponse,
)
GET_WIND = Rpc(
    "dcs.atmosphere.v0.AtmosphereService",
    "GetWind",
    atmosphere_pb2.GetWindRequest,
    atmosphere_pb2.GetWindResponse,
)
GET_TEMPERATURE_AND_PRESSURE = Rpc(
    "dcs.atmosphere.v0.AtmosphereService",
    "GetTemperatureAndPressure",
    atmosphere_pb2.GetTemperatureAndPressureRequest,
    atmosphere_pb2.GetTemperatureAndPressureResponse,
)
GET_PLAYER_UNITS = Rpc(
    "dcs.coalition.v0.CoalitionService",
    "GetPlayerUnits",
    coalition_pb2.GetPlayerUnitsRequest,
    coalition_pb2.GetPlayerUnitsResponse,
)
GET_UNIT = Rpc("dcs.unit.v0.UnitService", "Get", unit_pb2.GetRequest, unit_pb2.GetResponse)
GET_TRANSFORM = Rpc(
    "dcs.unit.v0.UnitService",
    "GetTransform",
    unit_pb2.GetTransformRequest,
    unit_pb2.GetTransformResponse,
)
GET_PLAYERS = Rpc(
    "dcs.net.v0.NetService", "GetPlayers", net_pb2.GetPlayersRequest, net_pb2.GetPlayersResponse
)
GET_PAUSED = Rpc(
    "dcs.hook.v0.HookService", "GetPaused", hook_pb2.GetPausedRequest, hook_pb2.GetPausedResponse
)

ALL_RPCS: tuple[Rpc[Any, Any], ...] = (
    STREAM_UNITS,
    STREAM_EVENTS,
    GET_SESSION_ID,
    GET_TIME,
    GET_VERSION,
    GET_THEATRE,
    GET_WIND,
    GET_TEMPERATURE_AND_PRESSURE,
    GET_PLAYER_UNITS,
    GET_UNIT,
    GET_TRANSFORM,
    GET_PLAYERS,
    GET_PAUSED,
)
"""Every call above."""
