"""Looking: what a roster's change means, and a sweep at every look."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

import pytest

from engine.model.picture import Coalition, FeedReset, FeedUpdate
from engine.model.stimulus import RadioGone, RadioPresent, Stimulus, Sweep
from engine.radio import ClientRecord
from engine.radio.records import Radio, RadioInfo
from engine.service.watch import FAST_LOOK_S, LOOK_S, Watch, roster_changes
from tests.service.scene import Changes, run
from tests.turn.rig import TRACK_ID, track

PONY = RadioPresent("pony", "Pony 1-1", "P-51D", 101, Coalition.BLUE, (124_425_000,))
COLT = RadioPresent("colt", "Colt 1-2", "P-51D", 102, Coalition.BLUE, (124_425_000,))


def roster(*present: RadioPresent) -> dict[str, RadioPresent]:
    return {one.guid: one for one in present}


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        (roster(), roster(), ()),
        (roster(), roster(PONY, COLT), (COLT, PONY)),
        (roster(PONY), roster(PONY), ()),
        (roster(PONY), roster(), (RadioGone("pony"),)),
        (roster(PONY), roster(COLT), (RadioGone("pony"), COLT)),
        (
            roster(PONY),
            roster(replace(PONY, frequencies_hz=(118_600_000,))),
            (replace(PONY, frequencies_hz=(118_600_000,)),),
        ),
    ],
    ids=["nobody", "two came", "nothing new", "one left", "one for another", "one retuned"],
)
def test_a_change_of_the_roster_is_told_once(
    before: Mapping[str, RadioPresent],
    after: Mapping[str, RadioPresent],
    changes: tuple[Stimulus, ...],
) -> None:
    assert roster_changes(before, after) == changes


class Script:
    """A feed that gives its updates and then waits, or ends."""

    def __init__(self, *updates: FeedUpdate, ends: bool = False) -> None:
        self.given = updates
        self.ends = ends
        self.is_closed = False

    async def updates(self) -> AsyncIterator[FeedUpdate]:
        try:
            for update in self.given:
                yield update
            while not self.ends:
                await asyncio.Event().wait()
        finally:
            self.is_closed = True


def client(name: str, guid: str, *hertz: float, coalition: int = 2) -> ClientRecord:
    radios = tuple(Radio(frequency_hz=hz) for hz in hertz)
    return ClientRecord(guid, name, coalition, radio_info=RadioInfo("P-51D", 101, radios))


def watch(
    feed: Script, posted: list[Stimulus], clients: Mapping[str, ClientRecord] | None
) -> Watch:
    return Watch(
        feed=feed,
        post=posted.append,
        is_close=lambda: False,
        roster=lambda: clients,
        own_guids={"ours"},
    )


def test_a_look_posts_the_roster_and_then_a_sweep() -> None:
    posted: list[Stimulus] = []
    clients = {
        "pony": client("Pony 1-1", "pony", 124_425_000.0, 1.0),
        "ours": client("Batumi Tower [BOT]", "ours", 118_600_000.0),
        "other": client("Overlord [BOT]", "other", 118_600_000.0),
        "spectator": ClientRecord("spectator", "somebody", 0),
    }
    looking = watch(Script(), posted, clients)

    looking.look()
    looking.look()

    assert [type(one) for one in posted] == [RadioPresent, Sweep, Sweep]
    assert posted[0] == RadioPresent(
        "pony", "Pony 1-1", "P-51D", 101, Coalition.BLUE, (124_425_000,)
    )


def test_pilots_have_not_left_because_our_link_is_down() -> None:
    posted: list[Stimulus] = []
    known: dict[str, ClientRecord] | None = {"pony": client("Pony 1-1", "pony", 124_425_000.0)}
    looking = Watch(Script(), posted.append, lambda: False, lambda: known, set())

    looking.look()
    known = None
    looking.look()
    known = {}
    looking.look()

    assert [type(one) for one in posted] == [RadioPresent, Sweep, Sweep, RadioGone, Sweep]


def test_the_feed_is_folded_into_what_the_next_sweep_shows_and_is_closed() -> None:
    async def play() -> None:
        posted: list[Stimulus] = []
        feed = Script(FeedReset("1", "joined"), track(1.0))
        looking = watch(feed, posted, None)
        task = asyncio.create_task(looking.take_updates())
        await Changes().until(looking.picture.tracks)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        looking.look()

        (sweep,) = posted
        assert isinstance(sweep, Sweep)
        assert sweep.reset == FeedReset("1", "joined")
        assert [one.track_id for one in sweep.tracks] == [TRACK_ID]
        assert feed.is_closed

    run(play())


def test_a_recording_that_has_ended_ends_the_reading() -> None:
    async def play() -> None:
        await watch(Script(track(1.0), ends=True), [], None).take_updates()

    run(play())


def test_looks_come_faster_while_somebody_is_on_final() -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            raise asyncio.CancelledError

    async def play() -> None:
        close = iter((False, True, True))
        looking = Watch(Script(), lambda _: None, lambda: next(close), lambda: None, set())
        looking.wait = wait
        with pytest.raises(asyncio.CancelledError):
            await looking.keep_looking()

    run(play())
    assert waits == [LOOK_S, FAST_LOOK_S, FAST_LOOK_S]
