"""Noise is turned down, speech is not, and any sound keeps its length."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.voice.denoise import denoised
from engine.voice.effects import add_noise, hiss
from engine.voice.espeak import EspeakSynthesiser
from engine.voice.pcm import SAMPLE_RATE_HZ, level_dbfs, silence, to_pcm
from engine.voice.synthesiser import VoiceSpec
from tests.voice.sounds import tone


def test_hiss_is_turned_down() -> None:
    noise = hiss(2 * SAMPLE_RATE_HZ, level_dbfs=-25.0, rng=random.Random(1))

    assert level_dbfs(denoised(noise)) < level_dbfs(noise) - 6.0


def test_what_stands_out_of_the_noise_comes_closer_to_how_it_was() -> None:
    bursts = np.concatenate([silence(400), tone(600.0, 0.3), silence(400), tone(900.0, 0.3)])
    noisy = add_noise(bursts, snr_db=10.0, rng=random.Random(2))

    def wrong(pcm: np.ndarray) -> float:
        return float(np.mean(np.square(pcm.astype(np.float64) - bursts)))

    assert wrong(denoised(noisy)) < 0.5 * wrong(noisy)


def test_a_clean_voice_is_left_nearly_as_it_is(espeak: EspeakSynthesiser) -> None:
    spoken = espeak.synthesise("Batumi Approach, Pony one one.", VoiceSpec("espeak"))

    assert level_dbfs(denoised(spoken)) == pytest.approx(level_dbfs(spoken), abs=1.0)


@settings(max_examples=25)
@given(st.integers(0, 3000), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.001, 0.5, 1.0]))
def test_any_clip_keeps_its_length_and_repeats(samples: int, seed: int, level: float) -> None:
    pcm = to_pcm(np.random.default_rng(seed).standard_normal(samples) * level)

    made = denoised(pcm)

    assert len(made) == len(pcm)
    assert np.array_equal(made, denoised(pcm))
