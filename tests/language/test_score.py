"""Hearing is held to its figures on the utterances whose meaning is known."""

from __future__ import annotations

import json

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.score import score
from engine.language.score_file import Line, lexicon_from_roster, read_lines
from engine.model.errors import ConfigurationError
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


def test_sloppier_calls_are_understood(language: Language, roster: Lexicon) -> None:
    """Written and labelled before they were run: then 88 % of intents and 93 % of slots."""
    lines = read_lines((DATA / "pilot-more.tsv").read_text(encoding="utf-8"))

    result = score(lines, language.hearing, roster)

    assert result.lines == 134
    assert result.intent_accuracy >= 0.98
    assert result.slot_accuracy >= 0.98


def test_odd_pilots_are_understood(language: Language, roster: Lexicon) -> None:
    """Written and labelled before they were run: then 80 % of intents and 87 % of slots.

    Ten of those that were not for us would then have caused something.
    """
    lines = read_lines((DATA / "pilot-odd.tsv").read_text(encoding="utf-8"))

    result = score(lines, language.hearing, roster)

    assert result.lines == 429
    assert {one.intent for one in lines} == {one.value for one in Intent}
    assert result.intent_accuracy >= 0.98
    assert result.slot_accuracy >= 0.98
    assert result.false_actions == 0, [one for one in result.misses if one["intent"] == "none"]


def test_what_is_not_for_us_causes_nothing(language: Language, other_roster: Lexicon) -> None:
    lines = read_lines((DATA / "not-for-us.tsv").read_text(encoding="utf-8"))

    result = score(lines, language.hearing, other_roster)

    assert result.lines == 118
    assert result.intent_accuracy >= 0.98
    assert result.false_actions == 0, [one for one in result.misses if one["heard_as"] != "none"]


RADIO_CHECK = 'Sockeye, radio check\tradio_check\t{"callsign":"Sockeye"}'


@pytest.mark.parametrize(
    "text",
    [
        RADIO_CHECK,
        f"\ufeff{RADIO_CHECK}\n",
        f"{RADIO_CHECK}\r\n\r\n",
        f"utterance\tintent\tslots\n{RADIO_CHECK}\n",
        f"# a remark\n\n{RADIO_CHECK}\t\n",
        '"Sockeye, radio check"\tradio_check\t"{""callsign"":""Sockeye""}"\r\n',
        'Sockeye, radio check\t radio_check \t {"callsign": "Sockeye"} ',
    ],
)
def test_a_file_is_read_however_it_was_written(text: str) -> None:
    [line] = read_lines(text)

    assert (line.utterance, line.intent) == ("Sockeye, radio check", "radio_check")
    assert line.slots == {"callsign": "Sockeye"}


@pytest.mark.parametrize("mark", ["\u2028", "\x0b", "\x85", "\x0c"])
def test_a_mark_within_an_utterance_does_not_part_it(mark: str) -> None:
    [line] = read_lines(f'Sockeye,{mark}"say again"\tsay_again\t{{}}')

    assert line.utterance == f'Sockeye,{mark}"say again"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no line to score"),
        ("\n# nothing\n", "there is no line to score"),
        ("utterance\tintent\tslots\n", "there is no line to score"),
        ("Sockeye, roger", "line 1: wanted utterance, intent and slots parted by tabs"),
        (f"{RADIO_CHECK}\nSockeye, roger\tacknowledge", "line 2: .*there are 2 columns"),
        (f"{RADIO_CHECK}\textra", "there are 4 columns"),
        ("Sockeye\tsing\t{}", "line 1: 'sing' is no intent"),
        ("Sockeye\tcheck_in\t{'a': 1}", "line 1: the slots are not JSON"),
        ("Sockeye\tcheck_in\t[1]", "line 1: the slots must be a JSON object"),
        ("Sockeye\tcheck_in\t" + "[" * 100_000, "line 1: the slots are not JSON"),
    ],
)
def test_a_line_that_cannot_be_meant_is_named(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        read_lines(text)


def test_a_roster_gives_names_in_lists_or_by_their_frequencies() -> None:
    roster = {
        "callsigns": ["Pony 1-1", 203, "Pony 1-1", " "],
        "stations": {"Batumi Tower": [131.0]},
        "_note": "of a Tuesday",
    }

    lexicon = lexicon_from_roster(roster)

    assert lexicon.callsigns == ("Pony 1-1", "203")
    assert list(lexicon.stations) == ["Batumi Tower"]


@pytest.mark.parametrize(
    ("roster", "message"),
    [
        ({"callsign": ["Pony 1-1"]}, "the roster has callsign: it may have callsigns"),
        ({"callsigns": "Pony 1-1"}, "callsigns of the roster must be a list of names"),
        ({"fixes": [["SPAM"]]}, "fixes of the roster must be a list of names"),
        ({"stations": [True]}, "stations of the roster must be a list of names"),
    ],
)
def test_a_roster_that_cannot_be_meant_is_refused(roster: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        lexicon_from_roster(roster)


def test_further_intents_are_a_set_and_what_was_written_is_not_scored(
    language: Language, roster: Lexicon
) -> None:
    line = Line(
        "Batumi Tower, Sakai, clear of runway one three, field in sight, request taxi to parking",
        "request_taxi",
        {
            "station": "Batumi Tower",
            "callsign": "Sockeye",
            "heard": "something else",
            "runway": "13",
            "to": "parking",
            "also": ["report_in_sight", "report_landed", "report_landed"],
        },
    )

    result = score([line], language.hearing, roster)

    assert result.misses == []
    assert result.slot_accuracy == result.call_accuracy == 1.0


def test_slots_are_scored_by_micro_f1(language: Language, roster: Lexicon) -> None:
    lines = [
        Line("Sockeye, level five thousand", "report_altitude", {"callsign": "Sockeye"}),
        Line("Sockeye, roger", "acknowledge", {"callsign": "Apex", "word": "roger"}),
    ]

    result = score(lines, language.hearing, roster)

    assert (result.slots_right, result.slots_missed, result.slots_invented) == (2, 1, 2)
    assert result.slot_accuracy == pytest.approx(2 * 2 / (2 * 2 + 1 + 2))
    assert (result.intent_accuracy, result.call_accuracy) == (1.0, 0.0)
