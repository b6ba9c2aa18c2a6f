"""Measure how long it takes to understand what a pilot said, and to build what understands it.

The names of every theatre that ships are in the lexicon, with the callsigns of two rosters. Calls
of 25 words are cut from the calls of the test corpora laid end to end; the fuzz is 200 words of the
vocabulary at random, of digits, of callsigns, of one word, of words nobody knows, and of text that
is not speech. Processor time of one thread, so that a busy machine tells the truth; what is long
lived is frozen first, as the service does, or the collector's walk over it is counted as parsing.

    python -m benchmarks.parse_speed

Ends 1 when a bound is missed: median 1 ms and p99 5 ms for a call of 25 words, 50 ms for any 200
words, 300 ms to build the grammars.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import engine.language.grammar
from cli.language_files import load_language
from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.score_file import lexicon_from_roster, read_lines
from engine.profile.loader import load_theatre, theatre_folders
from engine.resources import profiles_dir
from engine.turn.hearing import static_lexicon

__all__ = ["every_name", "fuzz", "utterances"]

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
CORPORA = (
    *("pilot-utterances.tsv", "pilot-variants.tsv", "pilot-habits.tsv"),
    *("pilot-manners.tsv", "not-for-us.tsv"),
)
ROSTERS = ("pilot-utterances-roster.json", "pilot-manners-roster.json")
MEDIAN_MS, P99_MS, WORST_MS, BUILD_MS = 1.0, 5.0, 50.0, 300.0
WORDS_OF_A_LONG_CALL = 25
MOST_WORDS = 200
OWN = "Pony 1-1"


def every_name() -> Lexicon:
    """Return the names of every theatre that ships and the callsigns of the rosters."""
    known = [
        lexicon_from_roster(json.loads((DATA / name).read_text(encoding="utf-8")))
        for name in ROSTERS
    ]
    for folder in theatre_folders(profiles_dir()):
        theatre = load_theatre(folder).theatre
        if theatre is None:
            message = f"{folder.name} does not compile"
            raise SystemExit(message)
        known.append(static_lexicon(theatre))
    stations = {name: hz for one in known for name, hz in one.stations.items()}

    def joined(lists: Iterator[Sequence[str]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for names in lists for name in names))

    return Lexicon(
        callsigns=joined(one.callsigns for one in known),
        stations=stations,
        fixes=joined(one.fixes for one in known),
        formations=joined(one.formations for one in known),
        plans=joined(one.plans for one in known),
        runways=joined(one.runways for one in known),
    )


def utterances() -> list[str]:
    """Return the calls of the test corpora."""
    return [
        line.utterance
        for name in CORPORA
        for line in read_lines((DATA / name).read_text(encoding="utf-8"))
    ]


def long_calls(calls: Sequence[str], rng: Random, *, count: int) -> list[str]:
    """Return calls of 25 words."""
    made = []
    for _ in range(count):
        words: list[str] = []
        while len(words) < WORDS_OF_A_LONG_CALL:
            words += rng.choice(calls).split()
        made.append(" ".join(words[:WORDS_OF_A_LONG_CALL]))
    return made


def fuzz(calls: Sequence[str], callsigns: Sequence[str], rng: Random) -> dict[str, list[str]]:
    """Return the worst that may come, by kind, each of up to 200 words."""
    words = sorted({word for text in calls for word in text.split()})
    digits = "zero one two three for too 4 5 6 7.5 12,000 9 1-1 niner thousand hundred decimal"
    strange = ["".join(rng.choice("abcdefghijklmnop") for _ in range(7)) for _ in range(400)]

    def of(choices: Sequence[str]) -> str:
        return " ".join(rng.choice(choices) for _ in range(MOST_WORDS))

    alone = [" ".join([word] * MOST_WORDS) for word in rng.sample(words, 40)]
    return {
        "vocabulary": [of(words) for _ in range(30)],
        "digits": [of(digits.split()) for _ in range(10)],
        "callsigns": [of(callsigns) for _ in range(10)],
        "one word": [*alone, "request " * MOST_WORDS, "runway one three left " * 50],
        "unknown words": [of(strange) for _ in range(10)],
        "no speech": [
            "ñ日本語 " * 100,
            "\u0130" * 500,
            "é" * 4000,
            "🙂 " * 200,
            "1" * 5000,
            "x" * 5000,
        ],
    }


def taken_ms(language: Language, calls: Sequence[str], lexicon: Lexicon) -> list[float]:
    """Return the processor's time for each call, said by nobody known and by a known radio."""

    def timed(text: str, own: str | None) -> float:
        return _timed(lambda: language.hearing.hear(text, lexicon=lexicon, likely_callsign=own))

    return [timed(text, own) for text in calls for own in (None, OWN)]


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started)


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def _spread(name: str, times: Sequence[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(times, n=100)
    middle = statistics.median(times)
    say(f"{name:<16} median {middle:5.2f}  p95 {cuts[94]:5.2f}  p99 {cuts[98]:5.2f} ms")
    return middle, cuts[98]


def main() -> int:
    """Print the figures; return 1 when a bound is missed."""
    parser = argparse.ArgumentParser(description="How long it takes to understand a call.")
    parser.add_argument("--seed", type=int, default=1, help="of the calls that are put together")
    rng = Random(parser.parse_args().seed)
    lexicon = every_name()
    with tempfile.TemporaryDirectory() as folder:
        language = load_language()
        cold = _timed(lambda: language.build(Path(folder)))
        engine.language.grammar.forget()
        again = load_language()
        cached = _timed(lambda: again.build(Path(folder)))
    say(f"grammars         built {cold:.0f} ms, from their cache {cached:.0f} ms")
    say(
        f"lexicon          {len(lexicon.stations)} stations, {len(lexicon.fixes)} fixes, "
        f"{len(lexicon.callsigns)} callsigns"
    )
    gc.collect()
    gc.freeze()
    calls = utterances()
    _spread("corpora", taken_ms(language, calls, lexicon))
    middle, late = _spread(
        "25 words", taken_ms(language, long_calls(calls, rng, count=300), lexicon)
    )
    worst = 0.0
    for name, texts in fuzz(calls, lexicon.callsigns, rng).items():
        most = max(taken_ms(language, texts, lexicon))
        worst = max(worst, most)
        say(f"200 words        {name}: at most {most:.1f} ms")
    kept = middle <= MEDIAN_MS and late <= P99_MS and worst <= WORST_MS
    return 0 if kept and max(cold, cached) <= BUILD_MS else 1


if __name__ == "__main__":
    sys.exit(main())
