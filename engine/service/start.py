"""Start everything a configuration names, run it, and end it in order."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from engine.language.compile import Language
from engine.model.errors import StoreError
from engine.profile.theatre import Theatre
from engine.radio import VoiceServer
from engine.service.build import (
    make_desk,
    make_language,
    open_log,
    rehearse,
    resume_clock,
)
from engine.service.build_feed import make_feed
from engine.service.build_speech import make_recogniser, make_synthesiser, voice_chooser
from engine.service.config import Config
from engine.service.fields import load_fields
from engine.service.journal import Record, state
from engine.service.service import Service
from engine.service.transcript import TranscriptWriter
from engine.store import AudioStore, MemoryEventLog
from engine.turn.turn import BUDGET_S
from engine.voice.recogniser import Clip, Recogniser
from engine.voice.synthesiser import Synthesiser
from engine.world.dcs_grpc import DcsGrpcFeed
from engine.world.feed import FeedState

__all__ = ["serve"]

_LOG = logging.getLogger(__name__)


async def serve(config: Config, show: Callable[[Record], None]) -> None:
    """Run the service of a configuration until cancelled.

    Raises:
        ProfileError, ConfigurationError, SpeechMissing, StoreError: it cannot start; the message
            says what to do.
        InternalError: a part of it fails again and again.
    """
    theatre = load_fields(config)
    journal = _Told(show, TranscriptWriter(config.record.folder))
    journal(state("service", "starting", f"{theatre.name}: {', '.join(sorted(theatre.fields))}"))
    try:
        ready = await asyncio.to_thread(_load, config, theatre)
        journal(state("speech", "ready", f"recognises with {ready.models}"))
        await _run(config, theatre, ready, journal)
    finally:
        journal(state("service", "ended", "every station is off the air"))
        journal.close()


@dataclass(frozen=True, slots=True)
class _Ready:
    """What takes seconds to load."""

    language: Language
    recogniser: Recogniser
    models: str
    synthesiser: Synthesiser


def _load(config: Config, theatre: Theatre) -> _Ready:
    """Load everything slow, and use it once, so that the first pilot does not pay for it."""
    language = make_language(theatre)
    rehearse(make_desk(theatre, MemoryEventLog(), language=language))
    synthesiser = make_synthesiser(config, theatre)
    recogniser, models = make_recogniser(config)
    for voice in {config.voice, *config.voices.values()}:
        spoken = synthesiser.synthesise("radio check, one two three", voice)
        recogniser.recognise(
            Clip(spoken), prompt="", deadline_s=60.0, hypotheses=3, enough=lambda _: False
        )
    # what was loaded stays: a collector that walks all of it stops a call for 40 ms
    gc.collect()
    gc.freeze()
    return _Ready(language, recogniser, models, synthesiser)


async def _run(config: Config, theatre: Theatre, ready: _Ready, journal: _Told) -> None:
    started = {
        "config": theatre.config_hash,
        "fields": sorted(theatre.fields),
        "coalition": config.srs.coalition.value,
    }
    log, is_resumed = open_log(
        config.record.folder,
        logs=config.record.logs,
        logs_mb=config.record.logs_mb,
        started=started,
        now=datetime.now(UTC),
    )
    try:
        desk = make_desk(theatre, log, language=ready.language, budget_s=BUDGET_S)
        clock = resume_clock(desk)
        desk.record("service_started", dict(started), clock.now_ms())
        if is_resumed:
            count = len(desk.board.strips)
            journal(state("service", "resumed", f"goes on with the last log: {count} strips"))
        watching: list[Service] = []

        def on_feed_state(told: FeedState) -> None:
            for service in watching:
                service.on_feed_state(told)

        feed = make_feed(theatre, config.sim, on_state=on_feed_state, board=desk.board)
        service = Service(
            theatre=theatre,
            desk=desk,
            clock=clock,
            feed=feed,
            server=VoiceServer(config.srs.host, config.srs.port, config.srs.eam_password),
            coalition=config.srs.coalition,
            recogniser=ready.recogniser,
            synthesiser=ready.synthesiser,
            voice_of=voice_chooser(config),
            journal=journal,
            audio=_audio(config),
            hypotheses=config.speech.hypotheses,
            deadline_s=config.speech.deadline_s,
            watch_closely=feed.watch_closely if isinstance(feed, DcsGrpcFeed) else _ignore,
        )
        watching.append(service)
        await service.run()
    finally:
        log.close()


@dataclass(slots=True)
class _Told:
    """A journal that writes the transcript and shows; neither can end the service.

    The event log is the record; the transcript is for reading, and the console may be closed.
    """

    show: Callable[[Record], None]
    transcript: TranscriptWriter
    _trouble: set[str] = field(default_factory=set)

    def __call__(self, record: Record) -> None:
        try:
            self.transcript.take(record)
        except StoreError as error:
            if "transcript" not in self._trouble:
                self._trouble.add("transcript")
                self._show(state("record", "degraded", str(error)))
        else:
            self._trouble.discard("transcript")
        self._show(record)

    def close(self) -> None:
        """Close the transcript."""
        self.transcript.close()

    def _show(self, record: Record) -> None:
        try:
            self.show(record)
        except OSError as error:
            if "console" not in self._trouble:
                self._trouble.add("console")
                _LOG.warning("the console cannot be written (%s); going on without", error.strerror)


def _audio(config: Config) -> AudioStore | None:
    if not config.record.audio:
        return None
    return AudioStore(config.record.folder / "audio", cap_bytes=config.record.audio_mb * 1_000_000)


def _ignore(_: tuple[str, ...]) -> None:
    """A feed without a close look sees everybody alike."""
