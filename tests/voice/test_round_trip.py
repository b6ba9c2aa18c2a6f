"""A call spoken by a voice is heard by the recogniser, through Opus and noise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.voice.effects import add_noise, hiss
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.prompt import DEFAULT_BUDGET_TOKENS, Vocabulary, build_prompt
from engine.voice.recogniser import Clip, Outcome
from engine.voice.synthesiser import VoiceSpec

if TYPE_CHECKING:
    import random

    from engine.voice.espeak import EspeakSynthesiser
    from engine.voice.pcm import Pcm
    from engine.voice.piper import PiperSynthesiser
    from engine.voice.whisper import WhisperRecogniser

pytestmark = pytest.mark.speech

CALL = "Batumi Approach, Pony one one, request radar approach."
VOCABULARY = Vocabulary(
    stations=("Batumi Approach", "Batumi Tower", "Kobuleti Tower"),
    callsigns=("Pony one one", "Colt two one", "Viper one one"),
    runways=("runway one three", "runway three one"),
    phrases=("request radar approach", "heading", "altimeter", "descend and maintain"),
    fixes=("Poti", "Kobuleti"),
)


def _heard(whisper: WhisperRecogniser, pcm: Pcm, *, prompt: str) -> str:
    clip = Clip(decode_packets(encode_frames(pcm)))
    result = whisper.recognise(clip, prompt=prompt, deadline_s=60.0, hypotheses=3)
    assert result.outcome is Outcome.HEARD
    return re.sub(r"[^a-z0-9 ]", "", result.text.lower().replace("-", " "))


@pytest.fixture
def prompt(whisper: WhisperRecogniser) -> str:
    return build_prompt(
        VOCABULARY, budget_tokens=DEFAULT_BUDGET_TOKENS, count_tokens=whisper.count_tokens
    ).text


def test_a_neural_voice_is_understood_in_noise(
    whisper: WhisperRecogniser, piper: PiperSynthesiser, prompt: str, rng: random.Random
) -> None:
    noisy = add_noise(piper.synthesise(CALL, VoiceSpec("piper")), snr_db=15.0, rng=rng)

    heard = _heard(whisper, noisy, prompt=prompt)

    assert heard == "batumi approach pony one one request radar approach"


def test_a_robotic_voice_is_understood(
    whisper: WhisperRecogniser, espeak: EspeakSynthesiser, prompt: str
) -> None:
    heard = _heard(whisper, espeak.synthesise(CALL, VoiceSpec("espeak")), prompt=prompt)

    assert "approach" in heard
    assert "one one" in heard
    assert "request radar approach" in heard


def test_the_prompt_is_what_makes_names_heard(
    whisper: WhisperRecogniser, piper: PiperSynthesiser, prompt: str, rng: random.Random
) -> None:
    noisy = add_noise(piper.synthesise(CALL, VoiceSpec("piper")), snr_db=15.0, rng=rng)

    assert "batumi" not in _heard(whisper, noisy, prompt="")
    assert "batumi" in _heard(whisper, noisy, prompt=prompt)


def test_an_open_microphone_after_the_call_adds_no_words(
    whisper: WhisperRecogniser, piper: PiperSynthesiser, prompt: str, rng: random.Random
) -> None:
    call = piper.synthesise(CALL, VoiceSpec("piper"))
    tail = hiss(2 * 16_000, level_dbfs=-45.0, rng=rng)

    heard = _heard(whisper, np.concatenate([call, tail]), prompt=prompt)

    assert heard.endswith("radar approach")


def test_a_lost_packet_in_every_ten_does_not_lose_the_call(
    whisper: WhisperRecogniser, piper: PiperSynthesiser, prompt: str
) -> None:
    packets = encode_frames(piper.synthesise(CALL, VoiceSpec("piper")))
    received = [None if index % 10 == 9 else packet for index, packet in enumerate(packets)]

    result = whisper.recognise(
        Clip(decode_packets(received)), prompt=prompt, deadline_s=60.0, hypotheses=1
    )

    assert "Pony" in result.text
    assert "approach" in result.text
