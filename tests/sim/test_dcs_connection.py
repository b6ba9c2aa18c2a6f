"""The DCS-gRPC client when the sim pauses, restarts, falls silent, refuses or is not there."""

from __future__ import annotations

import asyncio

import pytest

from engine.model.errors import FeedRefused, FeedUnreachable
from engine.model.picture import (
    FeedReset,
    Track,
    TrackGone,
)
from engine.sim.dcs_server import SERVER_VERSION, DcsServer
from engine.sim.dcs_world import Awkwardness
from engine.world.dcs_probe import probe
from engine.world.dcs_settings import DcsSettings
from engine.world.feed import FeedCondition
from tests.sim.dcs_harness import FIELD, KEY, TIMING, WRONG_KEY, flying
from tests.sim.scripted_world import ScriptedWorld


def test_a_pause_is_told_and_costs_the_mission_no_storm_of_calls() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", speed_kt=200.0)
        async with flying(
            world, settings=DcsSettings(address="", weather=(FIELD,), timing=TIMING)
        ) as (server, watch):
            watch.feed.watch_closely(["Aerial-1"])
            before = await watch.track("Aerial-1")
            world.pause()
            await watch.state(FeedCondition.PAUSED)
            calls = server.mission_calls
            for _ in range(10):  # while paused, only what still answers is asked
                await probe_paused(server)
            kept = server.mission_calls - calls
            world.resume()
            watch.states.clear()
            await watch.state(FeedCondition.CONNECTED)
            after = await watch.later(before, 1.0)

            assert kept <= 1
            assert after.track_id == before.track_id
            assert not [u for u in watch.seen if isinstance(u, TrackGone)]
            assert len([u for u in watch.seen if isinstance(u, FeedReset)]) == 1

    asyncio.run(scenario())


async def probe_paused(server: DcsServer) -> None:
    with pytest.raises(FeedUnreachable, match="paused"):
        await probe(DcsSettings(address=server.address, timing=TIMING))


def test_a_sim_found_paused_is_waited_for() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        world.pause()
        async with flying(world) as (server, watch):
            await watch.state(FeedCondition.PAUSED)
            assert server.mission_calls == 0
            world.resume()
            await watch.track("Aerial-1")

    asyncio.run(scenario())


def test_a_pause_is_noticed_without_a_heartbeat_too() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        async with flying(world, awkward=Awkwardness(heartbeat=False)) as (_, watch):
            parked = await watch.track("Aerial-1")
            await watch.later(parked, 3.0)
            world.pause()
            await watch.state(FeedCondition.PAUSED)
            last = watch.tracks("Aerial-1")[-1]
            world.resume()
            await watch.later(last, 1.0)

    asyncio.run(scenario())


def test_a_restarted_mission_voids_every_track() -> None:
    async def scenario() -> None:
        world = ScriptedWorld(session_id=1)
        world.spawn("Aerial-1")
        async with flying(world) as (server, watch):
            await watch.track("Aerial-1")
            await server.end_mission()
            await watch.state(FeedCondition.UNREACHABLE)
            again = ScriptedWorld(session_id=2, start_s=0.0)
            again.spawn("Aerial-1")
            await server.begin_mission(again)
            second = await watch.first(Track, lambda t: t.track_id == "track:2/Aerial-1/1")
            resets = [u for u in watch.seen if isinstance(u, FeedReset)]

            assert [r.session for r in resets] == ["1", "2"]
            assert resets[1].reason == "the mission restarted"
            assert second.sim_time_s < 100.0

    asyncio.run(scenario())


def test_a_stream_that_ends_in_good_order_is_taken_up_again() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        world.spawn("Aerial-2")
        async with flying(world) as (server, watch):
            stays = await watch.track("Aerial-1")
            leaves = await watch.track("Aerial-2")
            server.cut_streams()
            world.remove("Aerial-2")
            lost = await watch.state(FeedCondition.UNREACHABLE)
            gone = await watch.first(TrackGone, lambda _: True)
            await watch.later(stays, 10.0)

            assert "ended its stream" in lost.line
            assert gone.track_id == leaves.track_id
            assert {t.track_id for t in watch.tracks("Aerial-1")} == {stays.track_id}
            assert len([u for u in watch.seen if isinstance(u, FeedReset)]) == 1

    asyncio.run(scenario())


def test_a_stream_deaf_to_a_moving_aircraft_is_taken_up_again() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", speed_kt=200.0)
        async with flying(world) as (server, watch):
            await watch.track("Aerial-1")
            server.deafen_streams()
            lost = await watch.state(FeedCondition.UNREACHABLE)
            seen = len(watch.seen)
            await watch.until(lambda: any(isinstance(u, Track) for u in watch.seen[seen:]))

            assert "went silent" in lost.line

    asyncio.run(scenario())


def test_a_stream_deaf_to_a_player_it_never_listed_is_taken_up_again() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-2")
        world.spawn("Rotary-1", helicopter=True)
        async with flying(world) as (server, watch):
            await watch.track("Aerial-2")
            await watch.track("Rotary-1")
            server.deafen_streams()
            world.spawn("Aerial-1", birth_event=False)
            lost = await watch.state(FeedCondition.UNREACHABLE)
            await watch.track("Aerial-1")

            assert "went silent" in lost.line

    asyncio.run(scenario())


def test_a_mission_may_run_past_midnight() -> None:
    async def scenario() -> None:
        world = ScriptedWorld(start_s=86_398.0)
        world.spawn("Aerial-1", speed_kt=200.0)
        async with flying(world) as (_, watch):
            before = await watch.track("Aerial-1")
            after = await watch.first(Track, lambda t: t.sim_time_s > 86_402.0)

            assert before.track_id == after.track_id
            assert len([u for u in watch.seen if isinstance(u, FeedReset)]) == 1

    asyncio.run(scenario())


def test_the_right_key_is_let_in_and_the_wrong_one_refused_in_one_line() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        right = DcsSettings(address="", token=KEY, timing=TIMING)
        async with flying(world, token=KEY, settings=right) as (server, watch):
            await watch.track("Aerial-1")
            with pytest.raises(FeedRefused, match="refused the API key") as refusal:
                await probe(DcsSettings(address=server.address, token=WRONG_KEY, timing=TIMING))

            assert WRONG_KEY not in str(refusal.value)
            assert "\n" not in str(refusal.value)
            assert KEY not in repr(right)
        wrong = DcsSettings(address="", timing=TIMING)
        async with flying(world, token=KEY, settings=wrong) as (_, watch):
            refused = await watch.state(FeedCondition.REFUSED)
            assert "API key" in refused.line
            assert not watch.seen

    asyncio.run(scenario())


def test_another_theatre_is_refused() -> None:
    async def scenario() -> None:
        settings = DcsSettings(address="", theatre="Syria", timing=TIMING)
        async with flying(ScriptedWorld(), settings=settings) as (_, watch):
            refused = await watch.state(FeedCondition.REFUSED)

            assert "Caucasus" in refused.line
            assert "Syria" in refused.line

    asyncio.run(scenario())


def test_a_probe_tells_who_answers() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        async with flying(world) as (server, _):
            identity = await probe(DcsSettings(address=server.address, timing=TIMING))

            assert identity.version == SERVER_VERSION
            assert identity.theatre == "Caucasus"
            assert identity.session == str(world.session_id)

    asyncio.run(scenario())


def test_a_sim_that_is_not_there_is_told_in_one_line_and_tried_again() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1")
        async with flying(world) as (server, watch):
            await watch.track("Aerial-1")
            await server.end_mission()
            with pytest.raises(FeedUnreachable, match="nothing answers") as error:
                await probe(DcsSettings(address=server.address, timing=TIMING))
            assert "\n" not in str(error.value)
            await watch.until(lambda: "nothing answers" in watch.states[-1].line)
            watch.states.clear()
            await server.begin_mission(world)
            await watch.state(FeedCondition.CONNECTED)

    asyncio.run(scenario())


def test_tracks_keep_their_ids_over_a_restart_of_the_engine() -> None:
    async def scenario() -> None:
        world = ScriptedWorld()
        world.spawn("Aerial-1", player_name="Viper")
        async with flying(world) as (_, watch):
            first = await watch.track("Aerial-1")
            world.spawn("Aerial-1", player_name="Raven")
            second = await watch.track("Aerial-1", other_than=[first.track_id])
        async with flying(world, known=[second]) as (_, watch):
            again = await watch.track("Aerial-1")

            assert again.track_id == second.track_id
            assert not [u for u in watch.seen if isinstance(u, FeedReset)]

    asyncio.run(scenario())
