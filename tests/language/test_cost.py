"""Hearing is cheap enough to be done while the pilot still waits."""

from __future__ import annotations

import statistics
import time
from random import Random

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from tests.language.conftest import DATA

_SLACK = 2
"""The machine may be slow; processor time is measured, for it may be busy as well."""


def _utterances() -> list[str]:
    text = (DATA / "pilot-utterances.tsv").read_text(encoding="utf-8")
    return [row.split("\t")[0] for row in text.splitlines()]


@pytest.mark.slow
def test_a_call_takes_about_a_millisecond(language: Language, roster: Lexicon) -> None:
    language.build()
    taken = []
    for text in _utterances():
        started = time.process_time()
        language.hearing.hear(text, lexicon=roster)
        taken.append(1000 * (time.process_time() - started))

    assert statistics.median(taken) < 1.0 * _SLACK
    assert statistics.quantiles(taken, n=100)[98] < 5.0 * _SLACK


@pytest.mark.slow
def test_no_input_of_two_hundred_words_takes_long(language: Language, roster: Lexicon) -> None:
    language.build()
    rng = Random(1)
    words = [word for text in _utterances() for word in text.split()]
    hard = [" ".join(rng.choice(words) for _ in range(200)) for _ in range(20)]
    hard += ["one " * 200, "pony one one " * 66, "request " * 200, "runway one three left " * 50]
    hard += ["mayday " * 200, "flight level " * 100, "x" * 5000, "1" * 5000]
    worst = 0.0
    for text in hard:
        started = time.process_time()
        language.hearing.hear(text, lexicon=roster)
        worst = max(worst, 1000 * (time.process_time() - started))

    assert worst < 50.0 * _SLACK
