"""Hearing is held to its figures on the utterances whose meaning is known."""

from __future__ import annotations

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.score import read_lines, score
from tests.language.conftest import DATA


@pytest.mark.parametrize(
    ("name", "count"), [("pilot-utterances.tsv", 228), ("pilot-variants.tsv", 281)]
)
def test_hearing_keeps_its_figures(
    name: str, count: int, language: Language, roster: Lexicon
) -> None:
    lines = read_lines((DATA / name).read_text(encoding="utf-8"))

    result = score(lines, language.hearing, roster)

    assert result.lines == count
    assert result.intent_accuracy >= 0.98
    assert result.slot_accuracy >= 0.96
    assert result.false_actions == 0, [one for one in result.misses if one["intent"] == "none"]


def test_habits_of_speech_are_understood(language: Language, roster: Lexicon) -> None:
    """Calls written without a look at the patterns; their slots are only those that matter."""
    lines = read_lines((DATA / "pilot-habits.tsv").read_text(encoding="utf-8"))

    result = score(lines, language.hearing, roster)

    assert result.lines == 153
    assert result.intent_accuracy >= 0.95
    assert result.slots_missed <= 0.02 * (result.slots_right + result.slots_missed)
    assert result.false_actions == 0
