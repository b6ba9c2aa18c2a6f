"""One interface for every voice: words in, 16 kHz sound out.

A station keeps its voice for the whole session, so a voice is a value (`VoiceSpec`) that can be
configured, compared, hashed into a cache key and handed to whichever engine it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from engine.model.errors import ConfigurationError, SpeechError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.voice.pcm import Pcm

__all__ = ["Engine", "Synthesiser", "VoiceBank", "VoiceSpec", "speakable"]

Engine = Literal["piper", "espeak", "polly", "tone"]

MIN_RATE, MAX_RATE = 0.5, 2.0
MIN_PITCH, MAX_PITCH = 0.5, 2.0
# A transmission of this many characters lasts over a minute: it is a fault, not a call.
MAX_TEXT_CHARACTERS = 1000


@dataclass(frozen=True, slots=True)
class VoiceSpec:
    """A voice: the engine that speaks it, its name there, and how fast and high it speaks.

    `rate` and `pitch` are factors on the engine's normal voice: 1.1 is a tenth faster or higher.
    An empty name is the engine's default voice.
    """

    engine: Engine
    name: str = ""
    rate: float = 1.0
    pitch: float = 1.0

    def __post_init__(self) -> None:
        if not MIN_RATE <= self.rate <= MAX_RATE:
            message = f"voice rate {self.rate} is outside {MIN_RATE} to {MAX_RATE}"
            raise ConfigurationError(message)
        if not MIN_PITCH <= self.pitch <= MAX_PITCH:
            message = f"voice pitch {self.pitch} is outside {MIN_PITCH} to {MAX_PITCH}"
            raise ConfigurationError(message)


class Synthesiser(Protocol):
    """Speaks text with the voices of one engine; may block, so it runs off the event loop."""

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the text as sound; the same text and voice give the same samples.

        Raises:
            SpeechMissing: the voice is not installed.
            SpeechError: the engine failed on this text, or there is nothing to say.
        """
        ...


class VoiceBank:
    """Sends each text to the engine its voice names."""

    def __init__(self, engines: Mapping[Engine, Synthesiser]) -> None:
        self._engines = dict(engines)

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the text as sound from the engine of `voice`."""
        engine = self._engines.get(voice.engine)
        if engine is None:
            have = ", ".join(sorted(self._engines)) or "none"
            message = (
                f"no speech engine '{voice.engine}' is set up for this voice; there are: {have}"
            )
            raise ConfigurationError(message)
        return engine.synthesise(text, voice)


def speakable(text: str) -> str:
    """Return the text as one line, or raise SpeechError when it has nothing a voice could say."""
    line = " ".join(text.split())
    if not any(character.isalnum() for character in line):
        message = f"there is nothing to say in {text!r}"
        raise SpeechError(message)
    if len(line) > MAX_TEXT_CHARACTERS:
        message = f"a transmission is at most {MAX_TEXT_CHARACTERS} characters; got {len(line)}"
        raise SpeechError(message)
    return line
