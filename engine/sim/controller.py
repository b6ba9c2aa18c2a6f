"""What a sortie needs of the controller it is flown against.

The sortie owns the clock, the aircraft, the pilots and the air. The controller is given what
happened and answers with words to put on the air; it may be the real service in this process, one
in a child process that is killed and started again, or a stand-in for a test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.model.directive import Priority, Transmission
from engine.model.stimulus import Stimulus

__all__ = ["Controller", "Keyed"]


@dataclass(frozen=True, slots=True)
class Keyed:
    """A transmission with its words, verified and ready to go out on these frequencies.

    `frequencies_hz` is every channel to key in one go; `priority` and `expires_ms` come from the
    transmission. `stages_ms` is how long each stage of the turn took, as the controller tells it.
    """

    transmission: Transmission
    words: str
    frequencies_hz: tuple[int, ...]
    stages_ms: dict[str, float] = field(default_factory=dict)

    @property
    def priority(self) -> Priority:
        """Return who speaks first when two wait."""
        return self.transmission.priority


class Controller(Protocol):
    """Decides, given what happened since the last step."""

    def step(self, now_ms: int, stimuli: Sequence[Stimulus]) -> Sequence[Keyed]:
        """Take the stimuli of this instant and return what is to be said, in order."""
        ...

    def board_json(self) -> str:
        """Return the whole board as canonical JSON, to compare before and after a restart."""
        ...
