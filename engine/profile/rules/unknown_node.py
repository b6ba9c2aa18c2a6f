"""M442: a node that the taxi network names exists, and its runways are the field's."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile import scenario_places
from engine.profile.compile_ground import stand_node
from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.node import Items, Table
from engine.profile.project import Project
from engine.profile.rules.not_reciprocal import names_agree
from engine.profile.theatre import Airfield, Taxi

__all__ = ["check"]

_Path = tuple[str | int, ...]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each name in a taxi network that means nothing."""
    yield from scenario_places.stands(project)
    for key, airfield in project.fields.items():
        taxi = airfield.taxi
        if taxi is None:
            continue
        known = set(project.names(key, "taxi", "nodes"))
        for name, path in _named(taxi):
            if name not in known:
                guess = nearest(name, known)
                yield Diagnostic(
                    "M442",
                    f"no taxi node is called `{name}`",
                    project.span(key, "taxi", *path),
                    hint=f"did you mean `{guess}`?" if guess else "write it under `nodes`",
                )
        root = project.root(key)
        strips = root.get("runways") if isinstance(root, Table) else None
        written = len(strips.items) if isinstance(strips, Items) else 0
        if names_agree(airfield) and len(airfield.runways) == written:
            yield from _runways(project, key, airfield, taxi)


def _named(taxi: Taxi) -> Iterator[tuple[str, _Path]]:
    for edge in taxi.edges:
        if edge.written is None:
            yield edge.end, ("stands", edge.start.removeprefix(stand_node("")), "joins")
            continue
        index, step = edge.written
        if step == 0:
            yield edge.start, ("edges", index, "through", 0)
        yield edge.end, ("edges", index, "through", step + 1)
    for key, point in taxi.holding_points.items():
        yield point.node, ("holding_points", key, "at")
    for stand, node in taxi.stands.items():
        if node != stand_node(stand):
            yield node, ("stands", stand, "at")


def _runways(project: Project, key: str, airfield: Airfield, taxi: Taxi) -> Iterator[Diagnostic]:
    ends = {end.designator for runway in airfield.runways for end in runway.ends}
    named: list[tuple[str, _Path]] = [
        (edge.runway, ("edges", edge.written[0], "runway"))
        for edge in taxi.edges
        if edge.runway is not None and edge.written is not None and edge.written[1] == 0
    ]
    named += [
        (end, ("holding_points", name, "runways", index))
        for name, point in taxi.holding_points.items()
        for index, end in enumerate(point.runways)
    ]
    for end, path in named:
        if end not in ends:
            yield Diagnostic(
                "M442",
                f"{airfield.name} has no runway {end}",
                project.span(key, "taxi", *path),
                hint="it has: " + ", ".join(sorted(ends)),
            )
