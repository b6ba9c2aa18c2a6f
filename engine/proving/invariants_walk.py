"""Proves a compiled theatre: every state that two aircraft can reach keeps the safety invariants.

A state is the phase and the working station of both, who has the letdown and who the runway. All
states are visited breadth first, so that the way to the first bad one is the shortest, and it is
told as a story. Fields with the same ladder, stations and phases are proved once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.theatre import Airfield, Theatre
from engine.proving.machine_walk import LETDOWN_PHASES, RUNWAY_PHASES, Field, Move, field_of

__all__ = ["Proof", "prove", "prove_field"]

_NAMES = ("Colt", "Pony")
_FREE = -1
_OUTCOMES = {
    "letdown": (
        "nobody has cleared him, so nothing keeps a second aircraft out of the same letdown",
        ("approach_cleared",),
    ),
    "runway": (
        "nobody gave him the runway, so another may be landing or rolling on it",
        ("line_up_cleared", "take_off_cleared"),
    ),
}
"""What each broken invariant leads to, and the decisions that keep it."""
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


_Parents: TypeAlias = "dict[_State, tuple[_State, int, Move] | None]"
"""Each state with the state before it, who moved, and how."""


def prove(
    theatre: Theatre, file: str, places: Mapping[tuple[str, str], Span] | None = None
) -> Proof:
    """Return the proof of every field of a theatre.

    `places` is where each way from a phase to a phase is written; a finding that is none of those
    is shown in `file`. A story that is the same at several fields is told once.
    """
    findings: list[Diagnostic] = []
    states = 0
    seen: dict[object, str] = {}
    fields = theatre.every_field()
    for airfield in fields.values():
        mark = _shape_of(theatre, airfield)
        if mark in seen:
            continue
        seen[mark] = airfield.key
        found, count = prove_field(theatre, airfield, file, places)
        findings.extend(found)
        states += count
    count = len(fields)
    findings = list(_once(findings))
    told = f"proved: {count} fields, {states:,} states"
    if findings:
        told = f"{len(findings)} ways through {theatre.name} break an invariant"
    return Proof(tuple(findings), states, count, told)


def _once(findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the findings, those of one story as one with the fields where it happens."""
    by_story: dict[object, list[Diagnostic]] = {}
    for one in findings:
        text = one.message.partition(": ")[2]
        by_story.setdefault((text, one.span, one.notes), []).append(one)
    for same in by_story.values():
        names = [one.message.partition(": ")[0].removeprefix("at ") for one in same]
        first = same[0]
        if len(names) > 1:
            note = "the same at " + ", ".join(names[1:])
            first = replace(first, notes=(*first.notes, note))
        yield first


def prove_field(
    theatre: Theatre,
    airfield: Airfield,
    file: str,
    places: Mapping[tuple[str, str], Span] | None = None,
) -> tuple[tuple[Diagnostic, ...], int]:
    """Return what breaks at a field, one shortest story for each kind, and the states visited."""
    field = field_of(theatre, airfield)
    found = list(_ownership(field, file))
    broken: dict[str, Diagnostic] = {}
    parents: _Parents = {}
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
                broken[law] = _told(field, file, places or {}, law, text, parents, state)
        if any(True for _ in _broken(state)):
            continue  # what follows from a broken state is no news
        for index, move, following in _steps(field, state):
            if following not in parents and len(parents) < _MOST_STATES:
                parents[following] = (state, index, move)
                waiting.append(following)
    found.extend(broken.values())
    return tuple(found), len(parents)


def _steps(field: Field, state: _State) -> Iterator[tuple[int, Move, _State]]:
    for index in (0, 1):
        for move in field.moves[state.of(index)]:
            following = _moved(state, index, move)
            if following is not None:
                yield index, move, following


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


def _told(  # noqa: PLR0917 - the parts of one sentence
    field: Field,
    file: str,
    places: Mapping[tuple[str, str], Span],
    law: str,
    text: str,
    parents: _Parents,
    state: _State,
) -> Diagnostic:
    """Return a broken invariant as its shortest story, at the way that should not be there."""
    way = _way_to(parents, state)
    outcome, deciding = _OUTCOMES[law]
    last = way[-1] if way else None
    hint, place = "close the step that should not be possible", None
    if last is not None:
        before, index, move = last
        edge = (before.of(index)[0], move.phase)
        place = places.get(edge)
        hint = f"let only {' or '.join(f'`{one}`' for one in deciding)} lead from {edge[0]} to "
        hint += edge[1]
    found = _finding(field, file, text, (*_story(way, state), outcome), hint)
    return found if place is None else replace(found, span=place)


def _way_to(parents: _Parents, state: _State) -> list[tuple[_State, int, Move]]:
    way: list[tuple[_State, int, Move]] = []
    step = parents[state]
    while step is not None:
        way.append(step)
        step = parents[step[0]]
    return way[::-1]


def _story(way: list[tuple[_State, int, Move]], state: _State) -> tuple[str, ...]:
    """Return the steps in words, of those aircraft alone that do anything."""
    start = way[0][0] if way else state
    acting = sorted({index for _, index, _ in way}) or [0]
    steps = [f"{_NAMES[index]} begins in {start.of(index)[0]}" for index in acting]
    for _, index, move in way:
        steps.append(f"{_NAMES[index]}: {move.told}; now he is in {move.phase}")
    return tuple(f"{number}. {step}" for number, step in enumerate(steps, start=1))


def _finding(
    field: Field,
    file: str,
    text: str,
    story: tuple[str, ...],
    hint: str = "close the step that should not be possible",
) -> Diagnostic:
    span = Span(file, 1, 1, 1, 2)
    return Diagnostic("M320", f"at {field.name}: {text}", span, notes=story, hint=hint)


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
