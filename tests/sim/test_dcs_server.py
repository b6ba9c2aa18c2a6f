"""The DCS-gRPC client against the simulated server: what flies, what happens, the air.

Each test is one way in which a live sim is awkward (DCS-gRPC 0.8.1).
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from engine.model.picture import (
    FeedReset,
    SimEvent,
    SimEventKind,
    Track,
    TrackGone,
    WeatherReport,
)
from engine.sim.dcs_world import Awkwardness
from engine.world.dcs_air import WindReading
from engine.world.dcs_link import DcsLink
from engine.world.dcs_rpc import STREAM_UNITS
from engine.world.dcs_settings import DcsSettings
from engine.world.feed import FeedCondition
from engine.world.proto import common_pb2, mission_pb2
from tests.sim.dcs_harness import FIELD, LONGEST_S, TIMING, flying
from tests.sim.scripted_world import ScriptedWorld


def test_an_aircraft_is_seen_where_the_sim_has_it() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", speed_kt=300.0, heading_deg_grid=90.0)
        async with flying(world) as (_, watch):
            first = await watch.track("Aerial-1")
            later = await watch.later(first, 2.0)

            assert isinstance(watch.seen[0], FeedReset)
            assert first.track_id == f"track:{world.session_id}/Aerial-1/1"
            assert (first.type_name, first.player_name) == ("F-16C_50", "Viper")
            assert first.speed_kt == pytest.approx(300.0)
            assert first.heading_deg_grid == pytest.approx(90.0)
            assert first.altitude_ft == pytest.approx(3000.0)
            flown_m = later.position.grid.east_m - first.position.grid.east_m
            took_s = later.sim_time_s - first.sim_time_s
            assert flown_m == pytest.approx(154.3 * took_s, abs=300.0)

    asyncio.run(scenario())


def test_a_snapshot_without_a_time_is_given_the_missions_time() -> None:
    async def scenario() -> None:
        world = ScriptedWorld(start_s=500.0)
        world.spawn("Aerial-1")
        async with flying(world) as (server, watch):
            async with DcsLink(server.address, token=None, deadline_s=1.0) as link:
                request = mission_pb2.StreamUnitsRequest(
                    category=common_pb2.GROUP_CATEGORY_AIRPLANE
                )
                async with aclosing(link.stream(STREAM_UNITS, request)) as messages:
                    raw = await anext(messages)
            first = await watch.track("Aerial-1")

            assert raw.time == 0.0
            assert first.sim_time_s >= 500.0

    asyncio.run(scenario())


def test_a_parked_aircraft_is_shown_each_second_and_seen_to_move_off() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        async with flying(world) as (_, watch):
            parked = await watch.track("Aerial-1")
            await watch.later(parked, 5.0)
            world.accelerate("Aerial-1", 20.0)
            moved_at = world.time_s
            rolling = await watch.first(Track, lambda t: t.speed_kt > 10.0)

            assert len({t.sim_time_s for t in watch.tracks("Aerial-1")}) >= 4
            assert rolling.sim_time_s - moved_at < 6.0

    asyncio.run(scenario())


def test_the_servers_own_back_off_hides_an_aircraft_that_starts_to_move() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        async with flying(world) as (server, watch):
            await watch.track("Aerial-1")
            async with DcsLink(server.address, token=None, deadline_s=1.0) as link:
                request = mission_pb2.StreamUnitsRequest(
                    poll_rate=4, max_backoff=32, category=common_pb2.GROUP_CATEGORY_AIRPLANE
                )
                async with aclosing(link.stream(STREAM_UNITS, request)) as messages:
                    await anext(messages)
                    world_at_first = world.time_s
                    await watch.later(await watch.track("Aerial-1"), 6.0)
                    world.accelerate("Aerial-1", 20.0)
                    async with asyncio.timeout(LONGEST_S):
                        seen = await anext(messages)

            assert seen.time - world_at_first > 10.0  # 4 s, then 8 s more

    asyncio.run(scenario())


def test_an_aircraft_that_despawns_is_gone() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", speed_kt=250.0)
        async with flying(world) as (_, watch):
            track = await watch.track("Aerial-1")
            world.remove("Aerial-1")
            gone = await watch.first(TrackGone, lambda _: True)

            assert gone.track_id == track.track_id

    asyncio.run(scenario())


def test_a_player_who_takes_over_a_unit_name_is_a_new_sortie() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", player_name="Viper")
        async with flying(world) as (_, watch):
            first = await watch.track("Aerial-1")
            world.spawn("Aerial-1", player_name="Raven")
            second = await watch.track("Aerial-1", other_than=[first.track_id])

            assert second.track_id == f"track:{world.session_id}/Aerial-1/2"
            assert second.player_name == "Raven"
            assert any(isinstance(u, TrackGone) for u in watch.seen)

    asyncio.run(scenario())


def test_the_same_player_born_again_is_a_new_sortie() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        async with flying(world) as (_, watch):
            first = await watch.track("Aerial-1")
            await watch.later(first, 7.0)
            world.spawn("Aerial-1")
            second = await watch.track("Aerial-1", other_than=[first.track_id])
            births = [u for u in watch.seen if isinstance(u, SimEvent)]

            assert second.track_id.endswith("/2")
            assert first.track_id not in [b.track_id for b in births if b.sim_time_s > 105.0]

    asyncio.run(scenario())


def test_events_may_be_lost_or_late_or_without_an_aircraft() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        track = world.spawn("Aerial-1")
        awkward = Awkwardness(late_s=3.0, lost=frozenset({SimEventKind.CRASH}))
        async with flying(world, awkward=awkward) as (_, watch):
            await watch.later(await watch.track("Aerial-1"), 1.0)
            landed_at = world.time_s
            world.happen(SimEventKind.LAND, track, place="Batumi")
            world.happen(SimEventKind.RUNWAY_TOUCH, track, place="Batumi")
            world.happen(SimEventKind.CRASH, track)
            world.happen(SimEventKind.LEAVE_UNIT, track)
            land = await watch.first(SimEvent, lambda e: e.kind is SimEventKind.LAND)
            leave = await watch.first(SimEvent, lambda e: e.kind is SimEventKind.LEAVE_UNIT)
            touch = await watch.first(SimEvent, lambda e: e.kind is SimEventKind.RUNWAY_TOUCH)
            kinds = {e.kind for e in watch.seen if isinstance(e, SimEvent)}

            assert land.sim_time_s == pytest.approx(landed_at + 3.0, abs=0.2)
            assert (touch.place, touch.track_id) == (
                "Batumi",
                f"track:{world.session_id}/Aerial-1/1",
            )
            assert leave.track_id is None
            assert SimEventKind.CRASH not in kinds

    asyncio.run(scenario())


def test_an_aircraft_reported_dead_is_gone_at_once() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        track = world.spawn("Aerial-1")
        async with flying(world) as (_, watch):
            await watch.later(await watch.track("Aerial-1"), 1.0)
            world.happen(SimEventKind.DEAD, track)
            dead = await watch.first(SimEvent, lambda e: e.kind is SimEventKind.DEAD)
            gone = await watch.first(TrackGone, lambda _: True)
            world.remove("Aerial-1")

            assert dead.track_id == gone.track_id

    asyncio.run(scenario())


def test_a_slot_change_and_a_disconnect_name_the_aircraft_that_was_left() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", player_name="Viper")
        async with flying(world) as (_, watch):
            track = await watch.later(await watch.track("Aerial-1"), 1.0)
            world.happen(SimEventKind.CHANGE_SLOT, player_name="Viper")
            slot = await watch.first(SimEvent, lambda e: e.kind is SimEventKind.CHANGE_SLOT)
            world.happen(SimEventKind.DISCONNECT, player_name="Viper")
            left = await watch.first(SimEvent, lambda e: e.kind is SimEventKind.DISCONNECT)

            assert (slot.track_id, slot.player_name) == (track.track_id, "Viper")
            assert (left.track_id, left.player_name) == (track.track_id, "Viper")

    asyncio.run(scenario())


def test_a_helicopter_comes_by_its_own_stream() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        world.spawn("Rotary-1", helicopter=True)
        async with flying(world) as (_, watch):
            assert (await watch.track("Rotary-1")).helicopter
            assert not (await watch.track("Aerial-1")).helicopter

    asyncio.run(scenario())


def test_an_aircraft_on_final_is_looked_at_more_often() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", speed_kt=150.0)
        world.spawn("Aerial-2", speed_kt=150.0)
        async with flying(world) as (_, watch):
            watch.feed.watch_closely(["Aerial-1", "No such unit"])
            start = await watch.track("Aerial-2")
            await watch.later(start, 10.0)

            assert len(watch.tracks("Aerial-1")) > 1.5 * len(watch.tracks("Aerial-2"))

    asyncio.run(scenario())


@pytest.mark.parametrize("wind_from_deg", [270.0, 45.0, 225.0, 10.0, 0.0])
def test_the_transposed_wind_is_made_right(wind_from_deg: float) -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.wind_from_deg_grid = wind_from_deg
        settings = DcsSettings(address="", weather=(FIELD,), timing=TIMING)
        async with flying(world, settings=settings) as (_, watch):
            report = await watch.first(WeatherReport, lambda _: True)
            weather = report.by_field["batumi"]

            assert weather.wind_from_deg_grid == pytest.approx(wind_from_deg, abs=1e-3)
            assert weather.wind_speed_kt == pytest.approx(12.0, rel=1e-5)
            assert weather.qnh_hpa == pytest.approx(1013.25, abs=1e-2)
            assert weather.qfe_hpa == pytest.approx(1013.25 - 33.0 / 27.3, abs=1e-2)
            assert weather.temperature_c == pytest.approx(18.0, abs=1e-3)

    asyncio.run(scenario())


def test_a_mended_servers_wind_can_be_read_plain() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        settings = DcsSettings(address="", weather=(FIELD,), wind=WindReading.PLAIN, timing=TIMING)
        async with flying(world, settings=settings) as (_, watch):
            report = await watch.first(WeatherReport, lambda _: True)

            assert report.by_field["batumi"].wind_from_deg_grid == pytest.approx(180.0)

    asyncio.run(scenario())


def test_a_call_that_fails_alone_costs_the_streams_nothing() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", speed_kt=150.0)
        awkward = Awkwardness(failing=frozenset({"GetWind", "GetTransform", "GetPlayers"}))
        settings = DcsSettings(address="", weather=(FIELD,), timing=TIMING)
        async with flying(world, awkward=awkward, settings=settings) as (_, watch):
            watch.feed.watch_closely(["Aerial-1"])
            await watch.later(await watch.track("Aerial-1"), 10.0)
            lines = [state.line for state in watch.states]

            assert any("reading on, though" in line and "GetWind" in line for line in lines)
            assert not any(s.condition is FeedCondition.UNREACHABLE for s in watch.states)
            assert len(lines) == len(set(lines))

    asyncio.run(scenario())
