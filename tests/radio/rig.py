"""Clients and servers on this machine's own sockets, with quick timings and things to await."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING, Any

from engine.radio import (
    Channel,
    LinkPhase,
    LinkTimings,
    Position,
    RadioEvent,
    RadioIdentity,
    StationClient,
    StationState,
    Transmission,
    TransmissionEnded,
    VoiceServer,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

QUICK = LinkTimings(
    connect_s=1.0,
    reply_s=1.0,
    broadcast_s=1.0,
    control_ping_s=0.05,
    radio_update_s=0.1,
    first_voice_ping_s=0.03,
    voice_ping_s=0.05,
    first_backoff_s=0.02,
    longest_backoff_s=0.1,
    refused_backoff_s=0.1,
)
TOWER_CHANNEL = Channel.parse("260 AM")
VHF_CHANNEL = Channel.parse("131 AM")


def run(scene: Coroutine[Any, Any, None], *, limit_s: float = 8.0) -> None:
    """Run a scene to its end, and fail rather than hang."""

    async def limited() -> None:
        async with asyncio.timeout(limit_s):
            await scene

    asyncio.run(limited())


class Post:
    """A station's client with everything that it has told."""

    def __init__(self, client: StationClient, changed: asyncio.Event) -> None:
        self.client = client
        self.changed = changed
        self.states: list[StationState] = []
        self.events: list[RadioEvent] = []

    @property
    def heard(self) -> list[Transmission]:
        return [e.transmission for e in self.events if isinstance(e, TransmissionEnded)]

    @property
    def phases(self) -> list[LinkPhase]:
        return [state.phase for state in self.states]

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something told, or the passing of a moment, makes a claim true."""
        while not holds():
            with contextlib.suppress(TimeoutError):
                self.changed.clear()
                async with asyncio.timeout(0.02):
                    await self.changed.wait()


@contextlib.asynccontextmanager
async def post(
    port: int,
    name: str = "tower",
    *,
    channels: tuple[Channel, ...] = (TOWER_CHANNEL,),
    coalition: int = 2,
    password: str = "",
    own_guids: set[str] | None = None,
    timings: LinkTimings = QUICK,
    on_event: Callable[[RadioEvent], None] | None = None,
    version: str = "2.4.0.0",
    position: Position | None = None,
) -> AsyncIterator[Post]:
    """Run a client until the block ends, and check that it ends at once when cancelled."""
    told: list[Post] = []

    def take_state(state: StationState) -> None:
        told[0].states.append(state)
        told[0].changed.set()

    def take_event(event: RadioEvent) -> None:
        told[0].events.append(event)
        told[0].changed.set()
        if on_event is not None:
            on_event(event)

    client = StationClient(
        RadioIdentity(name, f"{name} [BOT]", channels, coalition, position=position or Position()),
        VoiceServer("127.0.0.1", port, eam_password=password, version=version),
        on_state=take_state,
        on_event=take_event,
        own_guids=own_guids if own_guids is not None else set(),
        rng=random.Random(1),
        timings=timings,
    )
    told.append(Post(client, asyncio.Event()))
    task = asyncio.create_task(client.run())
    try:
        yield told[0]
    finally:
        task.cancel()
        done, _ = await asyncio.wait([task], timeout=1.0)
        assert done, "the client did not end within a second of being cancelled"
        assert task.cancelled()
    assert told[0].phases[-1] is LinkPhase.CLOSED


async def on_air(*posts: Post) -> None:
    """Wait until everybody can be heard."""
    for each in posts:
        await each.client.wait_on_air()


async def knows(listener: Post, speaker: Post) -> None:
    """Wait until the listener has the speaker in its roster."""
    guid = speaker.client.state.guid
    await listener.until(lambda: guid in listener.client.clients)
