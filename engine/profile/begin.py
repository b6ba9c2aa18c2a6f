"""Writes the first form of a profile: what is known, and `!todo` where only a person knows.

What is derived says how; nothing is invented, and each question has an example that passes. The
altitudes come from the highest ground of each sector: 5 % and 60 ft on top for what the model
smooths away, then 1,000 ft, or 2,000 where it reaches 3,000 ft (as national rules for mountains
have it), rounded up to the next hundred.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.model.geometry import (
    FEET_PER_NM,
    GridPoint,
    angle_between_deg,
    bearing_deg_grid,
    range_nm,
)
from engine.model.projection import Projection, convergence_deg, to_grid
from engine.profile.aptdat import AptField, AptRunway
from engine.profile.begin_examples import (
    RINGS_NM,
    Ground,
    free_channel,
    hundreds,
    plain_or_quoted,
    safe_ft,
    todo,
)
from engine.profile.begin_taxi import taxi_lines
from engine.profile.known_fields import KnownField, KnownRunway, KnownTheatre

__all__ = ["SCALE", "airfield_text", "field_of_apt", "projection_of"]

SCALE = 0.9996
"""Of the transverse Mercator grid of every map of the sim."""
_ICAO = re.compile(r"[A-Z][A-Z0-9]{3}")
_FEET_PER_METRE = 3.28084
_USUAL_WIDTH_FT = 200.0
_FEET_A_MILE_ON_3_DEG = math.tan(math.radians(3.0)) * FEET_PER_NM
_INTERCEPT_NM = 5.0
_MOST_TRIES = 6
_FAR_FIX_NM = 12.0
_NOT_SAID = frozenset({"international", "intl", "airport", "afb", "ab", "airbase", "airfield"})
_LONGEST, _OVERRUN_FT = 1.35, 500.0
"""As far as a length and its thresholds may differ for M426."""


def projection_of(theatre: KnownTheatre) -> Projection:
    """Return the projection of a map."""
    return Projection(
        central_meridian_deg=theatre.central_meridian_deg,
        scale=SCALE,
        false_easting_m=theatre.false_easting_m,
        false_northing_m=theatre.false_northing_m,
    )


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
    field: KnownField,
    theatre: KnownTheatre,
    schema: str,
    apt: AptField | None = None,
    *,
    taken: Collection[str] = (),
) -> str:
    """Return an airfield file with everything that is known of a field.

    `taken` are channels that others have, in MHz as `125.350`: no example is one of them.
    """
    field = replace(field, runways=tuple(_ordered(field.runways)))
    top = todo(
        "the top of the circuit, feet above the sea: 3,000 over the field is usual",
        str(hundreds(field.elevation_ft + 3000)),
    )
    lines = [
        f"# yaml-language-server: $schema={schema}/airfield.schema.json",
        "#",
        "# Begun by `marshall new airfield`. Fill in every `!todo` and run `marshall validate`.",
        "",
        f"airfield: {plain_or_quoted(field.name)}",
        f"icao: {_icao(field.icao)}",
        f"reference_point: {{lat: {field.latitude_deg}, lon: {field.longitude_deg}}}",
        f"elevation_ft: {field.elevation_ft:g}",
        "phraseology: icao",
        "",
        "runways:",
        *_runway_lines(field, projection_of(theatre)),
        "",
        *_station_lines(field, taken),
        "",
        "airspace:",
        f"  tower: {{within_nm: 5, up_to_ft: {top}}}",
        "  approach: {within_nm: 25, up_to_ft: 15000}",
        "",
        *_sector_lines(field),
        *_approach_lines(field, projection_of(theatre)),
        *(_taxi_lines(field, theatre, apt) if apt is not None else ()),
    ]
    return "\n".join([*lines, ""])


def _icao(code: str) -> str:
    if _ICAO.fullmatch(code):
        return code
    kept = re.sub("[^A-Z0-9]", "", code.upper())
    shaped = f"X{kept}"[:4].ljust(4, "X")
    return todo(f"four letters or digits instead of {code}, which no other field has", shaped)


def _taxi_lines(field: KnownField, theatre: KnownTheatre, apt: AptField) -> Iterator[str]:
    width_m = (field.width_ft or _USUAL_WIDTH_FT) / _FEET_PER_METRE
    strips = [AptRunway(one.ends, one.thresholds, width_m) for one in field.runways]
    return taxi_lines(apt, _renamed(field, apt, projection_of(theatre)), strips)


def _ordered(runways: Sequence[KnownRunway]) -> list[KnownRunway]:
    return sorted(runways, key=lambda strip: strip.length_ft or 0.0, reverse=True)


def _runway_lines(field: KnownField, projection: Projection) -> Iterator[str]:
    asked = todo("the width of the pavement in feet, by the ruler of the F10 map", "150")
    width = f"{field.width_ft:g}" if field.width_ft else asked
    for strip in field.runways:
        first, second = strip.thresholds
        apart = range_nm(to_grid(projection, *first), to_grid(projection, *second)) * FEET_PER_NM
        length = f"{max(strip.length_ft or 0.0, round(apart)):g}"
        if strip.length_ft is not None and strip.length_ft > _LONGEST * apart + _OVERRUN_FT:
            derived = f"as far as the thresholds are apart; {length} ft is what charts give"
            length = f'{{value: {round(apart)}, derived: "{derived}"}}'
        yield f'  - ends: ["{strip.ends[0]}", "{strip.ends[1]}"]'
        yield f"    headings_deg_grid: [{strip.headings_deg_grid[0]}, {strip.headings_deg_grid[1]}]"
        yield f"    length_ft: {length}"
        yield f"    width_ft: {width}"
        yield "    thresholds:"
        yield f"      - {{lat: {first[0]}, lon: {first[1]}}}"
        yield f"      - {{lat: {second[0]}, lon: {second[1]}}}"
        yield f'    source: "thresholds: {strip.thresholds_from}"'


def _called(name: str) -> str:
    """Return what a field is called on the air: not `Sochi-Adler`, `Al Dhafra AFB`."""
    words = name.split("-", maxsplit=1)[0].split(" ")[:1] if "-" in name else name.split(" ")
    while len(words) > 1 and words[-1].casefold() in _NOT_SAID:
        words.pop()
    return " ".join(words)


def _station_lines(field: KnownField, taken: Collection[str]) -> Iterator[str]:
    short = _called(field.name)
    channels = [f'"{mhz:.3f} AM"' for mhz in (field.vhf_mhz, field.uhf_mhz) if mhz is not None]
    yield "stations:"
    yield "  tower:"
    yield f"    name: {plain_or_quoted(short + ' Tower')}"
    yield "    role: tower"
    yield "    also: [ground, delivery]"
    if channels:
        yield f"    frequencies: [{', '.join(channels)}]"
        yield '    source: "the sim\'s own channels of this field"'
    else:
        example = free_channel(taken)
        taken = {*taken, example.strip('"').removesuffix(" AM")}
        asked = todo("its channel, as the mission editor shows it at the field", example)
        yield f"    frequencies: [{asked}]"
    yield "  approach:"
    yield f"    name: {plain_or_quoted(short + ' Approach')}"
    yield "    role: approach"
    yield "    also: [departure]"
    asked = todo(
        "the channel of approach, yours to choose: one that no other station has",
        free_channel(taken),
    )
    yield f"    frequencies: [{asked}]"


def _sector_lines(field: KnownField) -> Iterator[str]:
    if not field.ground_max_ft:
        yield "minimum_safe_altitude:"
        asked = todo(
            "the highest ground within 30 nm, by the F10 map, plus 1,000 ft, or 2,000 over "
            "mountains; where all is flat",
            str(hundreds(field.elevation_ft + 1500)),
        )
        yield "  - {from_deg_true: 0, to_deg_true: 360, within_nm: 25, "
        yield f"     ft: {asked}}}"
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
            f"within_nm: [{', '.join(map(str, RINGS_NM))}], ft: [{feet}]}}"
        )
    yield ""


@dataclass(frozen=True, slots=True)
class _Final:
    """A final course: to which end, from what altitude, with descent from how far.

    `pattern_ft` is the floor over the lower of its sides, where aircraft are vectored to it.
    """

    end: str
    threshold: GridPoint
    heading_deg_grid: float
    platform_ft: int
    fix_nm: float
    pattern_ft: int
    side: str


def _finals(field: KnownField, projection: Projection) -> list[_Final]:
    """Return the final course of every runway end, the lowest ground under its pattern first."""
    ground = Ground(field, projection)
    turn = convergence_deg(projection, field.latitude_deg, field.longitude_deg)
    found = []
    for strip in field.runways:
        for end, heading, place in zip(
            strip.ends, strip.headings_deg_grid, strip.thresholds, strict=True
        ):
            out_deg_true = (heading + 180.0 + turn) % 360.0
            fix, platform = 6.0, hundreds(field.elevation_ft + 1950)
            for _ in range(_MOST_TRIES):
                platform = max(platform, _floor(field, out_deg_true, fix))
                needed = (platform - field.elevation_ft) / _FEET_A_MILE_ON_3_DEG
                if needed <= fix + 0.5:
                    break
                fix = math.ceil(needed * 2) / 2
            threshold = to_grid(projection, *place)
            pattern, side = ground.pattern(threshold, heading, fix + _INTERCEPT_NM)
            found.append(_Final(end, threshold, heading, platform, fix, pattern, side))
    return sorted(found, key=lambda final: (final.pattern_ft, final.platform_ft))


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
    ground = Ground(field, projection)
    end = final.end
    other = others[0].end
    yield "approaches:"
    if final.fix_nm > _FAR_FIX_NM:
        yield "  # High ground under every final course: descent begins far out. Fly it in the demo"
        yield "  # with several seeds, or give the field another kind of approach."
    yield f"  asr-{end.lower()}:     # over the lowest ground, pattern and all; next comes {other}"
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
    yield f"      straight_to_ft: {hundreds(field.elevation_ft + 800)}"
    missed = ground.missed(final.threshold, final.heading_deg_grid, final.platform_ft)
    yield f"      turn: {todo('left or right, to lower ground', missed.turn)}"
    heading = todo(
        "the heading it turns to, away from high ground, degrees true on the F10 map",
        str(missed.heading_deg_grid),
    )
    yield f"      heading_deg_grid: {heading}"
    climb = todo(
        "feet above the sea that are safe along that heading: the vectoring altitudes above",
        str(missed.climb_to_ft),
    )
    yield f"      climb_to_ft: {climb}"
    yield "    lost_communication: {pattern_s: 60, final_s: 15, call: tower}"
    yield "    speeds: {pattern_kt: 210, final_kt: 160}"
    yield "    worked_by: approach"
    asked = todo("left or right of the final course as it is flown, over lower ground", final.side)
    yield f"    pattern_side: {asked}"


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
