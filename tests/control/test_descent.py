"""Levels and speeds on the way in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.control.descent import assigned_altitude_ft, assigned_speed_kt, seconds_to_descend


def _assigned(
    altitude_ft: float,
    *,
    previous: int | None = None,
    floor: int = 1000,
    seconds: float = 300.0,
    over: int | None = None,
) -> int:
    return assigned_altitude_ft(
        altitude_ft,
        previous_ft=previous,
        platform_ft=2000,
        floor_ft=floor,
        seconds_to_join=seconds,
        not_below_ft=over,
    )


def test_the_descent_begins_from_the_time_he_really_has() -> None:
    assert _assigned(8000.0, previous=8000, seconds=1200.0) == 8000
    assert _assigned(8000.0, previous=8000, seconds=700.0) == 2000


def test_he_is_climbed_for_a_floor_and_for_nothing_else() -> None:
    assert _assigned(5546.0, previous=5500, floor=8000) == 8000
    assert _assigned(1500.0, previous=1500) == 1500
    assert _assigned(2000.0, previous=2000, seconds=2000.0) == 2000


def test_without_a_floor_in_the_way_he_is_brought_down_in_one_step() -> None:
    assert _assigned(5000.0) == 2000
    assert _assigned(5000.0, floor=3000) == 3000


def test_traffic_below_stops_the_descent() -> None:
    assert _assigned(5000.0, previous=5000, over=3500, seconds=200.0) == 3500
    assert _assigned(3000.0, previous=3000, over=3500) == 3500


@given(
    altitude=st.floats(500.0, 15000.0),
    previous=st.none() | st.integers(10, 150).map(lambda hundreds: hundreds * 100),
    floor=st.integers(0, 26).map(lambda steps: steps * 500),
    seconds=st.floats(0.0, 3000.0),
)
def test_no_level_is_ever_under_the_floor(
    altitude: float, previous: int | None, floor: int, seconds: float
) -> None:
    level = _assigned(altitude, previous=previous, floor=floor, seconds=seconds)

    assert level >= floor
    if previous is not None and previous >= floor:
        assert level <= previous


@pytest.mark.parametrize(
    ("airspeed", "wanted", "asked"),
    [(450.0, 210.0, 210), (225.0, 210.0, None), (300.0, 174.0, 180), (310.0, 283.0, 290)],
)
def test_speed_is_asked_for_only_when_he_is_fast(
    airspeed: float, wanted: float, asked: int | None
) -> None:
    assert assigned_speed_kt(airspeed, wanted_kt=wanted) == asked


def test_time_to_descend() -> None:
    assert seconds_to_descend(5500.0, 2000.0) == pytest.approx(300.0)
    assert seconds_to_descend(1500.0, 2000.0) == pytest.approx(0.0)
