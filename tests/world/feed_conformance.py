"""What every feed promises, as one check of what it yielded; see `engine/world/feed.py`."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from contextlib import aclosing

from engine.model.geometry import range_nm
from engine.model.picture import (
    FeedReset,
    FeedUpdate,
    SimEvent,
    Track,
    TrackGone,
    WeatherReport,
)
from engine.model.projection import Projection, position_from_geographic
from engine.world.feed import Feed
from engine.world.track_ids import session_of

LONGEST_TEST_S = 20.0


async def collect(
    feed: Feed, *, until: Callable[[Sequence[FeedUpdate]], bool], within_s: float = LONGEST_TEST_S
) -> list[FeedUpdate]:
    """Return what the feed yields until a condition holds or it ends, then close it."""
    seen: list[FeedUpdate] = []
    async with asyncio.timeout(within_s), aclosing(feed.updates()) as updates:
        async for update in updates:
            seen.append(update)
            if until(seen):
                break
    return seen


def assert_conforms(
    updates: Sequence[FeedUpdate], projection: Projection, *, session: str | None = None
) -> None:
    """Hold what a feed yielded to the promises; `session` is one it was resumed with."""
    last: dict[str, Track] = {}
    ended: set[str] = set()
    for update in updates:
        assert isinstance(update, Track | TrackGone | SimEvent | WeatherReport | FeedReset)
        if isinstance(update, FeedReset):
            session = update.session
            last.clear()
        elif isinstance(update, Track):
            assert session is not None, "a track came before any reset named the session"
            _assert_track(update, projection)
            assert session_of(update.track_id) == session
            assert update.track_id not in ended, "a track was seen after it had gone"
            before = last.get(update.track_id)
            assert before is None or update.sim_time_s >= before.sim_time_s, "time went back"
            last[update.track_id] = update
        elif isinstance(update, TrackGone):
            ended.add(update.track_id)


def _assert_track(track: Track, projection: Projection) -> None:
    numbers = (
        track.altitude_ft,
        track.speed_kt,
        track.vertical_fpm,
        track.sim_time_s,
        track.position.latitude_deg,
        track.position.longitude_deg,
        track.position.grid.north_m,
        track.position.grid.east_m,
    )
    assert all(map(math.isfinite, numbers))
    assert 0.0 <= track.heading_deg_grid < 360.0
    assert 0.0 <= track.course_deg_grid < 360.0
    assert track.speed_kt >= 0.0
    projected = position_from_geographic(
        projection, track.position.latitude_deg, track.position.longitude_deg
    )
    assert range_nm(projected.grid, track.position.grid) * 1852.0 < 1.0
