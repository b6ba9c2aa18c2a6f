"""What scenarios exercise of a field: its approaches, its handoffs, the ways between phases.

Each is exercised by a scenario that passes, pending by a scenario that waits for a part of the
engine, or by nobody. A rung that one above it always answers for is left out: no aircraft can be
sent by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.profile.handoff import HandoffRule
from engine.profile.rules.covers_nothing import APPROACH, PHASE, RUNG
from engine.profile.theatre import Airfield, Theatre
from engine.proving.scenario_result import ScenarioResult, State

__all__ = ["Covered", "FieldCoverage", "coverage", "table"]


@dataclass(frozen=True, slots=True)
class Covered:
    """One thing of a field, as a scenario names it, with who exercises it or is to."""

    name: str
    by: tuple[str, ...]
    pending: tuple[str, ...]

    @property
    def state(self) -> str:
        """Return `exercised`, `pending` or `uncovered`."""
        if self.by:
            return "exercised"
        return "pending" if self.pending else "uncovered"


@dataclass(frozen=True, slots=True)
class FieldCoverage:
    """Everything of one field; a complete one is to have nothing uncovered."""

    theatre: str
    field: str
    complete: bool
    items: tuple[Covered, ...]

    @property
    def uncovered(self) -> tuple[Covered, ...]:
        """Return what nobody exercises."""
        return tuple(one for one in self.items if one.state == "uncovered")


def coverage(
    theatre: Theatre, airfield: Airfield, results: Sequence[ScenarioResult], *, complete: bool
) -> FieldCoverage:
    """Return what the results exercise of a field."""
    mine = [one for one in results if one.theatre == theatre.key and one.field == airfield.key]
    items = []
    for name in _names(theatre, airfield):
        by = [one.name for one in mine if one.state is State.PASSED and _exercises(one, name)]
        pending = [
            f"{one.name} (needs {', '.join(one.needs)})"
            for one in mine
            if one.state is State.PENDING and _will_exercise(one, name, airfield)
        ]
        items.append(Covered(name, tuple(by), tuple(pending)))
    return FieldCoverage(theatre.key, airfield.key, complete, tuple(items))


def table(fields: Iterable[FieldCoverage], *, whole: bool) -> list[str]:
    """Return the coverage line by line: what nobody exercises, or with `whole` everything."""
    lines = []
    for field in fields:
        counts = {
            state: sum(1 for one in field.items if one.state == state)
            for state in ("exercised", "pending", "uncovered")
        }
        told = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
        lines.append(f"{field.field}{' (complete)' if field.complete else ''}: {told}")
        for one in field.items:
            if one.state == "uncovered" and (whole or field.complete):
                lines.append(f"  uncovered  {one.name}")
            elif whole:
                lines.append(f"  {one.state:<9}  {one.name}: {(one.by or one.pending)[0]}")
    return lines


def _names(theatre: Theatre, airfield: Airfield) -> list[str]:
    phases = list(theatre.phases.phases.values())
    edges = []
    for phase in phases:
        targets = [way.target for way in phase.exits]
        targets += [
            other.name
            for other in phases
            if other.enter_when is not None
            and other.airborne is phase.airborne
            and other.name != phase.name
        ]
        edges += [f"{phase.name} to {target}" for target in dict.fromkeys(targets)]
    rungs = [f"{RUNG}{rung.name}" for rung in _tried(airfield)]
    return [*(f"{APPROACH}{key}" for key in sorted(airfield.approaches)), *rungs, *edges]


def _tried(airfield: Airfield) -> list[HandoffRule]:
    """Return the rungs that can answer: none where the same question was answered above."""
    tried: list[HandoffRule] = []
    asked: set[tuple[str, str]] = set()
    for rung in airfield.handoffs:
        station = airfield.station_for_role(rung.from_role)
        whose = station.key if station is not None else rung.from_role
        question = rung.where.source if rung.where is not None else ""
        if (whose, question) not in asked:
            tried.append(rung)
        asked.add((whose, question))
    return tried


def _exercises(result: ScenarioResult, name: str) -> bool:
    if name.startswith(RUNG):
        return name.removeprefix(RUNG) in result.rungs
    if name.removeprefix(APPROACH) in result.approaches:
        return True
    start, _, end = name.partition(" to ")
    return (start, end) in result.edges


def _will_exercise(result: ScenarioResult, name: str, airfield: Airfield) -> bool:
    if name in result.covers:
        return True
    if name.removeprefix(APPROACH) in airfield.approaches:
        approach = airfield.approaches[name.removeprefix(APPROACH)]
        return f"{APPROACH}{approach.kind}" in result.covers
    if name.startswith(RUNG):
        return False
    return any(f"{PHASE}{phase}" in result.covers for phase in name.split(" to "))
