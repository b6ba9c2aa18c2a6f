"""What became of a scenario at a field, and how it is told to the designer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.profile.diagnostic import Span
from engine.proving.spoken_line import SpokenLine

__all__ = ["Failure", "ScenarioResult", "State", "told"]


class State(StrEnum):
    """How a scenario ended."""

    PASSED = "passed"
    FAILED = "failed"
    PENDING = "pending"
    STALE = "stale"
    """It waits for a part of the engine, and yet it passes: `needs` can go."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that did not come true: where it stands, what it wanted, what happened instead."""

    span: Span
    wanted: str
    at_ms: int
    why: str = ""
    instead: tuple[SpokenLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario at one field; `edges`, `rungs` and `approaches` are what it exercised."""

    name: str
    theatre: str
    field: str
    span: Span
    needs: tuple[str, ...]
    covers: tuple[str, ...]
    failure: Failure | None
    lines: tuple[SpokenLine, ...]
    flown_ms: int
    took_s: float
    edges: frozenset[tuple[str, str]] = frozenset()
    rungs: frozenset[str] = frozenset()
    approaches: frozenset[str] = frozenset()

    @property
    def state(self) -> State:
        """Return how it ended."""
        if self.needs:
            return State.STALE if self.failure is None else State.PENDING
        return State.PASSED if self.failure is None else State.FAILED

    @property
    def where(self) -> str:
        """Return the place of the scenario as `file:line`."""
        return f"{self.span.file}:{self.span.line}"


def told(result: ScenarioResult, *, transcript: bool = True) -> list[str]:
    """Return why a scenario failed, line by line: the place, the wish, what was heard, all of it.

    A scenario that passed is one line.
    """
    head = f"{result.state}: {result.field}: {result.name}"
    if result.state is State.PENDING:
        return [f"{head} (needs {', '.join(result.needs)})"]
    if result.state is State.STALE:
        needs = ", ".join(result.needs)
        done = f"  {result.where}: it passes; the engine can do this: take `needs: [{needs}]` away"
        return [head, done]
    failure = result.failure
    if failure is None:
        return [head]
    lines = [head, f"  {failure.span.file}:{failure.span.line}: expected: {failure.wanted}"]
    if failure.why:
        lines.append(f"  {failure.why}")
    lines += _instead(failure.instead)
    if transcript:
        lines.append("  transcript so far:")
        lines += [f"    {one.told()}" for one in result.lines] or ["    nobody said anything"]
    return lines


def _instead(heard: Sequence[SpokenLine]) -> list[str]:
    if not heard:
        return []
    return ["  heard instead:", *(f"    {one.told()}" for one in heard)]
