"""What waits to be said goes by urgency, then by age, and not at all when it is too old."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.directive import Priority, Transmission
from engine.turn.speech_queue import SpeechQueue, Spoken


def spoken(name: str, priority: Priority = Priority.REPLY, expires_ms: int = 1_000) -> Spoken:
    sent = Transmission(name, "batumi/tower", None, "Pony 1-1", (), priority, 0, expires_ms)
    return Spoken(sent, "words", (118_600_000,))


def drained(queue: SpeechQueue) -> list[str]:
    return [queue.take().transmission.transmission_id for _ in range(len(queue))]


def test_the_most_urgent_goes_first() -> None:
    queue = SpeechQueue()
    for name, priority in (
        ("weather", Priority.UNPROMPTED),
        ("reply", Priority.REPLY),
        ("mile", Priority.TALKDOWN),
        ("mayday", Priority.EMERGENCY),
    ):
        queue.push(spoken(name, priority))

    assert queue.peek() == spoken("mayday", Priority.EMERGENCY)
    assert drained(queue) == ["mayday", "mile", "reply", "weather"]
    assert queue.peek() is None


@given(st.lists(st.sampled_from(Priority), max_size=20))
def test_equals_go_in_the_order_they_came(priorities: list[Priority]) -> None:
    queue = SpeechQueue()
    for place, priority in enumerate(priorities):
        queue.push(spoken(str(place), priority))

    expected = sorted(range(len(priorities)), key=lambda place: (priorities[place], place))
    assert drained(queue) == [str(place) for place in expected]


def test_what_waited_too_long_is_taken_out_and_returned() -> None:
    queue = SpeechQueue()
    queue.push(spoken("old", expires_ms=500))
    queue.push(spoken("fresh", expires_ms=2_000))

    assert [one.transmission.transmission_id for one in queue.expired(501)] == ["old"]
    assert queue.expired(501) == ()
    assert drained(queue) == ["fresh"]


def test_one_can_be_withdrawn_by_its_name() -> None:
    queue = SpeechQueue()
    queue.push(spoken("a"))
    queue.push(spoken("b"))

    assert queue.withdraw("a") == spoken("a")
    assert queue.withdraw("a") is None
    assert drained(queue) == ["b"]
