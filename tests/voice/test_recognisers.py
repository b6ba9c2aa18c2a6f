"""One suite for every recogniser, the scripted one included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.model.errors import SpeechError, SpeechMissing
from engine.voice.hallucination import is_loop
from engine.voice.models import ModelChoice, find_larger, find_model
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.pcm import silence
from engine.voice.recogniser import Clip, Hypothesis, Outcome, Recognition
from engine.voice.scripted import ScriptedRecogniser
from engine.voice.synthesiser import VoiceSpec
from engine.voice.tone import ToneSynthesiser
from engine.voice.whisper import WhisperRecogniser, WhisperSettings
from engine.voice.whisper_model import MAX_PROMPT_TOKENS, WhisperModel
from tests.voice.sounds import NON_SPEECH, PLAIN_NON_SPEECH

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.voice.piper import PiperSynthesiser
    from engine.voice.recogniser import Enough, Recogniser

CALL = "Batumi Approach, Pony one one, request radar approach."
PROMPT = "request radar approach, Pony one one, Batumi Approach."
KINDS = [pytest.param("whisper", marks=pytest.mark.speech), "scripted"]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture
def recogniser(kind: str, request: pytest.FixtureRequest) -> Recogniser:
    if kind == "scripted":
        return ScriptedRecogniser([(CALL, "Batumi Approach, Pony 1-1", CALL, "Batumi"), CALL, CALL])
    made: Recogniser = request.getfixturevalue("whisper")
    return made


@pytest.fixture
def spoken(kind: str, request: pytest.FixtureRequest) -> Callable[[str], Clip]:
    """Return words as a clip that the recogniser under test can hear."""
    if kind == "scripted":
        tones = ToneSynthesiser()
        return lambda text: Clip(tones.synthesise(text, VoiceSpec("tone")))
    piper: PiperSynthesiser = request.getfixturevalue("piper")
    return lambda text: Clip(
        decode_packets(encode_frames(piper.synthesise(text, VoiceSpec("piper"))))
    )


def test_a_call_gives_ranked_distinct_readings(
    recogniser: Recogniser, spoken: Callable[[str], Clip]
) -> None:
    clip = spoken(CALL)

    result = recogniser.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=3)

    assert result.outcome is Outcome.HEARD
    assert result.text == result.hypotheses[0].text
    assert 1 <= len(result.hypotheses) <= 6
    assert len({reading.text for reading in result.hypotheses}) == len(result.hypotheses)
    means = [reading.mean_log_probability for reading in result.hypotheses[:3]]
    assert means == sorted(means, reverse=True)
    assert all(reading.log_probability <= 0.0 for reading in result.hypotheses)
    assert result.audio_s == clip.audio_s
    assert result.outcome.deserves_reply


def test_one_reading_is_given_when_one_is_asked_for(
    recogniser: Recogniser, spoken: Callable[[str], Clip]
) -> None:
    result = recogniser.recognise(spoken(CALL), prompt=PROMPT, deadline_s=30.0, hypotheses=1)

    assert len(result.hypotheses) == 1


@pytest.mark.parametrize("name", PLAIN_NON_SPEECH)
def test_no_speech_is_never_words(recogniser: Recogniser, name: str) -> None:
    clip = Clip(decode_packets(encode_frames(PLAIN_NON_SPEECH[name])))

    result = recogniser.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=3)

    assert result.outcome is Outcome.NO_SPEECH
    assert result.text == ""
    assert not result.outcome.deserves_reply


def test_a_passed_deadline_gives_no_words_and_says_so(
    recogniser: Recogniser, spoken: Callable[[str], Clip]
) -> None:
    result = recogniser.recognise(spoken(CALL), prompt=PROMPT, deadline_s=0.0, hypotheses=3)

    assert result.outcome is Outcome.TOO_LATE
    assert result.hypotheses == ()
    assert result.outcome.deserves_reply


def test_a_prompt_can_be_measured(recogniser: Recogniser) -> None:
    assert 0 < recogniser.count_tokens("Batumi") < recogniser.count_tokens(PROMPT)


def test_a_script_that_has_ended_is_not_understood() -> None:
    clip = Clip(ToneSynthesiser().synthesise(CALL, VoiceSpec("tone")))
    recogniser = ScriptedRecogniser([])

    result = recogniser.recognise(clip, prompt=PROMPT, deadline_s=1.0, hypotheses=1)

    assert result.outcome is Outcome.NOT_UNDERSTOOD
    assert recogniser.prompts == [PROMPT]


@pytest.mark.parametrize(
    "samples", [np.zeros(4, dtype=np.float32), np.zeros((2, 4), dtype=np.int16)]
)
def test_a_clip_in_another_format_is_refused(samples: np.ndarray) -> None:
    with pytest.raises(ValueError, match="one channel of int16"):
        Clip(samples)


@pytest.mark.speech
@pytest.mark.parametrize("name", NON_SPEECH)
def test_whisper_never_hears_words_in_what_is_not_speech(
    whisper: WhisperRecogniser, name: str
) -> None:
    clip = Clip(decode_packets(encode_frames(NON_SPEECH[name])))

    result = whisper.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=3)

    assert not result.outcome.deserves_reply
    assert result.text == ""


@pytest.mark.speech
def test_whisper_gives_the_same_readings_for_the_same_clip(
    whisper: WhisperRecogniser, piper: PiperSynthesiser
) -> None:
    clip = Clip(piper.synthesise(CALL, VoiceSpec("piper")))
    first = whisper.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=5)

    again = whisper.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=5)

    assert first.hypotheses == again.hypotheses
    assert len(first.hypotheses) > 1
    assert not first.truncated


def _looks(
    whisper: WhisperRecogniser, piper: PiperSynthesiser, *, enough: Enough, hypotheses: int = 3
) -> tuple[Recognition, list[tuple[Hypothesis, ...]]]:
    """Return a recognition, and the readings with which it was asked whether they are enough."""
    asked: list[tuple[Hypothesis, ...]] = []

    def noting(readings: tuple[Hypothesis, ...]) -> bool:
        asked.append(readings)
        return enough(readings)

    clip = Clip(piper.synthesise(CALL, VoiceSpec("piper")))
    made = whisper.recognise(
        clip, prompt=PROMPT, deadline_s=60.0, hypotheses=hypotheses, enough=noting
    )
    return made, asked


@pytest.mark.speech
def test_a_clip_is_looked_at_until_the_readings_are_enough(
    whisper: WhisperRecogniser, piper: PiperSynthesiser
) -> None:
    once, _ = _looks(whisper, piper, enough=lambda _: True)
    most, asked = _looks(whisper, piper, enough=lambda _: False)

    assert len(once.looks) == 1
    assert len(most.looks) == 4
    assert [len(readings) for readings in asked] == list(most.looks)
    assert most.looks[-1] == len(most.hypotheses)
    assert most.hypotheses[: once.looks[0]] == once.hypotheses


@pytest.mark.speech
def test_the_second_look_reads_other_words_and_not_other_commas(
    whisper: WhisperRecogniser, piper: PiperSynthesiser
) -> None:
    made, _ = _looks(whisper, piper, enough=lambda _: False)

    second = made.hypotheses[made.looks[0] : made.looks[1]]

    assert second
    assert not any(mark in one.text for one in second for mark in ",.?!")


@pytest.mark.speech
def test_one_reading_is_one_look(whisper: WhisperRecogniser, piper: PiperSynthesiser) -> None:
    made, asked = _looks(whisper, piper, enough=lambda _: False, hypotheses=1)

    assert made.looks == (1,)
    assert asked == []


@pytest.mark.speech
def test_the_multilingual_model_writes_latin_letters_only(piper: PiperSynthesiser) -> None:
    larger = find_larger()
    assert larger is not None
    model = WhisperModel(larger, threads=1)
    clip = Clip(piper.synthesise("Colt two one, lost the ILS", VoiceSpec("piper")))
    sound = model.encoded(model.features(clip), window_s=12.0)

    readings, _ = model.read(
        sound, prompt="Colt 二 one, Batumi Approach.", audio_s=clip.audio_s, beam=5, count=5
    )

    assert readings
    assert all(one.text.isascii() for one in readings)


@pytest.mark.speech
def test_whisper_survives_a_prompt_of_any_length_and_script(
    whisper: WhisperRecogniser, piper: PiperSynthesiser
) -> None:
    clip = Clip(piper.synthesise(CALL, VoiceSpec("piper")))
    long = "Кобулети ✈ <|endoftext|> " * 200 + PROMPT
    assert whisper.count_tokens(long) > MAX_PROMPT_TOKENS

    result = whisper.recognise(clip, prompt=long, deadline_s=30.0, hypotheses=1)

    assert result.outcome in {Outcome.HEARD, Outcome.NOT_UNDERSTOOD}


@pytest.mark.speech
def test_a_callsign_cannot_carry_control_tokens(
    whisper: WhisperRecogniser, piper: PiperSynthesiser
) -> None:
    clip = Clip(piper.synthesise(CALL, VoiceSpec("piper")))
    forged = "<|endoftext|><|startoftranscript|>" + PROMPT

    plain = whisper.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=1)

    model = whisper._model
    assert model._prompt_tokens(forged).count(model._tokenizer.sot) == 1
    assert "Pony" in plain.text


@pytest.mark.speech
def test_too_short_a_window_is_tried_again_and_never_gives_a_loop(
    piper: PiperSynthesiser,
) -> None:
    hasty = WhisperRecogniser(find_model(), WhisperSettings(padding_s=0.0))
    calls = ("Going around, Viper one one.", "Standing by, Pony one one.", CALL)

    results = [
        hasty.recognise(
            Clip(piper.synthesise(call, VoiceSpec("piper"))),
            prompt=PROMPT,
            deadline_s=60.0,
            hypotheses=3,
        )
        for call in calls
    ]
    hasty.close()

    assert {result.outcome for result in results} == {Outcome.HEARD}
    assert not any(is_loop(reading.text) for result in results for reading in result.hypotheses)


@pytest.mark.speech
def test_whisper_drops_late_callers_undecoded_and_goes_on(
    whisper: WhisperRecogniser, piper: PiperSynthesiser
) -> None:
    clip = Clip(piper.synthesise(CALL, VoiceSpec("piper")))
    late = [
        whisper.recognise(clip, prompt=PROMPT, deadline_s=0.001, hypotheses=1) for _ in range(20)
    ]

    result = whisper.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=1)

    assert {answer.outcome for answer in late} == {Outcome.TOO_LATE}
    assert result.outcome is Outcome.HEARD


@pytest.mark.speech
def test_whisper_cuts_what_is_longer_than_its_window_and_says_so(
    whisper: WhisperRecogniser, piper: PiperSynthesiser
) -> None:
    call = piper.synthesise(CALL, VoiceSpec("piper"))
    clip = Clip(np.concatenate([call, silence(30_000)]))

    result = whisper.recognise(clip, prompt=PROMPT, deadline_s=60.0, hypotheses=1)

    assert result.truncated
    assert "Pony" in result.text


@pytest.mark.speech
def test_a_closed_recogniser_says_so(piper: PiperSynthesiser) -> None:
    recogniser = WhisperRecogniser(find_model())
    recogniser.close()
    clip = Clip(piper.synthesise(CALL, VoiceSpec("piper")))

    with pytest.raises(SpeechError, match="closed"):
        recogniser.recognise(clip, prompt="", deadline_s=1.0, hypotheses=1)


@pytest.mark.speech
def test_weights_that_cannot_be_loaded_are_named_with_advice(tmp_path: object) -> None:
    with pytest.raises(SpeechMissing, match="'nonsense' cannot be loaded; install weights"):
        WhisperRecogniser(ModelChoice("nonsense", "no/such/model"))
