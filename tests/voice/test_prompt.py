"""The vocabulary prompt keeps to its budget and to what matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.voice.prompt import Vocabulary, build_prompt


def _words(text: str) -> int:
    return len(text.split())


_NAMES = st.lists(st.text("abcdefgh 1,.", min_size=0, max_size=14).map(str.strip), max_size=12).map(
    tuple
)
_VOCABULARIES = st.builds(
    Vocabulary, stations=_NAMES, callsigns=_NAMES, runways=_NAMES, phrases=_NAMES, fixes=_NAMES
)


@given(_VOCABULARIES, st.integers(0, 60))
def test_a_prompt_never_exceeds_its_budget_and_loses_no_name_silently(
    vocabulary: Vocabulary, budget: int
) -> None:
    prompt = build_prompt(vocabulary, budget_tokens=budget, count_tokens=_words)

    assert _words(prompt.text) == prompt.tokens <= budget
    for part in (
        vocabulary.stations,
        vocabulary.callsigns,
        vocabulary.runways,
        vocabulary.phrases,
        vocabulary.fixes,
    ):
        for name in part:
            line = " ".join(name.split()).strip(",.")
            assert line in prompt.text or line in prompt.left_out


@given(_VOCABULARIES, st.integers(1, 60))
def test_a_larger_budget_never_loses_the_most_relevant_name(
    vocabulary: Vocabulary, budget: int
) -> None:
    small = build_prompt(vocabulary, budget_tokens=budget, count_tokens=_words)
    large = build_prompt(vocabulary, budget_tokens=budget + 20, count_tokens=_words)

    assert set(large.left_out) <= set(small.left_out) or large.tokens >= small.tokens


def test_the_most_relevant_stands_last_where_it_weighs_most() -> None:
    vocabulary = Vocabulary(
        stations=("Batumi Approach", "Batumi Tower"),
        callsigns=("Pony one one", "Colt two one"),
        runways=("runway one three",),
        phrases=("request radar approach",),
        fixes=("Poti",),
    )

    prompt = build_prompt(vocabulary, budget_tokens=100, count_tokens=_words)

    assert prompt.text == (
        "Poti, Batumi Tower, request radar approach, runway one three, Colt two one, "
        "Pony one one, Batumi Approach."
    )
    assert prompt.left_out == ()


def test_what_does_not_fit_is_named() -> None:
    vocabulary = Vocabulary(stations=("Batumi Approach",), fixes=("Poti", "Gonio"))

    prompt = build_prompt(vocabulary, budget_tokens=3, count_tokens=_words)

    assert prompt.text == "Poti, Batumi Approach."
    assert prompt.left_out == ("Gonio",)


@pytest.mark.parametrize("budget", [0, -1])
def test_no_budget_is_no_prompt(budget: int) -> None:
    prompt = build_prompt(
        Vocabulary(stations=("Batumi Tower",)), budget_tokens=budget, count_tokens=_words
    )

    assert prompt.text == ""
    assert prompt.left_out == ("Batumi Tower",)
