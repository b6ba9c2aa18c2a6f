"""Ask a DCS-gRPC server who it is, in the order in which things go wrong.

The version is answered without touching the simulator, whether it is paused also while it is; only
then is the mission asked anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.errors import FeedRefused, FeedUnreachable
from engine.world.dcs_link import DcsLink, NotServed
from engine.world.dcs_rpc import (
    GET_PAUSED,
    GET_SESSION_ID,
    GET_THEATRE,
    GET_TIME,
    GET_VERSION,
)
from engine.world.dcs_settings import DcsSettings
from engine.world.proto import hook_pb2, metadata_pb2, mission_pb2, timer_pb2, world_pb2

__all__ = ["DcsIdentity", "SimPaused", "identify", "is_paused", "probe"]

OLD_VERSION = "before 0.8"


class SimPaused(FeedUnreachable):
    """The sim was reached and its mission is paused; it cannot be asked more."""


@dataclass(frozen=True, slots=True)
class DcsIdentity:
    """Who answered: the server's version, the map, the mission's session and its time."""

    version: str
    theatre: str
    session: str
    time_s: float


async def is_paused(link: DcsLink) -> bool:
    """Tell whether the sim says that it is paused; a server that cannot tell is taken to run."""
    try:
        answer = await link.call(GET_PAUSED, hook_pb2.GetPausedRequest())
    except NotServed:
        return False
    return answer.paused


async def identify(link: DcsLink, *, theatre: str) -> DcsIdentity:
    """Return who answers on an open link.

    Raises:
        SimPaused: it is paused.
        FeedRefused: the key, the version or the theatre is wrong.
        FeedUnreachable: it does not answer.
    """
    version = await _version(link)
    if await is_paused(link):
        message = f"the sim at {link.address} is paused; waiting for it to run"
        raise SimPaused(message)
    map_name = (await link.call(GET_THEATRE, world_pb2.GetTheatreRequest())).theatre
    if theatre and map_name != theatre:
        message = f"the sim at {link.address} runs {map_name}, but the profile is for {theatre}"
        raise FeedRefused(message)
    session = await link.call(GET_SESSION_ID, mission_pb2.GetSessionIdRequest())
    time = await link.call(GET_TIME, timer_pb2.GetTimeRequest())
    return DcsIdentity(version, map_name, str(session.session_id), time.time)


async def probe(settings: DcsSettings) -> DcsIdentity:
    """Return who answers at an address, for a check before a run.

    Raises:
        FeedError: as `identify`.
    """
    async with DcsLink(
        settings.address, token=settings.token, deadline_s=settings.timing.deadline_s
    ) as link:
        return await identify(link, theatre=settings.theatre)


async def _version(link: DcsLink) -> str:
    try:
        return (await link.call(GET_VERSION, metadata_pb2.GetVersionRequest())).version
    except NotServed:
        return OLD_VERSION
