"""Files made to break a reader, and things that are no files: each ends in diagnostics, soon."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.validate import validate
from engine.profile.loader import load_theatre
from tests.profile.desk import DESK
from tests.profile.fuzz import small_theatre

LONGEST_S = 2.0
BATUMI = (DESK / "desk" / "batumi.yaml").read_bytes()
THEATRE = (DESK / "desk" / "theatre.yaml").read_bytes()

_LAUGHS = b"a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"a%d: &a%d [%s]\n" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 10)) for n in range(1, 12)
)
HOSTILE: dict[str, tuple[bytes, str]] = {
    "flow lists without end": (b"a: " + b"[" * 100_000, "M003"),
    "flow sections without end": (b"{a: " * 50_000, "M003"),
    "closed flow lists": (b"a: " + b"[" * 2_000 + b"]" * 2_000, "M003"),
    "sections ever deeper": (b"".join(b" " * n + b"a:\n" for n in range(1_400)), "M003"),
    "lists ever deeper": (b"- " * 100_000 + b"x", "M003"),
    "a billion aliases": (_LAUGHS, "M007"),
    "an anchor within itself": (b"a: &a\n  b: *a\n", "M006"),
    "a list within itself": (b"a: &a [*a, *a]\n", "M006"),
    "a merge key": (BATUMI.replace(b"    role: tower", b"    <<: {role: tower}"), "M011"),
    "a python tag": (b"a: !!python/object/apply:os.system ['x']\n", "M005"),
    "a tag of anybody": (BATUMI.replace(b"role: tower", b"role: !<x:y> tower"), "M005"),
    "a NUL": (BATUMI[:200] + b"\0" + BATUMI[200:], "M009"),
    "only NULs": (b"\0" * 100_000, "M009"),
    "UTF-16 with a mark": (BATUMI.decode().encode("utf-16"), "M001"),
    "UTF-16 without a mark": (BATUMI.decode().encode("utf-16-le"), "M001"),
    "UTF-32": (BATUMI.decode().encode("utf-32-be"), "M009"),
    "half a character": (BATUMI + b"\xe2\x82", "M001"),
    "a surrogate": (BATUMI + b"# \xed\xa0\x80\n", "M001"),
    "a surrogate escaped": (BATUMI.replace(b"Batumi Tower", b'"\\ud800 Tower"'), ""),
    "a line of a megabyte": (b"airfield: " + b"x" * 990_000, "M102"),
    "a key of a megabyte": (b"x" * 990_000 + b": 1", ""),
    "a comment of a megabyte": (BATUMI + b"#" * 900_000, ""),
    "ten thousand keys": (b"".join(b"k%d: 1\n" % n for n in range(10_000)), "M101"),
    "one key ten thousand times": (b"airfield: x\n" * 10_000, "M010"),
    "ten thousand anchors": (b"".join(b"k%d: &x%d 1\n" % (n, n) for n in range(10_000)), "M015"),
    "a number of a thousand digits": (BATUMI.replace(b"value: 33", b"value: " + b"9" * 999), ""),
    "an elevation beyond any float": (BATUMI.replace(b"value: 33", b"value: 1e999"), "M012"),
    "a year of four hundred digits": (
        THEATRE.replace(b'"2016":', b'"' + b"9" * 400 + b'":', 1),
        "M107",
    ),
    "a year of raised digits": (THEATRE.replace(b'"2016":', '"²⁰¹⁶":'.encode(), 1), "M107"),
    "carriage returns alone": (BATUMI.replace(b"\n", b"\r"), ""),
    "line separators": (BATUMI.replace(b"\n", "\u2028".encode()), ""),
    "a mark in the middle": (BATUMI[:300] + b"\xef\xbb\xbf" + BATUMI[300:], "M009"),
    "nothing": (b"", "M008"),
    "only comments": (b"# nothing\n", "M008"),
    "a list": (b"- a\n- b\n", "M103"),
    "a text": (b"stations: Tower 118.100\n", "M103"),
    "directives": (b"%YAML 1.1\n%TAG ! x:\n---\na: 1\n", ""),
    "documents": (b"--- a\n" * 1_000, "M004"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_in_diagnostics(tmp_path: Path, name: str) -> None:
    data, code = HOSTILE[name]
    folder = small_theatre(tmp_path)
    target = "theatre.yaml" if data[:60] == THEATRE[:60] else "batumi.yaml"
    (folder / target).write_bytes(data)

    began = time.process_time()
    loaded = load_theatre(folder)
    took = time.process_time() - began

    assert took < LONGEST_S
    if code:
        assert code in {one.code for one in loaded.diagnostics}
        assert loaded.theatre is None or code == "M015"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _loop(path: Path) -> None:
    other = path.with_name("other-link")
    path.symlink_to(other)
    other.symlink_to(path)


def _dangling(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100_000_000)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links of Unix")
@pytest.mark.parametrize("make", [_pipe, _folder, _loop, _dangling, _huge])
@pytest.mark.parametrize("name", ["batumi.yaml", "theatre.yaml", "terrain.json"])
def test_what_is_no_file_is_said_and_never_waited_for(
    tmp_path: Path,
    make: Callable[[Path], None],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = small_theatre(tmp_path)
    (folder / name).unlink(missing_ok=True)
    make(folder / name)

    began = time.process_time()
    result = CliRunner().invoke(validate, [str(folder), "-o", "full"])
    took = time.process_time() - began

    assert took < LONGEST_S
    assert result.exception is None or isinstance(result.exception, SystemExit)
    if name == "batumi.yaml":
        assert result.exit_code == 1
        assert str(tmp_path) not in result.stdout
