"""Voice activity by the Silero model that faster-whisper carries.

It tells speech from music, tones and modulated hiss where energy cannot, in 6 ms a clip, and is
installed wherever recognition is. Its place inside faster-whisper is not a documented interface, so
it is loaded behind `SpeechDetector`, and where a later version has moved it the energy detector
serves alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.voice.activity import EnergyDetector, SpeechDetector, sounding_s
from engine.voice.pcm import FULL_SCALE, SAMPLE_RATE_HZ, Pcm

__all__ = ["SileroDetector", "best_detector"]

# Chunks of Silero v6 at 16 kHz.
_CHUNK_SAMPLES = 512
# Robotic voices in band-limited noise gave no more than 0.44 in trials. A missed mayday is worse
# than a clip of music decoded for nothing: the recogniser has doubts of its own.
_LIKELY = 0.35
# The model starts cold: speech at the very start of a clip is missed without a silent lead.
_LEAD_SAMPLES = int(0.6 * SAMPLE_RATE_HZ)
# It misses single words in noise ("Wilco") even so. What is this short is left to the recogniser,
# which is quick on it and checked afterwards.
_TOO_SHORT_TO_TELL_S = 1.0
_LEAST_CHUNKS = 4


class SileroDetector:
    """Decides on energy first and on the model where energy leaves it open."""

    def __init__(self, model: Any) -> None:  # an untyped package
        self._model = model
        self._gate = EnergyDetector()

    def has_speech(self, pcm: Pcm) -> bool:
        """Return whether somebody speaks in the clip."""
        if not self._gate.has_speech(pcm):
            return False
        if sounding_s(pcm) < _TOO_SHORT_TO_TELL_S:
            return True
        samples = np.pad(pcm.astype(np.float32) / FULL_SCALE, (_LEAD_SAMPLES, 0))
        padded = np.pad(samples, (0, -len(samples) % _CHUNK_SAMPLES))
        likely = np.asarray(self._model(padded)) > _LIKELY
        return int(np.count_nonzero(likely)) >= _LEAST_CHUNKS


def best_detector() -> SpeechDetector:
    """Return the Silero detector, or the energy detector where Silero is not to be had."""
    try:
        from faster_whisper.vad import get_vad_model  # noqa: PLC0415  # heavy and optional

        return SileroDetector(get_vad_model())
    except (ImportError, AttributeError, RuntimeError, OSError):
        return EnergyDetector()
