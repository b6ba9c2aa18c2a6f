"""Decide whether anybody spoke, before a recogniser is asked what was said.

A recogniser given silence writes stock phrases, so clips without speech must never reach it. Two
stages: a gate on energy alone, which costs nothing and turns away silence, steady hiss, a steady
tone and clicks; then a detector for what is left, music and warbling tones among it. Both lean to
letting a clip through: a quiet first word lost is worse than a clip decoded for nothing. The gate
never cuts: push-to-talk defines the transmission, and a clip is decoded whole or not at all.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.voice.pcm import FULL_SCALE, SAMPLE_RATE_HZ, Pcm

__all__ = ["EnergyDetector", "SpeechDetector", "sounding_s"]

_FRAME_SAMPLES = SAMPLE_RATE_HZ // 50
_FRAME_S = 0.02
# Below this nothing is intelligible; a quiet cockpit microphone gives speech near -40 dBFS.
_SILENT_DBFS = -58.0
# Speech rises over the noise it is in, from syllable to syllable; hiss and tones stay level.
_RISE_DB = 5.0
_FLOOR_PERCENTILE = 10
# A click rings for two or three frames; a syllable of speech lasts longer.
_SYLLABLE_FRAMES = 4
# "Roger" holds about 0.25 s of sound.
_LEAST_SOUND_S = 0.16
# A beep has nearly all its energy in one line of 100 Hz; "Roger" in trials at most 0.7.
_PURE_TONE = 0.95

_Frames: TypeAlias = npt.NDArray[np.float64]


class SpeechDetector(Protocol):
    """Tells whether a clip holds speech."""

    def has_speech(self, pcm: Pcm) -> bool:
        """Return whether somebody speaks in the clip."""
        ...


class EnergyDetector:
    """Decides on energy alone; music and a warbling tone pass it."""

    def has_speech(self, pcm: Pcm) -> bool:
        """Return whether the clip sounds and stops like syllables do, and is not one tone."""
        frames = _frames(pcm)
        sounding = frames[_is_sounding(frames)]
        return len(sounding) * _FRAME_S >= _LEAST_SOUND_S and _tone_share(sounding) < _PURE_TONE


def sounding_s(pcm: Pcm) -> float:
    """Return how many seconds rise over the clip's own floor for as long as a syllable."""
    return int(np.count_nonzero(_is_sounding(_frames(pcm)))) * _FRAME_S


def _frames(pcm: Pcm) -> _Frames:
    whole = len(pcm) // _FRAME_SAMPLES * _FRAME_SAMPLES
    samples = pcm[:whole].astype(np.float64) / FULL_SCALE
    return samples.reshape(-1, _FRAME_SAMPLES)


def _is_sounding(frames: _Frames) -> npt.NDArray[np.bool_]:
    """Return which frames belong to a run that is louder than the floor and long enough."""
    is_sounding = np.zeros(len(frames), dtype=np.bool_)
    if not len(frames):
        return is_sounding
    level_db = 10.0 * np.log10(np.maximum(np.mean(np.square(frames), axis=1), 1e-12))
    floor_db = float(np.percentile(level_db, _FLOOR_PERCENTILE))
    is_loud = level_db > max(_SILENT_DBFS, floor_db + _RISE_DB)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_loud, [False]]).astype(np.int8)))
    for start, stop in edges.reshape(-1, 2):
        is_sounding[start:stop] = stop - start >= _SYLLABLE_FRAMES
    return is_sounding


def _tone_share(frames: _Frames) -> float:
    """Return the share of the energy that lies in one narrow line of the spectrum."""
    power = np.square(np.abs(np.fft.rfft(frames * np.hanning(_FRAME_SAMPLES), axis=1))).sum(axis=0)
    line = np.convolve(power, np.ones(3), mode="same")
    return float(np.max(line) / max(float(np.sum(power)), 1e-12))
