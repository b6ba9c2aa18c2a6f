"""Phases and ladders as diagrams: Mermaid, which most places draw, and SVG that needs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from engine.profile.theatre import Airfield, Theatre

__all__ = ["Arrow", "Diagram", "ladder_diagram", "mermaid", "phases_diagram", "svg"]

_BOX_WIDTH, _BOX_HEIGHT = 132, 34
_GAP_X, _GAP_Y = 46, 74
_MARGIN = 24
_FONT = "font-family='sans-serif' font-size='12'"
_LONGEST_LABEL = 34


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from one box to another, and what it is taken on."""

    start: str
    end: str
    label: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """Boxes with a second line of text each, arrows, and the boxes that it begins with."""

    title: str
    boxes: dict[str, str]
    arrows: tuple[Arrow, ...]
    begins: tuple[str, ...]


def phases_diagram(theatre: Theatre, *, start: str | None = None) -> Diagram:
    """Return the phase machine, or the part that is reached from one phase."""
    machine = theatre.phases
    ways: dict[tuple[str, str], list[str]] = {}
    for phase in machine.phases.values():
        for way in phase.exits:
            told = way.trigger or (way.when.source if way.when is not None else "")
            ways.setdefault((phase.name, way.target), []).append(told)
    begins = (
        (start,) if start else tuple(dict.fromkeys((machine.initial, machine.initial_airborne)))
    )
    arrows = tuple(Arrow(one, two, " / ".join(told)) for (one, two), told in ways.items())
    boxes = {phase.name: phase.owner for phase in machine.phases.values()}
    if start is not None:
        reached = set(_depths(boxes, arrows, begins, only_reached=True))
        boxes = {name: owner for name, owner in boxes.items() if name in reached}
        arrows = tuple(one for one in arrows if one.start in reached and one.end in reached)
    return Diagram(f"Phases of {theatre.name}", boxes, arrows, begins)


def ladder_diagram(airfield: Airfield) -> Diagram:
    """Return the handoff ladder of a field: roles, and the rungs between them in their order."""
    roles: dict[str, str] = {}
    arrows = []
    for number, rung in enumerate(airfield.handoffs, start=1):
        for role in (rung.from_role, rung.to_role):
            station = airfield.station_for_role(role)
            roles.setdefault(role, station.name if station is not None else "nobody")
        arrows.append(Arrow(rung.from_role, rung.to_role, f"{number}. {rung.name}"))
    begins = tuple(role for role in ("delivery", "ground", "center") if role in roles)
    return Diagram(f"Handoffs of {airfield.name}", roles, tuple(arrows), begins)


def mermaid(diagram: Diagram) -> str:
    """Return the diagram in Mermaid's language."""
    lines = ["---", f"title: {diagram.title}", "---", "flowchart TD"]
    for name, second in diagram.boxes.items():
        lines.append(f'    {_name(name)}["{_words(name)}<br/><i>{_words(second)}</i>"]')
    lines += [
        f'    {_name(arrow.start)} -->|"{_words(arrow.label)}"| {_name(arrow.end)}'
        for arrow in diagram.arrows
    ]
    return "\n".join([*lines, ""])


def _name(text: str) -> str:
    # `end` is a word of Mermaid's own.
    return "p_" + text.replace("-", "_").replace(" ", "_")


def _words(text: str) -> str:
    for sign, instead in (("&", "#amp;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
        text = text.replace(sign, instead)
    return text


def svg(diagram: Diagram) -> str:
    """Return the diagram as an SVG picture, in layers from where it begins."""
    depths = _depths(diagram.boxes, diagram.arrows, diagram.begins)
    layers: dict[int, list[str]] = {}
    for name in diagram.boxes:
        layers.setdefault(depths[name], []).append(name)
    widest = max((len(names) for names in layers.values()), default=1)
    width = 2 * _MARGIN + widest * (_BOX_WIDTH + _GAP_X) - _GAP_X
    height = 2 * _MARGIN + 20 + len(layers) * (_BOX_HEIGHT + _GAP_Y) - _GAP_Y
    places: dict[str, tuple[float, float]] = {}
    for row, depth in enumerate(sorted(layers)):
        names = layers[depth]
        free = width - 2 * _MARGIN - len(names) * (_BOX_WIDTH + _GAP_X) + _GAP_X
        for column, name in enumerate(names):
            x = _MARGIN + free / 2 + column * (_BOX_WIDTH + _GAP_X)
            places[name] = (x, _MARGIN + 20 + row * (_BOX_HEIGHT + _GAP_Y))
    size = f"width='{width:g}' height='{height:g}'"
    frame = f"xmlns='http://www.w3.org/2000/svg' {size} viewBox='0 0 {width:g} {height:g}'"
    tip = "viewBox='0 0 8 8' refX='8' refY='4' markerWidth='7' markerHeight='7' orient='auto'"
    title = escape(diagram.title)
    out = [
        f"<svg {frame} role='img'>",
        f"<title>{title}</title>",
        f"<defs><marker id='tip' {tip}><path d='M0 0 8 4 0 8z' fill='#456'/></marker></defs>",
        f"<rect {size} fill='#fff'/>",
        f"<text x='{_MARGIN}' y='{_MARGIN}' {_FONT} font-weight='bold'>{title}</text>",
    ]
    out += [_arrow(arrow, places, index) for index, arrow in enumerate(diagram.arrows)]
    for name, (x, y) in places.items():
        middle = x + _BOX_WIDTH / 2
        out.append(
            f"<g><rect x='{x:g}' y='{y:g}' width='{_BOX_WIDTH}' height='{_BOX_HEIGHT}' rx='5' "
            f"fill='#eef4fa' stroke='#456'/><text x='{middle:g}' y='{y + 14:g}' {_FONT} "
            f"text-anchor='middle'>{escape(name)}</text><text x='{middle:g}' y='{y + 28:g}' "
            f"{_FONT} fill='#678' text-anchor='middle'>{escape(diagram.boxes[name])}</text></g>"
        )
    return "\n".join([*out, "</svg>", ""])


def _arrow(arrow: Arrow, places: dict[str, tuple[float, float]], index: int) -> str:
    (x1, y1), (x2, y2) = places[arrow.start], places[arrow.end]
    lane = (index % 5 - 2) * 9.0
    start_x, end_x = x1 + _BOX_WIDTH / 2 + lane, x2 + _BOX_WIDTH / 2 + lane
    down = y2 > y1
    start_y = y1 + _BOX_HEIGHT if down else y1
    end_y = y2 if down else y2 + _BOX_HEIGHT
    bend = 26.0 if down else -26.0
    if y1 == y2:
        start_y = end_y = y1
        bend = -34.0
        path = f"M{start_x:g} {start_y:g}C{start_x:g} {start_y + bend:g} {end_x:g} "
        path += f"{end_y + bend:g} {end_x:g} {end_y:g}"
    else:
        path = f"M{start_x:g} {start_y:g}C{start_x:g} {start_y + bend:g} {end_x:g} "
        path += f"{end_y - bend:g} {end_x:g} {end_y:g}"
    label = arrow.label
    shown = label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"
    return (
        f"<g><title>{escape(arrow.start)} to {escape(arrow.end)}: {escape(label)}</title>"
        f"<path d='{path}' fill='none' stroke='#456' marker-end='url(#tip)'/>"
        f"<text x='{(start_x + end_x) / 2:g}' y='{(start_y + end_y) / 2 + lane:g}' "
        f"font-family='sans-serif' font-size='8' fill='#345' text-anchor='middle'>"
        f"{escape(shown)}</text></g>"
    )


def _depths(
    boxes: dict[str, str],
    arrows: Sequence[Arrow],
    begins: Sequence[str],
    *,
    only_reached: bool = False,
) -> dict[str, int]:
    """Return how many arrows each box is from where it begins; the rest come last."""
    depths = {name: 0 for name in begins if name in boxes}
    waiting = list(depths)
    while waiting:
        here = waiting.pop(0)
        for arrow in arrows:
            if arrow.start == here and arrow.end not in depths and arrow.end in boxes:
                depths[arrow.end] = depths[here] + 1
                waiting.append(arrow.end)
    if not only_reached:
        last = max(depths.values(), default=-1) + 1
        for name in boxes:
            depths.setdefault(name, last)
    return depths
