"""The committed protocol code is what its `.proto` files make; the call table agrees with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pool

from engine.model.errors import FeedError, FeedRefused, FeedUnreachable
from engine.world.dcs_link import FeedTimedOut, NotServed, translate
from engine.world.dcs_rpc import ALL_RPCS, Rpc
from engine.world.proto.generate import PROTO_FOLDER, generate, proto_files


def test_the_generated_code_is_fresh(tmp_path: Path) -> None:
    pytest.importorskip("grpc_tools", reason="grpcio-tools is not installed")
    generate(tmp_path)
    made = sorted((tmp_path / "engine/world/proto").iterdir())

    assert len(made) == 2 * len(proto_files())
    committed = {path.name: (PROTO_FOLDER / path.name).read_text("utf-8") for path in made}
    if _compiler(made[0].read_text("utf-8")) != _compiler(committed[made[0].name]):
        pytest.skip("another protocol compiler than the locked one is installed")
    for path in made:
        assert path.read_text("utf-8") == committed[path.name], (
            f"{path.name} is stale; run: python -m engine.world.proto.generate"
        )


def _compiler(code: str) -> str:
    return next(line for line in code.splitlines() if "Protobuf Python Version" in line)


@pytest.mark.parametrize("rpc", ALL_RPCS, ids=lambda rpc: rpc.method)
def test_a_call_is_declared_as_the_protocol_has_it(rpc: Rpc[Any, Any]) -> None:
    service = descriptor_pool.Default().FindServiceByName(rpc.service)
    method = service.methods_by_name[rpc.method]

    assert method.input_type is rpc.request.DESCRIPTOR
    assert method.output_type is rpc.response.DESCRIPTOR
    assert method.server_streaming is rpc.streams
    assert not method.client_streaming
    assert rpc.path == f"/{service.full_name}/{method.name}"


def test_every_call_of_the_protocol_is_in_the_table() -> None:
    pool = descriptor_pool.Default()
    services = {pool.FindServiceByName(rpc.service).full_name for rpc in ALL_RPCS}
    declared = {
        f"/{name}/{method.name}"
        for name in services
        for method in pool.FindServiceByName(name).methods
    }

    assert declared == {rpc.path for rpc in ALL_RPCS}


# Numbers on the wire of DCS-gRPC 0.8.1, where a mistake would read one field as another.
WIRE_NUMBERS = {
    "dcs.common.v0.Position": {"lat": 1, "lon": 2, "alt": 3, "u": 4, "v": 5},
    "dcs.common.v0.Orientation": {"heading": 1, "yaw": 2, "pitch": 3, "roll": 4},
    "dcs.common.v0.Velocity": {"heading": 1, "speed": 2, "velocity": 3},
    "dcs.common.v0.Unit": {
        "id": 1,
        "name": 2,
        "callsign": 3,
        "coalition": 4,
        "type": 5,
        "position": 6,
        "orientation": 7,
        "velocity": 8,
        "player_name": 9,
        "group": 10,
        "number_in_group": 11,
    },
    "dcs.common.v0.Airbase": {"unit": 1, "name": 2, "position": 6, "category": 7},
    "dcs.mission.v0.StreamUnitsRequest": {"poll_rate": 1, "max_backoff": 2, "category": 3},
    "dcs.mission.v0.StreamUnitsResponse": {"time": 1, "unit": 2, "gone": 3},
    "dcs.mission.v0.StreamEventsResponse": {
        "time": 1,
        "takeoff": 6,
        "land": 7,
        "crash": 8,
        "ejection": 9,
        "dead": 11,
        "pilot_dead": 12,
        "mission_start": 14,
        "mission_end": 15,
        "birth": 18,
        "player_enter_unit": 23,
        "player_leave_unit": 24,
        "kill": 31,
        "unit_lost": 33,
        "runway_takeoff": 54,
        "runway_touch": 55,
        "connect": 8192,
        "disconnect": 8193,
        "player_change_slot": 8195,
        "simulation_fps": 8199,
    },
    "dcs.mission.v0.StreamEventsResponse.EjectionEvent": {"initiator": 1, "target": 3},
    "dcs.atmosphere.v0.GetWindResponse": {"heading": 1, "strength": 2},
    "dcs.atmosphere.v0.GetTemperatureAndPressureResponse": {"temperature": 1, "pressure": 2},
    "dcs.unit.v0.GetTransformResponse": {
        "time": 1,
        "position": 2,
        "orientation": 3,
        "velocity": 4,
    },
    "dcs.net.v0.GetPlayersResponse.GetPlayerInfo": {
        "id": 1,
        "name": 2,
        "coalition": 3,
        "slot": 4,
        "ping": 5,
        "remote_address": 6,
        "ucid": 7,
        "locale": 8,
    },
}


@pytest.mark.parametrize("name", WIRE_NUMBERS)
def test_fields_have_their_numbers_on_the_wire(name: str) -> None:
    message = descriptor_pool.Default().FindMessageTypeByName(name)

    for field, number in WIRE_NUMBERS[name].items():
        assert message.fields_by_name[field].number == number


@pytest.mark.parametrize("code", list(grpc.StatusCode), ids=lambda code: code.name)
def test_every_status_becomes_an_error_of_ours_in_one_plain_line(code: grpc.StatusCode) -> None:
    error = translate(code, address="127.0.0.1:50051", method="GetTime")

    assert isinstance(error, FeedError)
    assert "127.0.0.1:50051" in str(error)
    assert "\n" not in str(error)
    assert "StatusCode" not in str(error)


def test_what_cannot_be_helped_by_waiting_is_refused() -> None:
    def kind(code: grpc.StatusCode) -> type[FeedError]:
        return type(translate(code, address="a", method="m"))

    assert kind(grpc.StatusCode.UNAUTHENTICATED) is FeedRefused
    assert kind(grpc.StatusCode.PERMISSION_DENIED) is FeedRefused
    assert kind(grpc.StatusCode.UNIMPLEMENTED) is NotServed
    assert kind(grpc.StatusCode.DEADLINE_EXCEEDED) is FeedTimedOut
    assert kind(grpc.StatusCode.UNAVAILABLE) is FeedUnreachable
    assert kind(grpc.StatusCode.INTERNAL) is FeedUnreachable
