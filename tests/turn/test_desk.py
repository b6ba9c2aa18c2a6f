"""The desk: everything is in the log before it takes effect, and a kill loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.model.errors import StoreError
from engine.model.event import Event
from engine.model.picture import FeedReset
from engine.model.stimulus import KeyingReport, Stimulus, Sweep
from engine.store import EventLog, MemoryEventLog, SqliteEventLog, Synchronous
from engine.turn.desk import Desk
from tests.turn.rig import desk_on, heard, identified, radio, sweep, track


def arrival(desk: Desk) -> None:
    """Let one pilot be identified, call, and be answered."""
    now = identified(desk)
    stimuli: list[Stimulus] = [
        heard("Batumi Approach, Pony one one, radio check", number=1),
        heard("Batumi Approach, Pony one one, request radar approach", number=2),
    ]
    for stimulus in stimuli:
        for spoken in desk.step(now, [stimulus]).spoken:
            report = KeyingReport(spoken.transmission.transmission_id, "keyed", now + 3_000)
            desk.step(now + 3_000, [report])
        now += 5_000


def test_a_desk_that_resumes_has_the_board_of_the_one_before(tmp_path: Path) -> None:
    log = SqliteEventLog(tmp_path / "log.sqlite", synchronous=Synchronous.NORMAL)
    before = desk_on(log)
    arrival(before)
    log.close()

    again = desk_on(SqliteEventLog(tmp_path / "log.sqlite"))
    folded = again.resume()
    again.log.close()

    assert folded > 10
    assert again.board_json() == before.board_json()
    assert (again.now_ms, again.sim_time_s) == (before.now_ms, before.sim_time_s)


@pytest.mark.parametrize("every", [1, 3, 7])
def test_a_snapshot_stands_for_everything_before_it(every: int) -> None:
    log = MemoryEventLog()
    before = replace(desk_on(log), snapshot_every=every)
    arrival(before)

    again = desk_on(log)
    folded = again.resume()

    assert log.last("snapshot") is not None
    assert folded < len(list(log.read()))
    assert again.board_json() == before.board_json()


def test_a_step_asked_for_twice_is_run_once(tmp_path: Path) -> None:
    log = SqliteEventLog(tmp_path / "log.sqlite", synchronous=Synchronous.NORMAL)
    first = desk_on(log)
    now = identified(first)
    call = heard("Batumi Approach, Pony one one, radio check")
    answered = first.step(now, [call], step_id="7")
    events = len(list(log.read()))

    again = desk_on(log)
    again.resume()
    repeated = again.step(now, [call], step_id="7")

    assert repeated.spoken == answered.spoken
    assert len(list(log.read())) == events
    assert again.board_json() == first.board_json()
    log.close()


class FullDisk(MemoryEventLog):
    """A log that takes nothing more once it is full."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False

    def append(self, events: Sequence[Event]) -> tuple[Event, ...]:
        if self.is_full:
            message = "no room"
            raise StoreError(message)
        return super().append(events)


def test_what_cannot_be_recorded_does_not_take_effect() -> None:
    log = FullDisk()
    desk = desk_on(log)
    now = identified(desk)
    before = desk.board_json()

    log.is_full = True
    with pytest.raises(StoreError):
        desk.step(now, [heard("Batumi Approach, Pony one one, radio check")])

    assert desk.board_json() == before
    log.is_full = False
    assert desk.step(now, [heard("Batumi Approach, Pony one one, radio check")]).spoken


def test_what_was_decided_and_never_keyed_is_found_again_with_the_same_words() -> None:
    log = MemoryEventLog()
    desk = desk_on(log)
    now = identified(desk)
    call = heard("Batumi Approach, Pony one one, radio check")
    (spoken,) = desk.step(now, [call]).spoken

    again = desk_on(log)
    again.resume()

    assert again.unsettled() == (spoken,)
    again.step(now, [KeyingReport(spoken.transmission.transmission_id, "keyed", now)])
    assert again.unsettled() == ()


def test_numbers_of_keyed_transmissions_are_never_given_twice() -> None:
    log = MemoryEventLog()
    desk = desk_on(log)
    arrival(desk)

    ids = [event.data["transmission"]["transmission_id"] for event in log.read(kind="transmission")]
    assert len(ids) == len(set(ids)) > 1


def test_the_time_of_a_new_mission_begins_anew() -> None:
    desk = desk_on()
    desk.step(0, [radio(), sweep(3_000.0)])

    desk.step(1_000, [Sweep((track(5.0),), reset=FeedReset("2", "the mission restarted"))])

    assert desk.sim_time_s == 5.0


def test_a_log_of_one_desk_replays_to_the_same_words() -> None:
    logs: list[EventLog] = [MemoryEventLog(), MemoryEventLog()]
    for log in logs:
        arrival(desk_on(log))

    said = [[event.data for event in log.read(kind="transmission")] for log in logs]
    traces = [[event.data["states"] for event in log.read(kind="turn")] for log in logs]
    assert said[0] == said[1]
    assert traces[0] == traces[1]
