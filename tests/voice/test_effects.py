"""Radio noise and sound files."""

from __future__ import annotations

import io
import random
import wave
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.model.errors import SpeechError
from engine.voice.effects import (
    add_noise,
    band_pass,
    hiss,
    radio_channel,
    read_wav,
    scale,
    wav_bytes,
    write_wav,
)
from engine.voice.pcm import Pcm, level_dbfs, silence
from tests.voice.sounds import tone

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("pitch_hz", "is_kept"), [(100, False), (1_000, True), (3_000, True), (5_000, False)]
)
def test_only_the_voice_band_passes(pitch_hz: float, is_kept: bool) -> None:
    heard = band_pass(tone(pitch_hz, 1.0))

    assert (level_dbfs(heard) > -20.0) == is_kept


@pytest.mark.parametrize("snr_db", [0.0, 10.0, 20.0])
def test_noise_lies_as_far_below_the_speech_as_asked(snr_db: float) -> None:
    speech = np.concatenate([silence(1_000), tone(500.0, 1.0), silence(1_000)])

    noisy = add_noise(speech, snr_db=snr_db, rng=random.Random(1))

    noise_dbfs = level_dbfs(noisy[:16_000])
    assert level_dbfs(tone(500.0, 1.0)) - noise_dbfs == pytest.approx(snr_db, abs=0.5)


def test_the_same_seed_gives_the_same_noise() -> None:
    clip = tone(500.0, 0.2)
    made = [radio_channel(clip, snr_db=10.0, rng=random.Random(seed)) for seed in (1, 1, 2)]

    assert np.array_equal(made[0], made[1])
    assert not np.array_equal(made[0], made[2])


def test_hiss_has_the_level_asked_for() -> None:
    assert level_dbfs(hiss(16_000, level_dbfs=-30.0, rng=random.Random(1))) == pytest.approx(
        -30.0, abs=0.3
    )


@pytest.mark.parametrize("gain_db", [-12.0, 6.0])
def test_a_clip_can_be_made_louder_or_quieter(gain_db: float) -> None:
    clip = tone(500.0, 0.2, level=0.1)

    assert level_dbfs(scale(clip, gain_db)) - level_dbfs(clip) == pytest.approx(gain_db, abs=0.1)


def test_an_empty_clip_stays_empty() -> None:
    empty = silence(0)

    assert len(band_pass(empty)) == len(add_noise(empty, snr_db=1.0, rng=random.Random(1))) == 0


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    clip = tone(440.0, 0.25)

    write_wav(tmp_path / "call.wav", clip)

    assert np.array_equal(read_wav(tmp_path / "call.wav"), clip)
    assert np.array_equal(read_wav(wav_bytes(clip)), clip)


def _wav(samples: bytes, *, channels: int, width: int, rate_hz: int) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate_hz)
        file.writeframes(samples)
    return buffer.getvalue()


def test_stereo_at_another_rate_is_read_as_16_khz_mono() -> None:
    left: Pcm = np.full(48_000, 1_000, dtype=np.int16)
    both = np.stack([left, left * 3], axis=1)

    heard = read_wav(_wav(both.tobytes(), channels=2, width=2, rate_hz=48_000))

    assert len(heard) == 16_000
    assert int(np.median(heard)) == pytest.approx(2_000, abs=2)


def test_eight_bit_files_are_read() -> None:
    heard = read_wav(_wav(bytes([128, 255, 0]), channels=1, width=1, rate_hz=16_000))

    assert list(heard) == [0, 127 * 256, -128 * 256]


@pytest.mark.parametrize("content", [b"", b"RIFF", b"not a sound at all" * 4])
def test_what_is_not_sound_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "call.wav"
    file.write_bytes(content)

    with pytest.raises(SpeechError, match=r"call\.wav is not a WAV file"):
        read_wav(file)


def test_a_missing_file_is_named_without_its_folder(tmp_path: Path) -> None:
    with pytest.raises(SpeechError, match=r"^call\.wav cannot be read"):
        read_wav(tmp_path / "call.wav")
    with pytest.raises(SpeechError, match=r"^call\.wav cannot be written"):
        write_wav(tmp_path / "nowhere" / "call.wav", silence(10))


def test_deep_samples_are_refused_with_advice() -> None:
    with pytest.raises(SpeechError, match="24-bit samples; save it as 16-bit"):
        read_wav(_wav(bytes(6), channels=1, width=3, rate_hz=16_000))
