"""What one aircraft can do in a compiled theatre: its phases and who works it, as moves.

The rules' own part is taken as the engine has it: a clearance for the approach takes the letdown, a
clearance onto the runway takes the runway, both only when free; a decision is made by the station
that owns the phase. Everything a profile writes, the ways out of phases and the rungs of a ladder,
is taken as far as it can ever hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.profile.guard_logic import is_possible
from engine.profile.guard_tree import All, Formula, Is, Not, formula_of
from engine.profile.phase import PhaseMachine
from engine.profile.theatre import Airfield, Theatre
from engine.profile.triggers import DECIDED

__all__ = ["LETDOWN_PHASES", "RUNWAY_PHASES", "Field", "Move", "field_of"]

LETDOWN_PHASES = frozenset({"approach", "final"})
"""Phases of an aircraft that is cleared for the approach (engine.control.invariants)."""
RUNWAY_PHASES = frozenset({"line_up", "take_off"})
"""Phases of an aircraft that is on the runway because we sent it there."""
NOBODY = ""


@dataclass(frozen=True, slots=True)
class Move:
    """One step of one aircraft: to a phase and a working role, on what, taking or needing what."""

    phase: str
    role: str
    told: str
    takes: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One field's moves by (phase, role), and where an aircraft can begin."""

    name: str
    starts: tuple[tuple[str, str], ...]
    moves: Mapping[tuple[str, str], tuple[Move, ...]]
    owners: Mapping[str, str]
    hand_ons: Mapping[tuple[str, str], tuple[str, ...]]


def field_of(theatre: Theatre, airfield: Airfield) -> Field:
    """Return everything that one aircraft can do at a field."""
    machine = theatre.phases
    stations = _stations(theatre, airfield)
    owners = {name: stations.get(phase.owner, NOBODY) for name, phase in machine.phases.items()}
    starts = tuple(
        dict.fromkeys(
            (phase, owners[phase]) for phase in (machine.initial, machine.initial_airborne)
        )
    )
    moves: dict[tuple[str, str], tuple[Move, ...]] = {}
    hand_ons: dict[tuple[str, str], tuple[str, ...]] = {}
    waiting = list(starts)
    while waiting:
        here = waiting.pop()
        if here in moves:
            continue
        handed = tuple(_handed(airfield, stations, here))
        hand_ons[here] = tuple(move.role for move in handed)
        moves[here] = (*_phase_moves(machine, owners, here), *handed)
        waiting.extend((move.phase, move.role) for move in moves[here])
    return Field(airfield.name, starts, moves, owners, hand_ons)


def _stations(theatre: Theatre, airfield: Airfield) -> dict[str, str]:
    """Return the station that works each role at a field; roles of nobody are left out."""
    found = {}
    roles = {phase.owner for phase in theatre.phases.phases.values()}
    roles |= {role for rung in airfield.handoffs for role in (rung.from_role, rung.to_role)}
    for role in roles:
        station = airfield.station_for_role(role)
        if station is None:
            station = next(
                (one for one in theatre.stations.values() if one.staffed and role in one.roles),
                None,
            )
        if station is not None:
            found[role] = station.key
    return found


def _phase_moves(
    machine: PhaseMachine, owners: Mapping[str, str], here: tuple[str, str]
) -> Iterator[Move]:
    phase, role = here
    for way in machine.phases[phase].exits:
        trigger = way.trigger
        if trigger is None:
            if _can(phase, formula_of(way.when)):
                source = way.when.source if way.when is not None else ""
                yield Move(way.target, role, f"because {source}")
        elif trigger in DECIDED:
            if role in (owners[phase], owners[way.target]):
                takes = _taken_by(trigger)
                yield Move(way.target, role, f"{role} decides {_words(trigger)}", takes)
        elif trigger.startswith("call_"):
            # He calls the station that owns what he asks for; nobody there means he stays.
            answered = owners[way.target] or role
            yield Move(way.target, answered, f"he calls, {_words(trigger.removeprefix('call_'))}")
        else:
            yield Move(way.target, role, f"radar or the sim shows {_words(trigger)}")


def _taken_by(trigger: str) -> str:
    if trigger == "approach_cleared":
        return "letdown"
    return "runway" if trigger in ("line_up_cleared", "take_off_cleared") else ""


def _handed(
    airfield: Airfield, stations: Mapping[str, str], here: tuple[str, str]
) -> Iterator[Move]:
    """Yield the rungs that can fire for him, each if no rung above it must govern."""
    phase, working = here
    above: list[Formula] = []
    for rung in airfield.handoffs:
        if stations.get(rung.from_role, NOBODY) != working or not working:
            continue
        where, when = formula_of(rung.where), formula_of(rung.when)
        there = stations.get(rung.to_role, NOBODY)
        parts = (where, when, *(Not(one) for one in above))
        if there not in (working, NOBODY) and _can(phase, *parts):
            yield Move(phase, there, f"{rung.name}: {working} hands him to {there}")
        above.append(where)


def _can(phase: str, *parts: Formula) -> bool:
    """Tell whether something can hold of an aircraft in a phase, as far as can be told.

    A phase lags what is seen, so whether he flies is not taken from it.
    """
    return _possible(Is("phase", phase), parts)


@lru_cache(maxsize=65536)
def _possible(known: Formula, parts: tuple[Formula, ...]) -> bool:
    return is_possible(All((known, *parts))) is not False


def _words(text: str) -> str:
    return text.replace("_", " ")
