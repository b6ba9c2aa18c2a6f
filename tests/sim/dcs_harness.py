"""A simulated DCS-gRPC server with the client that reads it, on a real socket.

A mission second lasts a twentieth of a real one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import TypeVar

from engine.model.picture import (
    FeedUpdate,
    Track,
)
from engine.sim.dcs_server import DcsServer
from engine.sim.dcs_world import Awkwardness
from engine.world.dcs_air import WeatherPoint
from engine.world.dcs_grpc import DcsGrpcFeed
from engine.world.dcs_settings import DcsSettings, DcsTiming
from engine.world.feed import FeedCondition, FeedState
from tests.sim.scripted_world import CAUCASUS, ScriptedWorld
from tests.world.feed_conformance import assert_conforms

__all__ = ["FIELD", "KEY", "LONGEST_S", "SECOND_S", "TIMING", "WRONG_KEY", "Watch", "flying"]

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
    assert not feed_tasks(), "the feed left a task behind"


def feed_tasks() -> list[asyncio.Task[object]]:
    """Return the live tasks that the client started; gRPC's own server tidies up by itself."""
    ours = ("DcsSession", "DcsGrpcFeed")
    # what closes an abandoned generator of the server is a task whose coroutine has no name
    named = ((task, getattr(task.get_coro(), "__qualname__", "")) for task in asyncio.all_tasks())
    return [task for task, name in named if any(one in name for one in ours)]
