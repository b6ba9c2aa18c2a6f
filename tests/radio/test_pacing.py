"""When packets go out, and how they are numbered."""

from __future__ import annotations

import asyncio
import time

import pytest

from engine.radio.pacing import PacketNumbers, pace


def test_numbers_start_at_one_and_go_up_by_one() -> None:
    numbers = PacketNumbers()

    assert [numbers.take() for _ in range(4)] == [1, 2, 3, 4]


def test_each_packet_goes_out_at_its_own_time_from_the_start() -> None:
    sent_ns: list[int] = []
    start_ns = time.monotonic_ns()

    asyncio.run(pace([b"x"] * 5, lambda _: sent_ns.append(time.monotonic_ns())))

    due_ms = [0, 40, 80, 120, 160]
    offsets_ms = [(at - start_ns) / 1e6 for at in sent_ns]
    assert all(offset >= due - 1 for offset, due in zip(offsets_ms, due_ms, strict=True))


def test_a_delay_is_made_up_for_and_never_carried_on() -> None:
    now_ns = 0
    sent: list[tuple[bytes, int]] = []

    def clock() -> int:
        return now_ns

    def send(frame: bytes) -> None:
        nonlocal now_ns
        sent.append((frame, now_ns // 1_000_000))
        now_ns += 500_000_000

    asyncio.run(pace([b"a", b"b", b"c"], send, monotonic_ns=clock))

    # The clock is past every due time after the first packet, so nothing waits any more.
    assert sent == [(b"a", 0), (b"b", 500), (b"c", 1_000)]


def test_cancelling_unkeys_between_packets() -> None:
    async def scene() -> int:
        sent: list[bytes] = []
        task = asyncio.create_task(pace([b"x"] * 1_000, sent.append))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(sent)

    assert asyncio.run(scene()) <= 2
