"""The talk-down: miles, altitudes, corrections, breaking off."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.control.air_mass import CALM, Wind
from engine.control.course import final_course
from engine.control.talkdown import (
    advisory_altitude_ft,
    correction,
    issued_altitude_ft,
    mile_due,
    over_missed_approach_point,
    unsafe,
)
from engine.model.geometry import angle_between_deg, normalise_deg, spoken_heading
from engine.model.picture import Track
from tests.control.batumi import ASR_13, BATUMI, COURSE_DEG, VARIATION_DEG
from tests.control.flight import Aircraft, Habits, at, track_at

COURSE = final_course(BATUMI, ASR_13)


def test_the_altitude_said_at_a_mile_is_the_next_miles() -> None:
    said = [issued_altitude_ft(ASR_13, mile) for mile in range(8, 0, -1)]

    assert said == [2000, 2000, 1800, 1500, 1300, 1100, 800, 732]


def test_the_advisory_altitude_at_each_mile() -> None:
    at_miles = [advisory_altitude_ft(ASR_13, float(mile)) for mile in range(8, 0, -1)]

    assert at_miles == [2000, 2000, 2000, 1800, 1500, 1300, 1100, 800]
    assert advisory_altitude_ft(ASR_13, 0.6) == 732


def test_a_published_table_goes_before_the_straight_line() -> None:
    published = replace(ASR_13, advisory=((5.0, 1650), (3.0, 1040)))

    assert advisory_altitude_ft(published, 5.0) == 1700
    assert advisory_altitude_ft(published, 3.0) == 1000
    assert advisory_altitude_ft(published, 4.0) == 1300


@given(distance=st.floats(0.0, 30.0), nearer=st.floats(0.0, 5.0))
def test_advice_never_climbs_and_stays_between_minimum_and_platform(
    distance: float, nearer: float
) -> None:
    here, ahead = (advisory_altitude_ft(ASR_13, d) for d in (distance, max(0.0, distance - nearer)))

    assert 732 <= ahead <= here <= 2000


@pytest.mark.parametrize("speed_kt", [90.0, 140.0, 174.0, 250.0, 300.0])
@pytest.mark.parametrize("lead_s", [0.5, 1.2, 2.5])
@pytest.mark.parametrize("look_s", [0.25, 0.5, 1.0])
def test_every_mile_is_heard_within_a_fifth_of_a_mile(
    speed_kt: float, lead_s: float, look_s: float
) -> None:
    called: list[int] = []
    distance, last = 9.3, None
    while distance > 0.0:
        mile = mile_due(
            ASR_13, last_mile=last, distance_nm=distance, ground_speed_kt=speed_kt, lead_s=lead_s
        )
        if mile is not None:
            assert abs(distance - speed_kt * lead_s / 3600.0 - mile) <= 0.2
            called.append(mile)
            last = mile
        distance -= speed_kt * look_s / 3600.0

    assert called == [6, 5, 4, 3, 2, 1]


def test_who_is_met_inside_the_fix_hears_the_next_mile_he_comes_to() -> None:
    def due(distance: float, last: int | None = None) -> int | None:
        return mile_due(
            ASR_13, last_mile=last, distance_nm=distance, ground_speed_kt=150.0, lead_s=0.0
        )

    assert due(4.5) is None
    assert due(4.05) == 4
    assert due(3.9) == 4
    assert due(3.7) is None
    assert due(3.0, last=3) is None
    assert due(3.9, last=3) is None
    assert due(0.5, last=1) is None


def test_a_mile_that_went_by_is_not_said_late() -> None:
    assert mile_due(ASR_13, last_mile=6, distance_nm=4.6, ground_speed_kt=150.0, lead_s=0.0) is None
    assert mile_due(ASR_13, last_mile=6, distance_nm=4.0, ground_speed_kt=150.0, lead_s=0.0) == 4


def test_the_missed_approach_point_is_anticipated() -> None:
    assert not over_missed_approach_point(ASR_13, distance_nm=0.7)
    assert over_missed_approach_point(ASR_13, distance_nm=0.65, ground_speed_kt=180.0, lead_s=1.0)
    assert over_missed_approach_point(ASR_13, distance_nm=0.6)


def _on_final(
    along: float,
    *,
    across: float = 0.0,
    altitude_ft: float = 2000.0,
    heading_deg: float = COURSE_DEG,
    course_deg: float | None = None,
) -> Track:
    return track_at(
        at(COURSE, along, across),
        heading_deg=heading_deg,
        course_deg=course_deg,
        altitude_ft=altitude_ft,
        speed_kt=150.0,
    )


def _correct(
    track: Track, held: float | None, wind: Wind = CALM, *, since_s: float | None = None
) -> float | None:
    return correction(
        COURSE,
        track,
        previous_heading_deg_grid=held,
        wind=wind,
        variation_deg_east=VARIATION_DEG,
        since_s=since_s,
    )


def test_who_is_on_course_and_steady_is_left_alone() -> None:
    assert _correct(_on_final(5.0), COURSE_DEG) is None
    assert _correct(_on_final(5.0, across=0.05), COURSE_DEG) is None


@pytest.mark.parametrize(("across", "side"), [(0.3, -1), (-0.3, 1)])
def test_who_is_off_course_is_brought_back(across: float, side: int) -> None:
    heading = _correct(_on_final(5.0, across=across), COURSE_DEG)

    assert heading is not None
    turn = (heading - COURSE_DEG + 180.0) % 360.0 - 180.0
    assert 3.0 <= turn * side <= 20.0


def test_a_correction_is_flown_before_it_is_corrected() -> None:
    track = _on_final(5.0, across=0.3)

    assert _correct(track, COURSE_DEG, since_s=6.0) is None
    assert _correct(track, COURSE_DEG, since_s=15.0) is not None


def test_a_correction_is_relative_to_what_he_flies() -> None:
    drifting = _on_final(5.0, course_deg=normalise_deg(COURSE_DEG + 6.0))

    heading = _correct(drifting, COURSE_DEG)

    assert heading is not None
    assert angle_between_deg(heading, COURSE_DEG - 6.0) <= 1.0
    assert float(spoken_heading(heading, VARIATION_DEG)) == pytest.approx(
        normalise_deg(heading - VARIATION_DEG)
    )


@pytest.mark.parametrize("blows_from", [35.0, 125.0, 215.0, 305.0])
def test_a_pilot_in_wind_is_brought_to_the_runway_without_nagging(blows_from: float) -> None:
    wind = Wind.blowing_from(blows_from, 25.0)
    aircraft = Aircraft(
        grid=at(COURSE, 7.0, 0.3),
        heading_deg=COURSE_DEG,
        altitude_ft=2000.0,
        airspeed_kt=150.0,
        wind=wind,
        habits=Habits(lag_s=4.0),
    )
    held, since, said = COURSE_DEG, 0.0, 0
    while COURSE.along_nm(aircraft.grid) > 0.6:
        heading = _correct(aircraft.track(), held, wind, since_s=aircraft.time_s - since)
        if heading is not None:
            held, since, said = heading, aircraft.time_s, said + 1
            aircraft.told(heading_deg=heading)
        aircraft.step(0.5)

    assert abs(COURSE.across_nm(aircraft.grid)) < 0.08
    assert said <= 7


@pytest.mark.parametrize(
    ("along", "across", "altitude", "reason"),
    [
        (5.0, 0.0, 1765.0, None),
        (5.0, 0.0, 900.0, None),
        (5.0, 0.0, 560.0, "too_low"),
        (6.5, 0.0, 1600.0, "too_low"),
        (6.5, 0.0, 1900.0, None),
        (1.0, 0.0, 350.0, None),
        (1.0, 0.0, 120.0, "too_low"),
        (4.0, 0.9, 1500.0, "not_established"),
        (4.0, 0.5, 1500.0, None),
        (8.0, 3.0, 2000.0, None),
        (-0.2, 0.0, 60.0, None),
    ],
)
def test_what_is_unsafe(along: float, across: float, altitude: float, reason: str | None) -> None:
    track = _on_final(along, across=across, altitude_ft=altitude)

    assert unsafe(ASR_13, COURSE, track, threshold_elevation_ft=33.0) == reason
