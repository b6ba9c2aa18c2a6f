"""M440: every stand can taxi to every runway, and from every runway back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.theatre import Taxi

__all__ = ["check"]

_MOST_NAMED = 6


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each stand from which some holding point or runway cannot be reached, and islands."""
    for key, airfield in project.fields.items():
        taxi = airfield.taxi
        if taxi is None or any(
            node not in taxi.nodes for edge in taxi.edges for node in (edge.start, edge.end)
        ):
            continue  # M442 says so
        forward, backward = _neighbours(taxi, reverse=False), _neighbours(taxi, reverse=True)
        goals = {point.node for point in taxi.holding_points.values()} & set(taxi.nodes)
        goals = goals or {edge.start for edge in taxi.edges if edge.runway}
        # A few goals and many stands: who reaches a goal, and whom it reaches, is walked once.
        joined = {goal: _reached(backward, goal) & _reached(forward, goal) for goal in goals}
        lost = {
            stand: min(away)
            for stand, node in taxi.stands.items()
            if node in taxi.nodes and (away := [one for one in goals if node not in joined[one]])
        }
        islands = list(_islands(project, key, taxi))
        yield from islands
        if lost and not islands:
            stand, goal = next(iter(lost.items()))
            others = [f"`{one}`" for one in lost if one != stand]
            yield Diagnostic(
                "M440",
                f"stand `{stand}` cannot taxi to and from `{goal}`",
                project.span(key, "taxi", "stands", stand),
                hint="add the stretch that is missing, or delete `one_way`",
                notes=(f"nor can {len(others)} more: {', '.join(others[:_MOST_NAMED])}",)
                if others
                else (),
            )


def _islands(project: Project, key: str, taxi: Taxi) -> Iterator[Diagnostic]:
    used = {end for edge in taxi.edges for end in (edge.start, edge.end)} & set(taxi.nodes)
    for node in taxi.nodes:
        if node not in used:
            yield Diagnostic(
                "M440",
                f"no stretch leads to node `{node}`",
                project.key_span(key, "taxi", "nodes", node),
                hint="add a stretch, or delete the node",
            )
    both = {node: set[str]() for node in used}
    for edge in taxi.edges:
        if edge.start in both and edge.end in both:
            both[edge.start].add(edge.end)
            both[edge.end].add(edge.start)
    seen: set[str] = set()
    parts = []
    for node in sorted(used):
        if node not in seen:
            part = _reached(both, node)
            seen |= part
            parts.append(part)
    for part in sorted(parts, key=len)[:-1]:
        yield Diagnostic(
            "M440",
            f"{len(part)} nodes are cut off from the others",
            project.key_span(key, "taxi", "nodes", min(part)),
            hint="add the stretch that joins them",
        )


def _neighbours(taxi: Taxi, *, reverse: bool) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {node: set() for node in taxi.nodes}
    for edge in taxi.edges:
        start, end = (edge.end, edge.start) if reverse else (edge.start, edge.end)
        if start in found and end in found:
            found[start].add(end)
            if not edge.one_way:
                found[end].add(start)
    return found


def _reached(neighbours: Mapping[str, set[str]], start: str) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        for node in neighbours.get(waiting.pop(), ()):
            if node not in reached:
                reached.add(node)
                waiting.append(node)
    return reached
