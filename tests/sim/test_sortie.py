"""A sortie flown against a controller that sees everything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.sim.script import Sortie
from engine.sim.sortie import SortieResult, fly
from tests.sim.field import FIELD, theatre
from tests.sim.perfect_controller import PerfectController
from tests.sim.plain_words import PlainGrammar

THEATRE = theatre()


def _fly(seed: int, **changes: object) -> SortieResult:
    sortie = replace(Sortie.from_seed(THEATRE, FIELD, seed), misheard_rate=0.0, **changes)  # type: ignore[arg-type]
    return fly(sortie, THEATRE, PerfectController(THEATRE), PlainGrammar(), limit_ms=25 * 60_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_pilots_land_and_call_ground(seed: int) -> None:
    result = _fly(seed)

    assert not result.capture.timed_out
    for reached in result.milestones.values():
        assert {"cleared", "landed", "vacated", "done"} <= set(reached)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_air() -> None:
    assert _fly(4).capture == _fly(4).capture


@pytest.mark.slow
def test_one_who_misses_first_is_brought_round_and_lands() -> None:
    sortie = replace(Sortie.from_seed(THEATRE, FIELD, 5), misheard_rate=0.0)
    first = replace(sortie.pilots[0], miss_first=True)
    sortie = replace(sortie, pilots=(first, *sortie.pilots[1:]))

    result = fly(sortie, THEATRE, PerfectController(THEATRE), PlainGrammar())

    reached = result.milestones[first.callsign]
    assert reached["missed"] < reached["landed"]
    said = [one.words for one in result.capture.air if one.speaker == first.callsign]
    assert any("going around" in words for words in said)


def test_two_pilots_on_different_bands_and_types() -> None:
    for seed in range(20):
        first, second = Sortie.from_seed(THEATRE, FIELD, seed).pilots

        assert (first.band, second.band) == ("VHF", "UHF")
        assert first.type_name != second.type_name
        assert second.altitude_ft - first.altitude_ft >= 1000


@pytest.mark.slow
def test_phases_are_told_as_they_are_reached() -> None:
    told: list[tuple[str, str]] = []
    sortie = replace(Sortie.from_seed(THEATRE, FIELD, 1), misheard_rate=0.0)

    fly(
        sortie,
        THEATRE,
        PerfectController(THEATRE),
        PlainGrammar(),
        on_phase=lambda callsign, phase: told.append((callsign, phase)),
        limit_ms=60_000,
    )

    first = sortie.pilots[0].callsign
    assert [phase for callsign, phase in told if callsign == first][:3] == [
        "started",
        "calling",
        "checked_in",
    ]
