"""The EXECUTE state: run the steps of a plan, and let none of them end the turn.

A step that fails is evidence: its class and text go to the server's log, the trace gets a fixed
word. When the turn's time is up, steps that it can do without are skipped; what a pilot has asked
for is still answered, since late is better than never, and the trace says that it was late. The
steps of one aircraft are one decision; if what they changed breaks a safety invariant, the whole of
it is taken back, and everybody else is worked on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, TypeVar

from engine.control.board import Board
from engine.control.fold import apply
from engine.control.invariants import check
from engine.control.outcome import Context, Outcome, Say
from engine.control.plan import Step
from engine.model.directive import directive
from engine.model.event import Event
from engine.model.stimulus import Heard
from engine.turn.registry import Availability, CapabilityRegistry
from engine.turn.trace import TraceBuilder, TurnState

__all__ = ["Execution", "Work", "attempt", "broken_by"]

_LOG = logging.getLogger(__name__)

ResultT = TypeVar("ResultT")


@dataclass(slots=True)
class Work:
    """What a turn has gathered so far; `failed` when a step did not do what it was to do."""

    board: Board
    events: list[Event] = field(default_factory=list)
    says: list[Say] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Execution:
    """Runs steps; `spent_s` tells how much of the turn's computing time is gone."""

    registry: CapabilityRegistry
    budget_s: float
    spent_s: Callable[[], float]

    def run(self, context: Context, steps: Sequence[Step], work: Work, trace: TraceBuilder) -> None:
        """Run the steps in order, each on the board that those before it left."""
        for _, decision in groupby(steps, key=lambda step: step.request.aircraft):
            self._decide(context, decision, work, trace)

    def _decide(
        self, context: Context, steps: Iterator[Step], work: Work, trace: TraceBuilder
    ) -> None:
        before, events, says = work.board, len(work.events), len(work.says)
        failed: list[Step] = []
        taken: list[Step] = []
        for step in steps:
            taken.append(step)
            if not self._step(context, step, work, trace):
                failed.append(step)
        broken = broken_by(before, work.board)
        if broken:
            work.board = before
            del work.events[events:], work.says[says:]
            work.broken += broken
            work.failed = True
        work.says += _stand_by(work.board, taken if broken else failed)

    def _step(self, context: Context, step: Step, work: Work, trace: TraceBuilder) -> bool:
        """Run one step; False if it was needed and did not do what it was to do."""
        state, reason = self.registry.state(step.capability)
        detail: dict[str, Any] = {
            "step_id": step.step_id,
            "capability": step.capability,
            "registry_state": state,
            "ok": False,
        }
        if self.spent_s() > self.budget_s:
            work.failed = True
            late = f"budget_exceeded:{self.budget_s:g}"
            if not step.required:
                trace.passed(TurnState.EXECUTE, detail, skipped=late)
                return True
            detail["late"] = late
        capability = self.registry.usable(step.capability)
        if capability is None or state is Availability.UNAVAILABLE:
            work.failed = True
            detail |= {"error_code": "unavailable", "user_message": reason, "recoverable": True}
            trace.passed(TurnState.EXECUTE, detail)
            return not step.required
        now = replace(context, board=work.board)
        done = attempt(
            f"capability {step.capability}", lambda: _applied(capability(now, step.request), now)
        )
        if done is None:
            work.failed = True
            detail |= {"error_code": "unhandled", "recoverable": True}
        else:
            outcome, work.board = done
            work.events += outcome.events
            work.says += outcome.says
            detail |= {"ok": True, "events": len(outcome.events), "says": len(outcome.says)}
        trace.passed(TurnState.EXECUTE, detail)
        return done is not None or not step.required


def _stand_by(board: Board, failed: Sequence[Step]) -> tuple[Say, ...]:
    """Return the one word for a pilot whose call could not be worked: he was heard."""
    for step in failed:
        heard, station = step.request.stimulus, step.request.station
        aircraft = board.aircraft_of(heard.guid) if isinstance(heard, Heard) else None
        if aircraft is not None and station is not None and aircraft in board.strips:
            return (Say(aircraft, station, directive("standby", rule="turn.step_failed")),)
    return ()


def attempt(what: str, action: Callable[[], ResultT]) -> ResultT | None:
    """Return what the action returns, or None if it failed; the log is told how."""
    try:
        return action()
    except Exception:  # noqa: BLE001 - the one supervisor of a turn: a failure is evidence
        _LOG.exception("%s failed", what)
        return None


def broken_by(before: Board, after: Board) -> list[str]:
    """Return the invariants that hold on `before` and not on `after`."""
    standing = check(before, before, ())
    return [one for one in check(before, after, ()) if one not in standing]


def _applied(outcome: Outcome, context: Context) -> tuple[Outcome, Board]:
    board = context.board
    for event in outcome.events:
        board = apply(board, event)
    return outcome, board
