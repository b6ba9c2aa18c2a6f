"""The radio that carries words, and how a listener mishears."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from engine.sim.mishearing import misheard
from engine.sim.radio_text import TextRadio, speaking_ms

CALL = "Pony one one, turn left heading one two zero, descend to two thousand."


def test_two_at_once_on_one_frequency_step_on_each_other_and_only_there() -> None:
    radio = TextRadio()
    first = radio.transmit("a", (1,), "one", now_ms=0, duration_ms=2000)
    second = radio.transmit("b", (1, 2), "two", now_ms=1000, duration_ms=2000)

    assert not first.readable_on(1)
    assert not second.readable_on(1)
    assert second.readable_on(2)


def test_a_transmission_is_heard_when_it_ends() -> None:
    radio = TextRadio()
    sent = radio.transmit("a", (1,), "one", now_ms=0, duration_ms=1500)

    assert radio.finished(1250) == []
    assert radio.free_for_ms((1,), 1250) == 0
    assert radio.finished(1500) == [sent]
    assert radio.free_for_ms((1,), 2000) == 500


def test_longer_words_take_longer() -> None:
    assert speaking_ms(CALL) > speaking_ms("Roger.") > 0


@given(st.integers())
def test_a_mishearing_changes_one_word_at_most(seed: int) -> None:
    heard = misheard(CALL, 1.0, random.Random(seed)).split()
    said = CALL.split()

    if len(heard) == len(said):
        assert sum(one != two for one, two in zip(heard, said, strict=True)) <= 1
    else:
        assert len(heard) == len(said) - 1


def test_at_rate_nought_everything_is_heard_as_said() -> None:
    assert misheard(CALL, 0.0, random.Random(1)) == CALL
