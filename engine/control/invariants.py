"""The safety invariants, asserted on every decision whatever the profile says.

A violation is a bug of the rules. It is returned, not raised: the turn withholds what broke it,
puts it on record and goes on working everybody else.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.control.board import Board
from engine.control.strip import Strip
from engine.model.directive import ALL_STATIONS, Transmission
from engine.model.fact import Fact

__all__ = ["check"]

_LEVEL_BUFFER_FT = 1000
_CLEARED_PHASES = frozenset(("approach", "final"))
_LEVELLED = frozenset(("vector", "level"))


def check(before: Board, after: Board, transmissions: Sequence[Transmission]) -> tuple[str, ...]:
    """Return what a decision broke, one sentence each; empty is right."""
    return (
        *_levels(after),
        *_letdown(after),
        *_radios(after),
        *_runways(before, after, transmissions),
        *_addressees(after, transmissions),
        *_floors(transmissions),
    )


def _levels(board: Board) -> list[str]:
    """No two aircraft at one field share a holding level."""
    held: list[Strip] = [strip for strip in board.worked() if strip.hold_level_ft is not None]
    return [
        f"{one.aircraft} and {other.aircraft} hold at {one.hold_level_ft} ft of {one.field}"
        for index, one in enumerate(held)
        for other in held[index + 1 :]
        if one.field == other.field
        and abs((one.hold_level_ft or 0) - (other.hold_level_ft or 0)) < _LEVEL_BUFFER_FT
    ]


def _letdown(board: Board) -> list[str]:
    """Whoever is cleared for the approach, or flies it, holds the letdown of that field."""
    return [
        f"{strip.aircraft} is in phase {strip.phase} without the letdown of {strip.field}"
        for strip in board.worked()
        if strip.phase in _CLEARED_PHASES
        and strip.approach is not None
        and board.letdown.get(strip.field or "") != strip.aircraft
    ]


def _radios(board: Board) -> list[str]:
    """A voice without a track has no phase, level, runway or letdown."""
    found = []
    for strip in board.strips.values():
        if strip.track_id is not None:
            continue
        holds = strip.aircraft in (*board.letdown.values(), *board.runways.values())
        if strip.phase or strip.level_ft is not None or strip.approach is not None or holds:
            found.append(f"{strip.aircraft} has no track and yet a place in the air")
    return found


def _runways(before: Board, after: Board, transmissions: Sequence[Transmission]) -> list[str]:
    """Nobody is cleared to land while the runway is another's."""
    found = []
    for transmission in transmissions:
        if not any(one.kind == "cleared_to_land" for one in transmission.directives):
            continue
        strip = after.strip(transmission.to)
        if strip is None or transmission.to not in after.runways.values():
            found.append(f"{transmission.to} is cleared to land and holds no runway")
            continue
        for key, holder in after.runways.items():
            if holder == transmission.to and before.runways.get(key, holder) != holder:
                found.append(f"{transmission.to} is cleared onto {key}, which is another's")
    return found


def _addressees(board: Board, transmissions: Sequence[Transmission]) -> list[str]:
    """One authority for each aircraft, and each is called by his own label."""
    found = []
    stations: dict[str, str] = {}
    for transmission in transmissions:
        if transmission.to is None:
            if transmission.callsign != ALL_STATIONS:
                found.append(f"a broadcast is addressed to {transmission.callsign}")
            continue
        first = stations.setdefault(transmission.to, transmission.station)
        if first != transmission.station:
            found.append(
                f"{first} and {transmission.station} both instruct {transmission.to} in one turn"
            )
        strip = board.strip(transmission.to)
        if strip is not None and strip.label != transmission.callsign:
            found.append(f"{transmission.to} is called {transmission.callsign}")
    return found


def _floors(transmissions: Sequence[Transmission]) -> list[str]:
    """No level is assigned below the floor it rests on."""
    found = []
    for transmission in transmissions:
        for one in transmission.directives:
            floor = _floor(one.facts)
            level = one.slots.get("altitude_ft")
            if one.kind not in _LEVELLED or floor is None or not isinstance(level, int):
                continue
            if level < floor:
                found.append(f"{transmission.to} is sent to {level} ft under a floor of {floor}")
    return found


def _floor(facts: Sequence[Fact]) -> float | None:
    values = [fact.value for fact in facts if fact.name == "floor"]
    return float(values[0]) if values and isinstance(values[0], (int, float)) else None
