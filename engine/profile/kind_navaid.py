"""The YAML of aids: beacons of a field or a theatre, and the ILS of an approach."""

from __future__ import annotations

from engine.profile.navaid import CATEGORIES, NAVAID_KINDS
from engine.profile.schema_terms import (
    Schema,
    choice,
    latitude_longitude,
    number,
    record,
    table,
    text,
)

__all__ = ["ILS", "NAVAIDS"]

_IDENT_PATTERN = r"^[A-Z][A-Z0-9-]{0,4}$"


def _ident(example: str) -> Schema:
    return text(
        "what it sends in Morse",
        example=example,
        pattern=_IDENT_PATTERN,
        wanted=f'one to five capital letters, like "{example}"',
    )


def _megahertz(description: str, example: str) -> Schema:
    return text(
        description,
        example=example,
        pattern=r"^[0-9]{3}\.[0-9]{2,3}$",
        wanted=f'a frequency in MHz with two decimals, in quotes, like "{example}"',
    )


ILS: Schema = record(
    "What an approach of kind `ils` is flown on; its glidepath is `glidepath_deg`.",
    {
        "ident": _ident("ILU"),
        "frequency_mhz": _megahertz("the localizer's frequency", "110.30"),
        "course_deg_grid": number(
            "the localizer's course on the grid",
            unit="degrees",
            example=125.58,
            minimum=0,
            maximum=360,
        ),
        "category": choice("its category", CATEGORIES),
    },
    {"localizer": latitude_longitude("where the localizer stands")},
)

NAVAIDS: Schema = table(
    record(
        "a beacon",
        {
            "kind": choice("what kind of beacon", NAVAID_KINDS, example="tacan"),
            "ident": _ident("BTM"),
            "lat": number("north latitude", unit="degrees", example=41.61, minimum=-90, maximum=90),
            "lon": number(
                "east longitude", unit="degrees", example=41.6, minimum=-180, maximum=180
            ),
        },
        {
            "channel": text(
                "its TACAN channel",
                example="16X",
                pattern=r"^([1-9]|[1-9][0-9]|1[01][0-9]|12[0-6])[XY]$",
                wanted='a TACAN channel from 1 to 126 with its band, like "16X"',
            ),
            "frequency_mhz": _megahertz("the frequency of a VOR or VORTAC", "113.60"),
            "frequency_khz": number(
                "the frequency of an NDB", unit="kHz", example=430, minimum=150, maximum=1800
            ),
        },
    ),
    "beacons by name; their places can be named like fixes",
)
