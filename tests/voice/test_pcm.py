"""Rates, levels and clipping."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.voice.pcm import (
    FULL_SCALE,
    Pcm,
    duration_s,
    level_dbfs,
    levelled,
    resample,
    silence,
    to_pcm,
)


def _tone(rate_hz: int, pitch_hz: float, seconds: float = 0.5) -> Pcm:
    time_s = np.arange(int(rate_hz * seconds)) / rate_hz
    return to_pcm(0.5 * np.sin(2 * np.pi * pitch_hz * time_s))


@pytest.mark.parametrize("rate_hz", [8_000, 22_050, 24_000, 44_100, 48_000])
def test_a_tone_keeps_its_pitch_level_and_phase_at_another_rate(rate_hz: int) -> None:
    wanted = _tone(16_000, 1_000.0)

    made = resample(_tone(rate_hz, 1_000.0), rate_hz)

    assert len(made) == len(wanted)
    middle = slice(800, -800)
    difference = made[middle].astype(float) - wanted[middle].astype(float)
    assert np.sqrt(np.mean(difference**2)) < 0.002 * FULL_SCALE


def test_what_is_above_the_new_band_is_removed_and_not_folded_back() -> None:
    made = resample(_tone(48_000, 11_000.0), 48_000)

    assert level_dbfs(made[800:-800]) < -70.0


@given(st.integers(0, 3_000), st.sampled_from([8_000, 11_025, 22_050, 23_800, 24_700, 48_000]))
def test_a_clip_keeps_its_duration(samples: int, rate_hz: int) -> None:
    made = resample(np.zeros(samples, dtype=np.int16), rate_hz)

    assert abs(len(made) - samples * 16_000 / rate_hz) <= 1.0
    assert made.dtype == np.int16


def test_a_rate_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="positive number of hertz"):
        resample(silence(10), 0)


def test_too_loud_is_clipped_and_never_wraps() -> None:
    assert list(to_pcm(np.array([1.5, -1.5, 0.0]))) == [32767, -32768, 0]


@pytest.mark.parametrize("gain", [0.01, 0.1, 1.0])
def test_voices_come_to_one_level(gain: float) -> None:
    made = levelled(to_pcm(gain * _tone(16_000, 500.0) / FULL_SCALE))

    assert level_dbfs(made) == pytest.approx(-20.0, abs=0.3)


def test_levelling_never_clips_a_peak() -> None:
    spiky = np.zeros(16_000, dtype=np.int16)
    spiky[::4_000] = 20_000

    made = levelled(spiky)

    assert 0 < int(np.max(np.abs(made))) < 0.91 * FULL_SCALE


def test_silence_is_silent() -> None:
    assert duration_s(silence(250)) == 0.25
    assert level_dbfs(silence(250)) == level_dbfs(silence(0)) == -120.0
    assert not levelled(silence(10)).any()
