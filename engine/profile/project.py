"""A theatre on its way to being compiled: what the semantic rules look at.

It holds every part that could be compiled, however much else is wrong, with the files behind it, so
that a rule reads values from frozen objects and asks for the place of any by its path of keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.model.geometry import Position
from engine.model.projection import Projection
from engine.profile.compile_ladder import Rung
from engine.profile.compile_phases import Phases
from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.navaid import Navaid
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.overlay import Variant
from engine.profile.scenario import Scenario
from engine.profile.shape import node_at
from engine.profile.source import Source
from engine.profile.terrain import Terrain
from engine.profile.theatre import Airfield, Airframe, Channel, Station, VariationTable

__all__ = ["Project"]


@dataclass(slots=True)
class Project:
    """Files by what they are (`theatre`, `common/phases`, or a field's key) and what they gave.

    `variants` are not among the `fields`; `told_of` is what was found when each was compiled.
    """

    sources: Mapping[str, Source]
    fields: Mapping[str, Airfield] = field(default_factory=dict)
    stations: Mapping[str, Station] = field(default_factory=dict)
    airframes: Mapping[str, Airframe] = field(default_factory=dict)
    phases: Phases = field(default_factory=Phases)
    ladder: tuple[Rung, ...] = ()
    variation: Mapping[str, VariationTable] = field(default_factory=dict)
    mission_year: float = 0.0
    phraseology: Mapping[str, object] = field(default_factory=dict)
    fixes: Mapping[str, Position] = field(default_factory=dict)
    scenarios: tuple[Scenario, ...] = ()
    navaids: Mapping[str, Navaid] = field(default_factory=dict)
    variants: Mapping[str, Airfield] = field(default_factory=dict)
    overlays: Mapping[str, Variant] = field(default_factory=dict)
    told_of: Mapping[str, Sequence[Diagnostic]] = field(default_factory=dict)
    projection: Projection | None = None
    terrain: Terrain | None = None

    def root(self, source: str) -> Node | None:
        """Return the tree of a file, or None."""
        return self.sources[source].root if source in self.sources else None

    def span(self, source: str, *path: str | int) -> Span:
        """Return the place of a value, or of the nearest thing around it that is written."""
        root = self.root(source)
        for length in range(len(path), -1, -1):
            node = node_at(root, path[:length]) if root is not None else None
            if node is not None:
                span = node.span
                if span.line != span.end_line:
                    return self.key_span(source, *path[:length]) if length else span.part(0, 1)
                return span
        return Span(source, 1, 1, 1, 2)

    def key_span(self, source: str, *path: str | int) -> Span:
        """Return the place of the key of a value; of the value itself in a list."""
        root = self.root(source)
        parent = node_at(root, path[:-1]) if root is not None and path else None
        last = path[-1] if path else ""
        if isinstance(parent, Table) and isinstance(last, str):
            key = parent.key(last)
            if key is not None:
                return key.span
        if isinstance(parent, Items) and isinstance(last, int) and last < len(parent.items):
            return parent.items[last].span.part(0, 1)
        return self.span(source, *path[:-1]) if path else Span(source, 1, 1, 1, 2)

    def has(self, source: str, *path: str | int) -> bool:
        """Tell whether anything is written at a path."""
        root = self.root(source)
        return root is not None and node_at(root, path) is not None

    def text(self, source: str, *path: str | int) -> str | None:
        """Return the text written at a path, or None where there is none."""
        root = self.root(source)
        node = node_at(root, path) if root is not None else None
        return node.raw if isinstance(node, Scalar) and not node.spoiled else None

    def names(self, source: str, *path: str | int) -> tuple[str, ...]:
        """Return the keys written in a section, compiled or not."""
        root = self.root(source)
        node = node_at(root, path) if root is not None else None
        return node.names() if isinstance(node, Table) else ()

    def rung_span(self, key: str, name: str, part: str = "name") -> Span:
        """Return the place of a part of a rung of a field's ladder, its own or the common one."""
        for source in (key, "common/handoffs"):
            root = self.root(source)
            node = node_at(root, ["handoffs"]) if root is not None else None
            for index, item in enumerate(node.items if isinstance(node, Items) else ()):
                given = item.get("name") if isinstance(item, Table) else None
                if given is not None and given.plain() == name:
                    return self.span(source, "handoffs", index, part)
        return self.span(key, "handoffs")

    def channel_places(self) -> Iterator[tuple[str, Channel, Span]]:
        """Yield every channel with whose it is and its place: stations, recorded information."""
        for station, source, path in self.station_places():
            for index, channel in enumerate(station.channels):
                yield station.name, channel, self.span(source, *path, "frequencies", index)
        for key, airfield in self.fields.items():
            for index, channel in enumerate(airfield.atis.channels if airfield.atis else ()):
                span = self.span(key, "atis", "frequencies", index)
                yield f"{airfield.name} information", channel, span

    def served(self, field: str | None) -> tuple[Airframe, ...]:
        """Return the airframes that a field is for; all of them when it names none."""
        airfield = self.fields.get(field or "")
        named = airfield.airframes if airfield is not None else ()
        chosen = tuple(self.airframes[name] for name in named if name in self.airframes)
        return chosen or tuple(self.airframes.values())

    def station_places(self) -> Iterator[tuple[Station, str, tuple[str, ...]]]:
        """Yield every station with its file and its path there."""
        for key, airfield in self.fields.items():
            for name, station in airfield.stations.items():
                yield station, key, ("stations", name)
        for name, station in self.stations.items():
            yield station, "theatre", ("stations", name)
