"""What the sim and a terrain model say of each field that ships, apart from its profile.

`field_facts.json` holds, by field: elevation and tower channels (DCS 2.9 airfield data), what each
runway end reads on a compass in June 2016 (grid heading less IGRF variation, rounded to 0.1), and
the highest ground in feet by true sector of 30 degrees and ring of 5 nm out to 25 nm (a terrain
model of 15 arc seconds), and where a final is surveyed more finely, that. Tonopah Test Range has no
terrain: its profile rests on tabled altitudes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.model.geometry import GridPoint, bearing_deg_grid, normalise_deg, range_nm
from engine.model.projection import convergence_deg
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Airfield, Approach, RunwayEnd, Theatre

__all__ = [
    "COMPLETE",
    "FACTS",
    "PROFILES",
    "THEATRES",
    "FieldFacts",
    "approaches",
    "end_of",
    "field_of",
    "ground_ft",
    "theatre_of",
]

PROFILES = Path(__file__).resolve().parents[2] / "profiles"
THEATRES = ("caucasus", "nevada", "persian-gulf", "syria")
COMPLETE = ("batumi", "kobuleti", "kutaisi", "nellis", "senaki")
"""Fields with every station, a hold, safe altitudes and radar approaches."""
_SECTOR_DEG = 30.0
_RING_NM = 5.0


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """The facts of one field."""

    theatre: str
    elevation_ft: int
    tower_mhz: tuple[float, ...]
    heading_deg_mag: Mapping[str, float]
    terrain_ft: tuple[tuple[int, ...], ...]
    along_final_ft: Mapping[str, int]


def _read() -> dict[str, FieldFacts]:
    path = Path(__file__).with_name("field_facts.json")
    return {
        key: FieldFacts(
            theatre=one["theatre"],
            elevation_ft=one["elevation_ft"],
            tower_mhz=tuple(one["tower_mhz"]),
            heading_deg_mag=one["heading_deg_mag"],
            terrain_ft=tuple(tuple(rings) for rings in one["terrain_ft"]),
            along_final_ft=one.get("along_final_ft", {}),
        )
        for key, one in json.loads(path.read_text(encoding="utf-8")).items()
    }


FACTS = _read()


@cache
def theatre_of(name: str) -> Theatre:
    """Return a theatre that ships, loaded once."""
    return load_theatre_or_raise(PROFILES / name)


def field_of(key: str) -> Airfield:
    """Return a field that ships."""
    return theatre_of(FACTS[key].theatre).fields[key]


def approaches() -> Iterator[tuple[str, str]]:
    """Yield every approach that ships, as field and key."""
    for key in FACTS:
        for name in field_of(key).approaches:
            yield key, name


def end_of(airfield: Airfield, approach: Approach) -> RunwayEnd:
    """Return the runway end that an approach leads to."""
    end = airfield.runway_end(approach.runway)
    assert end is not None
    return end


def ground_ft(key: str, point: GridPoint) -> int | None:
    """Return the highest ground of the sector and ring that a point is in, or None beyond them."""
    facts, airfield = FACTS[key], field_of(key)
    reference = airfield.reference_point
    turned = convergence_deg(
        theatre_of(facts.theatre).projection, reference.latitude_deg, reference.longitude_deg
    )
    bearing = normalise_deg(bearing_deg_grid(reference.grid, point) + turned)
    distance = range_nm(reference.grid, point)
    ring, along = int(distance / _RING_NM), facts.along_final_ft
    if (
        along
        and along["from_deg_true"] <= bearing <= along["to_deg_true"]
        and distance <= along["within_nm"]
    ):
        return along["ft"]
    if not facts.terrain_ft or ring >= len(facts.terrain_ft[0]):
        return None
    return facts.terrain_ft[int(bearing / _SECTOR_DEG)][ring]
