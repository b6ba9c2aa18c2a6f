"""Words nobody said, told from words somebody did."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.voice.hallucination import (
    is_english,
    is_hallucination,
    is_loop,
    is_prompt_echo,
    without_stock_tail,
)

PROMPT = (
    "altimeter, squawk, runway one three, Kobuleti Tower, Batumi Tower, Colt two one, "
    "Viper one one, Pony one one, Batumi Approach."
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " . ",
        "♪♪",
        "Thank you.",
        "Thank you. Thank you. Thank you.",
        "Thanks for watching!",
        "Thank you for watching.",
        "Bye.",
        "you",
        "Please subscribe to my channel.",
        "Kobuleti Tower, Batumi Tower, Colt two one, Viper one one, Pony one one",
    ],
)
def test_words_nobody_said_are_noise(text: str) -> None:
    assert is_hallucination(text, PROMPT, 0.01)


@pytest.mark.parametrize(
    "text",
    [
        "Batumi Approach, Pony one one",
        "Batumi Tower, Colt two one",
        "Batumi Approach, Pony one one, request radar approach",
        "Switching departure, thank you",
        "Thank you, Viper one one",
        "Runway one three, Viper one one",
        "Pony one one",
        "Roger",
    ],
)
def test_what_a_pilot_says_is_not_noise(text: str) -> None:
    assert not is_hallucination(text, PROMPT, 0.05)


def test_a_short_run_of_the_prompt_is_an_echo_only_where_speech_is_doubted() -> None:
    text = "Batumi Tower, Colt two one"

    assert is_prompt_echo(text, PROMPT, 0.8)
    assert not is_prompt_echo(text, PROMPT, 0.1)


def test_without_a_prompt_nothing_is_an_echo() -> None:
    assert not is_prompt_echo("Batumi Tower", "", 0.9)


@pytest.mark.parametrize(
    "text",
    [
        "squawk seven seven seven seven",
        "Mayday, mayday, mayday, Pony one one, Pony one one, Pony one one",
        "pan-pan, pan-pan, pan-pan, Batumi Approach",
        "one one one one, one one",
        "",
    ],
)
def test_what_is_really_said_in_repeats_is_not_a_loop(text: str) -> None:
    assert not is_loop(text)


@pytest.mark.parametrize(
    ("unit", "repeats"),
    [("one", 9), ("Pony one one", 5), ("runway one", 7), ("request the radar approach to", 4)],
)
def test_going_round_in_circles_is_a_loop(unit: str, repeats: int) -> None:
    assert is_loop(f"Batumi Approach, {' '.join([unit] * repeats)}")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Colt two one, ready for departure. Thank you for watching.",) * 1
        + ("Colt two one, ready for departure",),
        ("Batumi Tower, Colt two one. Thanks for watching!", "Batumi Tower, Colt two one"),
        ("Switching departure, thank you.", "Switching departure, thank you."),
        ("Thanks for watching.", ""),
        ("See you on final, Pony one one.", "See you on final, Pony one one."),
    ],
)
def test_a_stock_phrase_is_cut_off_the_end_and_nothing_else(text: str, kept: str) -> None:
    assert without_stock_tail(text) == kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Pony one one, roger", True), ("Rożer", True), ("Пони один один", False), ("", True)],
)
def test_another_script_is_not_english(text: str, expected: bool) -> None:
    assert is_english(text) == expected


@given(st.text(max_size=200), st.text(max_size=200), st.floats(0.0, 1.0))
def test_any_text_is_judged_and_none_fails(text: str, prompt: str, doubt: float) -> None:
    assert is_hallucination(text, prompt, doubt) in {True, False}
    assert is_loop(text) in {True, False}
    assert without_stock_tail(text) in text or not without_stock_tail(text)
