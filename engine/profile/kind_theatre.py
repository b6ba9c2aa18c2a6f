"""The YAML of a theatre: the map itself and what stands above its fields."""

from __future__ import annotations

from engine.profile.kind_common import NAME_PATTERN
from engine.profile.kind_navaid import NAVAIDS
from engine.profile.schema_terms import (
    ROLES,
    Schema,
    choice,
    document,
    flag,
    frequency,
    latitude_longitude,
    many,
    number,
    record,
    table,
    text,
)

__all__ = ["STATION", "THEATRE"]

STATION: Schema = record(
    "A controller position: its name, what it works and where it is heard.",
    {
        "name": text("what it is called on the air", example="Batumi Approach"),
        "role": choice("the role it works first", ROLES, example="approach"),
        "frequencies": many(
            frequency("a channel it works"), "its channels, the usual one first", distinct=True
        ),
    },
    {
        "also": many(
            choice("a role", ROLES, example="departure"),
            "roles it works as well",
            distinct=True,
        ),
        "radar": flag("whether it has a radar picture", default=True),
        "voice": text("the voice it speaks with", example="joe"),
        "staffed": flag("false for a position that nobody works", default=True),
    },
)

_VARIATION: Schema = table(
    number(
        "magnetic variation, east positive", unit="degrees", example=6.42, minimum=-60, maximum=60
    ),
    "variation in June of each year, by year; linear between, held beyond the ends",
    keys=r"^(19|20)[0-9]{2}$",
    wanted='a year in quotes, like "2016"',
) | {"minProperties": 1}

THEATRE: Schema = document(
    "theatre",
    "Theatre: a map and what stands above its fields",
    record(
        "A map of the sim.",
        {
            "theatre": text("its name", example="Caucasus"),
            "dcs_name": text("what the sim calls it", example="Caucasus"),
            "projection": record(
                "the sim's flat grid: transverse Mercator on WGS84",
                {
                    "central_meridian_deg": number(
                        "east longitude of the middle",
                        unit="degrees",
                        example=33,
                        minimum=-180,
                        maximum=180,
                    ),
                    "scale": number(
                        "scale on the middle",
                        unit="ratio",
                        example=0.9996,
                        minimum=0.9,
                        maximum=1.1,
                    ),
                    "false_easting_m": number(
                        "added to eastings",
                        unit="metres",
                        example=-99517,
                        minimum=-1e7,
                        maximum=1e7,
                    ),
                    "false_northing_m": number(
                        "added to northings",
                        unit="metres",
                        example=-4998115,
                        minimum=-1e7,
                        maximum=1e7,
                    ),
                },
            ),
            "mission_date": text(
                "the date magnetic variation is taken at",
                example="2016-06-21",
                pattern=r"^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
                wanted='a date like "2016-06-21"',
            ),
            "magnetic_variation_deg_east": record(
                "magnetic variation of the map and of fields that have their own",
                {"theatre": _VARIATION},
                {"fields": table(_VARIATION, "by field")},
            ),
            "default_wind": record(
                "the wind that the mission is built with",
                {
                    "from_deg_grid": number(
                        "where it blows from, on the grid",
                        unit="degrees",
                        example=90,
                        minimum=0,
                        maximum=360,
                    ),
                    "speed_kt": number(
                        "its speed", unit="knots", example=5, minimum=0, maximum=100
                    ),
                },
            ),
        },
        {
            "heading_reference": choice(
                "what the sim's compasses stand on: its flat grid, or the globe",
                ("grid", "geodesic"),
                default="grid",
            ),
            "stations": table(
                STATION,
                "en-route positions",
                keys=NAME_PATTERN,
                wanted="a name in small letters, digits, `_` and `-`",
            ),
            "fixes": table(latitude_longitude("where it is"), "named points"),
            "navaids": NAVAIDS,
            "pronunciation": table(
                text("how it is said", example="bah-too-mee"), "respelling of names for the voice"
            ),
        },
    ),
)
