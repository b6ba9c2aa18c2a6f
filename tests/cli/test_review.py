"""A sortie's calls can be gone through again, and its misses become test lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.review import review, reviewed
from engine.language.score_file import read_lines
from engine.model.errors import ConfigurationError
from engine.store import SqliteEventLog, Synchronous
from tests.turn.rig import desk_on, heard, identified


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the log of a sortie of three calls, one of which nobody could understand."""
    path = tmp_path_factory.mktemp("sortie") / "events.sqlite"
    kept = SqliteEventLog(path, synchronous=Synchronous.NORMAL)
    desk = desk_on(kept)
    now = identified(desk)
    for number, words in enumerate(
        (
            "Batumi Approach, Pony one one, radio check",
            "Batumi Approach, Pony one one, flooble the grommet",
            "Batumi Approach, Pony zero one, request radar approach",
        )
    ):
        desk.step(now + 5_000 * number, [heard(words, number=number)])
    kept.close()
    return path


def test_every_call_is_read_again_beside_what_it_was_taken_for(log: Path) -> None:
    calls = list(reviewed(log))

    assert [(one.pilot, one.then) for one in calls] == [
        ("Pony 1-1", ("radio_check",)),
        ("Pony 1-1", ()),
        ("Pony 1-1", ("request_approach",)),
    ]
    assert [one.is_miss for one in calls] == [False, True, False]
    assert calls[2].call.callsign == "Pony 1-1"
    assert "say_again" in calls[1].answered_with


def test_a_review_is_printed(log: Path) -> None:
    result = CliRunner().invoke(review, [str(log), "--misses"])

    assert result.exit_code == 0
    assert "flooble the grommet" in result.output
    assert "then not understood" in result.output
    assert "radio check" not in result.output


def test_calls_become_lines_that_can_be_scored(log: Path, tmp_path: Path) -> None:
    target = tmp_path / "lines.tsv"

    result = CliRunner().invoke(review, [str(log), "--to", str(target)])

    assert "3 lines added" in result.output
    text = target.read_text(encoding="utf-8")
    with pytest.raises(ConfigurationError, match="line 2: 'not_understood' is no intent"):
        read_lines(text)
    lines = read_lines(text.replace("not_understood", "none"))
    assert [one.intent for one in lines] == ["radio_check", "none", "request_approach"]
    assert lines[2].slots == {
        "approach": "asr",
        "station": "Batumi Approach",
        "callsign": "Pony 1-1",
    }


def test_a_file_that_is_no_log_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a log" * 100, encoding="utf-8")

    result = CliRunner().invoke(review, [str(path)])

    assert result.exit_code != 0
    assert "notes.txt" in str(result.exception)
