"""A synthesiser without an engine: a tone for each word, for tests and for runs without voices.

Each word gets a pitch of its own, so different texts sound different, equal texts are equal, and
the length of a transmission is about what a voice would take. It cannot be understood.
"""

from __future__ import annotations

from zlib import crc32

import numpy as np

from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm, to_pcm
from engine.voice.synthesiser import VoiceSpec, speakable

__all__ = ["ToneSynthesiser"]

# Voices in trials spoke radio calls at 2.5 to 3 words a second.
_WORD_S = 0.28
_PAUSE_S = 0.08
_LOWEST_HZ = 200.0
_SPAN_HZ = 600
_LEVEL = 0.3


class ToneSynthesiser:
    """Speaks every word as a tone."""

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the text as tones; the same text and voice give the same samples."""
        salt = voice.name.encode("utf-8")
        pieces = []
        for word in speakable(text).split():
            pitch_hz = _LOWEST_HZ + crc32(word.encode("utf-8"), crc32(salt)) % _SPAN_HZ
            time_s = np.arange(int(_WORD_S / voice.rate * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
            swell = np.sin(np.pi * np.arange(len(time_s)) / len(time_s))
            pieces.append(_LEVEL * swell * np.sin(2 * np.pi * pitch_hz * voice.pitch * time_s))
            pieces.append(np.zeros(int(_PAUSE_S / voice.rate * SAMPLE_RATE_HZ)))
        return to_pcm(np.concatenate(pieces))
