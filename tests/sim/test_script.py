"""A seed is a sortie: on the final into the wind, above what is safe where it starts."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from engine.control.briefing import end_into_wind
from engine.control.safe_altitude import safe_altitude_ft
from engine.model.errors import ConfigurationError
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Theatre
from engine.resources import profiles_dir
from engine.sim.script import LEVELS_FT, MARGIN_FT, Sortie

SEEDS = range(1, 9)
FIELDS = [
    ("caucasus", "batumi"),
    ("caucasus", "kutaisi"),
    ("caucasus", "senaki"),
    ("nevada", "nellis"),
    ("nevada", "tonopah"),
]


@cache
def theatre(name: str) -> Theatre:
    return load_theatre_or_raise(profiles_dir() / name)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_everybody_starts_above_what_is_safe_and_apart(name: str, field: str) -> None:
    airfield = theatre(name).fields[field]
    for seed in SEEDS:
        sortie = Sortie.from_seed(theatre(name), field, seed)
        for pilot in sortie.pilots:
            floor_ft = safe_altitude_ft(airfield, pilot.start) or 0
            assert pilot.altitude_ft >= floor_ft + MARGIN_FT, (seed, pilot)
        for lower, upper in pairwise(sortie.pilots):
            assert upper.altitude_ft >= lower.altitude_ft + LEVELS_FT, seed


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_the_final_is_the_one_into_the_wind_where_there_is_one(name: str, field: str) -> None:
    airfield = theatre(name).fields[field]
    served = {one.runway for one in airfield.approaches.values() if one.kind == "asr"}
    for seed in SEEDS:
        sortie = Sortie.from_seed(theatre(name), field, seed)
        end = end_into_wind(airfield, sortie.wind.from_deg_grid, speed_kt=sortie.wind.speed_kt)
        assert end is not None
        if end.designator in served:
            assert airfield.approaches[sortie.approach].runway == end.designator, seed


def test_a_field_without_a_surveillance_approach_is_refused_by_name() -> None:
    with pytest.raises(ConfigurationError, match="Creech has no surveillance approach"):
        Sortie.from_seed(theatre("nevada"), "creech", 1)
