"""Compiles the theatre file, the airframes, and at last the whole theatre."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.model.geometry import Position
from engine.model.projection import Projection
from engine.profile.compile_airfield import compile_station
from engine.profile.compile_navaid import compile_navaids
from engine.profile.compile_values import channel, date_year, geographic, year_of
from engine.profile.navaid import Navaid
from engine.profile.node import Node, Table
from engine.profile.phase import PhaseMachine
from engine.profile.project import Project
from engine.profile.section import Absent, Section, as_number, as_text
from engine.profile.theatre import Airframe, RadioBand, Station, Theatre, VariationTable

__all__ = ["Ground", "compile_airframes", "compile_ground", "compile_theatre"]

# The tables of variation are for the middle of June.
_JUNE = 5.5 / 12.0


@dataclass(frozen=True, slots=True)
class Ground:
    """What fields stand on: the grid, the named points, variation by field, en-route stations."""

    projection: Projection
    fixes: Mapping[str, Position]
    navaids: Mapping[str, Navaid]
    stations: Mapping[str, Station]
    variation: Mapping[str, VariationTable]
    mission_year: float


def compile_ground(node: Node | None) -> Ground | None:
    """Return what a theatre file gives to its fields, or None without a projection."""
    try:
        root = Section(node)
        part = root.section("projection")
        projection = Projection(
            central_meridian_deg=part.number("central_meridian_deg"),
            scale=part.number("scale"),
            false_easting_m=part.number("false_easting_m"),
            false_northing_m=part.number("false_northing_m"),
        )
    except Absent:
        return None
    navaids = compile_navaids(projection, root.pairs("navaids"))
    return Ground(
        projection=projection,
        fixes={name: aid.at for name, aid in navaids.items()} | _fixes(root, projection),
        navaids=navaids,
        stations=_stations(root),
        variation=_variation(root),
        mission_year=_year(root),
    )


def compile_airframes(node: Node | None) -> dict[str, Airframe]:
    """Return every airframe that can be had, by the sim's type name."""
    airframes: dict[str, Airframe] = {}
    try:
        pairs = list(Section(node).pairs("airframes"))
    except Absent:
        return airframes
    for key, value in pairs:
        try:
            section = Section(value)
            airframes[key.raw] = Airframe(
                type_name=key.raw,
                display=section.text("display"),
                spoken=section.text("spoken"),
                bands=tuple(_band(text) for text in section.texts("bands")),
                approach_kt=section.whole("approach_kt"),
                minimum_vector_kt=section.whole("minimum_vector_kt"),
                helicopter=section.flag("helicopter", default=False),
            )
        except Absent:
            continue
    return airframes


def compile_theatre(key: str, project: Project, ground: Ground, config_hash: str) -> Theatre | None:
    """Return the theatre, or None when a part that it needs cannot be had."""
    try:
        root = Section(project.root("theatre"))
        wind = root.section("default_wind")
        intents = project.root("common/intents")
        return Theatre(
            key=key,
            name=root.text("theatre"),
            dcs_name=root.text("dcs_name"),
            projection=ground.projection,
            heading_reference=root.optional_text("heading_reference") or "grid",
            variation=ground.variation,
            mission_year=project.mission_year,
            fields=project.fields,
            stations=project.stations,
            fixes=ground.fixes,
            pronunciation={name.raw: as_text(value) for name, value in root.pairs("pronunciation")},
            airframes=project.airframes,
            phases=PhaseMachine(
                project.phases.phases.values(),
                initial=project.phases.initial,
                initial_airborne=project.phases.initial_airborne,
            ),
            phraseology=_tables(project.phraseology),
            intents=_table(intents.plain()) if intents is not None else {},
            default_wind_from_deg_grid=wind.number("from_deg_grid"),
            default_wind_speed_kt=wind.number("speed_kt"),
            config_hash=config_hash,
            navaids=ground.navaids,
            variants=project.variants,
            extended={key: one.bases for key, one in project.overlays.items()},
        )
    except Absent:
        return None


def _table(plain: object) -> Mapping[str, object]:
    return plain if isinstance(plain, dict) else {}


def _tables(plain: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    return {name: _table(value) for name, value in plain.items()}


def _fixes(root: Section, projection: Projection) -> dict[str, Position]:
    fixes = {}
    for key, value in root.pairs("fixes"):
        try:
            fixes[key.raw] = geographic(projection, value)
        except Absent:
            continue
    return fixes


def _stations(root: Section) -> dict[str, Station]:
    stations = {}
    for key, value in root.pairs("stations"):
        try:
            stations[key.raw] = compile_station(key.raw, None, value)
        except Absent:
            continue
    return stations


def _variation(root: Section) -> dict[str, VariationTable]:
    tables: dict[str, VariationTable] = {}
    section = root.table.get("magnetic_variation_deg_east")
    if not isinstance(section, Table):
        return tables
    by_field = Section(section).pairs("fields")
    for name, node in (("", section.get("theatre")), *((k.raw, v) for k, v in by_field)):
        if not isinstance(node, Table):
            continue
        try:
            years = sorted(
                (year + _JUNE, as_number(value))
                for key, value in node.pairs()
                if (year := year_of(key.raw)) is not None
            )
        except Absent:
            continue
        if years:
            tables[name] = VariationTable(tuple(years))
    return tables


def _year(root: Section) -> float:
    try:
        return date_year(root.text("mission_date")) or 0.0
    except Absent:
        return 0.0


def _band(text: str) -> RadioBand:
    span, _, modulations = text.partition(" ")
    low, _, high = span.partition("-")
    names = tuple(modulations.split("/"))
    return RadioBand(channel(f"{low} AM").frequency_hz, channel(f"{high} AM").frequency_hz, names)
