"""Every event log keeps the same promises: run on the real one and the one in memory."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.model.errors import StoreError
from engine.model.event import Event, event_from_json, event_to_json
from engine.store import EventLog, MemoryEventLog, SqliteEventLog, Synchronous

Make = Callable[[], EventLog]


@pytest.fixture(params=["memory", "sqlite"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventLog]:
    made: EventLog = (
        MemoryEventLog()
        if request.param == "memory"
        else SqliteEventLog(tmp_path / "log.sqlite", synchronous=Synchronous.NORMAL)
    )
    yield made
    made.close()


def event(kind: str, t_ms: int = 0) -> Event:
    return Event(kind=kind, t_ms=t_ms, data={"words": "Batumi, naïve \u2028 text"})


def test_events_are_numbered_from_one_without_gaps(log: EventLog) -> None:
    first = log.append([event("a"), event("b")])
    second = log.append([event("c")])

    assert [one.seq for one in (*first, *second)] == [1, 2, 3]


def test_what_was_appended_is_read_back_whole_and_in_order(log: EventLog) -> None:
    written = log.append([event("a", 1), event("b", 2), event("a", 3)])

    assert tuple(log.read()) == written
    assert tuple(log.read(after=2)) == written[2:]
    assert [one.seq for one in log.read(kind="a")] == [1, 3]
    assert log.last("a") == written[2]
    assert log.last("never") is None


def test_appending_nothing_changes_nothing(log: EventLog) -> None:
    assert log.append([]) == ()
    assert tuple(log.read()) == ()


def test_many_events_are_read_across_pages(log: EventLog) -> None:
    log.append([event("a", n) for n in range(1203)])

    assert [one.t_ms for one in log.read()] == list(range(1203))


def test_numbering_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    first = SqliteEventLog(path)
    first.append([event("a")])
    first.close()

    second = SqliteEventLog(path)
    numbered = second.append([event("b")])
    second.close()

    assert numbered[0].seq == 2


def test_the_file_refuses_to_change_or_remove_an_event(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    log = SqliteEventLog(path)
    log.append([event("a")])
    log.close()
    raw = sqlite3.connect(path)

    with pytest.raises(sqlite3.DatabaseError, match="append-only"):
        raw.execute("DELETE FROM event")
    with pytest.raises(sqlite3.DatabaseError, match="append-only"):
        raw.execute("UPDATE event SET body = ''")
    raw.close()


def test_a_damaged_file_is_refused_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    path.write_bytes(b"this is not a database, whatever its name says" * 40)

    with pytest.raises(StoreError, match=r"cannot open the event log log\.sqlite"):
        SqliteEventLog(path)


def test_a_log_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version=99")
    raw.close()

    with pytest.raises(StoreError, match="newer Marshall"):
        SqliteEventLog(path)


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is how POSIX kills outright")
def test_a_killed_writer_leaves_whole_batches_only(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    program = (
        "import sys; from pathlib import Path; from engine.store import SqliteEventLog\n"
        "from engine.model.event import Event\n"
        "log = SqliteEventLog(Path(sys.argv[1]))\n"
        "n = 0\n"
        "while True:\n"
        "    log.append([Event('pair', n), Event('pair', n)]); n += 1\n"
        "    if n == 20: print('going', flush=True)\n"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "going\n"
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()

    log = SqliteEventLog(path)
    times = [one.t_ms for one in log.read()]
    log.close()

    assert len(times) >= 40
    assert times == [n for n in range(len(times) // 2) for _ in range(2)]


def test_an_event_is_one_line_of_canonical_json() -> None:
    original = Event("heard", 5, {"b": 1, "a": [1.5, None]}, "track:1/x/1", "batumi/tower", 0.25)

    line = event_to_json(original)

    assert event_from_json(line) == original
    assert "\n" not in line
    assert line.index('"a"') < line.index('"b"')


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"kind":"x"}', "nonsense"])
def test_a_line_that_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        event_from_json(line)
