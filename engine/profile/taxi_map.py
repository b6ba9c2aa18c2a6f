"""The taxi network of a field: a map to scale in SVG, and a flowchart in Mermaid's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from engine.model.geometry import FEET_PER_NM, GridPoint
from engine.profile.compile_ground import stand_node
from engine.profile.theatre import Airfield, Taxi

__all__ = ["taxi_mermaid", "taxi_svg"]

_METRES_PER_FOOT = 1852.0 / FEET_PER_NM
_LONGEST_SIDE = 1200.0
_MARGIN = 40.0
_FONT = "font-family='sans-serif'"


@dataclass(frozen=True, slots=True)
class _Frame:
    """How metres of the grid become the picture's units: north is up."""

    west: float
    north: float
    scale: float

    def at(self, point: GridPoint) -> tuple[float, float]:
        """Return where a point is drawn."""
        x = _MARGIN + (point.east_m - self.west) * self.scale
        y = _MARGIN + (self.north - point.north_m) * self.scale
        return round(x, 1), round(y, 1)


def taxi_svg(airfield: Airfield, taxi: Taxi) -> str:
    """Return the network over the strips, with the names of taxiways, holding points and stands."""
    ends = [end.threshold.grid for runway in airfield.runways for end in runway.ends]
    points = [*ends, *(place.grid for place in taxi.nodes.values())]
    west, east = min(p.east_m for p in points), max(p.east_m for p in points)
    south, north = min(p.north_m for p in points), max(p.north_m for p in points)
    scale = _LONGEST_SIDE / max(east - west, north - south, 1.0)
    frame = _Frame(west, north, scale)
    width, height = (2 * _MARGIN + side * scale for side in (east - west, north - south))
    size = f"width='{width:.0f}' height='{height:.0f}'"
    title = escape(f"Taxi network of {airfield.name}, grid north up")
    box = f"viewBox='0 0 {width:.0f} {height:.0f}'"
    out = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size} {box} role='img'>",
        f"<title>{title}</title>",
        f"<rect {size} fill='#fff'/>",
        f"<text x='{_MARGIN:.0f}' y='24' {_FONT} font-size='14' font-weight='bold'>{title}</text>",
        *_strips(airfield, frame),
        *_stretches(taxi, frame),
        *_places(taxi, frame),
        "</svg>",
        "",
    ]
    return "\n".join(out)


def _strips(airfield: Airfield, frame: _Frame) -> Iterator[str]:
    for runway in airfield.runways:
        (x1, y1), (x2, y2) = (frame.at(end.threshold.grid) for end in runway.ends)
        wide = max(runway.width_ft * _METRES_PER_FOOT * frame.scale, 3.0)
        yield (
            f"<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' stroke='#ccc' "
            f"stroke-width='{wide:.1f}'/>"
        )
        for end, (x, y) in zip(runway.ends, ((x1, y1), (x2, y2)), strict=True):
            yield (
                f"<text x='{x}' y='{y}' {_FONT} font-size='13' fill='#000' "
                f"text-anchor='middle'>{end.designator}</text>"
            )


def _stretches(taxi: Taxi, frame: _Frame) -> Iterator[str]:
    named: set[str] = set()
    for edge in taxi.edges:
        if edge.start not in taxi.nodes or edge.end not in taxi.nodes:
            continue
        (x1, y1), (x2, y2) = (frame.at(taxi.nodes[node].grid) for node in (edge.start, edge.end))
        colour = "#999" if edge.runway else "#c90" if edge.taxiway else "#cba"
        dashes = " stroke-dasharray='5 3'" if edge.one_way else ""
        yield (
            f"<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' stroke='{colour}' "
            f"stroke-width='2'{dashes}/>"
        )
        if edge.taxiway and edge.taxiway not in named:
            named.add(edge.taxiway)
            yield (
                f"<text x='{(x1 + x2) / 2:.1f}' y='{(y1 + y2) / 2:.1f}' {_FONT} "
                f"font-size='10' fill='#850'>{escape(edge.taxiway)}</text>"
            )


def _places(taxi: Taxi, frame: _Frame) -> Iterator[str]:
    for name, node in taxi.stands.items():
        if node in taxi.nodes:
            x, y = frame.at(taxi.nodes[node].grid)
            yield (
                f"<g><title>stand {escape(name)}</title>"
                f"<circle cx='{x}' cy='{y}' r='2.5' fill='#468'/></g>"
            )
    for name, point in taxi.holding_points.items():
        if point.node in taxi.nodes:
            x, y = frame.at(taxi.nodes[point.node].grid)
            told = f"{name}: {', '.join(point.runways)}"
            yield (
                f"<g><title>holding point {escape(told)}</title>"
                f"<circle cx='{x}' cy='{y}' r='4' fill='#c22'/>"
                f"<text x='{x + 6}' y='{y - 4}' {_FONT} font-size='10' fill='#c22'>"
                f"{escape(name)}</text></g>"
            )


def taxi_mermaid(airfield: Airfield, taxi: Taxi) -> str:
    """Return the network as a flowchart; stands that stand alone on a node are named in it."""
    names = {node: f"n{index}" for index, node in enumerate(taxi.nodes)}
    holding = {point.node: point for point in taxi.holding_points.values()}
    stands: dict[str, list[str]] = {}
    for stand, node in taxi.stands.items():
        stands.setdefault(node, []).append(stand)
    lines = ["---", f"title: Taxi network of {airfield.name}", "---", "flowchart LR"]
    for node, name in names.items():
        told = [] if node.startswith(stand_node("")) else [node]
        if node in holding:
            told.append(f"hold {holding[node].key}: {', '.join(holding[node].runways)}")
        if node in stands:
            told.append("stand " + ", ".join(stands[node]))
        lines.append(f'    {name}["{_words("<br/>".join(told))}"]')
    for edge in taxi.edges:
        if edge.start in names and edge.end in names:
            arrow = "-->" if edge.one_way else "---"
            label = edge.taxiway or (f"runway {edge.runway}" if edge.runway else "")
            middle = f'|"{_words(label)}"|' if label else ""
            lines.append(f"    {names[edge.start]} {arrow}{middle} {names[edge.end]}")
    return "\n".join([*lines, ""])


def _words(text: str) -> str:
    return text.replace("&", "#amp;").replace('"', "#quot;")
