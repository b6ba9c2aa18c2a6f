"""Speech is let through, everything else is not."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

from engine.voice.activity import EnergyDetector, sounding_s
from engine.voice.effects import add_noise, hiss, radio_channel, scale
from engine.voice.espeak import VOICE_NAMES, EspeakSynthesiser
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.pcm import Pcm, silence
from engine.voice.silero import SileroDetector, best_detector
from engine.voice.synthesiser import VoiceSpec
from tests.voice.sounds import NON_SPEECH, PLAIN_NON_SPEECH, music


def _received(pcm: Pcm) -> Pcm:
    return decode_packets(encode_frames(pcm))


@pytest.mark.parametrize("name", PLAIN_NON_SPEECH)
def test_plain_noise_is_turned_away_on_energy(name: str) -> None:
    assert not EnergyDetector().has_speech(_received(PLAIN_NON_SPEECH[name]))


@pytest.mark.parametrize("text", ["Roger.", "Wilco.", "Batumi Tower, Colt two one, unable."])
@pytest.mark.parametrize("snr_db", [30.0, 10.0, 5.0])
@pytest.mark.parametrize("voice", VOICE_NAMES[:3])
def test_speech_passes_the_gate_in_noise_and_when_quiet(
    espeak: EspeakSynthesiser, text: str, snr_db: float, voice: str
) -> None:
    clean = espeak.synthesise(text, VoiceSpec("espeak", voice))
    noisy = add_noise(clean, snr_db=snr_db, rng=random.Random(1))

    assert EnergyDetector().has_speech(_received(noisy))
    assert EnergyDetector().has_speech(_received(scale(noisy, -18.0)))


def test_a_short_word_in_a_long_open_carrier_passes(espeak: EspeakSynthesiser) -> None:
    word = espeak.synthesise("Roger.", VoiceSpec("espeak"))
    carrier = hiss(5 * 16_000, level_dbfs=-45.0, rng=random.Random(4))

    clip = np.concatenate([carrier, word, carrier])

    assert EnergyDetector().has_speech(clip)


def test_sounding_time_is_about_that_of_the_words(espeak: EspeakSynthesiser) -> None:
    word = espeak.synthesise("Roger.", VoiceSpec("espeak"))

    alone = sounding_s(np.concatenate([silence(500), word, silence(500)]))

    assert alone == pytest.approx(len(word) / 16_000, abs=0.1)


@pytest.mark.speech
@pytest.mark.parametrize("name", [*PLAIN_NON_SPEECH, "swelling hiss", "music 0", "music 1"])
def test_hiss_that_swells_and_music_are_turned_away_by_the_model(name: str) -> None:
    detector = best_detector()

    assert isinstance(detector, SileroDetector)
    assert not detector.has_speech(_received(NON_SPEECH[name]))


@pytest.mark.speech
@pytest.mark.parametrize("text", ["Wilco.", "Unable, Pony one one.", "Mayday, mayday, mayday."])
@pytest.mark.parametrize("voice", VOICE_NAMES)
def test_speech_in_radio_noise_passes_the_model(
    espeak: EspeakSynthesiser, text: str, voice: str
) -> None:
    clean = espeak.synthesise(text, VoiceSpec("espeak", voice))
    heard = _received(radio_channel(clean, snr_db=15.0, rng=random.Random(2)))

    assert best_detector().has_speech(heard)


def test_a_detector_without_its_model_leaves_music_to_the_recogniser() -> None:
    assert EnergyDetector().has_speech(music(0))


def test_the_energy_detector_serves_where_silero_is_not_to_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "faster_whisper.vad", None)

    assert isinstance(best_detector(), EnergyDetector)
