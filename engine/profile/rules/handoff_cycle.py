"""M306: no aircraft is handed to and fro: rungs that form a circle never fire at once."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.guard import Guard
from engine.profile.guard_logic import can_hold
from engine.profile.handoff import HandoffRule
from engine.profile.project import Project

__all__ = ["check"]

_LONGEST = 4


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each circle of rungs that one and the same aircraft could be sent round."""
    told: set[frozenset[str]] = set()
    for key, airfield in project.fields.items():
        for rung in airfield.handoffs:
            if rung.from_role == rung.to_role and frozenset({rung.name}) not in told:
                told.add(frozenset({rung.name}))
                yield Diagnostic(
                    "M306",
                    f"rung `{rung.name}` hands from {rung.from_role} to {rung.to_role} itself",
                    project.rung_span(key, rung.name, "to"),
                    hint="name the role that is to have the aircraft next",
                )
        for circle in _circles(airfield.handoffs):
            names = frozenset(rung.name for rung in circle)
            if names in told:
                continue
            told.add(names)
            round_trip = " to ".join([*(rung.from_role for rung in circle), circle[0].from_role])
            yield Diagnostic(
                "M306",
                f"an aircraft can be handed from {round_trip} without moving",
                project.rung_span(key, circle[0].name),
                hint="let the conditions exclude each other, with room between them",
                related=tuple(
                    Label(project.rung_span(key, rung.name), "holds at the same time")
                    for rung in circle[1:]
                ),
            )


def _circles(ladder: tuple[HandoffRule, ...]) -> Iterator[tuple[HandoffRule, ...]]:
    for first in ladder:
        yield from _follow(ladder, (first,))


def _follow(
    ladder: tuple[HandoffRule, ...], chain: tuple[HandoffRule, ...]
) -> Iterator[tuple[HandoffRule, ...]]:
    if can_hold(*_conditions(chain)) is not True:
        return
    if chain[-1].to_role == chain[0].from_role:
        if len(chain) > 1 and _reached(ladder, chain):
            yield chain
        return
    if len(chain) == _LONGEST:
        return
    for rung in ladder:
        if rung.from_role == chain[-1].to_role and rung not in chain:
            yield from _follow(ladder, (*chain, rung))


def _conditions(chain: tuple[HandoffRule, ...]) -> list[Guard | None]:
    return [guard for rung in chain for guard in (rung.where, rung.when)]


def _reached(ladder: tuple[HandoffRule, ...], chain: tuple[HandoffRule, ...]) -> bool:
    """Tell whether all can hold while no rung above any of them speaks for the same role."""
    above = [
        one.where
        for rung in chain
        for one in ladder[: ladder.index(rung)]
        if one.from_role == rung.from_role
    ]
    if any(guard is None for guard in above):
        return False
    return can_hold(*_conditions(chain), unless=above) is True
