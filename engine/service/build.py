"""Make the parts that a configuration names: theatre, desk, feed, speech."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.control.board import Board
from engine.control.capabilities import CAPABILITIES
from engine.language.compile import Language, compile_language
from engine.model.errors import ConfigurationError
from engine.model.picture import Track
from engine.profile.theatre import Theatre
from engine.service.config import Config, SimSettings
from engine.service.engine_clock import EngineClock
from engine.store import EventLog, SqliteEventLog, keep_newest
from engine.turn.desk import Desk
from engine.turn.hearing import static_lexicon
from engine.turn.registry import CapabilityRegistry
from engine.turn.turn import Turn
from engine.voice.cache import CachedSynthesiser
from engine.voice.espeak import EspeakSynthesiser
from engine.voice.models import ModelChoice, find_model
from engine.voice.piper import PiperSynthesiser
from engine.voice.polly import PollySettings, PollySynthesiser
from engine.voice.pronunciation import PronouncingSynthesiser, Respelling
from engine.voice.recogniser import Recogniser
from engine.voice.synthesiser import Engine, Synthesiser, VoiceBank, VoiceSpec
from engine.voice.whisper import WhisperRecogniser, WhisperSettings
from engine.world.acmi import AcmiFeed
from engine.world.dcs_air import WeatherPoint, WindReading
from engine.world.dcs_grpc import DcsGrpcFeed
from engine.world.dcs_settings import DcsSettings
from engine.world.feed import Feed, StateObserver

__all__ = [
    "dcs_settings",
    "make_desk",
    "make_feed",
    "make_language",
    "make_recogniser",
    "make_synthesiser",
    "open_log",
    "resume_clock",
    "voice_chooser",
]

RESUME_WITHIN_S = 15 * 60.0
"""A log older than this is another sortie: a strip that old is not restored."""


def make_language(theatre: Theatre) -> Language:
    """Return the compiled language of a theatre."""
    return compile_language(theatre.intents, theatre.phraseology)


def make_desk(
    theatre: Theatre,
    log: EventLog,
    *,
    language: Language | None = None,
    budget_s: float = math.inf,
) -> Desk:
    """Return a desk with an empty board on a log; call `resume` to fold the log in.

    A simulated sortie has no budget of computing time, or a slow machine would fly another one.
    """
    spoken = language or make_language(theatre)
    registry = CapabilityRegistry(CAPABILITIES)
    turn = Turn(spoken, static_lexicon(theatre), registry, budget_s=budget_s)
    return Desk(theatre, turn, log)


def open_log(
    folder: Path, *, logs: int, logs_mb: int, started: Mapping[str, Any], now: datetime
) -> tuple[EventLog, bool]:
    """Return the log to go on with, and whether it is an earlier one that is resumed.

    That is the newest, if it is recent and `started` (what the service is started with: profile,
    fields, side) is what it was started with; else a new one, and old ones go.

    Raises:
        StoreError: the log cannot be opened.
    """
    existing = sorted(folder.glob("events-*.sqlite"))
    recent = existing[-1] if existing else None
    if recent is not None and now.timestamp() - _last_written_s(recent) <= RESUME_WITHIN_S:
        log = SqliteEventLog(recent)
        before = log.last("service_started")
        if before is not None and before.data == started:
            return log, True
        log.close()
    for gone in keep_newest(existing, count=max(1, logs - 1), total_bytes=logs_mb * 1_000_000):
        for companion in _companions(gone):
            companion.unlink(missing_ok=True)
    return SqliteEventLog(_unused(folder, f"events-{now:%Y%m%dT%H%M%SZ}")), False


def resume_clock(
    desk: Desk, *, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
) -> EngineClock:
    """Fold the log into the desk and return a clock that goes on after it.

    Engine time resumes at the last event plus the wall time that has passed since, which the last
    `clock` record tells; with the sim paused none has passed.
    """
    desk.resume()
    told = desk.log.last("clock")
    passed_ms = 0
    if told is not None and not told.data["paused"]:
        since_ms = wall_ms() - int(told.data["wall_ms"])
        passed_ms = max(0, since_ms - (desk.now_ms - told.t_ms))
    clock = EngineClock(desk.now_ms + passed_ms)
    desk.record("clock", {"wall_ms": wall_ms(), "paused": False}, clock.now_ms())
    return clock


def dcs_settings(theatre: Theatre, sim: SimSettings) -> DcsSettings:
    """Return how a theatre is read from the configured DCS-gRPC server."""
    points = tuple(
        WeatherPoint(
            field=airfield.key,
            latitude_deg=airfield.reference_point.latitude_deg,
            longitude_deg=airfield.reference_point.longitude_deg,
            elevation_ft=airfield.elevation_ft,
        )
        for _, airfield in sorted(theatre.fields.items())
    )
    return DcsSettings(
        address=sim.address,
        token=sim.token,
        theatre=theatre.dcs_name,
        wind=WindReading(sim.wind),
        weather=points,
    )


def make_feed(theatre: Theatre, sim: SimSettings, *, on_state: StateObserver, board: Board) -> Feed:
    """Return the configured feed; tracks that the board knows keep their ids."""
    if sim.kind == "acmi":
        return AcmiFeed(Path(sim.file), theatre.projection, pace=1.0, on_state=on_state)
    known: tuple[Track, ...] = tuple(board.tracks.values())
    return DcsGrpcFeed(
        dcs_settings(theatre, sim), theatre.projection, on_state=on_state, known=known
    )


def make_recogniser(config: Config) -> tuple[Recogniser, ModelChoice]:
    """Return the speech recogniser and which model it is.

    Raises:
        SpeechMissing: speech recognition or its model is not installed.
    """
    choice = find_model(config.speech.model or "")
    return WhisperRecogniser(choice, WhisperSettings(threads=config.speech.threads)), choice


def make_synthesiser(config: Config, theatre: Theatre) -> Synthesiser:
    """Return the synthesiser of every voice that the configuration names, cached.

    Raises:
        SpeechMissing: an engine or voice that is named is not installed.
        ConfigurationError: a Polly voice without a region.
    """
    wanted = {config.voice.engine, *(voice.engine for voice in config.voices.values())}
    engines: dict[Engine, Synthesiser] = {}
    if "piper" in wanted:
        engines["piper"] = PiperSynthesiser()
    if "espeak" in wanted:
        engines["espeak"] = EspeakSynthesiser()
    if "polly" in wanted:
        if config.polly_region is None:
            message = "a voice uses Amazon Polly; add `polly: {region: ...}` to the configuration"
            raise ConfigurationError(message)
        engines["polly"] = PollySynthesiser(PollySettings(config.polly_region))
    bank = PronouncingSynthesiser(VoiceBank(engines), Respelling(names=theatre.pronunciation))
    return CachedSynthesiser(bank, folder=config.record.folder / "voices")


def voice_chooser(config: Config) -> Callable[[str], VoiceSpec]:
    """Return the voice of each station: its own where configured, else the common one."""
    voices: Mapping[str, VoiceSpec] = config.voices
    return lambda station: voices.get(station, config.voice)


def _last_written_s(log: Path) -> float:
    """Return when a log was last written: SQLite writes ahead beside the file itself."""
    return max(path.stat().st_mtime for path in (log, *_companions(log)) if path.exists())


def _companions(log: Path) -> tuple[Path, ...]:
    return tuple(log.with_name(log.name + suffix) for suffix in ("-wal", "-shm"))


def _unused(folder: Path, name: str) -> Path:
    """Return a file name that is not taken: two starts within a second are two logs."""
    path, number = folder / f"{name}.sqlite", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.sqlite"
    return path
