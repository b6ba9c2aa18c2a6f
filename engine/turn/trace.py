"""The life of one turn, as observable facts.

Nine states, each recorded on every path with its duration; a refusal marks PREPROCESS and EXECUTE
as skipped, with the reason. Nothing here is a model's reasoning, and no server path or secret is
ever put in a detail. Durations are kept apart from what a replay compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.model.errors import InternalError

__all__ = ["Step", "Trace", "TraceBuilder", "TurnState"]


class TurnState(StrEnum):
    """The nine states, in their order."""

    RECEIVE = "RECEIVE"
    PARSE = "PARSE"
    VALIDATE = "VALIDATE"
    PLAN = "PLAN"
    PREPROCESS = "PREPROCESS"
    EXECUTE = "EXECUTE"
    AGGREGATE = "AGGREGATE"
    VERIFY = "VERIFY"
    RESPOND = "RESPOND"


_ORDER = {state: place for place, state in enumerate(TurnState)}


@dataclass(frozen=True, slots=True)
class Step:
    """One state passed: what was seen there. `skipped` is the reason it did nothing, or ""."""

    state: TurnState
    detail: Mapping[str, Any]
    duration_ms: float
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """All nine states of one turn; EXECUTE once for each step of the plan."""

    run_id: str
    stimulus: str
    steps: tuple[Step, ...]

    def durations_ms(self) -> dict[str, float]:
        """Return milliseconds by state, summed over the steps of a plan."""
        total: dict[str, float] = dict.fromkeys(TurnState, 0.0)
        for step in self.steps:
            total[step.state] += step.duration_ms
        return {state: round(ms, 3) for state, ms in total.items()}

    def facts(self) -> list[dict[str, Any]]:
        """Return what a replay compares: states and details, without durations."""
        return [
            {"state": step.state, "detail": dict(step.detail)}
            | ({"skipped": step.skipped} if step.skipped else {})
            for step in self.steps
        ]


@dataclass(slots=True)
class TraceBuilder:
    """Collects the states of a turn in order.

    `now_s` is a monotonic clock in seconds, for durations alone.
    """

    run_id: str
    stimulus: str
    now_s: Callable[[], float]
    _steps: list[Step] = field(default_factory=list)
    _since: float = 0.0

    def __post_init__(self) -> None:
        """Start the clock of the first state."""
        self._since = self.now_s()

    def passed(self, state: TurnState, detail: Mapping[str, Any], *, skipped: str = "") -> None:
        """Record that `state` is done; its time runs from the end of the one before.

        Raises:
            InternalError: the state comes out of order.
        """
        if self._steps and _ORDER[state] < _ORDER[self._steps[-1].state]:
            message = f"a turn passed {state} after {self._steps[-1].state}"
            raise InternalError(message)
        now = self.now_s()
        self._steps.append(Step(state, detail, (now - self._since) * 1000.0, skipped))
        self._since = now

    def finish(self) -> Trace:
        """Return the trace.

        Raises:
            InternalError: a state is missing; all nine are emitted on every path.
        """
        missing = [state for state in TurnState if state not in {s.state for s in self._steps}]
        if missing:
            message = f"a turn ended without {', '.join(missing)}"
            raise InternalError(message)
        return Trace(self.run_id, self.stimulus, tuple(self._steps))
