"""Respelling for a voice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.voice.pronunciation import PronouncingSynthesiser, Respelling, respell
from engine.voice.synthesiser import VoiceSpec
from engine.voice.tone import ToneSynthesiser

RADIO_DIGITS = {"three": "tree", "five": "fife", "nine": "niner"}


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Batumi Tower", "bah-too-mee Tower"),
        ("BATUMI tower", "bah-too-mee tower"),
        ("direct Batumi.", "direct bah-too-mee."),
        ("Batumis", "Batumis"),
        ("Novi  Pazar", "no-vee pa-zar"),
        ("Novi", "no-vy"),
        ("runway three five", "runway tree fife"),
        ("ninety", "ninety"),
        ("", ""),
    ],
)
def test_whole_names_and_digits_are_respelled(text: str, spoken: str) -> None:
    spellings = {
        "Batumi": "bah-too-mee",
        "Novi": "no-vy",
        "Novi Pazar": "no-vee pa-zar",
        **RADIO_DIGITS,
    }

    assert respell(text, spellings) == spoken


def test_a_respelling_is_not_respelled_again() -> None:
    assert respell("a b", {"a": "b", "b": "a"}) == "b a"


def test_phonemes_may_stand_for_a_name() -> None:
    assert respell("Gonio", {"Gonio": r"[[g'oUnIoU]]\1"}) == r"[[g'oUnIoU]]\1"


@given(st.text(max_size=60), st.dictionaries(st.text(max_size=8), st.text(max_size=8)))
def test_any_table_is_accepted(text: str, spellings: dict[str, str]) -> None:
    assert isinstance(respell(text, spellings), str)


@given(st.text(max_size=60))
def test_no_table_changes_nothing(text: str) -> None:
    assert respell(text, {}) == respell(text, {" ": "x"}) == text


def test_a_voice_has_spellings_of_its_own() -> None:
    respelling = Respelling(
        names={"Batumi": "bah-too-mee"},
        by_voice={"joe": {"Batumi": "ba-too-me"}},
        digits=RADIO_DIGITS,
    )
    tones = ToneSynthesiser()
    speaking = PronouncingSynthesiser(tones, respelling)

    joe, other = VoiceSpec("tone", "joe"), VoiceSpec("tone", "other")

    assert np.array_equal(
        speaking.synthesise("Batumi nine", joe), tones.synthesise("ba-too-me niner", joe)
    )
    assert np.array_equal(
        speaking.synthesise("Batumi", other), tones.synthesise("bah-too-mee", other)
    )
