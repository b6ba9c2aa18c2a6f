"""Make the recogniser and the voices that a configuration names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.model.errors import ConfigurationError
from engine.profile.theatre import Theatre
from engine.service.config import Config
from engine.voice.cache import CachedSynthesiser
from engine.voice.espeak import EspeakSynthesiser
from engine.voice.models import find_larger, find_model
from engine.voice.piper import PiperSynthesiser
from engine.voice.polly import PollySettings, PollySynthesiser
from engine.voice.pronunciation import PronouncingSynthesiser, Respelling
from engine.voice.recogniser import Recogniser
from engine.voice.synthesiser import Engine, Synthesiser, VoiceBank, VoiceSpec
from engine.voice.whisper import WhisperRecogniser, WhisperSettings

__all__ = ["make_engine", "make_recogniser", "make_synthesiser", "voice_chooser"]


def make_recogniser(config: Config) -> tuple[Recogniser, str]:
    """Return the speech recogniser, and a label of its models to show.

    Raises:
        SpeechMissing: speech recognition or its model is not installed.
    """
    configured = config.speech.model or ""
    model, larger = find_model(configured), find_larger(configured)
    settings = WhisperSettings(threads=config.speech.threads)
    label = model.label if larger is None else f"{model.label}, in doubt {larger.label}"
    return WhisperRecogniser(model, settings, larger=larger), label


def make_synthesiser(config: Config, theatre: Theatre) -> Synthesiser:
    """Return the synthesiser of every voice that the configuration names, cached.

    Raises:
        SpeechMissing: an engine or voice that is named is not installed.
        ConfigurationError: a Polly voice without a region.
    """
    wanted = {config.voice.engine, *(voice.engine for voice in config.voices.values())}
    engines = {name: make_engine(name, config) for name in sorted(wanted)}
    bank = PronouncingSynthesiser(VoiceBank(engines), Respelling(names=theatre.pronunciation))
    return CachedSynthesiser(bank, folder=config.record.folder / "voices")


def make_engine(name: Engine, config: Config) -> Synthesiser:
    """Return one speech engine by name.

    Raises:
        SpeechMissing: it is not installed.
        ConfigurationError: it is not one that a host can choose, or Polly without a region.
    """
    match name:
        case "piper":
            return PiperSynthesiser()
        case "espeak":
            return EspeakSynthesiser()
        case "polly" if config.polly_region is not None:
            return PollySynthesiser(PollySettings(config.polly_region))
        case "polly":
            message = "a voice uses Amazon Polly; add `polly: {region: ...}` to the configuration"
            raise ConfigurationError(message)
        case _:
            message = f"no station can speak with the engine {name!r}"
            raise ConfigurationError(message)


def voice_chooser(config: Config) -> Callable[[str], VoiceSpec]:
    """Return the voice of each station: its own where configured, else the common one."""
    voices: Mapping[str, VoiceSpec] = config.voices
    return lambda station: voices.get(station, config.voice)
