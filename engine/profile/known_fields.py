"""What is known of the sim's fields before anybody has written a profile: facts with their source.

Positions, runways and channels of the sim's own data, magnetic variation of IGRF-14, and the
highest ground by sector of an elevation model (`facts_fields.json`). A profile that is begun from
here is complete but for what only somebody who knows the place can say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.model.errors import InternalError

__all__ = ["KnownField", "KnownRunway", "KnownTheatre", "known_fields", "known_theatres"]

_FILE = Path(__file__).resolve().parent / "facts_fields.json"


@dataclass(frozen=True, slots=True)
class KnownRunway:
    """A strip: names, headings on the grid and thresholds (lat, lon) of both ends, its length."""

    ends: tuple[str, str]
    headings_deg_grid: tuple[float, float]
    thresholds: tuple[tuple[float, float], tuple[float, float]]
    thresholds_from: str
    length_ft: float | None


@dataclass(frozen=True, slots=True)
class KnownField:
    """A field; `ground_max_ft` by sector of 30 degrees true: rings of 5 nm, then with a buffer."""

    theatre: str
    name: str
    icao: str
    latitude_deg: float
    longitude_deg: float
    elevation_ft: float
    width_ft: float | None
    runways: tuple[KnownRunway, ...]
    vhf_mhz: float | None
    uhf_mhz: float | None
    variation: Mapping[str, float]
    ground_max_ft: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class KnownTheatre:
    """A map of the sim: its projection, its usual date, its variation by year."""

    key: str
    name: str
    dcs_name: str
    central_meridian_deg: float
    false_easting_m: float
    false_northing_m: float
    mission_date: str
    variation: Mapping[str, float]


@lru_cache(maxsize=1)
def _facts() -> dict[str, object]:
    try:
        facts: dict[str, object] = json.loads(_FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        message = "the table of known fields cannot be read: install Marshall again"
        raise InternalError(message) from error
    return facts


def known_theatres() -> dict[str, KnownTheatre]:
    """Return the maps that are known, by key."""
    listed = _facts()["theatres"]
    assert isinstance(listed, dict)  # noqa: S101 - the file is ours
    return {
        key: KnownTheatre(
            key,
            one["theatre"],
            one["dcs_name"],
            one["central_meridian_deg"],
            one["false_easting_m"],
            one["false_northing_m"],
            one["mission_date"],
            one["variation"],
        )
        for key, one in listed.items()
    }


def known_fields() -> tuple[KnownField, ...]:
    """Return the fields that are known."""
    listed = _facts()["fields"]
    assert isinstance(listed, list)  # noqa: S101 - the file is ours
    return tuple(
        KnownField(
            one["theatre"],
            one["name"],
            one["icao"],
            one["lat"],
            one["lon"],
            one["elevation_ft"],
            one["width_ft"],
            tuple(
                KnownRunway(
                    tuple(strip["ends"]),
                    tuple(strip["headings_deg_grid"]),
                    (tuple(strip["thresholds"][0]), tuple(strip["thresholds"][1])),
                    strip["thresholds_from"],
                    strip["length_ft"],
                )
                for strip in one["runways"]
            ),
            one["vhf_mhz"],
            one["uhf_mhz"],
            one["variation"],
            tuple(tuple(sector) for sector in one["ground_max_ft"] or ()),
        )
        for one in listed
    )
