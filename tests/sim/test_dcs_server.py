"""The DCS-gRPC client against the simulated server, on real sockets.

Each test is one way in which a live sim is awkward (DCS-gRPC 0.8.1). A mission second lasts a
twentieth of a real one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import TypeVar

import pytest

from engine.model.errors import FeedRefused, FeedUnreachable
from engine.model.picture import (
    FeedReset,
    FeedUpdate,
    SimEvent,
    SimEventKind,
    Track,
    TrackGone,
    WeatherReport,
)
from engine.sim.dcs_server import SERVER_VERSION, DcsServer
from engine.sim.dcs_world import Awkwardness
from engine.world.dcs_air import WeatherPoint, WindReading
from engine.world.dcs_grpc import DcsGrpcFeed
from engine.world.dcs_link import DcsLink
from engine.world.dcs_probe import probe
from engine.world.dcs_rpc import STREAM_UNITS
from engine.world.dcs_settings import DcsSettings, DcsTiming
from engine.world.feed import FeedCondition, FeedState
from engine.world.proto import common_pb2, mission_pb2
from tests.sim.scripted_world import CAUCASUS, ScriptedWorld
from tests.world.feed_conformance import assert_conforms

SECOND_S = 0.05
LONGEST_S = 20.0
TIMING = DcsTiming(
    deadline_s=0.5,
    transform_period_s=0.02,
    weather_period_s=0.05,
    tick_s=0.02,
    pause_after_s=0.2,
    longest_question_s=0.1,
    first_retry_s=0.02,
    longest_retry_s=0.1,
    silence_mission_s=6.0,
    resync_mission_s=3.0,
)
KEY = "let-me-in"
WRONG_KEY = "guess"
FIELD = WeatherPoint(field="batumi", latitude_deg=41.6, longitude_deg=41.6, elevation_ft=33.0)

UpdateT = TypeVar("UpdateT", bound=FeedUpdate)


class Watch:
    """A feed being read by a task, with everything that it has yielded."""

    def __init__(self, feed: DcsGrpcFeed, states: list[FeedState]) -> None:
        self.feed = feed
        self.states = states
        self.seen: list[FeedUpdate] = []
        self._changed = asyncio.Event()

    async def read(self) -> None:
        async with aclosing(self.feed.updates()) as updates:
            async for update in updates:
                self.seen.append(update)
                self._changed.set()

    def told(self, state: FeedState) -> None:
        self.states.append(state)
        self._changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONGEST_S):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    async def first(self, kind: type[UpdateT], which: Callable[[UpdateT], bool]) -> UpdateT:
        def found() -> list[UpdateT]:
            return [u for u in self.seen if isinstance(u, kind) and which(u)]

        await self.until(lambda: bool(found()))
        return found()[0]

    async def track(self, unit_name: str, *, other_than: Sequence[str] = ()) -> Track:
        return await self.first(
            Track, lambda t: t.unit_name == unit_name and t.track_id not in other_than
        )

    async def later(self, track: Track, mission_s: float) -> Track:
        return await self.first(
            Track,
            lambda t: t.track_id == track.track_id and t.sim_time_s >= track.sim_time_s + mission_s,
        )

    async def state(self, condition: FeedCondition) -> FeedState:
        await self.until(lambda: any(s.condition is condition for s in self.states))
        return next(s for s in self.states if s.condition is condition)

    def tracks(self, unit_name: str) -> list[Track]:
        return [u for u in self.seen if isinstance(u, Track) and u.unit_name == unit_name]


@asynccontextmanager
async def flying(
    world: ScriptedWorld,
    *,
    awkward: Awkwardness | None = None,
    token: str | None = None,
    settings: DcsSettings | None = None,
    known: Sequence[Track] = (),
) -> AsyncIterator[tuple[DcsServer, Watch]]:
    """Run a server and a client that reads it; at the end what it yielded must conform."""
    server = DcsServer(CAUCASUS, token=token, awkward=awkward, second_s=SECOND_S)
    await server.begin_mission(world)
    base = settings or DcsSettings(address="", timing=TIMING)
    states: list[FeedState] = []
    watch: Watch | None = None

    def told(state: FeedState) -> None:
        assert watch is not None
        watch.told(state)

    feed = DcsGrpcFeed(replace(base, address=server.address), CAUCASUS, on_state=told, known=known)
    watch = Watch(feed, states)
    reading = asyncio.create_task(watch.read())
    try:
        yield server, watch
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await server.end_mission()
    session = str(world.session_id) if known else None
    assert_conforms(watch.seen, CAUCASUS, session=session)
    assert len(asyncio.all_tasks()) == 1, "the feed left a task behind"


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
