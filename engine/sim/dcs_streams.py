"""The two streams of a simulated DCS-gRPC server, with the manners of the real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

from engine.model.picture import SimEventKind, Track
from engine.model.projection import Projection
from engine.sim.dcs_encode import event_to_message, same_transform, unit_of
from engine.sim.dcs_world import Awkwardness, SimWorld
from engine.world.proto import common_pb2, mission_pb2

__all__ = [
    "DEFAULT_MAX_BACKOFF_S",
    "DEFAULT_POLL_RATE_S",
    "beats",
    "stream_events",
    "stream_units",
]

DEFAULT_POLL_RATE_S = 5
DEFAULT_MAX_BACKOFF_S = 30

_DELAYED = frozenset({SimEventKind.TAKEOFF, SimEventKind.LAND})

Beat = Callable[[], AsyncIterator[float]]
"""Yields server seconds at each beat until the mission ends."""


@dataclass(slots=True)
class _Polled:
    sent: Track
    due_s: float
    wait_s: float


async def stream_units(
    request: mission_pb2.StreamUnitsRequest,
    *,
    world: SimWorld,
    projection: Projection,
    beat: Beat,
) -> AsyncIterator[mission_pb2.StreamUnitsResponse]:
    """Yield what a unit stream tells, until the mission ends.

    The first look at each unit carries time 0.0. An unmoved unit is asked again after the poll
    rate, then twice that, up to the longest back-off, and meanwhile not seen to move. Who sits in
    a unit is refreshed by a birth alone.
    """
    poll_s = float(request.poll_rate if request.HasField("poll_rate") else DEFAULT_POLL_RATE_S)
    longest_s = max(
        poll_s,
        float(request.max_backoff if request.HasField("max_backoff") else DEFAULT_MAX_BACKOFF_S),
    )
    polled: dict[str, _Polled] = {}
    births_seen = len(world.events())
    first = True
    async for now_s in beat():
        if world.paused:
            continue
        time_s = 0.0 if first else world.time_s
        units = {t.unit_name: t for t in world.units() if _wanted(t, request.category)}
        born = _births(world, births_seen)
        births_seen = len(world.events())
        for name, track in units.items():
            known = polled.get(name)
            if known is None or track.track_id in born:
                polled[name] = _Polled(track, now_s + poll_s, poll_s)
                yield _unit_message(track, time_s, projection)
            elif now_s >= known.due_s:
                unmoved = same_transform(known.sent, track)
                known.wait_s = min(known.wait_s * 2.0, longest_s) if unmoved else poll_s
                known.due_s = now_s + known.wait_s
                if not unmoved:
                    # Only the transform is fresh; who sits there is as first seen.
                    known.sent = replace(
                        track,
                        player_name=known.sent.player_name,
                        coalition=known.sent.coalition,
                    )
                    yield _unit_message(known.sent, time_s, projection)
        for name in [name for name, known in polled.items() if _missed(name, known, units, now_s)]:
            gone = polled.pop(name).sent
            yield mission_pb2.StreamUnitsResponse(
                time=time_s,
                gone=mission_pb2.StreamUnitsResponse.UnitGone(id=gone.unit_id, name=name),
            )
        first = False


async def stream_events(
    *,
    world: SimWorld,
    projection: Projection,
    awkward: Awkwardness,
    beat: Beat,
    player_id: Callable[[str], int],
) -> AsyncIterator[mission_pb2.StreamEventsResponse]:
    """Yield events from now on, and a heartbeat each server second, until the mission ends.

    The heartbeat goes on while the mission is paused, with its time standing still.
    """
    sent = len(world.events())
    late: list[tuple[float, mission_pb2.StreamEventsResponse]] = []
    next_heartbeat_s = 0.0
    async for now_s in beat():
        happened = world.events()
        for event in happened[sent:]:
            if event.kind in awkward.lost:
                continue
            track = next((t for t in world.units() if t.track_id == event.track_id), None)
            named = track is not None and event.kind not in awkward.nameless
            message = event_to_message(
                event,
                unit=unit_of(track, projection) if track is not None and named else None,
                player_id=player_id,
            )
            if event.kind in _DELAYED and awkward.late_s > 0.0:
                late.append((event.sim_time_s + awkward.late_s, message))
            else:
                yield message
        sent = len(happened)
        for due_s, message in [entry for entry in late if entry[0] <= world.time_s]:
            late.remove((due_s, message))
            message.time = due_s
            yield message
        if awkward.heartbeat and now_s >= next_heartbeat_s:
            next_heartbeat_s = now_s + 1.0
            yield mission_pb2.StreamEventsResponse(
                time=world.time_s,
                simulation_fps=mission_pb2.StreamEventsResponse.SimulationFpsEvent(average=60.0),
            )


async def beats(
    ended: asyncio.Event, *, period_s: float, second_s: float, now_s: Callable[[], float]
) -> AsyncIterator[float]:
    """Yield server seconds every `period_s` until `ended`; each lasts `second_s` real ones."""
    start_s = now_s()
    while not ended.is_set():
        yield (now_s() - start_s) / second_s
        try:
            async with asyncio.timeout(period_s * second_s):
                await ended.wait()
        except TimeoutError:
            continue


def _wanted(track: Track, category: common_pb2.GroupCategory) -> bool:
    if category == common_pb2.GROUP_CATEGORY_UNSPECIFIED:
        return True
    helicopter = category == common_pb2.GROUP_CATEGORY_HELICOPTER
    airplane = category == common_pb2.GROUP_CATEGORY_AIRPLANE
    return helicopter if track.helicopter else airplane


def _births(world: SimWorld, seen: int) -> set[str]:
    return {
        event.track_id
        for event in world.events()[seen:]
        if event.kind is SimEventKind.BIRTH and event.track_id is not None
    }


def _missed(name: str, known: _Polled, units: dict[str, Track], now_s: float) -> bool:
    return name not in units and now_s >= known.due_s


def _unit_message(
    track: Track, time_s: float, projection: Projection
) -> mission_pb2.StreamUnitsResponse:
    return mission_pb2.StreamUnitsResponse(time=time_s, unit=unit_of(track, projection))
