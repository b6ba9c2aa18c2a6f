"""A radio that carries words instead of sound, with the time they take.

A transmission occupies its frequencies for as long as it takes to say. Two that overlap on one
frequency step on each other: whoever listened there hears nothing of use. What is heard comes when
the speaker lets go of the key, as it does from a recogniser.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["CHARACTERS_PER_SECOND", "OnAir", "TextRadio", "speaking_ms"]

CHARACTERS_PER_SECOND = 16.0
"""A brisk controller: about 190 words a minute."""
KEYING_MS = 200
"""Time between pressing the key and the first word, and after the last."""


def speaking_ms(words: str, characters_per_second: float = CHARACTERS_PER_SECOND) -> int:
    """Return how long a transmission of these words lasts, in whole milliseconds."""
    return KEYING_MS + round(1000.0 * len(words) / characters_per_second)


@dataclass(slots=True)
class OnAir:
    """A transmission: who, where, what, when, and whether another stepped on it."""

    transmission_id: str
    speaker: str
    frequencies_hz: tuple[int, ...]
    words: str
    started_ms: int
    ended_ms: int
    stepped_on_hz: set[int] = field(default_factory=set)

    def readable_on(self, frequency_hz: int) -> bool:
        """Tell whether a listener on that frequency got it whole."""
        return frequency_hz in self.frequencies_hz and frequency_hz not in self.stepped_on_hz


class TextRadio:
    """Every frequency of a sortie, on simulated time."""

    def __init__(self) -> None:
        self._live: list[OnAir] = []
        self._free_since_ms: dict[int, int] = {}
        self._count = 0

    def transmit(
        self,
        speaker: str,
        frequencies_hz: Iterable[int],
        words: str,
        *,
        now_ms: int,
        duration_ms: int,
    ) -> OnAir:
        """Key a transmission; it ends `duration_ms` later."""
        self._count += 1
        sent = OnAir(
            transmission_id=f"air-{self._count:04d}",
            speaker=speaker,
            frequencies_hz=tuple(frequencies_hz),
            words=words,
            started_ms=now_ms,
            ended_ms=now_ms + duration_ms,
        )
        for other in self._live:
            both = set(other.frequencies_hz) & set(sent.frequencies_hz)
            if both and other.ended_ms > now_ms:
                other.stepped_on_hz |= both
                sent.stepped_on_hz |= both
        self._live.append(sent)
        return sent

    def finished(self, now_ms: int) -> list[OnAir]:
        """Return the transmissions that have ended by now and not been returned before."""
        done = sorted(
            (one for one in self._live if one.ended_ms <= now_ms),
            key=lambda one: (one.ended_ms, one.transmission_id),
        )
        self._live = [one for one in self._live if one.ended_ms > now_ms]
        for one in done:
            for frequency in one.frequencies_hz:
                earlier = self._free_since_ms.get(frequency, 0)
                self._free_since_ms[frequency] = max(earlier, one.ended_ms)
        return done

    def speaking(self, speaker: str, now_ms: int) -> bool:
        """Tell whether he has the key down."""
        return any(one.speaker == speaker and one.ended_ms > now_ms for one in self._live)

    def free_for_ms(self, frequencies_hz: Iterable[int], now_ms: int) -> int:
        """Return how long all of these frequencies have been silent; 0 while one is in use."""
        wanted = set(frequencies_hz)
        if any(wanted & set(one.frequencies_hz) for one in self._live if one.ended_ms > now_ms):
            return 0
        return min(now_ms - self._free_since_ms.get(frequency, 0) for frequency in wanted)
