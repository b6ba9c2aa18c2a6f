"""Two aircraft kept apart: the numbers, and a whole sortie flown."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from engine.control.air_mass import Wind
from engine.control.course import final_course
from engine.control.spacing import (
    closest_approach,
    closest_on_ways,
    gate_not_before_s,
    resolve,
    stay_over_ft,
    too_close,
)
from engine.model.geometry import range_nm
from tests.control.batumi import ASR_13, BATUMI, REFERENCE, VARIATION_DEG
from tests.control.flight import Aircraft, Habits, Vectored, at, radial, track_at

COURSE = final_course(BATUMI, ASR_13)


def test_three_miles_or_a_thousand_feet_is_enough() -> None:
    here = track_at(at(COURSE, 8.0, 0.0), heading_deg=0.0, altitude_ft=2000.0, speed_kt=200.0)
    near = at(COURSE, 8.0, 2.9)
    far = at(COURSE, 8.0, 3.1)

    assert too_close(here, track_at(near, heading_deg=0.0, altitude_ft=2900.0, speed_kt=200.0))
    assert not too_close(here, track_at(near, heading_deg=0.0, altitude_ft=3000.0, speed_kt=200.0))
    assert not too_close(here, track_at(far, heading_deg=0.0, altitude_ft=2000.0, speed_kt=200.0))


def test_two_head_on_are_seen_to_meet() -> None:
    one = track_at(at(COURSE, 10.0, 0.0), heading_deg=125.56, altitude_ft=2000.0, speed_kt=180.0)
    two = track_at(at(COURSE, 2.0, 0.5), heading_deg=305.56, altitude_ft=2000.0, speed_kt=180.0)

    met = closest_approach(one, two, within_s=300.0)

    assert met.seconds == pytest.approx(80.0, abs=1.0)
    assert met.distance_nm == pytest.approx(0.5, abs=0.01)
    assert met.breaks()
    assert not closest_approach(one, two, within_s=10.0).breaks()


def test_ways_are_compared_at_the_same_time() -> None:
    first = ((0.0, at(COURSE, 10.0, 0.0)), (100.0, at(COURSE, 0.0, 0.0)))
    crossing = ((0.0, at(COURSE, 5.0, -10.0)), (100.0, at(COURSE, 5.0, 10.0)))
    behind = ((0.0, at(COURSE, 15.0, 0.0)), (100.0, at(COURSE, 5.0, 0.0)))

    assert closest_on_ways(first, crossing, within_s=100.0).distance_nm < 0.5
    assert closest_on_ways(first, behind, within_s=100.0).distance_nm == pytest.approx(5.0, abs=0.1)


def test_number_two_waits_until_number_one_is_down() -> None:
    assert gate_not_before_s(
        first_seconds_to_threshold=300.0,
        first_ground_kt=150.0,
        second_ground_kt=150.0,
        gate_nm=8.0,
        clear_runway_s=20.0,
    ) == pytest.approx(320.0)


def test_a_faster_number_two_waits_longer_when_both_may_be_on_final() -> None:
    def wait(second_kt: float) -> float:
        return gate_not_before_s(
            first_seconds_to_threshold=300.0,
            first_ground_kt=120.0,
            second_ground_kt=second_kt,
            gate_nm=8.0,
            one_in_the_letdown=False,
        )

    assert wait(240.0) > wait(180.0) > wait(120.0)


def test_number_two_is_kept_over_number_one() -> None:
    first = track_at(at(COURSE, 6.0, 3.0), heading_deg=305.56, altitude_ft=2500.0, speed_kt=200.0)
    close = at(COURSE, 3.0, 3.0)
    over = track_at(close, heading_deg=305.56, altitude_ft=4000.0, speed_kt=250.0)
    level = track_at(close, heading_deg=305.56, altitude_ft=2600.0, speed_kt=250.0)

    kept = resolve(first, over, first_assigned_ft=2000.0, second_assigned_ft=4000.0, within_s=120.0)
    climbed = resolve(
        first, level, first_assigned_ft=2000.0, second_assigned_ft=2000.0, within_s=120.0
    )

    assert kept is not None
    assert (kept.not_below_ft, kept.climb_now) == (3500, False)
    assert climbed is not None
    assert climbed.climb_now


def test_who_is_above_stays_above_while_the_other_passes_under() -> None:
    first = track_at(at(COURSE, 6.0, 3.0), heading_deg=305.56, altitude_ft=4000.0, speed_kt=200.0)
    under = track_at(at(COURSE, 9.0, 4.0), heading_deg=125.56, altitude_ft=2500.0, speed_kt=200.0)
    level = track_at(at(COURSE, 9.0, 4.0), heading_deg=125.56, altitude_ft=4200.0, speed_kt=200.0)

    assert stay_over_ft(first, under, within_s=90.0) == 3500
    assert stay_over_ft(first, level, within_s=90.0) is None


def test_aircraft_that_stay_apart_need_nothing() -> None:
    first = track_at(at(COURSE, 3.0, 0.0), heading_deg=125.56, altitude_ft=1200.0, speed_kt=140.0)
    second = track_at(at(COURSE, 11.0, 4.0), heading_deg=35.0, altitude_ft=2000.0, speed_kt=200.0)

    assert (
        resolve(first, second, first_assigned_ft=1100.0, second_assigned_ft=2000.0, within_s=60.0)
        is None
    )


@dataclass(frozen=True, slots=True)
class Sortie:
    """What a sortie of two came to."""

    landed_s: tuple[float, float]
    joined_nm: float
    behind_nm: float
    closest_nm: float
    lost_separation: bool


def fly_two(seed: int, *, fast: bool = False) -> Sortie:
    """Fly number one from about 7 nm and number two from about 12 nm, both by the book."""
    rng = random.Random(seed)
    wind = Wind.blowing_from(rng.uniform(0.0, 360.0), rng.uniform(0.0, 20.0))
    one = _pilot(rng, wind, radial_deg=rng.uniform(240.0, 300.0), distance_nm=7.0, fast=False)
    two = _pilot(rng, wind, radial_deg=rng.uniform(240.0, 330.0), distance_nm=12.0, fast=fast)
    landed = [0.0, 0.0]
    joined = behind = 0.0
    closest, lost = 99.0, False
    while not all(landed) and one.aircraft.time_s < 2400.0:
        wait_s, over_ft = None, None
        ways = (one.latest.ahead,) if one.latest is not None and not landed[0] else ()
        if not landed[0]:
            above_ft = _on_top(one, two)
            one.look(not_below_ft=above_ft)
            wait_s, over_ft = _behind(one, two)
            over_ft = None if above_ft is not None else over_ft
            apart = range_nm(one.aircraft.grid, two.aircraft.grid)
            closest = min(closest, apart)
            lost = lost or too_close(one.aircraft.track(), two.aircraft.track())
            landed[0] = one.aircraft.time_s if one.landed else 0.0
        was_final = two.final
        if not landed[1]:
            two.look(not_before_s=wait_s, not_below_ft=over_ft, traffic=ways)
            landed[1] = two.aircraft.time_s if two.landed else 0.0
        if two.final and not was_final:
            joined, behind = two.along_nm, two.along_nm - one.along_nm
        one.aircraft.step(1.0)
        two.aircraft.step(1.0)
    return Sortie((landed[0], landed[1]), joined, behind, closest, lost)


def _pilot(
    rng: random.Random, wind: Wind, *, radial_deg: float, distance_nm: float, fast: bool
) -> Vectored:
    aircraft = Aircraft(
        grid=radial(REFERENCE.grid, radial_deg, distance_nm),
        heading_deg=rng.uniform(0.0, 360.0),
        altitude_ft=float(rng.choice((2000, 3000, 4000, 5000, 6000))),
        airspeed_kt=rng.uniform(300.0, 380.0) if fast else rng.uniform(160.0, 260.0),
        wind=wind,
        habits=Habits(lag_s=rng.uniform(6.0, 12.0)),
    )
    aircraft.altitude_ft += 0.0 if distance_nm < 10.0 else 1000.0
    return Vectored(
        aircraft,
        BATUMI,
        ASR_13,
        COURSE,
        VARIATION_DEG,
        reported=wind,
        minimum_speed_kt=280.0 if fast else 140.0,
        slow_kt=160.0 if fast else 120.0,
    )


def _on_top(one: Vectored, two: Vectored) -> int | None:
    """Return what number one stays above while number two is under him and near."""
    first, second = one.latest, two.latest
    return stay_over_ft(
        one.aircraft.track(),
        two.aircraft.track(),
        within_s=90.0,
        ways=(first.ahead, second.ahead) if first is not None and second is not None else None,
    )


def _behind(one: Vectored, two: Vectored) -> tuple[float | None, int | None]:
    """Return when number two may be at the gate and what he stays over."""
    first, second = one.latest, two.latest
    if first is None:
        return None, None
    wait_s = gate_not_before_s(
        first_seconds_to_threshold=first.seconds_to_threshold,
        first_ground_kt=one.aircraft.airspeed_kt,
        second_ground_kt=two.aircraft.airspeed_kt,
        gate_nm=ASR_13.minimum_intercept_nm,
        clear_runway_s=20.0,
    )
    kept = resolve(
        one.aircraft.track(),
        two.aircraft.track(),
        first_assigned_ft=one.given.altitude_ft if one.given else one.aircraft.altitude_ft,
        second_assigned_ft=two.given.altitude_ft if two.given else two.aircraft.altitude_ft,
        within_s=240.0,
        ways=(first.ahead, second.ahead) if second is not None else None,
    )
    if kept is None or kept.not_below_ft is None:
        return wait_s, None
    given_ft = two.given.altitude_ft if two.given else round(two.aircraft.altitude_ft)
    return wait_s, kept.not_below_ft if kept.climb_now else min(kept.not_below_ft, given_ft)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_two_land_one_behind_the_other_and_never_too_close(seed: int) -> None:
    sortie = fly_two(seed)

    assert all(sortie.landed_s)
    assert not sortie.lost_separation
    assert sortie.joined_nm >= ASR_13.minimum_intercept_nm - 0.5
