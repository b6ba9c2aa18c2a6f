"""The one audio format of this room: 16 kHz, mono, signed 16 bits.

Every part that speaks, hears or carries sound agrees on it, so rates and channels are converted
only here and each adapter does it once, at its edge.
"""

from __future__ import annotations

from math import gcd
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "FULL_SCALE",
    "SAMPLE_RATE_HZ",
    "Pcm",
    "duration_s",
    "level_dbfs",
    "levelled",
    "resample",
    "silence",
    "to_pcm",
]

SAMPLE_RATE_HZ = 16_000
FULL_SCALE = 32_768

# The top of the band is faded over this share of it, so that the cut does not ring.
_ROLL_OFF_SHARE = 0.04
# Silence on both sides of a resampled clip keeps its end from wrapping round to its start.
_GUARD_S = 0.02
_FLOOR_DBFS = -120.0
# Engines differ by 10 dB. Speech at -20 dBFS leaves room for its peaks, which stop short of the top
# so that Opus does not clip them.
_SPEECH_DBFS = -20.0
_PEAK = 0.9

Pcm: TypeAlias = npt.NDArray[np.int16]


def silence(duration_ms: int) -> Pcm:
    """Return `duration_ms` of digital silence."""
    return np.zeros(SAMPLE_RATE_HZ * duration_ms // 1000, dtype=np.int16)


def duration_s(pcm: Pcm) -> float:
    """Return how long a clip lasts.

    >>> duration_s(silence(250))
    0.25
    """
    return len(pcm) / SAMPLE_RATE_HZ


def to_pcm(samples: npt.NDArray[np.floating]) -> Pcm:
    """Return samples in [-1, 1] as 16-bit PCM; what is louder is clipped, never wrapped."""
    scaled = np.rint(np.asarray(samples, dtype=np.float64) * FULL_SCALE)
    return np.clip(scaled, -FULL_SCALE, FULL_SCALE - 1).astype(np.int16)


def level_dbfs(pcm: Pcm) -> float:
    """Return the root-mean-square level in decibels below full scale."""
    if not len(pcm):
        return _FLOOR_DBFS
    rms = float(np.sqrt(np.mean(np.square(pcm.astype(np.float64))))) / FULL_SCALE
    return max(_FLOOR_DBFS, 20.0 * float(np.log10(max(rms, 1e-12))))


def levelled(pcm: Pcm) -> Pcm:
    """Return the clip at the level every voice has, so that no station is louder than another."""
    peak = int(np.max(np.abs(pcm.astype(np.int32)), initial=0))
    if peak == 0:
        return pcm.copy()
    gain = 10.0 ** ((_SPEECH_DBFS - level_dbfs(pcm)) / 20.0)
    return to_pcm(pcm.astype(np.float64) * (min(gain, _PEAK * FULL_SCALE / peak) / FULL_SCALE))


def resample(pcm: Pcm, from_hz: int, to_hz: int = SAMPLE_RATE_HZ) -> Pcm:
    """Return the clip at another rate, by trimming its spectrum: linear phase, no aliasing.

    Clips are seconds long and whole, so one transform of everything is both simpler and cleaner
    than a filter bank, and needs nothing beyond numpy.
    """
    if from_hz <= 0 or to_hz <= 0:
        message = f"a sample rate is a positive number of hertz; got {from_hz} to {to_hz}"
        raise ValueError(message)
    if from_hz == to_hz or not len(pcm):
        return pcm.astype(np.int16, copy=True)

    common = gcd(from_hz, to_hz)
    step_in, step_out = from_hz // common, to_hz // common
    guard_steps = int(_GUARD_S * common) + 1
    steps = -(-len(pcm) // step_in) + 2 * guard_steps
    padded = np.zeros(steps * step_in)
    start = guard_steps * step_in
    padded[start : start + len(pcm)] = pcm

    spectrum = np.fft.rfft(padded)
    kept = min(len(padded), steps * step_out) // 2
    fade = max(1, int(kept * _ROLL_OFF_SHARE))
    shaped = spectrum[: kept + 1].copy()
    shaped[kept + 1 - fade :] *= 0.5 + 0.5 * np.cos(np.linspace(0.0, np.pi, fade))
    samples = np.fft.irfft(shaped, n=steps * step_out) * (to_hz / from_hz)

    start_out = guard_steps * step_out
    length = round(len(pcm) * to_hz / from_hz)
    return to_pcm(samples[start_out : start_out + length] / FULL_SCALE)
