"""Whole sorties on the real desk with virtual pilots, on a simulated clock."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from cli.demo import demo
from cli.exit_codes import ExitCode
from engine.resources import schemas_dir

SEEDS = (1, 2, 3, 7, 11, 19, 29, 37)
"""Different winds, airframes, lags and mishearings; `demo --text --seeds 50` flies more."""

PHASES = (
    *("calling", "checked_in", "requested", "informed", "vectored"),
    *("cleared", "talked_down", "landing_cleared", "visual", "landed"),
)


def fly(out: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(demo, ["--text", "--out", str(out), *options])
    return result.exit_code, result.output


@pytest.mark.system
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_both_land_and_every_promise_is_kept(tmp_path: Path, seed: int) -> None:
    code, output = fly(tmp_path, "--seed", str(seed))

    assert "PROBLEM" not in output
    assert code == ExitCode.OK
    summary = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    schema = json.loads((schemas_dir() / "summary.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(summary)
    assert summary["landed"] == 2
    assert summary["transmissions_lost"] == 0
    assert summary["unbacked_slots"] == 0
    for one in summary["mile_calls"]:
        assert [call["mile"] for call in one["calls"]] == [6, 5, 4, 3, 2, 1]
        assert all(abs(call["mile"] - call["true_range_nm"]) <= 0.2 for call in one["calls"])
        assert all(call["altitude_ft"] == call["table_altitude_ft"] for call in one["calls"])


@pytest.mark.system
@pytest.mark.slow
def test_a_seed_gives_the_same_transcript_byte_for_byte(tmp_path: Path) -> None:
    fly(tmp_path / "first", "--seed", "5")
    fly(tmp_path / "second", "--seed", "5")

    first = (tmp_path / "first" / "transcript.txt").read_bytes()
    assert first == (tmp_path / "second" / "transcript.txt").read_bytes()
    assert len(first) > 5_000


@pytest.mark.system
@pytest.mark.slow
def test_a_service_killed_at_ten_phases_ends_the_sortie_as_if_it_never_was(tmp_path: Path) -> None:
    kills = [option for phase in PHASES for option in ("--kill-service-at", phase)]

    fly(tmp_path / "whole", "--seed", "5")
    code, output = fly(tmp_path / "killed", "--seed", "5", *kills)

    assert code == ExitCode.OK, output[-2_000:]
    summary = json.loads((tmp_path / "killed" / "summary.json").read_text("utf-8"))
    assert {one["phase"] for one in summary["restarts"]} == set(PHASES)
    assert all(one["board_equal"] for one in summary["restarts"])
    whole = (tmp_path / "whole" / "transcript.txt").read_bytes()
    assert (tmp_path / "killed" / "transcript.txt").read_bytes() == whole


def test_an_unknown_phase_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    result = CliRunner().invoke(demo, ["--text", "--kill-service-at", "lunch"])

    assert result.exit_code != 0
    assert "no phase is called lunch" in str(result.exception)
    assert "talked_down" in str(result.exception)
