"""The text console: what is typed is transmitted, and the aircraft flies what it is told."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cli.talk import talk
from engine.model.errors import ConfigurationError

CHECK = "Batumi Approach, Pony one one, radio check"


def typed(*lines: str, options: tuple[str, ...] = ()) -> str:
    result = CliRunner().invoke(talk, list(options), input="\n".join(lines) + "\n")
    assert result.exit_code == 0, result.output
    return result.output


def test_a_radio_check_is_answered_with_the_rule_that_made_the_answer() -> None:
    output = typed(CHECK)

    assert "You are Pony 1-1, P-51D-30-NA" in output
    assert CHECK in output
    assert "readability five.  [radio_check]" in output


def test_the_same_lines_and_seed_give_the_same_page() -> None:
    lines = (CHECK, ":go", ":where", ":board")

    assert typed(*lines, options=("--seed", "4")) == typed(*lines, options=("--seed", "4"))


def test_he_is_suggested_what_to_say_and_flies_what_he_is_told() -> None:
    output = typed(
        "Batumi Approach, Pony one one, seven miles west, three thousand, checking in",
        "Batumi Approach, Pony one one, request radar approach",
        ":go",
        ":hint",
        ":wait 30",
        ":where",
    )

    assert "(you might say: " in output
    assert "[vectoring." in output
    assert "flying to heading" in output.splitlines()[-1]


def test_the_simulated_pilot_can_do_all_the_talking_to_the_ground() -> None:
    output = typed(":wait 900", ":where", options=("--auto",))

    assert "cleared to land" in output
    assert output.splitlines()[-1] == "You stand on the ground."


def test_an_unworked_frequency_and_a_wrong_station_are_told() -> None:
    output = typed(
        ":tune 149.975", CHECK, ":tune 118.6", "Batumi Ground, Pony one one, radio check"
    )

    assert "tuned 149.975, nobody there" in output
    assert "(nobody works that frequency)" in output
    assert "tuned 118.600, Batumi Tower" in output


def test_he_may_fly_something_else() -> None:
    output = typed(":fly 270 4000 200", ":where")

    assert "flying to heading 270, 4000 ft, 200 kt." in output


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (":nonsense", "there is no command :nonsense; :help lists them"),
        (":wait", "write it like this: :wait SECONDS"),
        (":tune high", "write it like this: :tune MHZ"),
        (":fly 1", "write it like this: :fly HEADING FEET KNOTS"),
        (":help", ":quit           the end"),
        (":hint", "nothing is expected of you now"),
        (":board", "Pony 1-1"),
        ("# a comment", "Type what you say"),
    ],
)
def test_commands_say_what_they_want(line: str, told: str) -> None:
    assert told in typed(line, ":quit", "never read")


def test_a_type_that_is_not_there_is_told_with_a_guess() -> None:
    result = CliRunner().invoke(talk, ["--type", "P51D"])

    assert isinstance(result.exception, ConfigurationError)
    assert "no aircraft type is called 'P51D'" in str(result.exception)
