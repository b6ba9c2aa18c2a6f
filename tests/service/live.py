"""The live service on this machine's own sockets: a voice server, a sim, and a pilot's radio."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from engine.model.picture import Coalition
from engine.radio import (
    Channel,
    LinkTimings,
    LoopbackServer,
    RadioEvent,
    RadioIdentity,
    StationClient,
    Transmission,
    TransmissionEnded,
    VoiceCapture,
    VoiceServer,
)
from engine.service.build import make_desk, resume_clock
from engine.service.journal import Record
from engine.service.service import Service
from engine.sim.dcs_server import DcsServer
from engine.store import AudioStore, SqliteEventLog, Synchronous
from engine.voice.opus import encode_frames
from engine.voice.recogniser import Recogniser
from engine.voice.scripted import ScriptedRecogniser
from engine.voice.synthesiser import Synthesiser, VoiceSpec
from engine.voice.tone import ToneSynthesiser
from engine.world.dcs_grpc import DcsGrpcFeed
from engine.world.dcs_settings import DcsSettings
from engine.world.feed import FeedState
from tests.service.scene import Changes
from tests.turn.rig import language, theatre

APPROACH = Channel.parse("124.425 AM")
TONE = VoiceSpec("tone")
QUICK = LinkTimings(first_voice_ping_s=0.05, broadcast_s=0.5)


@dataclass
class Live:
    """A service at work with everything that it told, and a pilot who can talk to it."""

    service: Service
    server: LoopbackServer
    task: asyncio.Task[None]
    records: list[Record]
    captured: list[VoiceCapture]
    changes: Changes
    pilot: StationClient
    pilot_heard: list[Transmission] = field(default_factory=list)

    def told(self, kind: str) -> list[Record]:
        return [record for record in self.records if record["kind"] == kind]

    @property
    def service_packets(self) -> list[VoiceCapture]:
        mine = self.pilot.state.guid
        return [one for one in self.captured if one.sender_guid != mine]

    async def say(self, words: str, *, synthesiser: Synthesiser | None = None) -> int:
        """Key a call; return when its last packet went out, in monotonic milliseconds."""
        voice = synthesiser or ToneSynthesiser()
        pcm = voice.synthesise(words, VoiceSpec("espeak" if synthesiser else "tone"))
        keyed = await self.pilot.transmit(encode_frames(pcm))
        return keyed.end_ms


@asynccontextmanager
async def at_work(
    folder: Path,
    *,
    recogniser: Recogniser | None = None,
    synthesiser: Synthesiser | None = None,
    voice: VoiceSpec = TONE,
    allow_record: bool = True,
    sim: DcsServer | None = None,
    server: LoopbackServer | None = None,
) -> AsyncIterator[Live]:
    """Run a service on Batumi as `serve` wires it, with a pilot on the approach's frequency."""
    changes = Changes()
    records: list[Record] = []
    captured: list[VoiceCapture] = []
    heard: list[Transmission] = []

    def show(record: Record) -> None:
        records.append(record)
        changes.note()

    def on_packet(capture: VoiceCapture) -> None:
        captured.append(capture)
        changes.note()

    def on_event(event: RadioEvent) -> None:
        if isinstance(event, TransmissionEnded):
            heard.append(event.transmission)
            changes.note()

    async with AsyncExitStack() as stack:
        if server is None:
            server = await stack.enter_async_context(LoopbackServer(on_packet=on_packet))
        field_ = theatre()
        log = SqliteEventLog(folder / "events.sqlite", synchronous=Synchronous.NORMAL)
        stack.callback(log.close)
        desk = make_desk(field_, log, language=language(), budget_s=2.0)
        clock = resume_clock(desk)
        desk.record("service_started", {"coalition": "blue"}, clock.now_ms())
        watching: list[Service] = []

        def on_feed_state(state: FeedState) -> None:
            watching[0].on_feed_state(state)

        address = sim.address if sim is not None else "127.0.0.1:1"
        feed = DcsGrpcFeed(
            DcsSettings(address, theatre="Caucasus"), field_.projection, on_state=on_feed_state
        )
        service = Service(
            theatre=field_,
            desk=desk,
            clock=clock,
            feed=feed,
            server=VoiceServer(server.host, server.port),
            coalition=Coalition.BLUE,
            recogniser=recogniser or ScriptedRecogniser([]),
            synthesiser=synthesiser or ToneSynthesiser(),
            voice_of=lambda _: voice,
            journal=show,
            audio=AudioStore(folder / "audio", cap_bytes=1_000_000),
            rng=random.Random(1),
        )
        watching.append(service)
        pilot = StationClient(
            RadioIdentity(
                "pilot",
                "Pony 1-1",
                (APPROACH,),
                2,
                unit_type="P-51D-30-NA",
                unit_id=101,
                allow_record=allow_record,
            ),
            VoiceServer(server.host, server.port),
            on_state=changes.note,
            on_event=on_event,
            own_guids=set(),
            rng=random.Random(2),
            timings=QUICK,
        )
        task = asyncio.create_task(service.run())
        flying = asyncio.create_task(pilot.run())
        try:
            await pilot.wait_on_air()
            await service.wait_on_air()
            yield Live(service, server, task, records, captured, changes, pilot, heard)
        finally:
            for one in (task, flying):
                one.cancel()
            await asyncio.gather(task, flying, return_exceptions=True)
