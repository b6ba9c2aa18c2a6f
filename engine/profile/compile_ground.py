"""Compiles what is on the ground of a field: the taxi network and the recorded information."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.model.geometry import Position
from engine.model.projection import Projection
from engine.profile.compile_values import channel, geographic
from engine.profile.diagnostic import Diagnostic
from engine.profile.ground import Atis, HoldingPoint, Taxi, TaxiEdge
from engine.profile.node import Node
from engine.profile.schema_terms import PROVENANCE
from engine.profile.section import Absent, Section

__all__ = ["compile_atis", "compile_taxi", "stand_node"]


def stand_node(stand: str) -> str:
    """Return the node of a stand that stands beside the network."""
    return f"stand {stand}"


def compile_taxi(projection: Projection, section: Section, found: list[Diagnostic]) -> Taxi:
    """Return the network with every part that can be had; `found` gains what is wrong with it."""
    nodes = {}
    for key, value in section.pairs("nodes"):
        try:
            nodes[key.raw] = geographic(projection, value)
        except Absent:
            continue
    edges: list[TaxiEdge] = []
    for index, item in enumerate(section.items("edges")):
        try:
            edges.extend(_edges(index, Section(item)))
        except Absent:
            continue
    holding, stands = {}, {}
    for key, value in section.pairs("holding_points"):
        try:
            holding[key.raw] = _holding_point(key.raw, value)
        except Absent:
            continue
    for key, value in section.pairs("stands"):
        try:
            node, place = _stand(projection, key.raw, Section(value), found)
        except Absent:
            continue
        stands[key.raw] = node
        if place is not None:
            nodes[node] = place
            edges.append(TaxiEdge(node, Section(value).text("joins")))
    return Taxi(nodes, tuple(edges), holding, stands)


def compile_atis(section: Section) -> Atis:
    """Return the recorded information."""
    given = {
        name: section.number(name)
        for name in ("wind_shift_deg", "wind_change_kt")
        if section.has(name)
    }
    return Atis(
        channels=tuple(channel(text) for text in section.texts("frequencies")),
        hourly=section.flag("hourly", default=True),
        **given,
    )


def _edges(index: int, section: Section) -> Iterator[TaxiEdge]:
    taxiway, runway = section.optional_text("taxiway"), section.optional_text("runway")
    one_way = section.flag("one_way", default=False)
    for step, (start, end) in enumerate(pairwise(section.texts("through"))):
        yield TaxiEdge(start, end, taxiway, runway, one_way, (index, step))


def _holding_point(key: str, node: Node) -> HoldingPoint:
    section = Section(node)
    return HoldingPoint(key, section.text("at"), section.texts("runways"))


def _stand(
    projection: Projection, key: str, section: Section, found: list[Diagnostic]
) -> tuple[str, Position | None]:
    """Return the node of a stand, and its place when that is its own."""
    written = set(section.table.names()) - set(PROVENANCE)
    if written == {"at"}:
        return section.text("at"), None
    if written == {"lat", "lon", "joins"}:
        return stand_node(key), geographic(projection, section.table)
    found.append(
        Diagnostic(
            "M102",
            f"stand `{key}` is not given in one of the two ways",
            section.table.span.part(0, 1),
            hint="write `at`, or `lat`, `lon` and `joins`",
        )
    )
    raise Absent
