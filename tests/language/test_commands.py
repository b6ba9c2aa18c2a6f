"""`marshall hear` and `marshall say` at the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cli.hear import hear
from cli.say import say
from tests.language.conftest import DATA


def test_hear_prints_a_reading() -> None:
    result = CliRunner().invoke(hear, ["Batumi Approach, Pony one one, request radar approach"])

    assert result.exit_code == 0
    assert "request_approach: approach=asr" in result.output
    assert "Batumi Approach" in result.output


def test_hear_tells_when_it_does_not_understand() -> None:
    result = CliRunner().invoke(hear, ["Batumi Approach, Pony one one, flooble"])

    assert result.exit_code == 1
    assert "not understood" in result.output


def test_hear_scores_a_file() -> None:
    roster, lines = DATA / "pilot-utterances-roster.json", DATA / "pilot-utterances.tsv"

    result = CliRunner().invoke(hear, ["--score", str(lines), "--roster", str(roster), "--json"])

    figures = json.loads(result.output)
    assert figures["lines"] == 228
    assert figures["intent_accuracy"] >= 0.98
    assert figures["slot_accuracy"] >= 0.96
    assert figures["false_actions"] == 0
    assert {"call_accuracy", "confusion", "misses"} <= set(figures)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a text to parse, or --score FILE"),
        (["--score", "nowhere.tsv"], "nowhere.tsv"),
    ],
)
def test_hear_says_what_is_wrong_with_its_arguments(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(hear, arguments)

    assert result.exit_code != 0
    assert message in (result.output + str(result.exception))


def test_say_prints_the_words() -> None:
    result = CliRunner().invoke(say, ["vector", "turn=left", "heading_deg_mag=120"])

    assert result.output == "turn left heading one two zero\n"


def test_say_addresses_by_another_authority() -> None:
    contact = ["contact", "station=Batumi Tower", "frequency_hz=118.6"]
    options = ["--callsign", "Pony 1-1", "--authority", "faa"]

    result = CliRunner().invoke(say, [*contact, *options])

    assert result.output == "Pony one one, contact Batumi Tower one one eight point six.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["vecor"], "did you mean vector?"),
        (["vector"], "vector needs heading_deg_mag"),
        (["vector", "turn=up", "heading_deg_mag=1"], "must be one of left, right"),
        (["vector", "speed=1"], "is no slot of vector: it has turn, heading_deg_mag, reason"),
        (["vector", "heading_deg_mag=400"], "out of range"),
        (["vector", "heading_deg_mag=north"], "must be a whole number"),
        (["cleared_to_land", "runway=40"], "is no runway"),
        (["contact", "frequency_hz=x", "station=y"], "is no frequency"),
        (["wind_calm", "--authority", "klingon"], "no phraseology is called 'klingon'"),
    ],
)
def test_say_says_what_is_wrong(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(say, arguments)

    assert result.exit_code != 0
    assert message in (result.output + str(result.exception))


def test_say_lists_the_directives() -> None:
    result = CliRunner().invoke(say, [])

    assert "vector [turn=left|right] heading_deg_mag=HEADING" in result.output
