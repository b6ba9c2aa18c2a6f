"""Files as a disk really has them: what editors leave, odd names, pipes, links, no rights."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.validate import validate
from engine.model.errors import ProfileError
from engine.profile.fixing import fix_all
from engine.profile.loader import load_theatre
from engine.profile.places import own_paths
from tests.profile.desk import copy_of_desk, edited_desk

BATUMI = "desk/batumi.yaml"
SLIP = ("    turns: right", "    turns: rihgt")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="the system has no such files")


def _validated(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(validate, [str(folder), "--no-cache", *options])


@pytest.mark.parametrize("name", [".#batumi.yaml", "._batumi.yaml", ".batumi.yaml.swp"])
def test_what_an_editor_leaves_behind_is_no_part_of_a_theatre(tmp_path: Path, name: str) -> None:
    folder = copy_of_desk(tmp_path)
    (folder / name).write_bytes(b"\x00\x05\x16\x07 not YAML")

    assert load_theatre(folder).errors == ()


@POSIX
def test_a_lock_of_an_editor_that_leads_nowhere_is_passed_over(tmp_path: Path) -> None:
    folder = copy_of_desk(tmp_path)
    (folder / ".#batumi.yaml").symlink_to("somebody@host.4711")

    assert load_theatre(folder).errors == ()


@POSIX
@pytest.mark.skipif(sys.platform == "darwin", reason="the file system refuses such names")
@pytest.mark.parametrize("form", ["full", "concise", "json", "jsonl", "sarif", "junit"])
def test_a_name_that_is_not_utf_8_is_said_and_never_a_bug(tmp_path: Path, form: str) -> None:
    folder = copy_of_desk(tmp_path)
    odd = os.fsencode(folder) + b"/kob\xff\xe9.yaml"
    Path(os.fsdecode(odd)).write_text("airfield: x\n", encoding="utf-8")

    result = CliRunner().invoke(validate, [str(folder), "-o", form])

    assert result.exit_code == 1
    assert "M001" in result.output
    assert "is not UTF-8" in result.output


@POSIX
def test_a_pipe_in_the_folder_stops_no_difference(tmp_path: Path) -> None:
    folder = edited_desk(tmp_path, BATUMI, *SLIP)
    os.mkfifo(folder / "pipe.yaml")
    (folder / "nowhere.yaml").symlink_to("gone.yaml")

    result = _validated(folder, "--diff")

    assert result.exit_code == 0
    assert "+    turns: right" in result.output


def test_a_difference_says_what_would_be_made_and_makes_nothing(tmp_path: Path) -> None:
    folder = edited_desk(tmp_path, BATUMI, *SLIP)
    before = (folder / "batumi.yaml").read_bytes()

    result = _validated(folder, "--diff")

    assert "would make 1 fix" in result.output
    assert (folder / "batumi.yaml").read_bytes() == before


@POSIX
def test_a_link_to_a_file_outside_is_neither_changed_nor_said_to_be(tmp_path: Path) -> None:
    folder = edited_desk(tmp_path, BATUMI, *SLIP)
    outside = tmp_path / "elsewhere.yaml"
    shutil.move(folder / "batumi.yaml", outside)
    (folder / "batumi.yaml").symlink_to(outside)
    before = outside.read_bytes()

    assert "would make 0 fixes" in _validated(folder, "--diff").output
    assert "made 0 fixes" in _validated(folder, "--fix").output
    assert outside.read_bytes() == before


def test_a_file_that_cannot_be_written_leaves_the_others_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = edited_desk(tmp_path, BATUMI, *SLIP)
    kobuleti = folder / "kobuleti.yaml"
    kobuleti.write_text(
        kobuleti.read_text(encoding="utf-8").replace("phraseology: icao", "phrasology: icao"),
        encoding="utf-8",
    )
    before = {path: path.read_bytes() for path in folder.glob("*.yaml")}
    write = Path.write_bytes

    def refuse(path: Path, data: bytes) -> int:
        if path.name == "kobuleti.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(ProfileError, match=r"kobuleti\.yaml cannot be written") as raised:
        fix_all(lambda: load_theatre(folder).diagnostics, own_paths(folder))

    assert str(tmp_path) not in str(raised.value)
    assert {path: path.read_bytes() for path in folder.glob("*.yaml")} == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere does not exist"),
        (["."], ". holds no theatre"),
        (["--select", ""], "a code is empty"),
        (["--select", "M4,,M5"], "a code is empty"),
        (["--select", "hold-bellow-floor"], "did you mean hold-below-floor?"),
    ],
)
def test_what_cannot_be_checked_is_said_in_words_of_the_author(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    given = arguments if not arguments[0].startswith("--") else [*arguments, "."]

    result = CliRunner().invoke(validate, given)

    assert result.exit_code == 2
    assert said in result.output or "holds no theatre" in result.output
    assert str(tmp_path) not in result.output


def test_a_copy_of_a_field_that_is_still_a_copy_is_one_finding(tmp_path: Path) -> None:
    folder = copy_of_desk(tmp_path)
    shutil.copy(folder / "batumi.yaml", folder / "new-field.yaml")

    assert [one.code for one in load_theatre(folder).errors] == ["M427"]
