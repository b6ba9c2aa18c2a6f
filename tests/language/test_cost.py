"""Hearing is cheap enough to be done while the pilot still waits, whatever he says."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.parse_speed import every_name, fuzz, long_calls, utterances
from engine.language.compile import Language
from engine.language.lexicon import Lexicon

_SLACK = 2
"""The machine may be slow; processor time is measured, for it may be busy as well."""
OWN = "Pony 1-1"


@pytest.fixture(scope="module")
def every_theatre() -> Lexicon:
    return every_name()


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Keep the collector's walk over what other tests hold out of the time of a call."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _taken_ms(
    language: Language, text: str, lexicon: Lexicon, own: str | None = None, *, tries: int = 1
) -> float:
    """Return the least time of some tries: a stall of the machine is not the parser's."""
    taken = []
    for _ in range(tries):
        started = time.process_time()
        language.hearing.hear(text, lexicon=lexicon, likely_callsign=own)
        taken.append(1000 * (time.process_time() - started))
    return min(taken)


@pytest.mark.slow
@pytest.mark.usefixtures("no_collector")
def test_a_long_call_takes_about_a_millisecond(language: Language, every_theatre: Lexicon) -> None:
    language.build()
    calls = long_calls(utterances(), Random(1), count=200)

    taken = [_taken_ms(language, text, every_theatre) for text in calls]

    assert statistics.median(taken) < 1.0 * _SLACK
    assert statistics.quantiles(taken, n=100)[98] < 5.0 * _SLACK


@pytest.mark.slow
@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("own", [None, OWN])
def test_no_input_of_two_hundred_words_takes_long(
    own: str | None, language: Language, every_theatre: Lexicon
) -> None:
    language.build()
    hard = fuzz(utterances(), every_theatre.callsigns, Random(1))
    hard["repeated"] = [
        *("pony one one " * 66, "mayday " * 200, "flight level " * 100, "heading to for " * 66),
        *("decimal " * 200, "correction one " * 100, "uh " * 200, "pony uh one " * 66),
    ]

    worst = {
        kind: max(_taken_ms(language, text, every_theatre, own, tries=3) for text in texts)
        for kind, texts in hard.items()
    }

    assert max(worst.values()) < 50.0 * _SLACK, worst
