"""Start everything a configuration names, run it, and end it in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.model.errors import ConfigurationError
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Theatre
from engine.radio import VoiceServer
from engine.service.build import (
    make_desk,
    make_feed,
    make_recogniser,
    make_synthesiser,
    open_log,
    resume_clock,
    voice_chooser,
)
from engine.service.config import Config
from engine.service.journal import Record, state
from engine.service.service import Service
from engine.service.transcript import TranscriptWriter
from engine.store import AudioStore
from engine.voice.recogniser import Clip, Recogniser
from engine.voice.synthesiser import Synthesiser
from engine.world.dcs_grpc import DcsGrpcFeed
from engine.world.feed import FeedState

__all__ = ["load_fields", "serve"]


def load_fields(config: Config) -> Theatre:
    """Return the configured theatre with only the configured fields.

    Raises:
        ProfileError: a profile has an error.
        ConfigurationError: a field is named that the theatre has not.
    """
    theatre = load_theatre_or_raise(config.theatre, mission_year=config.mission_year)
    unknown = [name for name in config.fields if name not in theatre.fields]
    if unknown:
        message = (
            f"{theatre.name} has no field {', '.join(unknown)}; "
            f"it has {', '.join(sorted(theatre.fields))}"
        )
        raise ConfigurationError(message)
    if not config.fields:
        return theatre
    return replace(theatre, fields={name: theatre.fields[name] for name in config.fields})


async def serve(config: Config, show: Callable[[Record], None]) -> None:
    """Run the service of a configuration until cancelled.

    Raises:
        ProfileError, ConfigurationError, SpeechMissing, StoreError: it cannot start; the message
            says what to do.
    """
    theatre = load_fields(config)
    show(state("service", "starting", f"{theatre.name}: {', '.join(sorted(theatre.fields))}"))
    log = open_log(config.record.folder, logs=config.record.logs, logs_mb=config.record.logs_mb)
    transcript = TranscriptWriter(config.record.folder)
    try:
        desk = make_desk(theatre, log)
        clock = resume_clock(desk)
        started = {"config": theatre.config_hash, "coalition": config.srs.coalition.value}
        desk.record("service_started", dict(started), clock.now_ms())
        recogniser, model = make_recogniser(config)
        synthesiser = make_synthesiser(config, theatre)
        _warm_up(config, recogniser, synthesiser)
        show(state("speech", "ready", f"recognises with {model.label}"))
        watching: list[Service] = []

        def journal(record: Record) -> None:
            transcript.take(record)
            show(record)

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
            recogniser=recogniser,
            synthesiser=synthesiser,
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
        transcript.close()
        log.close()


def _audio(config: Config) -> AudioStore | None:
    if not config.record.audio:
        return None
    return AudioStore(config.record.folder / "audio", cap_bytes=config.record.audio_mb * 1_000_000)


def _warm_up(config: Config, recogniser: Recogniser, synthesiser: Synthesiser) -> None:
    """Speak once with each voice and hear it, so that the first pilot does not pay for loading."""
    for voice in {config.voice, *config.voices.values()}:
        spoken = synthesiser.synthesise("radio check, one two three", voice)
        recogniser.recognise(Clip(spoken), prompt="", deadline_s=60.0, hypotheses=1)


def _ignore(_: tuple[str, ...]) -> None:
    """A feed without a close look sees everybody alike."""
