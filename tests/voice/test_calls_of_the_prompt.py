"""A prompt made of calls: one of them really made is heard, and none comes of noise."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from cli.language_files import load_language
from engine.language.hear import Hearing
from engine.language.lexicon import Lexicon
from engine.model.call import Hypothesis as Words
from engine.model.intent import Intent
from engine.voice.effects import hiss
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm
from engine.voice.piper import PiperSynthesiser
from engine.voice.prompt import PILOT_PHRASES, Vocabulary, two_looks
from engine.voice.recogniser import Clip
from engine.voice.synthesiser import VoiceSpec
from engine.voice.whisper import WhisperRecogniser

pytestmark = pytest.mark.speech

LEXICON = Lexicon(
    callsigns=("Pony 1-1", "Colt 2-1"),
    stations={"Batumi Approach": (), "Batumi Tower": ()},
    runways=("13", "31"),
)
VOCABULARY = Vocabulary(
    stations=("Batumi Approach",),
    callsigns=("Pony one one",),
    runways=("runway one three",),
    phrases=PILOT_PHRASES,
)


@pytest.fixture(scope="module")
def hearing() -> Hearing:
    return load_language().hearing


def _meant(whisper: WhisperRecogniser, hearing: Hearing, pcm: Pcm) -> Sequence[str]:
    prompt = two_looks(VOCABULARY, count_tokens=whisper.count_tokens)
    clip = Clip(decode_packets(encode_frames(pcm)))
    found = whisper.recognise(clip, prompt=prompt, deadline_s=60.0, hypotheses=3)
    readings = tuple(Words(one.text, one.log_probability) for one in found.hypotheses)
    call = hearing.hear(readings, lexicon=LEXICON, likely_callsign="Pony 1-1")
    return [one.intent for one in call.readings if one.intent != Intent.NONE]


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("Pony one one, minimum fuel.", "report_fuel"),
        ("Pony one one, mayday, mayday, engine fire.", "declare_emergency"),
        ("Batumi Approach, Pony one one, radio check.", "radio_check"),
        ("Pony one one, going around.", "report_missed"),
    ],
)
def test_a_call_that_stands_in_the_prompt_is_heard_when_he_makes_it(
    whisper: WhisperRecogniser, hearing: Hearing, piper: PiperSynthesiser, words: str, intent: str
) -> None:
    assert intent in _meant(whisper, hearing, piper.synthesise(words, VoiceSpec("piper")))


@pytest.mark.parametrize("level_dbfs", [-50.0, -30.0, -15.0])
def test_no_call_of_the_prompt_comes_of_noise(
    whisper: WhisperRecogniser, hearing: Hearing, level_dbfs: float
) -> None:
    noise = hiss(3 * SAMPLE_RATE_HZ, level_dbfs=level_dbfs, rng=random.Random(level_dbfs))

    assert not _meant(whisper, hearing, noise)
