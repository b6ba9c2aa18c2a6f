"""How a simulated aircraft moves."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.geometry import GridPoint, angle_between_deg, offset, range_nm
from engine.sim.aircraft import CALM, AircraftState, Motion, Strip, Wanted, Wind, advance
from engine.sim.autopilot import HoldLeg, wanted
from engine.sim.orders import Flying, Missed, Orders, Racetrack
from engine.sim.performance import Performance, turn_rate_deg_s

JET = Performance(
    approach_kt=135,
    minimum_kt=180,
    maximum_kt=400,
    climb_fpm=2200,
    descent_fpm=1900,
    acceleration_kt_s=2.0,
    deceleration_kt_s=1.5,
)
ORIGIN = GridPoint(0.0, 0.0)
STRIP = Strip(ORIGIN, 120.0, 30.0)


def _state(**changes: object) -> AircraftState:
    values: dict[str, object] = {
        "grid": ORIGIN,
        "altitude_ft": 3000.0,
        "heading_deg_grid": 360.0,
        "airspeed_kt": 200.0,
        **changes,
    }
    return AircraftState(**values)  # type: ignore[arg-type]


def _run(state: AircraftState, want: Wanted, seconds: float, wind: Wind = CALM) -> AircraftState:
    for _ in range(round(seconds * 4)):
        state = advance(state, want, performance=JET, wind=wind, seconds=0.25)
    return state


def test_half_a_circle_at_standard_rate_takes_a_minute() -> None:
    turned = _run(_state(), Wanted(180.0, 3000.0, 200.0, turn="right"), 59.0)

    assert turned.heading_deg_grid == pytest.approx(177.0, abs=1.0)


def test_the_turn_goes_the_way_it_was_told() -> None:
    turned = _run(_state(), Wanted(90.0, 3000.0, 200.0, turn="left"), 10.0)

    assert turned.heading_deg_grid == pytest.approx(330.0, abs=0.5)


@given(st.floats(60.0, 500.0))
def test_no_turn_is_faster_than_standard_rate_or_steeper_than_the_bank(kt: float) -> None:
    rate = turn_rate_deg_s(kt)

    assert rate <= 3.0
    assert math.degrees(math.atan(rate * kt / 1091.0)) <= 30.0 + 1e-6


def test_wind_carries_him_off_the_heading_he_flies() -> None:
    west_wind = Wind(270.0, 20.0)

    moved = _run(_state(), Wanted(0.0, 3000.0, 200.0), 60.0, west_wind)

    assert moved.grid.east_m == pytest.approx(20.0 * 1852 / 60.0, rel=0.01)
    assert angle_between_deg(moved.heading_deg_grid, 0.0) < 0.1


@given(st.floats(500.0, 9000.0), st.floats(0.0, 359.0), st.floats(100.0, 500.0))
def test_rates_stay_within_the_airframe(level: float, heading: float, speed: float) -> None:
    before = _state()
    after = advance(before, Wanted(heading, level, speed), performance=JET, wind=CALM, seconds=0.25)

    climbed = (after.altitude_ft - before.altitude_ft) * 240.0
    assert -1900.1 <= climbed <= 2200.1
    assert -1.5 * 0.25 - 1e-9 <= after.airspeed_kt - before.airspeed_kt <= 2.0 * 0.25 + 1e-9


def _fly_orders(
    state: AircraftState, orders: Orders, seconds: float, *, wind: Wind = CALM
) -> tuple[AircraftState, list[AircraftState]]:
    hold, seen = HoldLeg(), []
    for step in range(round(seconds * 4)):
        want, hold = wanted(
            orders,
            state,
            strip=STRIP,
            wind=wind,
            variation_deg=0.0,
            approach_kt=135.0,
            hold=hold,
            now_ms=step * 250,
        )
        state = advance(state, want, performance=JET, wind=wind, seconds=0.25)
        seen.append(state)
    return state, seen


@pytest.mark.parametrize("wind", [CALM, Wind(30.0, 20.0), Wind(300.0, 20.0), Wind(120.0, 20.0)])
def test_a_visual_final_touches_the_runway_and_turns_off(wind: Wind) -> None:
    start = _state(
        grid=offset(ORIGIN, 300.0, 1.5),
        altitude_ft=850.0,
        heading_deg_grid=120.0,
        airspeed_kt=140.0,
    )
    orders = Orders(120, 730.0, 140.0, flying=Flying.VISUAL, vacate=True)

    end, seen = _fly_orders(start, orders, 150.0, wind=wind)

    touch = next(one for one in seen if not one.airborne)
    along, cross = STRIP.along_cross_m(touch.grid)
    assert 100.0 < along < 1000.0
    assert abs(cross) < 20.0
    assert end.motion is Motion.STOPPED
    assert abs(STRIP.along_cross_m(end.grid)[1]) >= 90.0


def test_a_hold_stays_near_its_fix_in_wind() -> None:
    orders = Orders(
        300, 5000.0, 200.0, flying=Flying.HOLDING, racetrack=Racetrack(ORIGIN, 120, "right", 1)
    )

    _, seen = _fly_orders(_state(altitude_ft=5000.0), orders, 900.0, wind=Wind(210.0, 20.0))

    assert max(range_nm(one.grid, ORIGIN) for one in seen) < 8.0
    assert min(range_nm(one.grid, ORIGIN) for one in seen[1200:]) < 0.6


def test_a_missed_approach_climbs_ahead_before_it_turns() -> None:
    orders = Orders(120, 730.0, 180.0, flying=Flying.MISSED, missed=Missed(800, "left", 330, 3000))
    start = _state(altitude_ft=500.0, heading_deg_grid=120.0, airspeed_kt=140.0)

    end, seen = _fly_orders(start, orders, 180.0)

    turning = next(one for one in seen if angle_between_deg(one.heading_deg_grid, 120.0) > 3.0)
    assert turning.altitude_ft >= 750.0
    assert end.heading_deg_grid == pytest.approx(330.0, abs=1.0)
    assert end.altitude_ft == pytest.approx(3000.0, abs=20.0)
