"""Decide whether anybody spoke, before a recogniser is asked what was said.

A recogniser given silence writes stock phrases, so clips without speech must never reach it. Two
stages: a gate on energy alone, which costs nothing and turns away silence, steady hiss, a steady
tone and clicks; then a detector for what is left, music and warbling tones among it. Both lean to
letting a clip through: a quiet first word lost is worse than a clip decoded for nothing. The gate
never cuts: push-to-talk defines the transmission, and a clip is decoded whole or not at all.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.voice.pcm import FULL_SCALE, SAMPLE_RATE_HZ, Pcm

__all__ = ["EnergyDetector", "SpeechDetector", "sounding_s"]

_FRAME_SAMPLES = SAMPLE_RATE_HZ // 50
_FRAME_S = 0.02
# Below this nothing is intelligible; a quiet cockpit microphone gives speech near -40 dBFS.
_SILENT_DBFS = -58.0
# Speech rises over the noise it is in, from syllable to syllable; hiss and tones stay level.
_RISE_DB = 5.0
_FLOOR_PERCENTILE = 10
# A click rings for a frame or two; a syllable lasts at least three.
_SYLLABLE_FRAMES = 3
# "Roger" holds about 0.25 s of sound.
_LEAST_SOUND_S = 0.12


class SpeechDetector(Protocol):
    """Tells whether a clip holds speech."""

    def has_speech(self, pcm: Pcm) -> bool:
        """Return whether somebody speaks in the clip."""
        ...


class EnergyDetector:
    """Decides on energy alone; music and a warbling tone pass it."""

    def has_speech(self, pcm: Pcm) -> bool:
        """Return whether the clip sounds and stops like syllables do."""
        return sounding_s(pcm) >= _LEAST_SOUND_S


def sounding_s(pcm: Pcm) -> float:
    """Return how many seconds rise over the clip's own floor for as long as a syllable."""
    frames = len(pcm) // _FRAME_SAMPLES
    if not frames:
        return 0.0
    samples = pcm[: frames * _FRAME_SAMPLES].astype(np.float64).reshape(frames, _FRAME_SAMPLES)
    power = np.mean(np.square(samples / FULL_SCALE), axis=1)
    level_db = 10.0 * np.log10(np.maximum(power, 1e-12))
    threshold_db = max(_SILENT_DBFS, float(np.percentile(level_db, _FLOOR_PERCENTILE)) + _RISE_DB)
    sounding = 0
    run = 0
    for is_loud in [*(level_db > threshold_db), False]:
        if is_loud:
            run += 1
            continue
        sounding += run if run >= _SYLLABLE_FRAMES else 0
        run = 0
    return sounding * _FRAME_S
