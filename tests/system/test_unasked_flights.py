"""Whoever asks for nothing is seen all the same: on final, down, off again, or at the hold.

Each flight is flown to every end of every field that has an approach there, from its profile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.model.call import Hypothesis
from engine.model.geometry import angle_between_deg
from engine.model.stimulus import Heard, RadioPresent, Sweep
from tests.system.watched import (
    ANAPA,
    CAUCASUS,
    Flown,
    Watched,
    looks,
    radio_of,
    theatre,
    watch,
)

WHEELS_FT = 6.0
"""How high the reference point of the aircraft here stands."""
ENDS = [
    (folder, airfield.key, approach.runway)
    for folder in (ANAPA, CAUCASUS)
    for airfield in theatre(folder).fields.values()
    for approach in airfield.approaches.values()
]
NAMES = [f"{field}-{end}" for _, field, end in ENDS]
everywhere = pytest.mark.parametrize(("folder", "field", "end"), ENDS, ids=NAMES)
End = tuple[Path, str, str]

# A touchdown 0.15 nm past the threshold, after a path of about 300 ft a mile.
DOWN = (
    Flown(0, 9.0, 2600.0),
    Flown(180, 1.5, 530.0),
    Flown(222, -0.1, 50.0),
    Flown(226, -0.25, WHEELS_FT),
)
ROLL = (Flown(236, -0.55, WHEELS_FT), Flown(256, -0.9, WHEELS_FT))


def seen(at: End, way: Sequence[Flown], *, helicopter: bool = False) -> Watched:
    folder, field, end = at
    tracks = looks(folder, field, end, way, helicopter=helicopter)
    watched = watch(folder, radio_of(tracks[0]), [Sweep((track,)) for track in tracks])
    assert watched.spoken == []
    assert not any(event.kind == "phase_refused" for event in watched.events)
    return watched


@everywhere
def test_a_straight_in_is_on_final_then_landed(folder: Path, field: str, end: str) -> None:
    watched = seen((folder, field, end), (*DOWN, *ROLL))

    assert watched.names() == ["en_route", "final", "landed"]
    assert watched.first("final") < 120
    assert watched.event("touched_down").data["touchdown_s"] == pytest.approx(226, abs=1)
    assert watched.event("rolled_out").sim_t > 226


@everywhere
def test_a_jet_that_waits_at_the_hold_stays_there(folder: Path, field: str, end: str) -> None:
    waits = (Flown(0, -0.05, WHEELS_FT, 0.06), Flown(120, -0.05, WHEELS_FT, 0.06))

    assert seen((folder, field, end), waits).names() == ["parked"]


@everywhere
def test_a_jet_that_waits_on_the_runway_has_not_landed(folder: Path, field: str, end: str) -> None:
    taxis = (
        Flown(0, -0.05, WHEELS_FT, 0.06),
        Flown(30, -0.05, WHEELS_FT),
        Flown(120, -0.05, WHEELS_FT),
    )

    assert seen((folder, field, end), taxis).names() == ["parked"]


@everywhere
@pytest.mark.parametrize("per_mile_ft", [500.0, 900.0])
def test_a_departure_is_no_final_just_off_the_runway_nor_later(
    folder: Path, field: str, end: str, per_mile_ft: float
) -> None:
    takes_off = (
        Flown(0, -0.05, WHEELS_FT),
        Flown(10, -0.05, WHEELS_FT),
        Flown(40, -0.6, WHEELS_FT),
        Flown(190, -7.0, WHEELS_FT + 6.4 * per_mile_ft),
    )

    assert seen((folder, field, end), takes_off).names() == ["parked", "departure"]


@everywhere
def test_a_departure_first_seen_climbing_off_is_no_final(
    folder: Path, field: str, end: str
) -> None:
    # Off the other end, so that the threshold of this one lies behind him or just ahead.
    climbs = (Flown(0, 0.6, 472.0), Flown(100, 5.0, 3500.0))

    assert seen((folder, field, end), climbs).names() == ["en_route"]


@everywhere
@pytest.mark.parametrize("first_s", [0, 180, 215])
def test_he_may_be_first_seen_anywhere_on_the_way_down(
    folder: Path, field: str, end: str, first_s: int
) -> None:
    tracks = [one for one in looks(folder, field, end, (*DOWN, *ROLL)) if one.sim_time_s >= first_s]
    watched = watch(folder, radio_of(tracks[0]), [Sweep((one,)) for one in tracks])

    assert watched.names() == ["en_route", "final", "landed"]


@everywhere
def test_an_aircraft_of_which_nothing_is_known_has_no_phase(
    folder: Path, field: str, end: str
) -> None:
    # One look, low and at a taxi speed: neither answer is proven.
    (look,) = looks(folder, field, end, (Flown(0, 0.2, 40.0),))
    watched = watch(folder, radio_of(look), [Sweep((replace(look, speed_kt=35.0),))])

    assert watched.names() == []


@everywhere
def test_a_touch_and_go_lands_twice(folder: Path, field: str, end: str) -> None:
    goes = (
        *DOWN,
        Flown(231, -0.45, WHEELS_FT),
        Flown(262, -1.6, 600.0),
        Flown(292, -2.4, 1200.0, 1.2),
        Flown(400, 4.0, 1200.0, 1.2),
        Flown(430, 4.0, 1200.0),
        *(replace(one, at_s=one.at_s + 380.0) for one in DOWN if one.along_nm < 2.0),
        *(replace(one, at_s=one.at_s + 380.0) for one in ROLL),
    )
    watched = seen((folder, field, end), goes)

    assert watched.names() == ["en_route", "final", "landed", "departure", "final", "landed"]
    touched = [one.data["touchdown_s"] for one in watched.events if one.kind == "touched_down"]
    assert touched == [pytest.approx(226, abs=1), pytest.approx(606, abs=1)]
    rolled_out = [one.sim_t for one in watched.events if one.kind == "rolled_out"]
    assert len(rolled_out) == 1
    assert rolled_out[0] > 606


@everywhere
def test_a_low_pass_is_a_go_around_and_no_landing(folder: Path, field: str, end: str) -> None:
    passes = (
        *DOWN[:2],
        Flown(216, 0.1, 120.0),
        Flown(230, -0.5, 110.0),
        Flown(262, -1.6, 900.0),
        Flown(300, -3.2, 2000.0, 1.0),
    )
    watched = seen((folder, field, end), passes)

    assert watched.names() == ["en_route", "final", "missed"]
    assert "touched_down" not in {event.kind for event in watched.events}


@everywhere
def test_who_breaks_off_is_no_longer_on_final(folder: Path, field: str, end: str) -> None:
    breaks = (
        Flown(0, 9.0, 2600.0),
        Flown(120, 4.0, 1280.0),
        Flown(180, 4.0, 1280.0, 3.0),
        Flown(240, 7.0, 1280.0, 3.0),
    )

    assert seen((folder, field, end), breaks).names() == ["en_route", "final", "en_route"]


@everywhere
def test_a_level_run_along_the_course_is_no_final(folder: Path, field: str, end: str) -> None:
    runs_in = (Flown(0, 9.0, 1500.0), Flown(110, -1.0, 1500.0))

    assert seen((folder, field, end), runs_in).names() == ["en_route"]


@everywhere
def test_who_crosses_the_course_is_not_on_final(folder: Path, field: str, end: str) -> None:
    crosses = (Flown(0, 5.0, 2400.0, -3.0), Flown(90, 4.0, 1000.0, 3.0))

    assert seen((folder, field, end), crosses).names() == ["en_route"]


@everywhere
def test_a_helicopter_comes_down_a_final_at_forty_knots(folder: Path, field: str, end: str) -> None:
    slowly = (
        Flown(0, 3.0, 1200.0),
        Flown(225, 0.5, 150.0),
        Flown(285, -0.02, WHEELS_FT),
        Flown(300, -0.02, WHEELS_FT),
    )
    watched = seen((folder, field, end), slowly, helicopter=True)

    assert watched.names() == ["en_route", "final", "landed"]
    assert watched.event("touched_down").data["touchdown_s"] == pytest.approx(285, abs=2)


@everywhere
def test_a_hover_over_the_runway_is_no_landing(folder: Path, field: str, end: str) -> None:
    hovers = (
        Flown(0, 3.0, 1200.0),
        Flown(225, 0.5, 150.0),
        Flown(285, -0.02, 25.0),
        *(Flown(286 + n, -0.02, 25.0 + n % 2) for n in range(30)),
    )

    assert seen((folder, field, end), hovers, helicopter=True).names() == ["en_route", "final"]


def heard(words: str, radio: RadioPresent) -> Heard:
    """Return a call on Approach of Batumi, the field of the last of the ends."""
    station = theatre(CAUCASUS).fields["batumi"].stations["approach"]
    return Heard(
        transmission_id="call",
        guid=radio.guid,
        client_name=radio.client_name,
        unit_type=radio.unit_type,
        unit_id=radio.unit_id,
        coalition=radio.coalition,
        station=station.key,
        frequency_hz=station.channels[0].frequency_hz,
        started_ms=0,
        ended_ms=0,
        hypotheses=(Hypothesis(words),),
    )


def talked_to(at_s: int, words: str) -> Watched:
    tracks = looks(CAUCASUS, "batumi", "13", DOWN)
    radio = radio_of(tracks[0])
    sweeps = [Sweep((track,)) for track in tracks if track.sim_time_s <= 190]
    return watch(CAUCASUS, radio, sweeps, calls={at_s: heard(words, radio)})


def test_who_is_on_final_by_himself_is_sent_to_the_tower() -> None:
    watched = talked_to(20, "Batumi Approach, Hawk, checking in, level three thousand")

    assert watched.names()[-1] == "final"
    assert any("contact Batumi Tower" in words for words in watched.spoken)


def test_who_is_on_final_by_himself_may_still_ask_for_the_approach() -> None:
    watched = talked_to(120, "Batumi Approach, Hawk, request radar approach")

    assert watched.names()[:2] == ["en_route", "final"]
    assert watched.names()[2] in ("arrival", "vectoring")
    assert {strip.approach for strip in watched.desk.board.worked()} == {"asr-13"}
    assert "phase_refused" not in {event.kind for event in watched.events}


def test_the_ends_flown_here_point_both_ways() -> None:
    anapa = theatre(ANAPA).fields["anapa"]
    first, second = anapa.runways[0].ends

    assert angle_between_deg(first.heading_deg_grid, second.heading_deg_grid) > 90.0
    assert len(ENDS) >= 3
