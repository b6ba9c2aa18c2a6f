"""Compiles one airfield file to the frozen values that decisions rest on.

Angles that designers give as true are turned to the grid here, once; names of stations within the
field become station ids. What cannot be had is left out, as its diagnostic has been given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.model.geometry import Position, normalise_deg, offset
from engine.model.projection import (
    Projection,
    convergence_deg,
    position_from_grid,
)
from engine.profile.compile_ground import compile_atis, compile_taxi
from engine.profile.compile_ladder import Rung, compile_rungs, ladder
from engine.profile.compile_navaid import compile_ils, compile_navaids
from engine.profile.compile_values import channel, date_year, geographic
from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.navaid import Navaid
from engine.profile.node import Node, Scalar
from engine.profile.section import Absent, Section, as_number
from engine.profile.theatre import (
    Airfield,
    Airspace,
    Approach,
    Hold,
    Ils,
    LostCommunication,
    MissedApproach,
    Runway,
    RunwayEnd,
    SafeAltitudeSector,
    SpeedLimits,
    Station,
)

__all__ = ["Surroundings", "compile_airfield", "compile_station"]

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an airfield file may refer to."""

    projection: Projection
    phases: frozenset[str]
    ladder: tuple[Rung, ...]
    fixes: Mapping[str, Position]
    rung_names: frozenset[str] = frozenset()
    navaids: Mapping[str, Navaid] = field(default_factory=dict)


def compile_airfield(
    key: str, node: Node | None, around: Surroundings, found: list[Diagnostic]
) -> Airfield | None:
    """Return the airfield of a file, or None; `found` gains what is wrong with it."""
    try:
        return _Reader(key, Section(node), around, found).airfield()
    except Absent:
        return None


def compile_station(key: str, field: str | None, node: Node) -> Station:
    """Return a station; `key` is its key within the field."""
    section = Section(node)
    role = section.text("role")
    also = tuple(name for name in section.texts("also") if name != role)
    return Station(
        key=f"{field or ''}/{key}",
        name=section.text("name"),
        field=field,
        roles=(role, *also),
        channels=tuple(channel(text) for text in section.texts("frequencies")),
        radar=section.flag("radar", default=True),
        voice=section.optional_text("voice"),
        staffed=section.flag("staffed", default=True),
    )


class _Reader:
    """Reads one airfield."""

    def __init__(
        self, key: str, root: Section, around: Surroundings, found: list[Diagnostic]
    ) -> None:
        self._key = key
        self._root = root
        self._around = around
        self._found = found
        self._navaids = compile_navaids(around.projection, root.pairs("navaids"))
        self._reference = geographic(around.projection, root.table.get("reference_point"))
        self._true_north_deg_grid = -convergence_deg(
            around.projection, self._reference.latitude_deg, self._reference.longitude_deg
        )

    def airfield(self) -> Airfield:
        """Return it with every part that can be had."""
        root = self._root
        own = compile_rungs(root.items("handoffs"), self._around.phases, self._found)
        return Airfield(
            key=self._key,
            name=root.text("airfield"),
            icao=root.text("icao"),
            reference_point=self._reference,
            elevation_ft=root.number("elevation_ft"),
            phraseology=root.text("phraseology"),
            runways=self._each("runways", self._runway),
            stations=self._named(
                "stations", lambda key, node: compile_station(key, self._key, node)
            ),
            airspace=tuple(self._named("airspace", _airspace).values()),
            minimum_safe_altitude=self._each("minimum_safe_altitude", self._safe_sector),
            minimum_vectoring_altitude=self._each("minimum_vectoring_altitude", self._rings),
            holding=self._named("holding", self._hold),
            approaches=self._named("approaches", self._approach),
            handoffs=ladder(own, self._around.ladder, self._found, written=self._around.rung_names),
            taxi=self._optional(
                "taxi", lambda part: compile_taxi(self._around.projection, part, self._found)
            ),
            atis=self._optional("atis", compile_atis),
            navaids=self._navaids,
            airframes=_texts(root, "airframes"),
            mission_year=date_year(root.optional_text("mission_date") or ""),
        )

    def _optional(self, name: str, make: Callable[[Section], _T]) -> _T | None:
        if not self._root.has(name):
            return None
        try:
            return make(self._root.section(name))
        except Absent:
            return None

    def _each(self, name: str, make: Callable[[Section], _T]) -> tuple[_T, ...]:
        made = []
        for item in _items(self._root, name):
            try:
                made.append(make(Section(item)))
            except Absent:
                continue
        return tuple(made)

    def _named(self, name: str, make: Callable[[str, Node], _T]) -> dict[str, _T]:
        made = {}
        for key, value in self._root.pairs(name):
            try:
                made[key.raw] = make(key.raw, value)
            except Absent:
                continue
        return made

    def _runway(self, section: Section) -> Runway:
        names = section.texts("ends")
        headings = section.numbers("headings_deg_grid")
        thresholds = [
            geographic(self._around.projection, node) for node in section.items("thresholds")
        ]
        if not len(names) == len(headings) == len(thresholds) == len(("this", "that")):
            raise Absent
        first, second = (
            RunwayEnd(name, normalise_deg(heading), threshold)
            for name, heading, threshold in zip(names, headings, thresholds, strict=True)
        )
        return Runway(
            ends=(first, second),
            length_ft=section.number("length_ft"),
            width_ft=section.number("width_ft"),
        )

    def _bearing(self, section: Section, name: str) -> float:
        return normalise_deg(section.number(name) + self._true_north_deg_grid)

    def _safe_sector(self, section: Section) -> SafeAltitudeSector:
        return self._sector(section, ((section.number("within_nm"), section.whole("ft")),))

    def _rings(self, section: Section) -> SafeAltitudeSector:
        edges, feet = section.numbers("within_nm"), section.numbers("ft")
        if len(edges) != len(feet):
            raise Absent
        return self._sector(
            section,
            tuple((edge, round(altitude)) for edge, altitude in zip(edges, feet, strict=True)),
        )

    def _sector(self, section: Section, rings: tuple[tuple[float, int], ...]) -> SafeAltitudeSector:
        return SafeAltitudeSector(
            from_deg_grid=self._bearing(section, "from_deg_true"),
            to_deg_grid=self._bearing(section, "to_deg_true"),
            rings=rings,
        )

    def _hold(self, key: str, node: Node) -> Hold:
        section = Section(node)
        levels = section.section("levels_ft")
        low, high, step = (levels.whole(name) for name in ("from", "to", "step"))
        if step <= 0 or high < low:
            raise Absent
        return Hold(
            key=key,
            at=self._holding_point(section.section("at")),
            inbound_deg_grid=section.number("inbound_deg_grid"),
            turns=section.text("turns"),
            leg_min=section.whole("leg_min"),
            levels_ft=tuple(range(low, high + 1, step)),
        )

    def _holding_point(self, at: Section) -> Position:
        ways = {"fix": {"fix"}, "from": {"from", "bearing_deg_grid", "range_nm"}}
        ways["lat"] = {"lat", "lon"}
        written = set(at.table.names()) - {"source", "derived", "invented"}
        way = next((name for name, keys in ways.items() if written == keys), None)
        projection = self._around.projection
        if way == "fix":
            return self._fix(at.scalar("fix"))
        if way == "from":
            point = offset(
                self._reference.grid, at.number("bearing_deg_grid"), at.number("range_nm")
            )
            return position_from_grid(projection, point)
        if way == "lat":
            return geographic(projection, at.table)
        self._found.append(
            Diagnostic(
                "M102",
                "the holding point is not given in one of the three ways",
                at.table.span.part(0, 1),
                hint="write `from`, `bearing_deg_grid`, `range_nm`; or `fix`; or `lat`, `lon`",
            )
        )
        raise Absent

    def _fix(self, name: Scalar) -> Position:
        fixes = {aid.key: aid.at for aid in self._navaids.values()} | dict(self._around.fixes)
        position = fixes.get(name.raw)
        if position is not None:
            return position
        guess = nearest(name.raw, fixes)
        listed = ", ".join(sorted(fixes))
        hint = f"did you mean `{guess}`?" if guess else f"there are: {listed}"
        self._found.append(
            Diagnostic(
                "M205",
                f"no fix is called `{name.raw}`",
                name.span,
                hint=hint,
                fix=Fix.rename(name.span, guess, quoted=name.quoted),
            )
        )
        raise Absent

    def _approach(self, key: str, node: Node) -> Approach:
        section = Section(node)
        missed, silence = section.section("missed"), section.section("lost_communication")
        speeds = section.section("speeds")
        angle = 30.0
        if section.has("intercept_angle_deg"):
            angle = section.number("intercept_angle_deg")
        return Approach(
            key=key,
            kind=section.text("kind"),
            runway=section.text("runway"),
            final_intercept_nm=section.number("final_intercept_nm"),
            minimum_intercept_nm=section.number("minimum_intercept_nm"),
            final_approach_fix_nm=section.number("final_approach_fix_nm"),
            platform_ft=section.whole("platform_ft"),
            glidepath_deg=section.number("glidepath_deg"),
            minimum_descent_altitude_ft=section.whole("minimum_descent_altitude_ft"),
            missed_approach_point_nm=section.number("missed_approach_point_nm"),
            missed=MissedApproach(
                straight_to_ft=missed.whole("straight_to_ft"),
                turn=missed.text("turn"),
                heading_deg_grid=missed.number("heading_deg_grid"),
                climb_to_ft=missed.whole("climb_to_ft"),
            ),
            lost_communication=LostCommunication(
                pattern_s=silence.whole("pattern_s"),
                final_s=silence.whole("final_s"),
                station=f"{self._key}/{silence.text('call')}",
            ),
            speeds=SpeedLimits(speeds.whole("pattern_kt"), speeds.whole("final_kt")),
            worked_by=f"{self._key}/{section.text('worked_by')}",
            pattern_side=section.text("pattern_side"),
            intercept_angle_deg=angle,
            advisory=tuple(_advisory(section.items("advisory"))),
            ils=self._ils(section),
            navaid=self._navaid(section),
        )

    def _ils(self, section: Section) -> Ils | None:
        try:
            return compile_ils(self._around.projection, section.section("ils"))
        except Absent:
            return None

    def _navaid(self, section: Section) -> Navaid | None:
        name = section.optional_text("navaid") or ""
        return self._navaids.get(name) or self._around.navaids.get(name)


def _items(section: Section, name: str) -> tuple[Node, ...]:
    try:
        return section.items(name)
    except Absent:
        return ()


def _texts(section: Section, name: str) -> tuple[str, ...]:
    try:
        return section.texts(name)
    except Absent:
        return ()


def _airspace(role: str, node: Node) -> Airspace:
    section = Section(node)
    return Airspace(role, section.number("within_nm"), section.whole("up_to_ft"))


def _advisory(nodes: Sequence[Node]) -> list[tuple[float, int]]:
    lines = [Section(node) for node in nodes]
    return [
        (as_number(line.table.get("nm")), round(as_number(line.table.get("ft")))) for line in lines
    ]
