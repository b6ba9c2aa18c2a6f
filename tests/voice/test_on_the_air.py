"""What pilots do with their buttons and microphones, through Opus, recogniser and grammar."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from cli.language_files import load_language
from engine.language.hear import Hearing
from engine.language.lexicon import Lexicon
from engine.model.call import Call
from engine.model.call import Hypothesis as Words
from engine.model.intent import Intent
from engine.voice.effects import add_noise, hiss, scale
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm, silence
from engine.voice.piper import PiperSynthesiser
from engine.voice.prompt import PILOT_PHRASES, Vocabulary, two_looks
from engine.voice.recogniser import Clip, Outcome, Recognition
from engine.voice.synthesiser import VoiceSpec
from engine.voice.whisper import WhisperRecogniser
from tests.voice.sounds import breathing, clicks, engine, music, tone

pytestmark = pytest.mark.speech

Speak = Callable[[str], Pcm]
Recognise = Callable[[Pcm], Recognition]
CALL = "Batumi Approach, Pony one one, request radar approach."
LEXICON = Lexicon(
    callsigns=("Pony 1-1", "Colt 2-1"),
    stations={"Batumi Approach": (), "Batumi Tower": (), "Kobuleti Tower": ()},
    runways=("13", "31"),
)


@pytest.fixture(scope="module")
def hearing() -> Hearing:
    return load_language().hearing


@pytest.fixture(scope="module")
def speak(piper: PiperSynthesiser) -> Speak:
    return lambda words: piper.synthesise(words, VoiceSpec("piper"))


@pytest.fixture
def prompt(whisper: WhisperRecogniser) -> str:
    return two_looks(
        Vocabulary(
            stations=("Batumi Approach", "Batumi Tower"),
            callsigns=("Pony one one", "Colt two one"),
            runways=("runway one three", "runway three one"),
            phrases=PILOT_PHRASES,
        ),
        count_tokens=whisper.count_tokens,
    )


@pytest.fixture
def recognised(whisper: WhisperRecogniser, prompt: str) -> Recognise:
    def recognise(pcm: Pcm) -> Recognition:
        clip = Clip(decode_packets(encode_frames(pcm)))
        return whisper.recognise(clip, prompt=prompt, deadline_s=60.0, hypotheses=3)

    return recognise


def _meant(hearing: Hearing, found: Recognition) -> Call:
    readings = tuple(Words(one.text, one.log_probability) for one in found.hypotheses)
    return hearing.hear(readings, lexicon=LEXICON, likely_callsign="Pony 1-1")


def _acts(call: Call) -> Sequence[str]:
    return [one.intent for one in call.readings if one.intent != Intent.NONE]


NOBODY = {
    "a keyed microphone": silence(2000),
    "hiss with a click at each end": np.concatenate(
        [clicks(1, 3)[:8000], hiss(6400, level_dbfs=-30.0, rng=random.Random(6)), clicks(1, 4)]
    ),
    "an engine": engine(),
    "breathing": breathing(5),
    "a warning tone": np.concatenate([tone(1000.0, 0.2), silence(200)] * 6),
    "music": music(12),
    "a stuck microphone in a cockpit": hiss(
        60 * SAMPLE_RATE_HZ, level_dbfs=-35.0, rng=random.Random(7)
    ),
}


@pytest.mark.parametrize("name", NOBODY)
def test_nothing_comes_of_what_nobody_said(
    recognised: Recognise, hearing: Hearing, name: str
) -> None:
    assert not _acts(_meant(hearing, recognised(NOBODY[name])))


@pytest.mark.parametrize("gain_db", [-22.0, 24.0], ids=["quiet", "overdriven"])
def test_a_pilot_is_understood_whatever_his_microphone_gives(
    recognised: Recognise,
    hearing: Hearing,
    speak: Speak,
    gain_db: float,
) -> None:
    spoken = scale(speak(CALL), gain_db)

    call = _meant(hearing, recognised(spoken))

    assert _acts(call) == ["request_approach"]
    assert (call.station, call.callsign) == ("Batumi Approach", "Pony 1-1")


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("Say again.", "say_again"),
        ("Roger.", "acknowledge"),
        ("Pony one one, wilco.", "acknowledge"),
    ],
)
def test_the_shortest_calls_are_heard(
    recognised: Recognise,
    hearing: Hearing,
    speak: Speak,
    words: str,
    intent: str,
) -> None:
    found = recognised(speak(words))

    assert found.outcome is Outcome.HEARD
    call = hearing.hear(
        tuple(Words(one.text, one.log_probability) for one in found.hypotheses),
        lexicon=LEXICON,
        likely_callsign="Pony 1-1",
        expects_readback=True,
    )
    assert intent in _acts(call)


def test_a_call_at_the_start_of_a_stuck_microphone_is_answered_and_the_rest_is_nothing(
    recognised: Recognise, hearing: Hearing, speak: Speak
) -> None:
    stuck = hiss(60 * SAMPLE_RATE_HZ, level_dbfs=-48.0, rng=random.Random(8))

    found = recognised(np.concatenate([speak(CALL), stuck]))

    assert found.truncated
    assert _acts(_meant(hearing, found)) in ([], ["request_approach"])


def test_a_ramble_of_twenty_seconds_keeps_what_he_asked_for(
    recognised: Recognise, hearing: Hearing, speak: Speak
) -> None:
    ramble = (
        "Batumi Approach, Pony one one, good evening, we had a long day over the mountains and my "
        "wingman went home early with a rough engine, and the weather was not so good up there, "
        "so now we are about twenty miles north of you, and I would like to request radar approach."
    )

    call = _meant(hearing, recognised(speak(ramble)))

    assert "request_approach" in _acts(call)


@pytest.mark.parametrize(
    "words",
    [
        "Colt two one, Pony one one, go button four, I am on your left wing.",
        "Overlord, Enfield one one, bogey dope.",
        "Thank you for watching.",
    ],
    ids=["ship to ship", "another station", "a video"],
)
def test_what_is_for_somebody_else_leads_to_nothing(
    recognised: Recognise, hearing: Hearing, speak: Speak, words: str
) -> None:
    found = recognised(speak(words))

    readings = tuple(Words(one.text, one.log_probability) for one in found.hypotheses)
    assert not _acts(hearing.hear(readings, lexicon=LEXICON))


def test_our_own_voice_heard_back_leads_to_nothing(
    recognised: Recognise, hearing: Hearing, speak: Speak
) -> None:
    ours = "Pony one one, Batumi Approach, identified, turn left heading one two zero, descend to "
    ours += "two thousand, expect surveillance approach runway one three."

    found = recognised(speak(ours))

    readings = tuple(Words(one.text, one.log_probability) for one in found.hypotheses)
    assert not _acts(hearing.hear(readings, lexicon=LEXICON))


def test_a_call_in_the_noise_of_ten_decibels_is_understood(
    recognised: Recognise, hearing: Hearing, speak: Speak
) -> None:
    noisy = add_noise(speak(CALL), snr_db=10.0, rng=random.Random(9))

    assert _acts(_meant(hearing, recognised(noisy))) == ["request_approach"]
