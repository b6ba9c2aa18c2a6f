"""Compiles what is on the ground of a field: the taxi network and the recorded information."""

from __future__ import annotations

from engine.model.projection import Projection
from engine.profile.compile_values import channel, geographic
from engine.profile.node import Node
from engine.profile.section import Absent, Section, as_text
from engine.profile.theatre import Atis, HoldingPoint, Taxi, TaxiEdge

__all__ = ["compile_atis", "compile_taxi"]


def compile_taxi(projection: Projection, section: Section) -> Taxi:
    """Return the network with every part that can be had."""
    nodes = {}
    for key, value in section.pairs("nodes"):
        try:
            nodes[key.raw] = geographic(projection, value)
        except Absent:
            continue
    edges = []
    for item in section.items("edges"):
        try:
            edges.append(_edge(Section(item)))
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
            stands[key.raw] = as_text(value)
        except Absent:
            continue
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


def _edge(section: Section) -> TaxiEdge:
    return TaxiEdge(
        start=section.text("from"),
        end=section.text("to"),
        taxiway=section.optional_text("taxiway"),
        runway=section.optional_text("runway"),
        one_way=section.flag("one_way", default=False),
    )


def _holding_point(key: str, node: Node) -> HoldingPoint:
    section = Section(node)
    return HoldingPoint(key, section.text("at"), section.texts("runways"))
