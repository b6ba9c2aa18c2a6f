"""The stage of the demo: a voice server, a sim and pilots here; the service as a host runs it.

The service is a process of its own, started with `marshall run` on a configuration that is written
for it, so what flies is what a host gets. Pilots key real radios with synthesised speech and hear
through a recogniser of their own at low priority. Everything that is counted afterwards comes from
the voice server's capture and from where the aircraft really were.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from engine.language.lexicon import spoken_callsign
from engine.model.capture import Capture, TruthPoint
from engine.model.clock import SystemClock
from engine.model.errors import ConfigurationError, MarshallError, RadioUnreachable
from engine.profile.theatre import Theatre
from engine.radio import (
    KeyedTransmission,
    LoopbackServer,
    Speaker,
    StationClient,
    Transmission,
    VoiceServer,
)
from engine.service.air_capture import AirCapture
from engine.service.journal import Record
from engine.sim.cast import cast
from engine.sim.dcs_server import DcsServer
from engine.sim.mission import LiveMission
from engine.sim.pilot import SimulatedPilot
from engine.sim.pilot_mind import Milestone
from engine.sim.pilot_speech import Spoken
from engine.sim.recognition_process import RecognitionProcess
from engine.sim.script import Sortie
from engine.sim.spoken_grammar import SpokenGrammar
from engine.sim.voice_pilot import VoicePilot, pilot_identity
from engine.sim.world import SimulatedWorld
from engine.voice.pcm import Pcm, silence
from engine.voice.piper import PiperSynthesiser
from engine.voice.synthesiser import VoiceSpec

__all__ = ["PILOT_VOICES", "Stage", "write_config"]

START_WITHIN_S = 120.0
LINGER_S = 4.0
STOP_WITHIN_S = 3.0
PILOT_VOICES = (VoiceSpec("piper", rate=1.1), VoiceSpec("piper", rate=1.1, pitch=0.86))

Show = Callable[[Record], None]


_LINE_LIMIT = 1 << 20


def write_config(folder: Path, theatre: Path, field_name: str, *, srs_port: int, sim: str) -> Path:
    """Write the configuration the service is started with, as a host would, and return it."""
    path = folder / "marshall.yaml"
    path.write_text(
        "# yaml-language-server: $schema=../../schemas/config.schema.json\n"
        f"theatre: {json.dumps(str(theatre.resolve()))}\n"
        f"fields: [{field_name}]\n"
        f"srs: {{host: 127.0.0.1, port: {srs_port}}}\n"
        f'sim: {{kind: dcs-grpc, address: "{sim}"}}\n'
        "voice: {engine: piper, rate: 1.05}\n"
        "voices:\n"
        f"  {field_name}/tower: {{engine: piper, rate: 1.05, pitch: 0.9}}\n"
        f"  {field_name}/ground: {{engine: piper, rate: 1.05, pitch: 1.1}}\n"
        "record: {folder: record}\n",
        encoding="utf-8",
    )
    return path


@dataclass(slots=True)
class Stage:
    """One sortie by voice.

    `show` gets the service's journal records, and `pilot_said`, `pilot_heard` and `truth`.
    """

    theatre: Theatre
    theatre_folder: Path
    sortie: Sortie
    grammar: SpokenGrammar
    out: Path
    show: Show
    limit_s: float = 900.0
    sound: Pcm = field(default_factory=lambda: silence(0))
    _truth: list[TruthPoint] = field(default_factory=list)
    _decided: dict[str, Record] = field(default_factory=dict)
    _keyed: dict[str, list[Record]] = field(default_factory=dict)
    _said: dict[str, list[tuple[str, dict[str, str]]]] = field(default_factory=dict)
    _heard: dict[tuple[str, int], dict[str, str]] = field(default_factory=dict)
    _heard_count: dict[str, int] = field(default_factory=dict)
    _on_air: set[str] = field(default_factory=set)

    async def fly(self) -> Capture:
        """Fly the sortie to its end and return the evidence.

        Raises:
            MarshallError: something could not be started, or the service ended by itself.
        """
        # What an earlier demo recorded is another sortie; resumed, it would be on the board.
        shutil.rmtree(self.out / "record", ignore_errors=True)
        self.out.mkdir(parents=True, exist_ok=True)
        capture = AirCapture()
        world = cast(self.sortie, self.theatre, self.grammar)
        ears = RecognitionProcess()
        sim = DcsServer(self.theatre.projection, port=_free_port())
        async with LoopbackServer(on_packet=capture.on_packet) as server:
            config = write_config(
                self.out,
                self.theatre_folder,
                self.sortie.field,
                srs_port=server.port,
                sim=sim.address,
            )
            service = await self._start_service(config)
            reading = asyncio.create_task(self._read(service))
            try:
                synthesiser, _ = await asyncio.gather(
                    asyncio.to_thread(PiperSynthesiser),
                    ears.recognise("warm-up", silence(500), prompt=""),
                )
                await self._until_ready(service)
                stage = _Pilots(self, world, VoiceServer("127.0.0.1", server.port))
                await stage.fly(sim, ears, synthesiser, capture, service)
            finally:
                await self._stop_service(service)
                reading.cancel()
                with suppress(asyncio.CancelledError):
                    await reading
                await ears.close()
                await sim.end_mission()
        self.sound = capture.sound()
        return Capture(
            field=self.sortie.field,
            approach=self.sortie.approach,
            seed=self.sortie.seed,
            air=capture.records(
                pilots=stage.pilots,
                stations=stage.stations,
                said=self._said,
                keyed=self._keyed,
                heard_by_pilots=self._heard,
            ),
            truth=tuple(self._truth),
            ended_ms=world.now_ms,
            timed_out=stage.timed_out,
        )

    def on_truth(self, points: tuple[TruthPoint, ...]) -> None:
        """Keep where everybody really is."""
        self._truth.extend(points)
        self.show(
            {
                "kind": "truth",
                "t_ms": points[0].t_ms if points else 0,
                "aircraft": [
                    {"callsign": one.callsign, "grid": one.grid, "altitude_ft": one.altitude_ft}
                    for one in points
                ],
            }
        )

    def said(self, callsign: str, words: str, end_ms: int) -> None:
        """Keep what a pilot transmitted."""
        self._said.setdefault(callsign, []).append((words, {}))
        self.show({"kind": "pilot_said", "callsign": callsign, "words": words, "end_ms": end_ms})

    def heard(self, callsign: str, speaker: Speaker, text: str) -> None:
        """Keep what a pilot's ears made of a controller's transmission."""
        station = next(
            (one.key for one in self.theatre.all_stations() if f"{one.name} [BOT]" == speaker.name),
            "",
        )
        place = self._heard_count.get(f"{callsign}/{station}", 0)
        self._heard_count[f"{callsign}/{station}"] = place + 1
        self._heard.setdefault((station, place), {})[callsign] = text
        self.show({"kind": "pilot_heard", "callsign": callsign, "station": station, "words": text})

    async def ended(self, service: asyncio.subprocess.Process) -> MarshallError:
        """Return the error of a service that ended by itself, in its own words."""
        assert service.stderr is not None  # noqa: S101  # made with a pipe
        told = (await service.stderr.read()).decode(errors="replace").strip()
        return ConfigurationError(told or f"the service ended with code {service.returncode}")

    # ------------------------------------------------------------------ the service's process

    async def _start_service(self, config: Path) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "cli.main", "run", "--json", str(config)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=_LINE_LIMIT,
        )

    async def _read(self, service: asyncio.subprocess.Process) -> None:
        assert service.stdout is not None  # noqa: S101  # made with a pipe
        while line := await service.stdout.readline():
            record: Record = json.loads(line)
            self._take(record)
            self.show(record)

    def _take(self, record: Record) -> None:
        match record["kind"]:
            case "state" if record["part"] == "radio" and record["condition"] == "on air":
                self._on_air.add(record["station"])
            case "decided":
                self._decided[record["transmission_id"]] = record
            case "keyed" if record["outcome"] == "keyed":
                decided = self._decided.get(record["transmission_id"])
                if decided is not None:
                    full = {**decided, "stages_ms": record["stages_ms"]}
                    self._keyed.setdefault(decided["station"], []).append(full)
            case "heard":
                # The service tells the words it heard in the order in which a radio spoke.
                for said in self._said.get(record["client_name"], ()):
                    if not said[1]:
                        said[1][record["station"]] = record["words"]
                        break

    async def _until_ready(self, service: asyncio.subprocess.Process) -> None:
        stations = {
            one.key
            for one in self.theatre.fields[self.sortie.field].stations.values()
            if one.staffed
        }
        give_up = time.monotonic() + START_WITHIN_S
        while not stations <= self._on_air:
            if service.returncode is not None:
                raise await self.ended(service)
            if time.monotonic() > give_up:
                missing = ", ".join(sorted(stations - self._on_air))
                message = f"the service was not on the air within {START_WITHIN_S:.0f} s: {missing}"
                raise RadioUnreachable(message)
            await asyncio.sleep(0.1)

    async def _stop_service(self, service: asyncio.subprocess.Process) -> None:
        if service.returncode is None:
            service.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
            try:
                await asyncio.wait_for(service.wait(), STOP_WITHIN_S)
            except TimeoutError:
                service.kill()
                await service.wait()


@dataclass(slots=True)
class _Pilots:
    """The pilots on their radios, and the sim they fly in."""

    stage: Stage
    world: SimulatedWorld
    server: VoiceServer
    pilots: dict[str, str] = field(default_factory=dict)
    stations: dict[str, tuple[str, str]] = field(default_factory=dict)
    timed_out: bool = False
    _own: set[str] = field(default_factory=set)
    _clients: dict[str, StationClient] = field(default_factory=dict)

    async def fly(
        self,
        sim: DcsServer,
        ears: RecognitionProcess,
        synthesiser: PiperSynthesiser,
        capture: AirCapture,
        service: asyncio.subprocess.Process,
    ) -> None:
        """Put everybody on the air, begin the mission and fly until all are done."""
        performers: list[VoicePilot] = []
        clock = SystemClock()
        for index, pilot in enumerate(self.world.pilots):
            performer = VoicePilot(
                pilot,
                synthesiser=synthesiser,
                voice=PILOT_VOICES[index % len(PILOT_VOICES)],
                ears=ears,
                now_ms=lambda: self.world.now_ms,
                prompt=self._prompt(pilot),
                is_controller=lambda speaker: speaker.name.endswith("[BOT]"),
                on_heard=self._on_heard,
                on_said=self._on_said,
            )
            # Pilots share no set of own GUIDs: each must hear the controllers, not himself.
            self._clients[pilot.callsign] = StationClient(
                pilot_identity(pilot),
                self.server,
                on_state=lambda _: None,
                on_event=performer.on_event,
                own_guids=set(),
                rng=random.Random(f"radio/{self.stage.sortie.seed}/{index}"),
            )
            performers.append(performer)
        async with asyncio.TaskGroup() as tasks:
            running = [tasks.create_task(one.run()) for one in self._clients.values()]
            await asyncio.gather(*(one.wait_on_air() for one in self._clients.values()))
            self._note_names()
            mission = LiveMission(self.world, clock, session_id=1, on_truth=self.stage.on_truth)
            capture.start(time.monotonic_ns())
            await sim.begin_mission(mission)
            running.append(tasks.create_task(mission.run()))
            for performer in performers:
                client = self._clients[performer.pilot.callsign]
                running.append(tasks.create_task(performer.run(client)))
            await self._until_done(service)
            for task in running:
                task.cancel()

    async def _until_done(self, service: asyncio.subprocess.Process) -> None:
        give_up = time.monotonic() + self.stage.limit_s
        while not all(Milestone.DONE in one.mind.milestones for one in self.world.pilots):
            if service.returncode is not None:
                raise await self.stage.ended(service)
            if time.monotonic() > give_up:
                self.timed_out = True
                return
            self._note_names()
            await asyncio.sleep(0.5)
        await asyncio.sleep(LINGER_S)

    def _note_names(self) -> None:
        """Learn which radio is whose from the roster, which every client has."""
        theatre = self.stage.theatre
        names = {f"{one.name} [BOT]": (one.key, one.name) for one in theatre.all_stations()}
        for client in self._clients.values():
            for guid, record in client.clients.items():
                if record.name in names:
                    self.stations[guid] = names[record.name]
                elif record.name in self._clients:
                    self.pilots[guid] = record.name

    def _prompt(self, pilot: SimulatedPilot) -> str:
        """Return what a pilot expects to hear: himself, the others, the stations."""
        theatre = self.stage.theatre
        airfield = theatre.fields[self.stage.sortie.field]
        others = [one.callsign for one in self.world.pilots if one is not pilot]
        names = [spoken_callsign(one) for one in (*others, pilot.callsign)]
        stations = [one.name for one in airfield.stations.values()]
        return ", ".join((*_WORDS, *stations, *names)) + "."

    def _on_said(self, pilot: SimulatedPilot, spoken: Spoken, keyed: KeyedTransmission) -> None:
        self.stage.said(pilot.callsign, spoken.words, keyed.end_ms)

    def _on_heard(self, pilot: SimulatedPilot, heard: Transmission, text: str) -> None:
        self.stage.heard(pilot.callsign, heard.speaker, text)


_WORDS = (
    "wind", "degrees", "knots", "runway one three", "cleared to land", "vacate runway when able",
    "if runway in sight continue visually", "going around", "transmissions", "turn left heading",
    "turn right heading", "vectoring for spacing", "vectoring to downwind",
    "vectoring for final approach", "identified", "niner", "surveillance approach", "QNH",
    "miles from touchdown", "on track", "slightly left of track", "descend to", "maintain",
)  # fmt: skip


def _free_port() -> int:
    """Return a port nobody uses now, for a server that is started later."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
