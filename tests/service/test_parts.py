"""The small parts of the service: clock, journal, transcript, stopwatch, links, log."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.model.directive import Directive, Priority, Transmission
from engine.model.errors import StoreError
from engine.model.fact import Fact, FactSource
from engine.radio import LinkPhase, StationState
from engine.service import journal
from engine.service.build import RESUME_WITHIN_S, open_log, resume_clock
from engine.service.ears import HeardAudio
from engine.service.engine_clock import EngineClock
from engine.service.journal import Record
from engine.service.mouth import Utterance
from engine.service.radio_states import RadioStates
from engine.service.stopwatch import Stopwatch
from engine.service.transcript import TranscriptWriter, line_of
from engine.store import EventLog, MemoryEventLog, SqliteEventLog
from engine.turn.speech_queue import Spoken
from engine.voice.recogniser import Outcome, Recognition
from tests.service.test_ears import Call
from tests.turn.rig import desk_on, heard, identified

STARTED = {"config": "abc", "fields": ["batumi"], "coalition": "blue"}
NOW = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)
CHECK = Spoken(
    Transmission(
        "tx-1",
        "batumi/approach",
        "track:1/Pony-1/1",
        "Pony 1-1",
        (
            Directive(
                "radio_check_reply",
                {"readability": 5},
                "radio_check",
                (Fact("strength", 5.0, "", FactSource.REPORT),),
            ),
        ),
        Priority.REPLY,
        0,
        20_000,
        reply_to="call-1",
    ),
    "Pony one one, Batumi Approach, readability five.",
    (124_425_000, 262_000_000),
)


class Wall:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        return self.ns

    def pass_ms(self, milliseconds: int) -> None:
        self.ns += milliseconds * 1_000_000


def test_engine_time_stands_still_while_paused() -> None:
    wall = Wall()
    clock = EngineClock(5_000, monotonic_ns=wall)
    wall.pass_ms(100)
    clock.pause()
    clock.pause()
    wall.pass_ms(60_000)
    assert (clock.now_ms(), clock.is_paused) == (5_100, True)

    clock.resume()
    clock.resume()
    wall.pass_ms(7)

    assert (clock.now_ms(), clock.is_paused) == (5_107, False)


@pytest.mark.parametrize(
    ("paused", "away_ms", "resumes_ms"),
    [(False, 0, 4_000), (False, 90_000, 94_000), (True, 90_000, 4_000)],
    ids=["at once", "after a minute and a half", "with the sim paused"],
)
def test_after_a_restart_engine_time_goes_on_by_the_time_that_passed(
    paused: bool, away_ms: int, resumes_ms: int
) -> None:
    log = MemoryEventLog()
    desk = desk_on(log)
    desk.record("clock", {"wall_ms": 1_000_000, "paused": False}, 0)
    now = identified(desk)
    desk.record("clock", {"wall_ms": 1_000_000 + now, "paused": paused}, now)

    again = desk_on(log)
    clock = resume_clock(again, wall_ms=lambda: 1_000_000 + now + away_ms)

    assert resumes_ms <= clock.now_ms() < resumes_ms + 1_000
    told = log.last("clock")
    assert told is not None
    assert told.data == {"wall_ms": 1_000_000 + now + away_ms, "paused": False}


def test_a_wall_clock_that_was_set_back_does_not_turn_time_back() -> None:
    log = MemoryEventLog()
    desk = desk_on(log)
    desk.record("clock", {"wall_ms": 9_000_000, "paused": False}, 0)
    now = identified(desk)

    again = desk_on(log)
    clock = resume_clock(again, wall_ms=lambda: 1)

    assert clock.now_ms() >= again.now_ms >= now - 1_000


def opened(folder: Path, started: dict[str, object], now: datetime) -> tuple[EventLog, bool]:
    return open_log(folder, logs=3, logs_mb=100, started=started, now=now)


def begun(folder: Path, now: datetime = NOW) -> Path:
    log, _ = opened(folder, STARTED, now)
    desk_on(log).record("service_started", dict(STARTED), 0)
    log.close()
    (path,) = folder.glob(f"events-{now:%Y%m%dT%H%M%S}*.sqlite")
    os.utime(path, (now.timestamp(), now.timestamp()))
    return path


def later(seconds: float) -> datetime:
    return datetime.fromtimestamp(NOW.timestamp() + seconds, tz=UTC)


def test_a_recent_log_of_the_same_service_is_gone_on_with(tmp_path: Path) -> None:
    begun(tmp_path)

    log, is_resumed = opened(tmp_path, STARTED, later(60))
    log.close()

    assert is_resumed
    assert len(list(tmp_path.glob("*.sqlite"))) == 1


@pytest.mark.parametrize(
    ("started", "seconds"),
    [
        (STARTED | {"config": "other"}, 60),
        (STARTED | {"coalition": "red"}, 60),
        (STARTED, RESUME_WITHIN_S + 1),
    ],
    ids=["another profile", "another side", "too long ago"],
)
def test_another_service_or_evening_begins_a_log_of_its_own(
    tmp_path: Path, started: dict[str, object], seconds: float
) -> None:
    begun(tmp_path)

    log, is_resumed = opened(tmp_path, started, later(seconds))
    log.close()

    assert not is_resumed
    assert len(list(tmp_path.glob("*.sqlite"))) == 2


def test_a_log_is_as_recent_as_what_was_written_ahead_beside_it(tmp_path: Path) -> None:
    path = begun(tmp_path)
    ahead = path.with_name(path.name + "-wal")
    ahead.touch()
    os.utime(path, (0, 0))
    os.utime(ahead, (NOW.timestamp(), NOW.timestamp()))

    log, is_resumed = opened(tmp_path, STARTED, later(60))
    log.close()

    assert is_resumed


def test_old_logs_go_with_what_lies_beside_them(tmp_path: Path) -> None:
    for day in range(1, 6):
        path = begun(tmp_path, datetime(2026, 11, day, tzinfo=UTC))
        ahead = path.with_name(path.name + "-wal")
        ahead.touch()
        os.utime(ahead, (0, 0))

    log, _ = opened(tmp_path, STARTED, NOW)
    log.close()

    kept = sorted(path.name for path in tmp_path.glob("*.sqlite"))
    assert [name[7:15] for name in kept] == ["20261104", "20261105", "20261201"]
    assert len(list(tmp_path.glob("*-wal"))) == 2


def test_two_starts_in_one_second_are_two_logs(tmp_path: Path) -> None:
    first, _ = opened(tmp_path, STARTED, NOW)
    second, _ = opened(tmp_path, STARTED, NOW)
    first.close()
    second.close()

    assert len(list(tmp_path.glob("*.sqlite"))) == 2


def test_a_damaged_log_is_said_plainly(tmp_path: Path) -> None:
    path = tmp_path / f"events-{NOW:%Y%m%dT%H%M%SZ}.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    os.utime(path, (NOW.timestamp(), NOW.timestamp()))

    with pytest.raises(StoreError, match="cannot open the event log"):
        opened(tmp_path, STARTED, later(60))


RECORDS: list[tuple[Record, str]] = [
    (journal.state("sim", "connected", "reading"), ""),
    (
        journal.decided(CHECK, "Batumi Approach"),
        f"Batumi Approach    124.425/262.000  {CHECK.words}  [radio_check]",
    ),
    (journal.keyed("tx-1", "keyed", "", stages_ms={}), ""),
    (
        journal.keyed("tx-1", "expired", "waited too long", stages_ms={}),
        "                   tx-1 expired: waited too long",
    ),
]


@pytest.mark.parametrize(("record", "line"), RECORDS)
def test_the_transcript_has_a_line_for_whoever_spoke(record: Record, line: str) -> None:
    assert line_of(record) == line


def test_the_transcript_is_written_as_it_happens_and_old_days_go(tmp_path: Path) -> None:
    for day in range(60):
        (tmp_path / f"transcript-2025-01-{day:02d}.txt").touch()
    writer = TranscriptWriter(tmp_path)

    writer.take(journal.decided(CHECK, "Batumi Approach"))

    (today,) = [path for path in tmp_path.iterdir() if path.stat().st_size]
    assert "readability five" in today.read_text(encoding="utf-8")
    assert len(list(tmp_path.iterdir())) <= 51
    writer.close()
    writer.close()


def test_a_heard_call_is_journalled_with_its_meaning_and_no_absolute_times() -> None:
    desk = desk_on()
    now = identified(desk)
    call = heard("Batumi Approach, Pony one one, radio check")
    (trace,) = desk.step(now, [call]).traces

    record = journal.heard(call, trace, desk.board, stages_ms={"silence": 350})

    assert record["pilot"] == "Pony 1-1"
    assert record["intents"] == ["radio_check"]
    assert record["refused"] == ""
    assert record["stages_ms"] == {"silence": 350}
    assert "radio check" in line_of(record)


def test_stages_run_from_his_last_packet_to_our_first() -> None:
    stopwatch = Stopwatch()
    call = Call(start_ms=10_000)
    ended = call.frames[-1].heard_ms
    transmission = call.transmission
    audio = HeardAudio(
        transmission,
        Recognition(Outcome.HEARD, (), 2.0, decode_s=0.4),
        "",
        ended + 350,
        ended + 500,
    )
    spoken = Spoken(
        replace(CHECK.transmission, reply_to=transmission.transmission_id), "words", (1,)
    )

    stopwatch.heard(audio)
    stopwatch.decision(transmission.transmission_id, 12)
    stopwatch.decided("tx-1", ended + 512)
    done = Utterance(spoken, "keyed", "", ended + 512, ended + 900, ended + 950, ended + 3_000)

    assert stopwatch.keyed(done) == {
        "silence": 350,
        "recognition": 150,
        "decoding": 400,
        "decision": 12,
        "voice": 388,
        "channel": 50,
        "total": 950,
    }
    assert stopwatch.keyed(Utterance(spoken, "expired")) == {}


def test_a_lost_server_is_told_once_and_each_station_that_is_back_once() -> None:
    states = RadioStates()
    told = [
        record["line"]
        for attempt in range(1, 4)
        for station in ("batumi/tower", "batumi/ground")
        for phase, message in (
            (LinkPhase.CONNECTING, "connecting to 127.0.0.1:5002"),
            (LinkPhase.CONNECTING, f"cannot be reached; next attempt in {attempt}.0 s"),
        )
        if (record := states.take(StationState(station, phase, message, "", ""))) is not None
    ]
    assert told == [
        "connecting to 127.0.0.1:5002",
        "cannot be reached; trying again until it can be used",
    ]

    back = states.take(StationState("batumi/tower", LinkPhase.ON_AIR, "voice path open", "", ""))
    again = states.take(
        StationState(
            "batumi/tower", LinkPhase.CONNECTING, "was lost; next attempt in 1.0 s", "", ""
        )
    )

    assert back is not None
    assert (back["station"], back["condition"]) == ("batumi/tower", "on air")
    assert again is not None
    assert again["line"].startswith("was lost")


def test_an_event_log_is_closed_by_whoever_opened_it(tmp_path: Path) -> None:
    log, _ = opened(tmp_path, STARTED, NOW)
    assert isinstance(log, SqliteEventLog)
    log.close()
    log.close()
