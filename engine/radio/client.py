"""Keep one station on the air: connect, stay, and come back.

One client is one station, because listeners keep one decoder per GUID: two controllers that spoke
through one client at once would garble each other. Servers restart with every mission, so losing
the line is the ordinary case: the client says so in one line, waits a little longer each time and
comes back with a fresh GUID. It never ends but by cancellation.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.model.errors import (
    InternalError,
    RadioError,
    RadioRefused,
    RadioUnreachable,
)
from engine.radio.guid import fresh_guid
from engine.radio.link import (
    KeyedTransmission,
    LinkPhase,
    LinkTimings,
    RadioIdentity,
    StationState,
    VoiceServer,
)
from engine.radio.pacing import OWN_GAP_MS
from engine.radio.session import Session
from engine.radio.settings import ServerSettings

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    from engine.radio.frequency import Channel
    from engine.radio.records import ClientRecord
    from engine.radio.transmission import RadioEvent

__all__ = ["CLEAR_CHANNEL_MS", "StationClient"]

CLEAR_CHANNEL_MS = 300
"""How long nobody may have spoken before a channel counts as free."""

_CLOSED_AT_ONCE_TIMES = 3
_CONSOLE_FAULT = "listener failed on a change of state"
_LISTENER_FAULT = "listener failed on a radio event"


class StationClient:
    """One station's place on a voice server.

    `on_state` and `on_event` are called on the loop and must return quickly. `own_guids` is shared
    by all clients of the process, so that no station answers another's voice.
    """

    def __init__(
        self,
        identity: RadioIdentity,
        server: VoiceServer,
        *,
        on_state: Callable[[StationState], None],
        on_event: Callable[[RadioEvent], None],
        own_guids: set[str],
        rng: random.Random,
        timings: LinkTimings | None = None,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
        new_guid: Callable[[], str] = fresh_guid,
    ) -> None:
        self._identity = identity
        self._server = server
        self._on_state = on_state
        self._on_event = on_event
        self._own_guids = own_guids
        self._rng = rng
        self._timings = timings or LinkTimings()
        self._monotonic_ns = monotonic_ns
        self._new_guid = new_guid
        self._counters: Counter[str] = Counter()
        self._key = asyncio.Lock()
        self._last_keyed_ms: int | None = None
        self._session: Session | None = None
        self._past_guid = ""
        self._on_air = asyncio.Event()
        self._state = StationState(identity.station, LinkPhase.CONNECTING, "not started", "", "")

    @property
    def identity(self) -> RadioIdentity:
        """Who the client is, with the channels it works now."""
        return self._identity

    @property
    def state(self) -> StationState:
        """The link's state as last reported."""
        return self._state

    @property
    def counters(self) -> Mapping[str, int]:
        """How often what was refused, by the words of the refusal."""
        return dict(self._counters)

    @property
    def clients(self) -> Mapping[str, ClientRecord]:
        """Everybody on the server by GUID, ourselves included; empty while there is no link."""
        return self._session.roster.clients if self._session else {}

    @property
    def settings(self) -> ServerSettings:
        """The server's settings as last announced."""
        return self._session.roster.settings if self._session else ServerSettings()

    def is_busy(self, frequency_hz: int, *, within_ms: int = CLEAR_CHANNEL_MS) -> bool:
        """Tell whether anybody else was on the frequency in the last `within_ms`."""
        session = self._session
        return session is not None and session.is_busy(frequency_hz, within_ms=within_ms)

    async def wait_on_air(self) -> None:
        """Return once the station can be heard."""
        await self._on_air.wait()

    async def retune(self, channels: tuple[Channel, ...]) -> None:
        """Work other channels from now on; speak again once `wait_on_air` returns."""
        self._identity = replace(self._identity, channels=channels)
        if self._session is not None:
            try:
                await self._session.retune(self._identity)
            except RadioUnreachable:
                return  # the next session starts with the new channels

    async def transmit(
        self, frames: Sequence[bytes], *, channels: tuple[Channel, ...] | None = None
    ) -> KeyedTransmission:
        """Speak Opus packets of 40 ms on all of the station's channels, or on some of them.

        Transmissions of one client follow each other, with a pause; cancelling unkeys at once.

        Raises:
            InternalError: there is nothing to say, or a channel is not the station's.
            RadioUnreachable: the station is not on the air, or was cut off while it spoke.
        """
        on = channels if channels is not None else self._identity.channels
        if not frames or not on or not set(on) <= set(self._identity.channels):
            message = (
                f"station {self._identity.station!r} was asked to speak {len(frames)} packets "
                f"on {', '.join(map(str, on)) or 'no channel'}"
            )
            raise InternalError(message)
        async with self._key:
            await self._leave_gap()
            session = self._session
            if session is None or not self._on_air.is_set():
                message = f"station {self._identity.station!r} is not on the air"
                raise RadioUnreachable(message)
            try:
                return await session.transmit(frames, on)
            finally:
                self._last_keyed_ms = self._now_ms()

    async def run(self) -> None:
        """Stay on the air until cancelled."""
        backoff_s = self._timings.first_backoff_s
        closed_at_once = 0
        try:
            while True:
                self._report(LinkPhase.CONNECTING, f"connecting to {self._where()}")
                started_ms = self._now_ms()
                session, failure = await self._live_one_session()
                if self._now_ms() - started_ms >= self._timings.longest_backoff_s * 1_000:
                    backoff_s = self._timings.first_backoff_s
                is_turned_away = session.was_accepted and not session.has_heard
                closed_at_once = closed_at_once + 1 if is_turned_away else 0
                wait_s = backoff_s * self._rng.uniform(0.75, 1.0)
                phase = LinkPhase.CONNECTING
                if isinstance(failure, RadioRefused):
                    phase = LinkPhase.REFUSED
                    wait_s = self._timings.refused_backoff_s * self._rng.uniform(0.75, 1.0)
                message = str(failure)
                if closed_at_once >= _CLOSED_AT_ONCE_TIMES:
                    message += f" ({closed_at_once} times at once: is this address banned?)"
                self._report(phase, f"{message}; next attempt in {wait_s:.1f} s")
                await asyncio.sleep(wait_s)
                backoff_s = min(backoff_s * 2, self._timings.longest_backoff_s)
        finally:
            self._report(LinkPhase.CLOSED, "off the air")

    async def _live_one_session(self) -> tuple[Session, Exception]:
        guid = self._new_guid()
        self._own_guids.add(guid)
        # The last session's GUID stays ours until now: its last packets may still be on their way.
        self._own_guids.discard(self._past_guid)
        self._past_guid = guid
        session = self._session = Session(
            self._identity,
            self._server,
            guid=guid,
            own_guids=self._own_guids,
            timings=self._timings,
            counters=self._counters,
            monotonic_ns=self._monotonic_ns,
            on_phase=self._report,
            on_event=self._hand_on,
        )
        failures: list[Exception] = []
        # A task of its own: a failing task group leaves its parent marked as cancelled (Python 3.11
        # and 3.12), and hides a cancellation that comes at the same time as a failure.
        living = asyncio.create_task(session.run())
        try:
            await living
        except* RadioError as group:
            failures += _leaves(group)
        except* Exception as group:  # noqa: BLE001 - the supervisor: a fault here must not end the station
            kinds = ", ".join(type(leaf).__name__ for leaf in _leaves(group))
            failures.append(RadioUnreachable(f"internal error in the radio link ({kinds})"))
        finally:
            self._session = None
            self._on_air.clear()
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError
        refusals = [failure for failure in failures if isinstance(failure, RadioRefused)]
        return session, (refusals or failures)[0]

    async def _leave_gap(self) -> None:
        if self._last_keyed_ms is not None:
            gap_ms = self._last_keyed_ms + OWN_GAP_MS - self._now_ms()
            await asyncio.sleep(max(0, gap_ms) / 1_000)

    def _hand_on(self, event: RadioEvent) -> None:
        try:
            self._on_event(event)
        except Exception as error:  # noqa: BLE001 - a listener's fault must not take us off the air
            self._counters[_LISTENER_FAULT] += 1
            self._report(self._state.phase, f"{_LISTENER_FAULT} ({type(error).__name__})")

    def _report(self, phase: LinkPhase, message: str) -> None:
        if phase is LinkPhase.ON_AIR:
            self._on_air.set()
        else:
            self._on_air.clear()
        session = self._session
        state = StationState(
            station=self._identity.station,
            phase=phase,
            message=message,
            guid=session.guid if session else "",
            server_version=session.server_version if session else "",
        )
        if state == self._state:
            return
        self._state = state
        try:
            self._on_state(state)
        except Exception:  # noqa: BLE001 - a console's fault must not take us off the air
            self._counters[_CONSOLE_FAULT] += 1

    def _where(self) -> str:
        return f"{self._server.host}:{self._server.port}"

    def _now_ms(self) -> int:
        return self._monotonic_ns() // 1_000_000


def _leaves(group: BaseExceptionGroup[Exception]) -> list[Exception]:
    found: list[Exception] = []
    for error in group.exceptions:
        found += _leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    return found
