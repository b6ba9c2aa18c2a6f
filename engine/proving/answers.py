"""Which calls of pilots were answered, how soon, and which were lost.

A call is a transmission in which a pilot names a station and himself ("Batumi Approach, Pony one
one, ..."), asks to have something said again, or speaks of distress. Read-backs and
acknowledgements are not calls: silence is a right answer to them. A call is answered by the first
transmission on its frequency that is addressed to him and starts after his last packet, within
`ANSWER_WITHIN_MS`. It is lost when there is none, unless
- it was stepped on (nobody could read it), or
- he said something else before an answer was due (he changed his mind), or
- the sortie ended before it was due.
Saying the same again is not changing his mind: that he had to is the fault being counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.capture import AirRecord
from engine.proving.names import letters_and_digits

__all__ = ["ANSWER_WITHIN_MS", "Answered", "answers", "is_call", "lost"]

ANSWER_WITHIN_MS = 20_000
_URGENT = re.compile(r"\b(say again|mayday|pan pan)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answered:
    """A pilot's call and the transmission that answered it, or None."""

    call: AirRecord
    answer: AirRecord | None

    @property
    def latency_ms(self) -> int | None:
        """Return the time from his last packet to the first packet of the answer."""
        return None if self.answer is None else self.answer.started_ms - self.call.ended_ms


def is_call(record: AirRecord, station_names: Sequence[str]) -> bool:
    """Tell whether a pilot's transmission wants an answer."""
    if record.station is not None:
        return False
    if _URGENT.search(record.words):
        return True
    words = letters_and_digits(record.words)
    own = letters_and_digits(record.speaker)
    return any(words.startswith(letters_and_digits(name) + own) for name in station_names)


def answers(air: Sequence[AirRecord], station_names: Sequence[str]) -> list[Answered]:
    """Return every call with its answer, in order of time."""
    found: list[Answered] = []
    for call in air:
        if not is_call(call, station_names):
            continue
        own = letters_and_digits(call.speaker)
        answer = next(
            (
                one
                for one in sorted(air, key=lambda each: each.started_ms)
                if one.station is not None
                and call.ended_ms <= one.started_ms <= call.ended_ms + ANSWER_WITHIN_MS
                and set(one.frequencies_hz) & set(call.frequencies_hz)
                and letters_and_digits(one.addressed or "") == own
            ),
            None,
        )
        found.append(Answered(call, answer))
    return found


def lost(found: Sequence[Answered], air: Sequence[AirRecord], ended_ms: int) -> list[AirRecord]:
    """Return the calls that were lost."""
    return [
        one.call
        for one in found
        if one.answer is None
        and not one.call.stepped_on
        and one.call.ended_ms + ANSWER_WITHIN_MS <= ended_ms
        and not _changed_his_mind(one.call, air)
    ]


def _changed_his_mind(call: AirRecord, air: Sequence[AirRecord]) -> bool:
    return any(
        one.speaker == call.speaker
        and call.ended_ms <= one.started_ms <= call.ended_ms + ANSWER_WITHIN_MS
        and one.words != call.words
        for one in air
    )
