"""Writes the first form of a theatre's file: a known map, or the questions of another."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.begin import SCALE
from engine.profile.begin_examples import plain_or_quoted, todo
from engine.profile.known_fields import KnownTheatre

__all__ = ["theatre_text"]


def theatre_text(name: str, known: KnownTheatre | None, schema: str) -> str:
    """Return a theatre.yaml for a known map, or one of questions for another."""
    lines = [f"# yaml-language-server: $schema={schema}/theatre.schema.json", ""]
    if known is None:
        lines += _unknown_theatre(name)
        return "\n".join([*lines, ""])
    lines += [
        f"theatre: {known.name}",
        f"dcs_name: {known.dcs_name}",
        "projection:",
        f"  central_meridian_deg: {known.central_meridian_deg:g}",
        f"  scale: {SCALE}",
        f"  false_easting_m: {known.false_easting_m:.10g}",
        f"  false_northing_m: {known.false_northing_m:.10g}",
        '  source: "transverse Mercator fitted to the sim\'s map"',
        f'mission_date: "{known.mission_date}"',
        'default_wind: {from_deg_grid: 270, speed_kt: 5, invented: "light and from the west"}',
        "",
        "magnetic_variation_deg_east:",
        '  source: "IGRF-14"',
        "  theatre:",
    ]
    lines += [f'    "{year}": {value}' for year, value in known.variation.items()]
    return "\n".join([*lines, ""])


def _unknown_theatre(name: str) -> Iterator[str]:
    """Yield the questions of a map that nothing is known of."""
    yield f"theatre: {plain_or_quoted(name)}"
    called = todo("what the sim calls the map, as env.mission.theatre has it", "Caucasus")
    yield f"dcs_name: {called}"
    yield "projection:                # of the sim's flat grid, as pydcs' terrain files have it"
    middle = todo("the longitude of the middle of the map, degrees east", "33")
    yield f"  central_meridian_deg: {middle}"
    yield f"  scale: {SCALE}"
    yield f"  false_easting_m: {todo('what the map adds to eastings, in metres', '-99517')}"
    yield f"  false_northing_m: {todo('what the map adds to northings, in metres', '-4998115')}"
    date = todo("the date of the mission, as the mission editor has it", '"2016-06-21"')
    yield f"mission_date: {date}"
    yield "default_wind:"
    wind = todo("where the wind of the mission blows from, degrees on the grid", "270")
    yield f"  from_deg_grid: {wind}"
    yield f"  speed_kt: {todo('how fast it blows, in knots', '5')}"
    yield "magnetic_variation_deg_east:  # at ngdc.noaa.gov/geomag for a year and a place"
    yield "  theatre:"
    variation = todo("magnetic variation in that year, degrees, east positive", "6.42")
    yield f'    "2016": {variation}'
