"""A racetrack from where he is."""

from __future__ import annotations

import pytest

from engine.control.course import final_course
from engine.control.orbit import hold_here, racetrack_floor_ft, racetrack_outline
from engine.model.geometry import range_nm
from tests.control.batumi import ASR_13, BATUMI, REFERENCE, VARIATION_DEG
from tests.control.flight import radial

COURSE = final_course(BATUMI, ASR_13)


@pytest.mark.parametrize("turns", ["left", "right"])
def test_a_racetrack_closes(turns: str) -> None:
    start = radial(REFERENCE.grid, 280.0, 12.0)

    outline = racetrack_outline(
        start, inbound_deg_grid=90.0, turns=turns, leg_min=1, airspeed_kt=180.0
    )

    assert range_nm(outline[0], start) < 0.01
    assert range_nm(outline[-1], start) < 0.01
    east = [point.east_m for point in outline]
    assert max(east) > start.east_m > min(east)


def test_a_right_hand_racetrack_lies_right_of_its_inbound_course() -> None:
    start = radial(REFERENCE.grid, 280.0, 12.0)

    outline = racetrack_outline(
        start, inbound_deg_grid=0.0, turns="right", leg_min=1, airspeed_kt=180.0
    )

    assert min(point.east_m for point in outline) >= start.east_m - 1.0


def test_the_hold_is_over_the_sea_and_off_the_final_course() -> None:
    at = radial(REFERENCE.grid, 250.0, 12.0)

    hold = hold_here(
        BATUMI,
        at,
        course=COURSE,
        airspeed_kt=200.0,
        variation_deg_east=VARIATION_DEG,
        heading_deg_grid=70.0,
    )

    assert hold is not None
    assert hold.floor_ft == 1000
    outline = racetrack_outline(
        at,
        inbound_deg_grid=hold.inbound_deg_grid,
        turns=hold.turns,
        leg_min=hold.leg_min,
        airspeed_kt=200.0,
    )
    assert racetrack_floor_ft(BATUMI, outline) == 1000
    assert min(abs(COURSE.across_nm(point)) for point in outline) >= 3.0


def test_no_hold_off_the_map() -> None:
    assert (
        hold_here(
            BATUMI,
            radial(REFERENCE.grid, 270.0, 40.0),
            course=COURSE,
            airspeed_kt=200.0,
            variation_deg_east=VARIATION_DEG,
            heading_deg_grid=90.0,
        )
        is None
    )
