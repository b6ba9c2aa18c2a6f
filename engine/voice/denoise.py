"""A clip with less of the noise it is in, for a second reading where the first is in doubt.

The noise of a radio is steady, and speech is not: what each narrow band has in its quietest moments
is taken for noise, and every band is turned down by how little it rises above that (a Wiener gain
on the decision-directed estimate of Ephraim and Malah, IEEE Trans. ASSP 32, 1984). A small model
makes other mistakes on the cleaned sound than on the sound as it came, not fewer: so this is only
ever a second opinion.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.voice.pcm import FULL_SCALE, Pcm, to_pcm

__all__ = ["denoised"]

_FRAME_SAMPLES = 512
_HOP_SAMPLES = 128
_QUIET_PERCENTILE = 20
# The power of noise swings about its mean; its quietest fifth lies so much below it.
_QUIET_TO_MEAN = 1.6
_SMOOTHED_BINS = 9
_MEMORY = 0.92
# Nothing is turned down by more than 18 dB: holes in the sound mislead a recogniser more than hiss.
_LEAST_GAIN = 0.12
_TINY = 1e-14

_Samples = npt.NDArray[np.float64]


def denoised(pcm: Pcm) -> Pcm:
    """Return the clip with its steady noise turned down, at the same length."""
    if not len(pcm):
        return pcm.copy()
    edge = np.zeros(_FRAME_SAMPLES)
    padded = np.concatenate([edge, pcm.astype(np.float64) / FULL_SCALE, edge])
    window = np.hanning(_FRAME_SAMPLES)
    frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME_SAMPLES)[::_HOP_SAMPLES]
    spectra = np.fft.rfft(frames * window, axis=1)
    power = np.square(np.abs(spectra))
    cleaned = np.fft.irfft(spectra * _gains(power), n=_FRAME_SAMPLES, axis=1) * window
    made, weight = np.zeros(len(padded)), np.zeros(len(padded))
    for number, frame in enumerate(cleaned):
        start = number * _HOP_SAMPLES
        made[start : start + _FRAME_SAMPLES] += frame
        weight[start : start + _FRAME_SAMPLES] += np.square(window)
    whole = made / np.maximum(weight, 1e-3)
    return to_pcm(whole[_FRAME_SAMPLES : _FRAME_SAMPLES + len(pcm)])


def _gains(power: _Samples) -> _Samples:
    """Return how much of each band to keep in each frame."""
    noise = np.maximum(_noise(power), _TINY)
    gains = np.empty_like(power)
    kept = np.zeros(power.shape[1])
    for number, frame in enumerate(power):
        over_noise = frame / noise
        speech = _MEMORY * kept + (1.0 - _MEMORY) * np.maximum(over_noise - 1.0, 0.0)
        gain = np.maximum(speech / (1.0 + speech), _LEAST_GAIN)
        gains[number] = gain
        kept = np.square(gain) * over_noise
    return gains


def _noise(power: _Samples) -> _Samples:
    """Return the noise in each band: what it holds in the clip's quiet moments."""
    energy = power.sum(axis=1)
    sounding = power[energy > 1e-9 * max(float(energy.max()), _TINY)]
    if not len(sounding):
        return np.zeros(power.shape[1])
    quiet = np.percentile(sounding, _QUIET_PERCENTILE, axis=0) * _QUIET_TO_MEAN
    edges = np.pad(quiet, _SMOOTHED_BINS // 2, mode="edge")
    return np.convolve(edges, np.ones(_SMOOTHED_BINS) / _SMOOTHED_BINS, mode="valid")
