"""What a designer and a pilot see: diagnostics in three formats, the card, the two commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.card import card
from cli.validate import validate
from engine.profile.card import card_markdown, card_of, card_text
from engine.profile.diagnostic import Diagnostic, Label, Severity, Span, in_order, nearest, worst
from engine.profile.loader import load_theatre_or_raise
from engine.profile.render import concise, full, summary, to_json
from tests.profile.folders import ANAPA, PROFILES, broken, copy_of_caucasus

TEXT = 'stations:\n  tower:\n    frequencies: ["118.600 AM"]\n    also: [aproach]\n'
FOUND = Diagnostic(
    "M104",
    "`aproach` is no value of `also`",
    Span("profiles/x/y.yaml", 4, 12, 4, 19),
    label="no role is called so",
    hint="did you mean `approach`?",
    related=(Label(Span("profiles/x/y.yaml", 2, 3, 2, 8), "the station"),),
    notes=("roles are a closed list",),
)


def test_full_shows_the_line_a_caret_and_the_second_place() -> None:
    assert full([FOUND], {"profiles/x/y.yaml": TEXT}) == (
        "error[M104]: `aproach` is no value of `also`\n"
        " --> profiles/x/y.yaml:4:12\n"
        "  |\n"
        "4 |     also: [aproach]\n"
        "  |            ^^^^^^^ no role is called so\n"
        " ::: profiles/x/y.yaml:2:3\n"
        "  |\n"
        "2 |   tower:\n"
        "  |   ----- the station\n"
        "  = note: roles are a closed list\n"
        "  = help: did you mean `approach`?\n"
    )


def test_concise_is_one_line() -> None:
    assert concise([FOUND]) == (
        "profiles/x/y.yaml:4:12: error[M104] `aproach` is no value of `also`; "
        "did you mean `approach`?\n"
    )


def test_json_gives_places_and_the_slug() -> None:
    (found,) = json.loads(to_json([FOUND]))

    assert (found["code"], found["slug"], found["severity"]) == ("M104", "not-one-of", "error")
    assert [label["primary"] for label in found["labels"]] == [True, False]
    assert found["labels"][0]["end_column"] == 19
    assert to_json([]) == "[]\n"


def test_the_order_is_file_line_column_code_and_nothing_stands_twice() -> None:
    def at(file: str, line: int, column: int, code: str) -> Diagnostic:
        return Diagnostic(code, "m", Span(file, line, column, line, column + 1))

    wanted = [
        at("a", 1, 1, "M101"),
        at("a", 1, 1, "M102"),
        at("a", 1, 9, "M101"),
        at("a", 2, 1, "M101"),
        at("b", 1, 1, "M101"),
    ]

    assert list(in_order([*reversed(wanted), *wanted])) == wanted


def test_the_worst_of_several() -> None:
    note = Diagnostic("M424", "m", Span("a", 1, 1, 1, 2))

    assert worst([]) is None
    assert worst([note]) is Severity.INFORMATION
    assert worst([note, FOUND]) is Severity.ERROR


def test_the_summary_counts() -> None:
    assert summary([FOUND], 3) == "1 error, 0 warnings in 3 files"


@pytest.mark.parametrize(
    ("word", "known", "guess"),
    [
        ("aproach", ["approach", "tower"], "approach"),
        ("Turns", ["turns"], "turns"),
        ("leg min", ["leg_min"], "leg_min"),
        ("xyz", ["approach", "tower"], None),
        ("a", ["b", "c"], None),
        ("", ["a"], None),
        ("tower", [], None),
    ],
)
def test_one_guess_or_none(word: str, known: list[str], guess: str | None) -> None:
    assert nearest(word, known) == guess


def test_the_card_says_what_to_dial_and_what_to_ask() -> None:
    theatre = load_theatre_or_raise(PROFILES / "caucasus")
    made = card_of(theatre, theatre.fields["batumi"])

    text, markdown = card_text(made), card_markdown(made)

    for shown in (text, markdown):
        assert "Batumi Approach" in shown
        assert "124.425 AM" in shown
        assert "310.000 AM" in shown
        assert '"Batumi Approach, Pony one one, request radar approach"' in shown
        assert "119 magnetic" in shown
        assert "732 ft" in shown
        assert "heading 325" in shown  # as the briefing says it
        assert "call Batumi Tower" in shown
    assert markdown.startswith("# Batumi (UGSB)\n")
    assert "| Batumi Tower | tower | 118.600 AM, 131.000 AM | 260.000 AM | - |" in markdown


def test_validate_ends_0_on_what_ships() -> None:
    result = CliRunner().invoke(validate, [str(PROFILES), str(ANAPA)])

    assert result.exit_code == 0, result.output
    assert "error" not in result.stdout
    assert "ok: 5 theatres, 31 fields" in result.stderr


def test_validate_ends_1_with_the_place_of_the_error(tmp_path: Path) -> None:
    broken(tmp_path, "caucasus/batumi.yaml", "kind: asr", "kind: ars")

    result = CliRunner().invoke(validate, [str(tmp_path / "caucasus"), "--format", "concise"])

    assert result.exit_code == 1
    assert "caucasus/batumi.yaml:" in result.stdout
    assert "error[M104] `ars` is no value of `kind`; did you mean `asr`?" in result.stdout


def test_validate_prints_json_alone_on_stdout(tmp_path: Path) -> None:
    folder = copy_of_caucasus(tmp_path)

    result = CliRunner().invoke(validate, [str(folder), "--format", "json"])

    codes = {found["code"] for found in json.loads(result.stdout)}
    assert "M424" in codes
    assert result.exit_code == 0


@pytest.mark.parametrize("path", ["no/such/path", "engine"])
def test_validate_ends_2_where_there_is_no_theatre(path: str) -> None:
    result = CliRunner().invoke(validate, [path])

    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize("name", ["batumi", "Batumi", "UGSB"])
def test_card_takes_any_name_of_the_field(name: str) -> None:
    result = CliRunner().invoke(card, [name])

    assert result.exit_code == 0
    assert result.stdout.startswith("Batumi (UGSB)")


def test_card_of_an_unknown_field_guesses() -> None:
    result = CliRunner().invoke(card, ["batmi"])

    assert result.exit_code == 2
    assert "did you mean batumi?" in result.output
