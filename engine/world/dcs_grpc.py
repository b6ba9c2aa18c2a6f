"""The feed of a live sim over DCS-gRPC: connects, reads, and never gives up.

A mission restart closes the port, a host switches DCS off over night, a pause answers nothing. All
of that is normal. What is lost is tried again after 1 s, doubling to 30 s, for ever; what was
refused waits the longest at once. The session id decides whether earlier tracks still hold.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

from engine.model.clock import Clock, SystemClock
from engine.model.errors import FeedError, FeedRefused
from engine.model.picture import FeedReset, FeedUpdate, Track
from engine.model.projection import Projection
from engine.world.dcs_link import DcsLink
from engine.world.dcs_probe import DcsIdentity, SimPaused, identify
from engine.world.dcs_roster import DcsRoster
from engine.world.dcs_session import DcsSession
from engine.world.dcs_settings import DcsSettings
from engine.world.feed import FeedCondition, FeedState, StateObserver, ignore_state
from engine.world.outbox import Outbox
from engine.world.track_ids import session_of

__all__ = ["DcsGrpcFeed"]


class DcsGrpcFeed:
    """Reads one DCS-gRPC server; a `Feed`.

    `known` are the tracks of an earlier run: with the same session still flying, they keep their
    ids. One reader at a time.
    """

    def __init__(
        self,
        settings: DcsSettings,
        projection: Projection,
        *,
        on_state: StateObserver = ignore_state,
        known: Iterable[Track] = (),
        clock: Clock | None = None,
    ) -> None:
        self._settings = settings
        self._projection = projection
        self._observer = on_state
        self._clock = clock or SystemClock()
        self._close: frozenset[str] = frozenset()
        self._state: FeedState | None = None
        self._retry_s = settings.timing.first_retry_s
        self._excused: set[str] = set()
        known = tuple(known)
        session = session_of(known[0].track_id) if known else ""
        self._roster = DcsRoster(session, projection, known=known)

    def watch_closely(self, unit_names: Iterable[str]) -> None:
        """Look at these aircraft several times a second: those inside the final approach fix."""
        self._close = frozenset(unit_names)

    async def updates(self) -> AsyncIterator[FeedUpdate]:
        """Yield what the sim shows, until closed."""
        out = Outbox()
        reading = asyncio.create_task(self._keep_reading(out))
        reading.add_done_callback(lambda _: out.close())
        try:
            while (update := await out.take()) is not None:
                yield update
            await reading  # it ends only by a bug of ours, which must be seen
        finally:
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading

    async def _keep_reading(self, out: Outbox) -> None:
        timing = self._settings.timing
        address = self._settings.address
        self._tell(FeedCondition.CONNECTING, f"connecting to the sim at {address}")
        while True:
            try:
                await self._read_once(out)
            except SimPaused as error:
                # Asking whether it is still paused costs the mission nothing.
                self._retry_s = min(self._retry_s, timing.longest_question_s)
                self._tell(FeedCondition.PAUSED, str(error))
            except FeedRefused as error:
                self._retry_s = timing.longest_retry_s
                self._tell(FeedCondition.REFUSED, str(error))
            except FeedError as error:
                self._tell(FeedCondition.UNREACHABLE, str(error))
            await asyncio.sleep(self._retry_s)
            self._retry_s = min(self._retry_s * 2.0, timing.longest_retry_s)

    async def _read_once(self, out: Outbox) -> None:
        settings = self._settings
        async with DcsLink(
            settings.address, token=settings.token, deadline_s=settings.timing.deadline_s
        ) as link:
            identity = await identify(link, theatre=settings.theatre)
            self._join(identity, out)
            self._retry_s = settings.timing.first_retry_s
            session = DcsSession(
                link,
                settings=settings,
                roster=self._roster,
                clock=self._clock,
                mission_time_s=identity.time_s,
                out=out,
                watched_closely=lambda: self._close,
                on_state=self._tell_state,
                excused=self._excused,
            )
            await session.run()

    def _join(self, identity: DcsIdentity, out: Outbox) -> None:
        if identity.session != self._roster.session:
            reason = "the mission restarted" if self._roster.session else "joined a mission"
            self._roster = DcsRoster(identity.session, self._projection)
            self._excused.clear()
            out.put(FeedReset(identity.session, reason))
        self._tell(
            FeedCondition.CONNECTED,
            f"reading {identity.theatre} at {self._settings.address} "
            f"(DCS-gRPC {identity.version}, mission time {identity.time_s:.0f} s)",
        )

    def _tell(self, condition: FeedCondition, line: str) -> None:
        self._tell_state(FeedState(condition, line))

    def _tell_state(self, state: FeedState) -> None:
        if state != self._state:
            self._state = state
            self._observer(state)
