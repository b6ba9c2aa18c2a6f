"""Sounds that are not speech, for tests."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

from engine.voice.effects import hiss
from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm, silence, to_pcm

__all__ = ["NON_SPEECH", "PLAIN_NON_SPEECH", "breathing", "clicks", "engine", "music", "tone"]

Samples = npt.NDArray[np.float64]


def _time_s(seconds: float) -> Samples:
    return np.arange(int(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ


def tone(pitch_hz: float, seconds: float, level: float = 0.3) -> Pcm:
    return to_pcm(level * np.sin(2 * np.pi * pitch_hz * _time_s(seconds)))


def clicks(count: int, seed: int) -> Pcm:
    rng = np.random.default_rng(seed)
    samples = rng.standard_normal(3 * SAMPLE_RATE_HZ) * 0.003
    for start in rng.integers(0, len(samples) - 400, size=count):
        burst = rng.standard_normal(300) * np.exp(-np.arange(300) / 60) * 0.7
        samples[start : start + 300] += burst
    return to_pcm(samples)


def music(seed: int, seconds: float = 5.0) -> Pcm:
    """Chords with overtones, struck and dying away, with a drum."""
    rng = random.Random(seed)
    noise = np.random.default_rng(seed)
    samples = np.zeros(int((seconds + 1.0) * SAMPLE_RATE_HZ))
    beat_s = rng.choice([0.15, 0.25, 0.4])
    for beat in range(int((seconds - 0.5) / beat_s)):
        start = int(beat * beat_s * SAMPLE_RATE_HZ)
        root_hz = rng.choice([110.0, 130.8, 146.8, 164.8, 196.0, 220.0, 261.6])
        for interval in (1.0, 1.26, 1.5):
            length_s = beat_s * rng.choice([1, 2])
            time_s = _time_s(length_s)
            swell = np.exp(-3 * time_s / length_s) * (1 - np.exp(-200 * time_s))
            partials = [
                np.sin(2 * np.pi * root_hz * interval * k * time_s) / k for k in range(1, 6)
            ]
            samples[start : start + len(time_s)] += 0.15 * swell * sum(partials)
        if rng.random() < 0.5:
            drum = noise.standard_normal(800) * np.exp(-np.arange(800) / 150) * 0.2
            samples[start : start + 800] += drum
    return to_pcm(samples[: int(seconds * SAMPLE_RATE_HZ)])


def engine(pitch_hz: float = 95.0, seconds: float = 4.0) -> Pcm:
    """A propeller and its harmonics, with the swell of two engines that are not in step."""
    time_s = _time_s(seconds)
    drone = sum(np.sin(2 * np.pi * pitch_hz * n * time_s) / n for n in range(1, 9))
    return to_pcm(0.1 * drone * (1 + 0.5 * np.sin(2 * np.pi * 1.3 * time_s)))


def breathing(seed: int, seconds: float = 6.0) -> Pcm:
    """Breath in an oxygen mask: hiss that comes and goes every three seconds."""
    time_s = _time_s(seconds)
    noise = np.random.default_rng(seed).standard_normal(len(time_s))
    return to_pcm(0.06 * noise * np.clip(np.sin(2 * np.pi * time_s / 3.0), 0.0, 1.0))


def _siren() -> Pcm:
    pitch_hz = 700 + 300 * np.sin(2 * np.pi * _time_s(4.0))
    return to_pcm(0.3 * np.sin(2 * np.pi * np.cumsum(pitch_hz) / SAMPLE_RATE_HZ))


def _swelling_hiss() -> Pcm:
    noise = np.random.default_rng(2).standard_normal(4 * SAMPLE_RATE_HZ) * 0.05
    return to_pcm(noise * (1 + 0.8 * np.sin(2 * np.pi * 3 * _time_s(4.0))))


def _tone_steps() -> Pcm:
    return np.concatenate([tone(pitch, 0.3) for pitch in (440, 660, 550, 880, 330, 440)])


# Turned away on energy alone.
PLAIN_NON_SPEECH: dict[str, Pcm] = {
    "nothing": np.zeros(0, dtype=np.int16),
    "a single sample": np.ones(1, dtype=np.int16),
    "silence": silence(4000),
    "faint hiss": hiss(64_000, level_dbfs=-60.0, rng=random.Random(1)),
    "hiss": hiss(64_000, level_dbfs=-40.0, rng=random.Random(2)),
    "loud hiss": hiss(64_000, level_dbfs=-15.0, rng=random.Random(3)),
    "two clicks": clicks(2, 1),
    "six clicks": clicks(6, 2),
    "low tone": tone(200.0, 3.0),
    "high tone": tone(2500.0, 3.0),
    "siren": _siren(),
    "steps of tones": _tone_steps(),
    "a beep": np.concatenate([silence(300), tone(800.0, 0.4), silence(300)]),
}
# What takes more than energy to tell.
NON_SPEECH: dict[str, Pcm] = {
    **PLAIN_NON_SPEECH,
    "swelling hiss": _swelling_hiss(),
    **{f"music {seed}": music(seed) for seed in (0, 1, 3, 22, 31, 57)},
}
