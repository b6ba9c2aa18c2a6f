"""One suite for every synthesiser, the fake included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.model.errors import ConfigurationError, SpeechError, SpeechMissing
from engine.voice.espeak import VOICE_NAMES, EspeakSynthesiser
from engine.voice.pcm import duration_s, level_dbfs
from engine.voice.piper import PiperSynthesiser
from engine.voice.synthesiser import VoiceBank, VoiceSpec
from engine.voice.tone import ToneSynthesiser

if TYPE_CHECKING:
    from pathlib import Path

    from engine.voice.synthesiser import Engine, Synthesiser

CALL = "Batumi Approach, Pony one one, request radar approach."
ENGINES = [pytest.param("piper", marks=pytest.mark.speech), "espeak", "tone"]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    return chosen


@pytest.fixture
def synthesiser(engine: Engine, request: pytest.FixtureRequest) -> Synthesiser:
    if engine == "tone":
        return ToneSynthesiser()
    made: Synthesiser = request.getfixturevalue(engine)
    return made


def test_a_call_lasts_as_long_as_a_person_would_take(
    synthesiser: Synthesiser, engine: Engine
) -> None:
    heard = synthesiser.synthesise(CALL, VoiceSpec(engine))

    assert heard.dtype == np.int16
    assert heard.ndim == 1
    assert 2.0 < duration_s(heard) < 6.0
    assert -30.0 < level_dbfs(heard) < -8.0


def test_the_same_words_give_the_same_samples(synthesiser: Synthesiser, engine: Engine) -> None:
    voice = VoiceSpec(engine)
    first = synthesiser.synthesise("Pony one one, roger.", voice)

    synthesiser.synthesise("Something else in between.", VoiceSpec(engine, rate=1.2, pitch=1.1))

    assert np.array_equal(first, synthesiser.synthesise("Pony one one, roger.", voice))


def test_other_words_sound_different(synthesiser: Synthesiser, engine: Engine) -> None:
    voice = VoiceSpec(engine)

    assert not np.array_equal(
        synthesiser.synthesise("Turn left.", voice), synthesiser.synthesise("Climb now.", voice)
    )


def test_a_faster_voice_takes_less_time(synthesiser: Synthesiser, engine: Engine) -> None:
    slow = synthesiser.synthesise(CALL, VoiceSpec(engine, rate=0.8))
    fast = synthesiser.synthesise(CALL, VoiceSpec(engine, rate=1.25))

    assert 0.5 < len(fast) / len(slow) < 0.8


def test_a_higher_voice_takes_the_same_time(synthesiser: Synthesiser, engine: Engine) -> None:
    plain = synthesiser.synthesise(CALL, VoiceSpec(engine))
    high = synthesiser.synthesise(CALL, VoiceSpec(engine, pitch=1.15))

    assert len(high) == pytest.approx(len(plain), rel=0.12)
    assert not np.array_equal(plain[:8_000], high[:8_000])


@pytest.mark.parametrize("text", ["", "   ", "...", "—", "\n\t"])
def test_nothing_to_say_is_an_error(synthesiser: Synthesiser, engine: Engine, text: str) -> None:
    with pytest.raises(SpeechError, match="nothing to say"):
        synthesiser.synthesise(text, VoiceSpec(engine))


def test_a_text_without_end_is_refused(synthesiser: Synthesiser, engine: Engine) -> None:
    with pytest.raises(SpeechError, match="at most 1000 characters; got 3000"):
        synthesiser.synthesise("abc" * 1_000, VoiceSpec(engine))


@pytest.mark.parametrize("text", ["Smith & Sons <b>", "naïve ✈ cleared", "1013.2, 29.92!"])
def test_odd_characters_are_spoken_somehow(
    synthesiser: Synthesiser, engine: Engine, text: str
) -> None:
    assert len(synthesiser.synthesise(text, VoiceSpec(engine)))


@pytest.mark.parametrize("engine", ENGINES[:2], indirect=True)
def test_a_voice_that_is_not_installed_is_named(synthesiser: Synthesiser, engine: Engine) -> None:
    with pytest.raises(SpeechMissing, match="no voice 'en-us\\+nobody'"):
        synthesiser.synthesise(CALL, VoiceSpec(engine, "en-us+nobody"))


@pytest.mark.parametrize("name", VOICE_NAMES)
def test_every_recommended_espeak_voice_repeats_exactly(
    espeak: EspeakSynthesiser, name: str
) -> None:
    voice = VoiceSpec("espeak", name)
    first = espeak.synthesise("Batumi Tower, Colt two one.", voice)
    espeak.synthesise("In between, another call.", VoiceSpec("espeak", name, pitch=1.4))

    assert np.array_equal(first, espeak.synthesise("Batumi Tower, Colt two one.", voice))


def test_espeak_takes_phonemes_for_a_name(espeak: EspeakSynthesiser) -> None:
    voice = VoiceSpec("espeak")

    assert not np.array_equal(
        espeak.synthesise("[[b@t'u:mi]] Tower", voice), espeak.synthesise("Batumi Tower", voice)
    )


def test_a_second_espeak_shares_the_library(espeak: EspeakSynthesiser) -> None:
    voice = VoiceSpec("espeak")

    assert np.array_equal(
        EspeakSynthesiser().synthesise("Roger.", voice), espeak.synthesise("Roger.", voice)
    )


def test_piper_names_the_file_that_is_missing(tmp_path: Path) -> None:
    speaking = PiperSynthesiser({"kathleen": tmp_path / "kathleen.onnx"})

    with pytest.raises(SpeechMissing, match=r"lacks kathleen\.onnx\.json") as caught:
        speaking.synthesise("Roger", VoiceSpec("piper", "kathleen"))

    assert str(tmp_path) not in str(caught.value)


def test_piper_refuses_a_file_that_is_no_voice(tmp_path: Path) -> None:
    (tmp_path / "x.onnx").write_bytes(b"no model")
    (tmp_path / "x.onnx.json").write_text("{}")
    speaking = PiperSynthesiser({"x": tmp_path / "x.onnx"})

    with pytest.raises(SpeechMissing, match="not a Piper voice"):
        speaking.synthesise("Roger", VoiceSpec("piper", "x"))


def test_a_bank_asks_the_engine_of_the_voice() -> None:
    bank = VoiceBank({"tone": ToneSynthesiser()})

    assert len(bank.synthesise("Roger", VoiceSpec("tone")))
    with pytest.raises(ConfigurationError, match=r"no speech engine 'polly'.*there are: tone"):
        bank.synthesise("Roger", VoiceSpec("polly"))


@pytest.mark.parametrize("change", [{"rate": 0.2}, {"rate": 9.0}, {"pitch": 0.0}, {"pitch": 3.0}])
def test_a_voice_out_of_bounds_is_a_mistake_of_configuration(change: dict[str, float]) -> None:
    with pytest.raises(ConfigurationError, match="is outside"):
        VoiceSpec("tone", "", **change)
