"""Proves a compiled theatre: every state that two aircraft can reach keeps the safety invariants.

A state is the phase and the working station of both, who has the letdown and who the runway. All
states are visited breadth first, so that the way to the first bad one is the shortest, and it is
told as a story. Fields with the same ladder, stations and phases are proved once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.theatre import Airfield, Theatre
from engine.proving.machine_walk import LETDOWN_PHASES, RUNWAY_PHASES, Field, Move, field_of

__all__ = ["Proof", "prove", "prove_field"]

_NAMES = ("Colt", "Pony")
_FREE = -1
_MOST_STATES = 400_000


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found, how much was looked at, and the sentence to print."""

    findings: tuple[Diagnostic, ...]
    states: int
    fields: int
    told: str


@dataclass(frozen=True, slots=True)
class _State:
    """Phase and station of both aircraft; who holds the letdown and the runway, or nobody."""

    first: tuple[str, str]
    second: tuple[str, str]
    letdown: int = _FREE
    runway: int = _FREE

    def of(self, index: int) -> tuple[str, str]:
        """Return phase and station of one of them."""
        return self.second if index else self.first


def prove(theatre: Theatre, file: str) -> Proof:
    """Return the proof of every field of a theatre; `file` is where findings are shown."""
    findings: list[Diagnostic] = []
    states = 0
    seen: dict[object, str] = {}
    fields = theatre.every_field()
    for airfield in fields.values():
        mark = _shape_of(theatre, airfield)
        if mark in seen:
            continue
        seen[mark] = airfield.key
        found, count = prove_field(theatre, airfield, file)
        findings.extend(found)
        states += count
    count = len(fields)
    told = f"proved: {count} fields, {states:,} states"
    if findings:
        told = f"{len(findings)} ways through {theatre.name} break an invariant"
    return Proof(tuple(findings), states, count, told)


def prove_field(
    theatre: Theatre, airfield: Airfield, file: str
) -> tuple[tuple[Diagnostic, ...], int]:
    """Return what breaks at a field, one shortest story for each kind, and the states visited."""
    field = field_of(theatre, airfield)
    found = list(_ownership(field, file))
    broken: dict[str, Diagnostic] = {}
    parents: dict[_State, tuple[_State, str] | None] = {}
    waiting: deque[_State] = deque()
    for one in field.starts:
        for other in field.starts:
            state = _State(one, other)
            parents[state] = None
            waiting.append(state)
    while waiting:
        state = waiting.popleft()
        for law, text in _broken(state):
            if law not in broken:
                broken[law] = _finding(field, file, text, _story(parents, state))
        if any(True for _ in _broken(state)):
            continue  # what follows from a broken state is no news
        for step, following in _steps(field, state):
            if following not in parents and len(parents) < _MOST_STATES:
                parents[following] = (state, step)
                waiting.append(following)
    found.extend(broken.values())
    return tuple(found), len(parents)


def _steps(field: Field, state: _State) -> Iterator[tuple[str, _State]]:
    for index in (0, 1):
        for move in field.moves[state.of(index)]:
            following = _moved(state, index, move)
            if following is not None:
                yield f"{_NAMES[index]} is now in {move.phase}: {move.told}", following


def _moved(state: _State, index: int, move: Move) -> _State | None:
    """Return the state after a move, or None when the rules refuse it."""
    letdown, runway = state.letdown, state.runway
    if move.takes == "letdown":
        if letdown not in (_FREE, index):
            return None
        letdown = index
    if move.takes == "runway":
        if runway not in (_FREE, index):
            return None
        runway = index
    if letdown == index and move.phase not in LETDOWN_PHASES:
        letdown = _FREE
    if runway == index and move.phase not in RUNWAY_PHASES:
        runway = _FREE
    mine = (move.phase, move.role)
    if index:
        return _State(state.first, mine, letdown, runway)
    return _State(mine, state.second, letdown, runway)


def _broken(state: _State) -> Iterator[tuple[str, str]]:
    """Yield the invariants that a state breaks: their names, and what is wrong."""
    for index in (0, 1):
        phase, _ = state.of(index)
        if phase in LETDOWN_PHASES and state.letdown != index:
            yield (
                "letdown",
                f"{_NAMES[index]} is in {phase} without a clearance for the approach",
            )
        if phase in RUNWAY_PHASES and state.runway != index:
            yield "runway", f"{_NAMES[index]} is in {phase} on a runway that is not his"


def _ownership(field: Field, file: str) -> Iterator[Diagnostic]:
    """Yield each phase in which somebody else works him and can never hand him to its owner."""
    for (phase, role), moves in sorted(field.moves.items()):
        owner = field.owners[phase]
        if not owner or not role or owner == role:
            continue
        leaves = [move for move in moves if move.phase != phase]
        if not field.hand_ons[phase, role] and not leaves:
            story = (f"he is in {phase}, worked by {role}, and {owner} owns it",)
            text = f"{role} can never hand on an aircraft in {phase}"
            yield _finding(field, file, text, story)


def _story(parents: dict[_State, tuple[_State, str] | None], state: _State) -> tuple[str, ...]:
    steps: list[str] = []
    here: _State | None = state
    while here is not None:
        before = parents[here]
        if before is None:
            start = f"{_NAMES[0]} begins in {here.first[0]}, {_NAMES[1]} in {here.second[0]}"
            steps.append(start)
            break
        here, step = before
        steps.append(step)
    return tuple(f"{number}. {step}" for number, step in enumerate(reversed(steps), start=1))


def _finding(field: Field, file: str, text: str, story: tuple[str, ...]) -> Diagnostic:
    return Diagnostic(
        "M320",
        f"at {field.name}: {text}",
        Span(file, 1, 1, 1, 2),
        notes=story,
        hint="close the step that should not be possible",
    )


def _shape_of(theatre: Theatre, airfield: Airfield) -> object:
    """Return what the proof of a field depends on."""
    rungs = tuple(
        (rung.name, rung.from_role, rung.to_role, rung.when, rung.where)
        for rung in airfield.handoffs
    )
    stations = tuple(
        (key, one.roles, one.staffed) for key, one in sorted(airfield.stations.items())
    )
    return rungs, stations, tuple(theatre.stations)
