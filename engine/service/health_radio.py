"""Check the voice server: log in as a station would, and read what the server says of itself."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field

from engine.profile.theatre import Theatre
from engine.radio import (
    Channel,
    LinkPhase,
    LinkTimings,
    RadioIdentity,
    ServerSettings,
    StationClient,
    StationState,
    VoiceServer,
)
from engine.service.config import Config
from engine.service.health_check import Check, ok, problem
from engine.service.sides import coalition_code

__all__ = ["check_server"]

_WITHIN_S = 15.0
_TIMINGS = LinkTimings(connect_s=5.0, reply_s=5.0, broadcast_s=2.0)
_CHANNEL = Channel.parse("399.975 AM")
"""A channel at the end of the UHF band, where a trial disturbs nobody."""

_ADMITTED = (LinkPhase.EAM_OK, LinkPhase.DECLARED)


@dataclass(slots=True)
class _Trial:
    """A client that logs in once, with everything that it told."""

    states: list[StationState] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    settings: ServerSettings = field(default_factory=ServerSettings)

    def take(self, state: StationState) -> None:
        self.states.append(state)
        self.changed.set()

    def told(self, *phases: LinkPhase) -> StationState | None:
        return next((one for one in self.states if one.phase in phases), None)

    @property
    def is_over(self) -> bool:
        return any("; next attempt" in one.message for one in self.states) or (
            self.told(LinkPhase.ON_AIR) is not None
        )

    @property
    def complaint(self) -> str:
        """What ended the trial, without when it would have gone on."""
        tried = [one.message for one in self.states if "; next attempt" in one.message]
        return tried[0].partition("; next attempt")[0] if tried else "it did not answer in time"


async def check_server(config: Config, theatre: Theatre | None) -> AsyncIterator[Check]:
    """Yield whether the server is reached, lets us in, carries voice, and keeps sides apart."""
    trial = await _try(config)
    where = f"{config.srs.host}:{config.srs.port}"
    synced = trial.told(LinkPhase.SYNCED)
    if synced is None:
        advice = "is the SRS server running there, and is its TCP port open?"
        yield problem("srs", trial.complaint, advice)
        return
    yield ok("srs", f"SRS server {synced.server_version} answers at {where}")
    admitted = trial.told(*_ADMITTED)
    if admitted is None:
        advice = f"the password in {config.srs.eam_password_env} must be the {_side(config)} one"
        yield problem("srs log-in", trial.complaint, advice)
        return
    yield ok("srs log-in", admitted.message)
    if trial.told(LinkPhase.ON_AIR, LinkPhase.VOICE_READY) is None:
        line = f"no answer on UDP port {config.srs.port}"
        yield problem("srs voice", line, "open the port for UDP as well as TCP")
    else:
        yield ok("srs voice", f"UDP port {config.srs.port} echoes")
    yield _sides(config, trial.settings)
    if theatre is not None:
        yield _shared(theatre, trial.settings)


def _sides(config: Config, settings: ServerSettings) -> Check:
    side = _side(config)
    if not settings.separates_coalitions:
        return ok("srs sides", "coalition security is off: both sides hear the stations")
    line = f"coalition security is on: the stations are heard by {side} alone"
    if not config.srs.eam_password:
        advice = "no EAM password is configured; SRS believes the side that is declared"
        return ok("srs sides", line, advice)
    return ok("srs sides", line)


def _shared(theatre: Theatre, settings: ServerSettings) -> Check:
    """Tell of stations on channels that everybody hears, or that the server echoes."""
    shared = [
        f"{station.name} {channel.frequency_hz / 1e6:.3f}"
        for station in theatre.all_stations()
        for channel in station.channels
        if settings.is_lobby(channel.frequency_hz) or settings.is_echoed(channel.frequency_hz)
    ]
    if shared:
        line = f"the server gives these channels another use: {', '.join(shared)}"
        return problem("srs channels", line, "change them in its settings or in the profile")
    return ok("srs channels", "no station is on a lobby or test frequency of the server")


async def _try(config: Config) -> _Trial:
    trial = _Trial()
    identity = RadioIdentity(
        station="doctor",
        name="Marshall doctor [BOT]",
        channels=(_CHANNEL,),
        coalition=coalition_code(config.srs.coalition),
    )
    client = StationClient(
        identity,
        VoiceServer(config.srs.host, config.srs.port, config.srs.eam_password),
        on_state=trial.take,
        on_event=lambda _: None,
        own_guids=set(),
        rng=random.Random(),
        timings=_TIMINGS,
    )
    living = asyncio.create_task(client.run())
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(_WITHIN_S):
                while not trial.is_over:
                    await trial.changed.wait()
                    trial.changed.clear()
        trial.settings = client.settings
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
    return trial


def _side(config: Config) -> str:
    return config.srs.coalition.value
