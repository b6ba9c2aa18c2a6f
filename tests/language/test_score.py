"""Hearing is held to its figures on the utterances whose meaning is known."""

from __future__ import annotations

import json

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.score import lexicon_from_roster, read_lines, score
from engine.model.intent import Intent
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


@pytest.fixture(scope="session")
def other_roster() -> Lexicon:
    text = (DATA / "pilot-manners-roster.json").read_text(encoding="utf-8")
    return lexicon_from_roster(json.loads(text))


def test_other_pilots_at_other_fields_are_understood(
    language: Language, other_roster: Lexicon
) -> None:
    """Written and labelled before they were run: then 94 % of intents and 96 % of slots."""
    lines = read_lines((DATA / "pilot-manners.tsv").read_text(encoding="utf-8"))

    result = score(lines, language.hearing, other_roster)

    assert result.lines == 358
    assert {one.intent for one in lines} == {one.value for one in Intent} - {"none"}
    assert result.intent_accuracy >= 0.99
    assert result.slot_accuracy >= 0.99


def test_what_is_not_for_us_causes_nothing(language: Language, other_roster: Lexicon) -> None:
    lines = read_lines((DATA / "not-for-us.tsv").read_text(encoding="utf-8"))

    result = score(lines, language.hearing, other_roster)

    assert result.lines == 118
    assert result.intent_accuracy >= 0.98
    assert result.false_actions == 0, [one for one in result.misses if one["heard_as"] != "none"]
