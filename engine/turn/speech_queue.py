"""What waits to be keyed on one station, and what goes next.

A station can speak one stream at a time, so its transmissions wait here by priority and then by
age. One that has waited past its expiry is dropped and reported, never keyed late: a mile call
that is a mile old is a lie.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.directive import Transmission

__all__ = ["SpeechQueue", "Spoken"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A transmission with its verified words, and the directives' rules beside it for display."""

    transmission: Transmission
    words: str
    frequencies_hz: tuple[int, ...]


@dataclass(slots=True)
class SpeechQueue:
    """The waiting transmissions of one station."""

    _waiting: list[Spoken] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._waiting)

    def push(self, spoken: Spoken) -> None:
        """Add one, behind everything as urgent that came before it.

        Of equally urgent ones, an answer goes before what nobody asked for.
        """
        self._waiting.append(spoken)
        self._waiting.sort(key=_rank)

    def expired(self, now_ms: int) -> tuple[Spoken, ...]:
        """Take out and return what has waited too long."""
        late = tuple(one for one in self._waiting if one.transmission.expires_ms < now_ms)
        self._waiting = [one for one in self._waiting if one not in late]
        return late

    def peek(self) -> Spoken | None:
        """Return what would be keyed next, or None."""
        return self._waiting[0] if self._waiting else None

    def take(self) -> Spoken:
        """Take out and return what is to be keyed next.

        Raises:
            IndexError: nothing waits.
        """
        return self._waiting.pop(0)

    def withdraw(self, transmission_id: str) -> Spoken | None:
        """Take out and return one by its id, or None if it is not waiting."""
        for one in self._waiting:
            if one.transmission.transmission_id == transmission_id:
                self._waiting.remove(one)
                return one
        return None


def _rank(spoken: Spoken) -> tuple[int, bool]:
    sent = spoken.transmission
    return sent.priority, sent.reply_to is None
