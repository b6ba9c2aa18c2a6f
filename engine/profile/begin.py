"""Writes the first form of a profile: what is known, and `!todo` where only a person knows.

What is derived says how; nothing is invented. The altitudes come from the highest ground of each
sector: 5 % and 60 ft on top for what the model smooths away, then 1,000 ft, or 2,000 where it
reaches 3,000 ft (as national rules for mountains have it), rounded up to the next hundred.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.model.geometry import FEET_PER_NM, angle_between_deg, bearing_deg_grid, range_nm
from engine.model.projection import Projection, convergence_deg, to_grid
from engine.profile.aptdat import AptField
from engine.profile.begin_taxi import quoted, taxi_lines
from engine.profile.known_fields import KnownField, KnownRunway, KnownTheatre

__all__ = ["airfield_text", "field_of_apt", "safe_ft", "theatre_text"]

_SCALE = 0.9996
_PLAIN_NAME = re.compile(r"[A-Z][a-z]{2,}(?:[ -][A-Z]?[a-z]+)*")
_ICAO = re.compile(r"[A-Z][A-Z0-9]{3}")
_RINGS_NM = (5, 10, 15, 20, 25)
_MOUNTAINS_FT = 3000
_FEET_PER_METRE = 3.28084
_FEET_A_MILE_ON_3_DEG = math.tan(math.radians(3.0)) * FEET_PER_NM
_INTERCEPT_NM = 5.0
_MOST_TRIES = 6


def projection_of(theatre: KnownTheatre) -> Projection:
    """Return the projection of a map."""
    return Projection(
        central_meridian_deg=theatre.central_meridian_deg,
        scale=_SCALE,
        false_easting_m=theatre.false_easting_m,
        false_northing_m=theatre.false_northing_m,
    )


def safe_ft(ground_ft: float) -> int:
    """Return the altitude that clears ground which a model puts at a height."""
    high = ground_ft * 1.05 + 60.0
    return int(-(-(high + (2000 if ground_ft >= _MOUNTAINS_FT else 1000)) // 100)) * 100


def theatre_text(name: str, known: KnownTheatre | None, schema: str) -> str:
    """Return a theatre.yaml for a known map, or one of questions for another."""
    lines = [f"# yaml-language-server: $schema={schema}/theatre.schema.json", ""]
    if known is None:
        lines += [
            f"theatre: {name}",
            'dcs_name: !todo "what the sim calls the map"',
            "projection:",
            '  central_meridian_deg: !todo "longitude of the middle of the map"',
            f"  scale: {_SCALE}",
            '  false_easting_m: !todo "added to eastings"',
            '  false_northing_m: !todo "added to northings"',
            'mission_date: !todo "the date of the mission, as 2016-06-21 in quotes"',
            "default_wind:",
            '  from_deg_grid: !todo "where it blows from"',
            '  speed_kt: !todo "how fast"',
            "magnetic_variation_deg_east:",
            "  theatre:",
            '    "2016": !todo "degrees, east positive"',
        ]
        return "\n".join([*lines, ""])
    lines += [
        f"theatre: {known.name}",
        f"dcs_name: {known.dcs_name}",
        "projection:",
        f"  central_meridian_deg: {known.central_meridian_deg:g}",
        f"  scale: {_SCALE}",
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


def field_of_apt(apt: AptField, theatre: KnownTheatre, known: KnownField | None) -> KnownField:
    """Return what a file of another simulator says of a field, under what the sim itself says."""
    projection = projection_of(theatre)
    runways = []
    for strip in apt.runways:
        one, other = (to_grid(projection, *place) for place in strip.places)
        heading = round(bearing_deg_grid(one, other), 2)
        length = round(range_nm(one, other) * FEET_PER_NM)
        runway = KnownRunway(
            strip.ends,
            (heading, round((heading + 180.0) % 360.0, 2)),
            strip.places,
            "apt.dat pavement ends",
            length,
        )
        runways.append(runway)
    if known is not None:
        width = round(apt.runways[0].width_m * _FEET_PER_METRE) if apt.runways else None
        return replace(known, width_ft=known.width_ft or width)
    places = [place for strip in apt.runways for place in strip.places]
    middle = [sum(place[axis] for place in places) / max(len(places), 1) for axis in (0, 1)]
    return KnownField(
        theatre=theatre.key,
        name=apt.name.partition("(")[0].strip() or apt.icao,
        icao=apt.icao,
        latitude_deg=apt.latitude_deg if apt.latitude_deg is not None else round(middle[0], 6),
        longitude_deg=apt.longitude_deg if apt.longitude_deg is not None else round(middle[1], 6),
        elevation_ft=apt.elevation_ft,
        width_ft=round(apt.runways[0].width_m * _FEET_PER_METRE) if apt.runways else None,
        runways=tuple(runways),
        vhf_mhz=None,
        uhf_mhz=None,
        variation={},
        ground_max_ft=(),
    )


def airfield_text(
    field: KnownField, theatre: KnownTheatre, schema: str, apt: AptField | None = None
) -> str:
    """Return an airfield file with everything that is known of a field."""
    field = replace(field, runways=tuple(_ordered(field.runways)))
    circuit = _hundreds(field.elevation_ft + 3000)
    lines = [
        f"# yaml-language-server: $schema={schema}/airfield.schema.json",
        "#",
        "# Begun by `marshall new airfield`. Fill in every `!todo` and run `marshall validate`.",
        "",
        f"airfield: {_name(field.name)}",
        f"icao: {_icao(field.icao)}",
        f"reference_point: {{lat: {field.latitude_deg}, lon: {field.longitude_deg}}}",
        f"elevation_ft: {field.elevation_ft:g}",
        "phraseology: icao",
        "",
        "runways:",
        *_runway_lines(field, projection_of(theatre)),
        "",
        *_station_lines(field),
        "",
        "airspace:",
        f'  tower: {{within_nm: 5, up_to_ft: !todo "top of the circuit, e.g. {circuit}"}}',
        "  approach: {within_nm: 25, up_to_ft: 15000}",
        "",
        *_sector_lines(field),
        *_approach_lines(field, projection_of(theatre)),
        *(taxi_lines(apt, _renamed(field, apt, projection_of(theatre))) if apt is not None else ()),
    ]
    return "\n".join([*lines, ""])


def _name(text: str) -> str:
    """Return a name as YAML: bare where that is plain, else in quotes."""
    return text if _PLAIN_NAME.fullmatch(text) else quoted(text)


def _icao(code: str) -> str:
    return code if _ICAO.fullmatch(code) else f'!todo "a code of four letters, instead of {code}"'


def _ordered(runways: Sequence[KnownRunway]) -> list[KnownRunway]:
    return sorted(runways, key=lambda strip: strip.length_ft or 0.0, reverse=True)


def _hundreds(feet: float) -> int:
    return int(-(-feet // 100)) * 100


def _runway_lines(field: KnownField, projection: Projection) -> Iterator[str]:
    width = f"{field.width_ft:g}" if field.width_ft else '!todo "width of the pavement"'
    for strip in field.runways:
        first, second = strip.thresholds
        apart = range_nm(to_grid(projection, *first), to_grid(projection, *second)) * FEET_PER_NM
        length = f"{max(strip.length_ft or 0.0, round(apart)):g}"
        yield f'  - ends: ["{strip.ends[0]}", "{strip.ends[1]}"]'
        yield f"    headings_deg_grid: [{strip.headings_deg_grid[0]}, {strip.headings_deg_grid[1]}]"
        yield f"    length_ft: {length}"
        yield f"    width_ft: {width}"
        yield "    thresholds:"
        yield f"      - {{lat: {first[0]}, lon: {first[1]}}}"
        yield f"      - {{lat: {second[0]}, lon: {second[1]}}}"
        yield f'    source: "thresholds: {strip.thresholds_from}"'


def _station_lines(field: KnownField) -> Iterator[str]:
    short = field.name.split("-")[0].split(" ")[0] if "-" in field.name else field.name
    channels = [f'"{mhz:.3f} AM"' for mhz in (field.vhf_mhz, field.uhf_mhz) if mhz is not None]
    yield "stations:"
    yield "  tower:"
    yield f"    name: {_name(short + ' Tower')}"
    yield "    role: tower"
    yield "    also: [ground, delivery]"
    if channels:
        yield f"    frequencies: [{', '.join(channels)}]"
        yield '    source: "the sim\'s own channels of this field"'
    else:
        yield '    frequencies: [!todo "its channel, as 118.600 AM in quotes"]'
    yield "  approach:"
    yield f"    name: {_name(short + ' Approach')}"
    yield "    role: approach"
    yield "    also: [departure]"
    yield '    frequencies: [!todo "a channel nobody else has, as 125.350 AM in quotes"]'


def _sector_lines(field: KnownField) -> Iterator[str]:
    if not field.ground_max_ft:
        yield "minimum_safe_altitude:"
        yield "  - {from_deg_true: 0, to_deg_true: 360, within_nm: 25, "
        yield '     ft: !todo "highest ground within 30 nm, plus 1000 ft, or 2000 over mountains"}'
        yield ""
        return
    derived = "highest ground plus 5 % and 60 ft, then 1000 ft, or 2000 from 3000 ft up"
    yield "minimum_safe_altitude:              # " + derived
    for index, ground in enumerate(field.ground_max_ft):
        yield (
            f"  - {{from_deg_true: {30 * index}, to_deg_true: {30 * index + 30}, within_nm: 25, "
            f"ft: {safe_ft(ground[-1])}}}"
        )
    yield ""
    yield "minimum_vectoring_altitude:         # " + derived
    for index, ground in enumerate(field.ground_max_ft):
        feet = ", ".join(str(safe_ft(feet)) for feet in ground[:-1])
        yield (
            f"  - {{from_deg_true: {30 * index}, to_deg_true: {30 * index + 30}, "
            f"within_nm: [{', '.join(map(str, _RINGS_NM))}], ft: [{feet}]}}"
        )
    yield ""


@dataclass(frozen=True, slots=True)
class _Final:
    """A final course: to which end, from what altitude, with descent from how far."""

    end: str
    platform_ft: int
    fix_nm: float


def _finals(field: KnownField, projection: Projection) -> list[_Final]:
    """Return the final course of every runway end, the one over the lowest ground first."""
    turn = convergence_deg(projection, field.latitude_deg, field.longitude_deg)
    found = []
    for strip in field.runways:
        for end, heading in zip(strip.ends, strip.headings_deg_grid, strict=True):
            out_deg_true = (heading + 180.0 + turn) % 360.0
            fix, platform = 6.0, _hundreds(field.elevation_ft + 1950)
            for _ in range(_MOST_TRIES):
                platform = max(platform, _floor(field, out_deg_true, fix))
                needed = (platform - field.elevation_ft) / _FEET_A_MILE_ON_3_DEG
                if needed <= fix + 0.5:
                    break
                fix = math.ceil(needed * 2) / 2
            found.append(_Final(end, platform, fix))
    return sorted(found, key=lambda final: final.platform_ft)


def _floor(field: KnownField, out_deg_true: float, fix_nm: float) -> int:
    """Return what clears the ground of the final course's sectors, from fix to intercept."""
    if not field.ground_max_ft:
        return 0
    rings = {min(int(nm // 5), 4) for nm in (fix_nm, fix_nm + 2.5, fix_nm + _INTERCEPT_NM)}
    sectors = {int((out_deg_true + off) % 360.0 // 30) for off in (-5.0, 0.0, 5.0)}
    return max(safe_ft(field.ground_max_ft[sector][ring]) for sector in sectors for ring in rings)


def _approach_lines(field: KnownField, projection: Projection) -> Iterator[str]:
    if not field.runways:
        return
    final, *others = _finals(field, projection)
    end = final.end
    other = others[0].end
    yield "approaches:"
    yield f"  asr-{end.lower()}:           # over the lowest ground; next comes {other}"
    yield "    kind: asr"
    yield f'    runway: "{end}"'
    yield f"    final_intercept_nm: {final.fix_nm + _INTERCEPT_NM:g}"
    yield f"    minimum_intercept_nm: {final.fix_nm + 2:g}"
    yield f"    final_approach_fix_nm: {final.fix_nm:g}"
    yield f"    platform_ft: {final.platform_ft}"
    yield "    glidepath_deg: 3.0"
    minimum = round(field.elevation_ft + 700)
    yield f'    minimum_descent_altitude_ft: {{value: {minimum}, derived: "field plus 700 ft"}}'
    yield "    missed_approach_point_nm: 0.6"
    yield "    missed:"
    yield f"      straight_to_ft: {_hundreds(field.elevation_ft + 800)}"
    yield '      turn: !todo "left or right, to lower ground"'
    yield '      heading_deg_grid: !todo "a heading away from high ground"'
    yield '      climb_to_ft: !todo "safe where that heading leads"'
    yield "    lost_communication: {pattern_s: 60, final_s: 15, call: tower}"
    yield "    speeds: {pattern_kt: 210, final_kt: 160}"
    yield "    worked_by: approach"
    yield '    pattern_side: !todo "left or right of the final course, over lower ground"'


def _renamed(field: KnownField, apt: AptField, projection: Projection) -> dict[str, str]:
    """Return what the field calls each runway end of the file: the end on the nearest heading."""
    ours = [
        (name, heading)
        for strip in field.runways
        for name, heading in zip(strip.ends, strip.headings_deg_grid, strict=True)
    ]
    names = {}
    for strip in apt.runways:
        one, other = (to_grid(projection, *place) for place in strip.places)
        for name, start, end in ((strip.ends[0], one, other), (strip.ends[1], other, one)):
            heading = bearing_deg_grid(start, end)
            same = [our for our, _ in ours if our == name]
            near = sorted((angle_between_deg(heading, theirs), our) for our, theirs in ours)
            if same:
                names[name] = name
            elif near and near[0][0] < 10.0:
                names[name] = near[0][1]
    for strip in apt.runways:
        # A zone may use a name of an earlier year that no runway row has: one number off.
        for name in strip.ends:
            for step in (-1, 1):
                number = (int(name[:2]) - 1 + step) % 36 + 1
                if name in names:
                    names.setdefault(f"{number:02d}{name[2:]}", names[name])
    return names
