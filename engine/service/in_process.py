"""The desk as a text sortie sees it: a `Controller` in this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.stimulus import Stimulus
from engine.sim.controller import Keyed
from engine.turn.desk import Desk, StepResult

__all__ = ["DeskController", "keyed_of"]


@dataclass(slots=True)
class DeskController:
    """Gives a sortie's stimuli to a desk and its words to the sortie."""

    desk: Desk

    def step(self, now_ms: int, stimuli: Sequence[Stimulus]) -> Sequence[Keyed]:
        """Take the stimuli of this instant and return what is to be said, in order."""
        return keyed_of(self.desk.step(now_ms, stimuli))

    def board_json(self) -> str:
        """Return the whole board as canonical JSON."""
        return self.desk.board_json()


def keyed_of(result: StepResult) -> list[Keyed]:
    """Return a step's words as a sortie takes them, with the milliseconds of each state."""
    stages = {
        state.lower(): ms for trace in result.traces for state, ms in trace.durations_ms().items()
    }
    return [Keyed(one.transmission, one.words, one.frequencies_hz, stages) for one in result.spoken]
