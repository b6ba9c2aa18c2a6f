"""M858: what a pending scenario says it will exercise exists at its fields."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.project import Project
from engine.profile.scenario_names import places_of
from engine.profile.theatre import Airfield

__all__ = ["APPROACH", "PHASE", "RUNG", "check", "edges_of"]

RUNG = "rung "
APPROACH = "approach "
PHASE = "phase "


def edges_of(project: Project) -> dict[str, tuple[str, str]]:
    """Return every edge of the phase machine by how a scenario names it: `parked to taxi`."""
    phases = list(project.phases.phases.values())
    edges: dict[str, tuple[str, str]] = {}
    for phase in phases:
        targets = [way.target for way in phase.exits]
        targets += [
            other.name
            for other in phases
            if other.enter_when is not None
            and other.airborne is phase.airborne
            and other.name != phase.name
        ]
        edges |= {f"{phase.name} to {target}": (phase.name, target) for target in targets}
    return edges


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each claim of a pending scenario that names nothing, and each of one that is not."""
    edges = edges_of(project)
    for scenario in project.scenarios:
        for claim in scenario.covers:
            span = scenario.places[claim]
            if not scenario.needs:
                yield Diagnostic(
                    "M858",
                    "a scenario that waits for nothing covers what it exercises",
                    span,
                    hint="take `covers` away; `marshall test --coverage` finds out by itself",
                )
                break
            for airfield in places_of(project, scenario):
                known = _known(airfield, claim, edges)
                if claim in known:
                    continue
                guess = nearest(claim, known)
                hint = 'write "PHASE to PHASE", "phase NAME", "rung NAME" or "approach KEY"'
                yield Diagnostic(
                    "M858",
                    f"{airfield.name} has nothing called `{claim}` to cover",
                    span,
                    hint=f"did you mean `{guess}`?" if guess else hint,
                    about=airfield.key,
                )
                break


def _known(airfield: Airfield, claim: str, edges: dict[str, tuple[str, str]]) -> list[str]:
    if claim in edges:
        return [claim]
    if claim.startswith(RUNG):
        return [f"{RUNG}{rung.name}" for rung in airfield.handoffs]
    if claim.startswith(APPROACH):
        kinds = {one.kind for one in airfield.approaches.values()}
        return [f"{APPROACH}{name}" for name in (*airfield.approaches, *kinds)]
    return [*edges, *(f"{PHASE}{name}" for way in edges.values() for name in way)]
