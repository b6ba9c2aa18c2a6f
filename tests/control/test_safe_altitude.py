"""Floors: where he is and where a vector leads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.control.course import final_course
from engine.control.safe_altitude import floor_along, floors_of, safe_altitude_ft
from engine.control.vectors import floor_on_final_ft
from tests.control.batumi import ASR_13, BATUMI, CONVERGENCE_DEG, MVA, REFERENCE
from tests.control.flight import radial

NO_MVA = replace(BATUMI, minimum_vectoring_altitude=())


def _true(bearing_deg: float, distance_nm: float) -> object:
    return radial(REFERENCE.grid, bearing_deg - CONVERGENCE_DEG, distance_nm)


@pytest.mark.parametrize(
    ("bearing", "distance", "feet"),
    [
        (300.0, 8.0, 1000),
        (300.0, 24.9, 1000),
        (56.0, 19.0, 8000),
        (100.0, 20.0, 11000),
        (100.0, 4.9, 3000),
        (225.0, 20.0, 3500),
        (0.5, 12.0, 1500),
        (359.5, 12.0, 1000),
    ],
)
def test_the_vectoring_minimum_answers_first(bearing: float, distance: float, feet: int) -> None:
    assert safe_altitude_ft(BATUMI, _true(bearing, distance)) == feet  # type: ignore[arg-type]


@pytest.mark.parametrize(("bearing", "feet"), [(300.0, 7000), (30.0, 7000), (100.0, 13600)])
def test_the_sector_minimum_answers_where_there_is_no_vectoring_minimum(
    bearing: float, feet: int
) -> None:
    assert safe_altitude_ft(NO_MVA, _true(bearing, 12.0)) == feet  # type: ignore[arg-type]


@given(bearing=st.floats(0.0, 360.0), distance=st.floats(25.1, 200.0))
def test_beyond_the_rings_nothing_answers(bearing: float, distance: float) -> None:
    assert safe_altitude_ft(BATUMI, radial(REFERENCE.grid, bearing, distance)) is None


def test_a_vector_towards_high_ground_has_the_floor_of_where_it_leads() -> None:
    start = radial(REFERENCE.grid, 325.0, 6.0)

    assert safe_altitude_ft(BATUMI, start) == 1000
    assert floor_along(BATUMI, start, course_deg_grid=100.0, distance_nm=12.0) == 5500
    assert floor_along(BATUMI, start, course_deg_grid=300.0, distance_nm=12.0) == 1000


def test_a_line_beside_high_ground_has_its_floor_too() -> None:
    start = radial(REFERENCE.grid, 52.0, 12.0)
    beside = floor_along(BATUMI, start, course_deg_grid=52.0, distance_nm=2.0, buffer_nm=0.0)

    assert beside == 5500
    assert floor_along(BATUMI, start, course_deg_grid=52.0, distance_nm=2.0, buffer_nm=1.0) == 6000


def test_a_line_off_the_map_has_no_floor() -> None:
    start = radial(REFERENCE.grid, 270.0, 20.0)

    assert floor_along(BATUMI, start, course_deg_grid=270.0, distance_nm=6.0) is None
    assert floor_along(BATUMI, start, course_deg_grid=90.0, distance_nm=6.0) == 1000


@given(bearing=st.floats(0.0, 360.0), distance=st.floats(0.0, 24.0))
def test_the_buffered_floor_is_never_under_the_floor(bearing: float, distance: float) -> None:
    point = radial(REFERENCE.grid, bearing, distance)
    floors = floors_of(BATUMI)

    assert (floors.near(point) or 0) >= (floors.at(point) or 0)


def test_the_platform_is_low_enough_only_as_far_out_as_finals_are_published() -> None:
    ring = tuple(replace(sector, rings=((12.0, 1500), (25.0, 3700))) for sector in MVA)
    high = replace(BATUMI, minimum_vectoring_altitude=ring)
    course = final_course(high, ASR_13)

    def floor(along_nm: float) -> int:
        return floor_on_final_ft(high, ASR_13, course, along_nm=along_nm)

    assert [floor(nm) for nm in (20.0, 14.0)] == [3700, 3700]
    assert [floor(nm) for nm in (11.0, 7.0, 1.0)] == [ASR_13.platform_ft] * 3
