"""`marshall test` and `marshall validate --fly` as a designer meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.exit_codes import ExitCode
from cli.test import test as command
from cli.validate import validate
from tests.profile.desk import copy_of_desk, edited_desk

FILE = "desk/scenarios/batumi.yaml"


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(command, ["--jobs", "1", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_what_passes_and_what_is_pending_no_more_are_told_apart(tmp_path: Path) -> None:
    # The desk's second scenario waits for what the engine does already.
    code, out, err = run(str(copy_of_desk(tmp_path, scenarios=True)))

    assert code == ExitCode.FOUND
    assert "passed: batumi: an arrival is told what to expect" in out
    assert "stale: batumi: an aircraft on final is seen there" in out
    assert "2 scenarios: 1 passed, 1 stale" in err


def test_a_filter_a_file_and_json(tmp_path: Path) -> None:
    folder = copy_of_desk(tmp_path, scenarios=True)

    code, out, _ = run(str(folder / "scenarios" / "batumi.yaml"), "--filter", "EXPECT", "--json")

    assert code == ExitCode.OK
    found = json.loads(out)
    assert found["counts"]["passed"] == 1
    assert found["scenarios"][0]["transcript"][0]["words"].startswith("Batumi Approach")


def test_a_call_that_nobody_understands_stops_before_anybody_flies(tmp_path: Path) -> None:
    folder = edited_desk(tmp_path, FILE, "request radar approach", "gimme the wotsit")

    result = CliRunner().invoke(command, ["--jobs", "1", str(folder)])

    assert "M857" in str(result.exception)
    assert "batumi.yaml:11" in str(result.exception)


def test_a_path_without_a_theatre_is_told(tmp_path: Path) -> None:
    code, _, err = run(str(tmp_path))

    assert code == ExitCode.USAGE
    assert "no theatre" in err


def test_coverage_lists_what_nobody_exercises(tmp_path: Path) -> None:
    _, out, _ = run(str(copy_of_desk(tmp_path, scenarios=True)), "--coverage", "--all")

    assert "exercised  en_route to arrival: an arrival is told what to expect" in out
    assert "uncovered  final to landed" in out


@pytest.mark.slow
@pytest.mark.system
def test_sorties_through_a_profile_tell_the_phases_nobody_was_in(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        validate, [str(copy_of_desk(tmp_path)), "--fly", "1", "--seed", "2"]
    )

    assert "1 sorties" in result.stderr
    assert "nobody was in parked" in result.stderr
    assert ("error[M321] sortie 2 at" in result.stdout) == (result.exit_code == ExitCode.FOUND)
