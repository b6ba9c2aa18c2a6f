"""Radar vectors, flown: from anywhere to the runway without arguing."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.approach_sweep import HABITS, Start, fly, scores, starts
from engine.control.air_mass import CALM, Wind
from engine.control.course import final_course
from engine.control.guidance import Guidance, Leg
from engine.control.safe_altitude import floor_along
from engine.control.vectors import guide, should_issue
from engine.model.directive import DIRECTIVE_TYPES
from engine.model.geometry import angle_between_deg, normalise_deg, spoken_heading
from engine.model.picture import Track
from tests.control.batumi import ASR_13, BATUMI, COURSE_DEG, REFERENCE, VARIATION_DEG
from tests.control.flight import Aircraft, Habits, Vectored, at, radial, track_at

COURSE = final_course(BATUMI, ASR_13)


def _guide(
    track: Track, previous: Guidance | None = None, *, wait_s: float | None = None
) -> Guidance:
    advice = guide(
        track,
        course=COURSE,
        approach=ASR_13,
        airfield=BATUMI,
        variation_deg_east=VARIATION_DEG,
        wind=CALM,
        previous=previous,
        not_before_s=wait_s,
    )
    assert advice is not None
    return advice


def _vectored(aircraft: Aircraft, *, wind: Wind = CALM, minimum_kt: float = 140.0) -> Vectored:
    return Vectored(
        aircraft,
        BATUMI,
        ASR_13,
        COURSE,
        VARIATION_DEG,
        reported=wind,
        minimum_speed_kt=minimum_kt,
        slow_kt=max(120.0, minimum_kt - 40.0),
    )


def _fly_in(vectored: Vectored, *, most_s: float = 2400.0) -> list[Guidance]:
    told: list[Guidance] = []
    while not vectored.landed and vectored.aircraft.time_s < most_s:
        advice = vectored.look()
        if advice is not None:
            told.append(advice)
        vectored.aircraft.step(1.0)
    return told


def test_no_vector_where_no_safe_altitude_is_known() -> None:
    track = track_at(
        radial(REFERENCE.grid, 280.0, 28.0), heading_deg=100.0, altitude_ft=6000.0, speed_kt=200.0
    )

    assert (
        guide(
            track,
            course=COURSE,
            approach=ASR_13,
            airfield=BATUMI,
            variation_deg_east=VARIATION_DEG,
            wind=CALM,
        )
        is None
    )


def test_two_and_a_half_miles_off_at_fourteen_he_is_closed_and_not_turned_away() -> None:
    track = track_at(
        at(COURSE, 14.0, 2.5), heading_deg=COURSE_DEG, altitude_ft=3000.0, speed_kt=180.0
    )

    advice = _guide(track)

    assert advice.turn == "left"
    assert 10.0 <= angle_between_deg(advice.heading_deg_grid, COURSE_DEG) <= 45.0


def test_a_vector_is_spoken_in_fives_and_final_in_ones() -> None:
    downwind = _guide(
        track_at(at(COURSE, 4.0, 4.0), heading_deg=300.0, altitude_ft=3000.0, speed_kt=200.0)
    )
    final = _guide(
        track_at(at(COURSE, 10.0, 0.1), heading_deg=COURSE_DEG, altitude_ft=2000.0, speed_kt=170.0)
    )

    for advice, step in ((downwind, 5), (final, 1)):
        magnetic = normalise_deg(advice.heading_deg_grid - VARIATION_DEG)
        assert spoken_heading(advice.heading_deg_grid, VARIATION_DEG) % step == 0
        assert magnetic == pytest.approx(round(magnetic), abs=1e-6)
    assert final.leg is Leg.FINAL


def test_a_vector_towards_high_ground_climbs_him_first() -> None:
    low = track_at(
        radial(REFERENCE.grid, 50.0, 19.0), heading_deg=60.0, altitude_ft=5546.0, speed_kt=200.0
    )

    advice = _guide(low)

    assert advice.altitude_ft >= 8000
    assert advice.reason == "terrain"


def test_a_fast_jet_is_slowed_but_not_below_what_it_flies() -> None:
    track = track_at(at(COURSE, 10.0, 8.0), heading_deg=300.0, altitude_ft=6000.0, speed_kt=420.0)

    advice = guide(
        track,
        course=COURSE,
        approach=ASR_13,
        airfield=BATUMI,
        variation_deg_east=VARIATION_DEG,
        wind=CALM,
        minimum_speed_kt=280.0,
    )

    assert advice is not None
    assert advice.speed_kt == 280


@given(
    bearing=st.floats(0.0, 360.0),
    distance=st.floats(2.0, 24.0),
    heading=st.floats(0.0, 359.9),
    altitude=st.floats(2000.0, 15000.0),
    speed=st.floats(120.0, 450.0),
)
@settings(max_examples=60, deadline=None)
def test_no_level_is_under_the_floor_of_where_the_vector_leads(
    bearing: float, distance: float, heading: float, altitude: float, speed: float
) -> None:
    point = radial(REFERENCE.grid, bearing, distance)
    advice = _guide(track_at(point, heading_deg=heading, altitude_ft=altitude, speed_kt=speed))
    floor = floor_along(
        BATUMI,
        point,
        course_deg_grid=advice.heading_deg_grid,
        distance_nm=speed / 60.0,
        buffer_nm=0.0,
    )

    assert advice.leg is Leg.FINAL or advice.altitude_ft >= (floor or 0)
    slot = DIRECTIVE_TYPES["vector"].slot("reason")
    assert slot is not None
    assert advice.reason in slot.values


def test_waiting_makes_the_pattern_longer_by_about_the_wait() -> None:
    track = track_at(at(COURSE, 2.0, 4.0), heading_deg=305.56, altitude_ft=3000.0, speed_kt=200.0)
    alone = _guide(track)

    behind = _guide(track, wait_s=alone.seconds_to_gate + 150.0)

    assert behind.seconds_to_gate == pytest.approx(alone.seconds_to_gate + 150.0, abs=30.0)
    assert behind.reason == "spacing"


@pytest.mark.parametrize(
    ("change", "since", "due", "said"),
    [
        (5.0, 60.0, False, False),
        (15.0, 10.0, False, False),
        (15.0, 25.0, False, True),
        (60.0, 5.0, True, True),
    ],
)
def test_a_vector_is_said_when_it_is_worth_it(
    change: float, since: float, due: bool, said: bool
) -> None:
    track = track_at(at(COURSE, 4.0, 4.0), heading_deg=300.0, altitude_ft=3000.0, speed_kt=200.0)
    before = replace(_guide(track), heading_deg_grid=300.0, leg=Leg.DOWNWIND)
    now = replace(
        before,
        heading_deg_grid=300.0 - change,
        sim_time_s=since,
        turn_due=due,
        leg=Leg.BASE if due else Leg.DOWNWIND,
    )

    assert should_issue(None, before, track)
    assert should_issue(before, now, track) is said


def test_a_vector_that_was_not_heard_is_said_again() -> None:
    track = track_at(at(COURSE, 4.0, 4.0), heading_deg=90.0, altitude_ft=3000.0, speed_kt=200.0)
    before = replace(_guide(track), heading_deg_grid=300.0)

    assert not should_issue(before, replace(before, sim_time_s=30.0), track)
    assert should_issue(before, replace(before, sim_time_s=50.0), track)


def test_a_heading_he_is_about_to_turn_past_is_given_without_a_side() -> None:
    short = at(COURSE, 9.0, 0.0)
    track = track_at(short, heading_deg=118.0, altitude_ft=2000.0, speed_kt=200.0)
    alone = _guide(track)
    sent = replace(alone, leg=Leg.REPOSITION, heading_deg_grid=230.0, turn="right", sim_time_s=-5.0)

    turning = _guide(track, sent)

    assert alone.turn == "right"
    assert turning.leg is Leg.FINAL
    assert turning.heading_deg_grid == alone.heading_deg_grid
    assert turning.turn is None


def test_abeam_at_seven_miles_he_is_on_the_runway_in_nine_minutes() -> None:
    aircraft = Aircraft(at(COURSE, 2.0, 6.0), 305.56, 4000.0, 200.0)

    told = _fly_in(_vectored(aircraft))

    assert aircraft.time_s <= 540.0
    assert told[-1].leg is Leg.FINAL
    legs = [advice.leg for advice in told]
    assert legs.index(Leg.FINAL) < 6
    assert [advice.altitude_ft for advice in told if advice.leg is not Leg.FINAL][-1] == 2000


@pytest.mark.slow
@pytest.mark.parametrize("lag_s", [2.0, 8.0, 14.0])
@pytest.mark.parametrize("blows_from", [40.0, 130.0, 220.0, 310.0])
def test_strong_wind_and_slow_ears_still_arrive(blows_from: float, lag_s: float) -> None:
    wind = Wind.blowing_from(blows_from, 40.0)
    rng = random.Random(f"{blows_from}/{lag_s}")
    aircraft = Aircraft(
        radial(REFERENCE.grid, rng.uniform(200.0, 340.0), rng.uniform(6.0, 18.0)),
        rng.uniform(0.0, 360.0),
        5000.0,
        180.0,
        wind=wind,
        habits=Habits(lag_s=lag_s),
    )
    vectored = _vectored(aircraft, wind=wind)

    told = _fly_in(vectored)

    assert vectored.landed
    assert len(told) <= 22


@pytest.mark.slow
def test_wind_that_was_not_reported_is_seen_in_the_drift() -> None:
    aircraft = Aircraft(
        at(COURSE, 0.0, 5.0), 305.56, 4000.0, 180.0, wind=Wind.blowing_from(220.0, 35.0)
    )
    vectored = _vectored(aircraft, wind=CALM)

    _fly_in(vectored)

    assert vectored.landed


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["clean", "sloppy", "lagging"])
def test_a_sample_of_the_sweep_arrives_without_arguing(mode: str) -> None:
    sample = list(starts(mode))[::149]
    flights = [
        fly(
            start,
            airfield=BATUMI,
            approach=ASR_13,
            variation_deg=VARIATION_DEG,
            habits=HABITS[mode],
            lag_s=10.0 if mode == "lagging" else 2.5,
        )
        for start in sample
    ]
    result = scores(flights)

    assert result["arrived"] == len(sample)
    assert result["orders_under_floor"] == 0
    assert sum(flight.reversals for flight in flights) <= 2


def test_behind_the_field_outbound_he_does_not_orbit() -> None:
    flight = fly(
        Start(8, 120, 120),
        airfield=BATUMI,
        approach=ASR_13,
        variation_deg=VARIATION_DEG,
        lag_s=2.5,
    )

    assert flight.arrived
    assert flight.miles < 45.0
    assert flight.reversals == 0
