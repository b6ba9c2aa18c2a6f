"""A part that fails does not silence the others; one that keeps failing ends the service."""

from __future__ import annotations

import asyncio

import pytest

from engine.model.errors import ConfigurationError, InternalError, StoreError
from engine.service.supervision import MOST_FAILURES, WITHIN_S, Supervisor
from tests.service.scene import Changes, run


class Clock:
    def __init__(self, step_s: float) -> None:
        self.now_s, self.step_s = 0.0, step_s

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


def supervisor(told: list[str], step_s: float = 0.0) -> Supervisor:
    return Supervisor(told.append, restart_after_s=0.0, now_s=Clock(step_s))


async def for_ever() -> None:
    await asyncio.Event().wait()


def test_a_part_that_fails_is_started_again_and_talked_about(
    caplog: pytest.LogCaptureFixture,
) -> None:
    starts: list[str] = []
    told: list[str] = []
    changes = Changes()

    async def part() -> None:
        starts.append("part")
        if len(starts) == 1:
            message = "a secret detail"
            raise KeyError(message)
        changes.note()
        await for_ever()

    async def play() -> None:
        task = asyncio.create_task(supervisor(told).run({"hearing": part, "looking": for_ever}))
        await changes.until(lambda: len(starts) == 2)
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(play())
    assert told == ["hearing failed (KeyError) and starts again; see marshall.log"]
    assert "a secret detail" in caplog.text


def test_one_that_fails_again_and_again_ends_the_service() -> None:
    told: list[str] = []
    ended: list[str] = []

    async def broken() -> None:
        raise ZeroDivisionError

    async def other() -> None:
        try:
            await for_ever()
        finally:
            ended.append("other")

    async def play() -> None:
        with pytest.raises(InternalError, match=f"deciding failed {MOST_FAILURES} times"):
            await supervisor(told).run({"deciding": broken, "other": other})

    run(play())
    assert len(told) == MOST_FAILURES - 1
    assert ended == ["other"]


def test_failures_far_apart_are_survived_for_ever() -> None:
    starts: list[int] = []
    told: list[str] = []

    async def part() -> None:
        starts.append(1)
        if len(starts) <= 3 * MOST_FAILURES:
            raise ZeroDivisionError

    async def play() -> None:
        task = asyncio.create_task(
            supervisor(told, step_s=WITHIN_S).run({"part": part, "other": for_ever})
        )
        await Changes().until(lambda: len(starts) > 3 * MOST_FAILURES)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(play())
    assert len(told) == 3 * MOST_FAILURES


def test_a_log_that_cannot_be_written_ends_the_service_at_once() -> None:
    async def deciding() -> None:
        message = "no room"
        raise StoreError(message)

    async def play() -> None:
        with pytest.raises(StoreError, match="no room"):
            await supervisor([]).run({"deciding": deciding, "looking": for_ever})

    run(play())


def test_a_callback_can_end_the_service() -> None:
    async def play() -> None:
        one = supervisor([])
        task = asyncio.create_task(one.run({"looking": for_ever}))
        one.fail(ConfigurationError("wrong"))
        with pytest.raises(ConfigurationError, match="wrong"):
            await task

    run(play())


def test_a_part_that_has_nothing_more_to_do_ends_alone() -> None:
    async def short() -> None:
        return

    async def play() -> None:
        task = asyncio.create_task(supervisor([]).run({"recording": short, "looking": for_ever}))
        done, _ = await asyncio.wait([task], timeout=0.05)
        assert not done
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(play())
