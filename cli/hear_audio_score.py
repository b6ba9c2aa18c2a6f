"""What spoken calls were heard as, by the first reading alone and by all of them.

Both go through the same grammar, so that it shows what rescoring is worth; voices and conditions
are kept apart, because one figure for all of them hides the voice that nobody understands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.hear_audio import CONDITIONS, Take
from engine.language.score import Score, flat

if TYPE_CHECKING:
    from engine.language.hear import Hearing
    from engine.language.lexicon import Lexicon
    from engine.model.call import Hypothesis

__all__ = ["AudioScore", "as_json", "report", "score_takes"]


@dataclass
class AudioScore:
    """How calls were understood by the first reading alone and by all readings."""

    first: Score = field(default_factory=Score)
    rescored: Score = field(default_factory=Score)

    @property
    def errors_removed(self) -> float:
        """Return the share of the first reading's errors that rescoring removes."""
        wrong = self.first.lines - self.first.intents_right
        return (self.rescored.intents_right - self.first.intents_right) / wrong if wrong else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the figures and lists as plain data."""
        return {
            **self.rescored.as_json(),
            "first_accuracy": round(self.first.intent_accuracy, 4),
            "errors_removed": round(self.errors_removed, 4),
        }


Scores = Mapping[str, Mapping[str, AudioScore]]
"""By condition, then by voice; "all" is every voice."""


def score_takes(takes: Iterable[Take], hearing: Hearing, lexicon: Lexicon) -> Scores:
    """Return how the calls were understood under each condition, by voice and together."""
    scores: dict[str, dict[str, AudioScore]] = {name: {} for name in CONDITIONS}
    for take in takes:
        own = take.line.slots.get("callsign")
        label = str(own) if own in lexicon.callsigns else None

        def meant(
            readings: Sequence[Hypothesis], label: str | None = label
        ) -> tuple[str, dict[str, Any]]:
            call = hearing.hear(readings, lexicon=lexicon, likely_callsign=label)
            return flat(call, hearing)

        first, rescored = meant(take.readings[:1]), meant(take.readings)
        written = [one.text for one in take.readings]
        here = scores[take.condition]
        for name in ("all", take.voice):
            score = here.setdefault(name, AudioScore())
            score.first.count(take.line, *first)
            score.rescored.count(
                take.line, *rescored, voice=take.voice, first=first[0], readings=written
            )
    return scores


def as_json(scores: Scores) -> dict[str, Any]:
    """Return the scores as plain data: each condition, with its voices beside it."""
    return {
        condition: {
            **voices.get("all", AudioScore()).as_json(),
            "voices": {
                name: {key: value for key, value in one.as_json().items() if key != "misses"}
                for name, one in voices.items()
                if name != "all"
            },
        }
        for condition, voices in scores.items()
    }


def report(scores: Scores) -> str:
    """Return the scores as text: a table, what was taken for what, and every wrong call."""
    lines = [
        (
            f"{'voice':<30}{'':<7}{'calls':>6}{'intent':>9}{'slots':>8}{'call':>8}"
            f"{'first':>8}{'removed':>9}{'false':>7}"
        )
    ]
    for condition, voices in scores.items():
        for name, one in voices.items():
            done = one.rescored
            lines.append(
                f"{name:<30}{condition:<7}{done.lines:>6}{done.intent_accuracy:>9.1%}"
                f"{done.slot_accuracy:>8.1%}{done.call_accuracy:>8.1%}"
                f"{one.first.intent_accuracy:>8.1%}{one.errors_removed:>9.0%}"
                f"{done.false_actions:>7}"
            )
    every = [voices["all"].rescored for voices in scores.values() if "all" in voices]
    confused: Counter[tuple[str, str]] = Counter()
    for score in every:
        confused.update(score.confusion)
    wrong = [(pair, count) for pair, count in confused.most_common() if pair[0] != pair[1]]
    if wrong:
        lines += ["", "heard as another intent"]
        lines += [f"  {wanted} -> {heard}: {count}" for (wanted, heard), count in wrong]
    for condition, voices in scores.items():
        if "all" not in voices:
            continue
        for miss in voices["all"].rescored.misses:
            if miss["heard_as"] == miss["intent"]:
                continue
            lines.append(f"  {condition}: {miss['utterance']} ({miss['voice']})")
            lines.append(
                f"    {miss['intent']} heard as {miss['heard_as']}: {miss['readings'][:1]}"
            )
    return "\n".join(lines)
