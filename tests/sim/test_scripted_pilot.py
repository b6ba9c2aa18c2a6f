"""Pilots who do as a scenario says: take-offs, circuits, and those who do not listen."""

from __future__ import annotations

import pytest

from engine.model.geometry import GridPoint
from engine.sim.aircraft import CALM, AircraftState, Motion, Wanted, advance
from engine.sim.manner import Manner, misread
from engine.sim.performance import Performance

PERFORMANCE = Performance(110.0, 150.0, 330.0, 1800.0, 1500.0, 2.0, 1.5)


def test_who_takes_off_rolls_until_he_flies_and_then_climbs() -> None:
    state = AircraftState(GridPoint(0.0, 0.0), 30.0, 0.0, 0.0, motion=Motion.STOPPED)
    wanted = Wanted(0.0, 1000.0, 150.0, take_off=True)
    motions = []

    for _ in range(400):
        state = advance(state, wanted, performance=PERFORMANCE, wind=CALM, seconds=0.25)
        if not motions or motions[-1] != state.motion:
            motions.append(state.motion)

    assert motions == [Motion.TAKING_OFF, Motion.AIRBORNE]
    assert state.altitude_ft > 500.0
    assert state.grid.north_m > 1000.0


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Turn left heading one two zero, Pony one one.", "heading two two zero"),
        ("Descend two thousand, Pony one one.", "Descend one thousand"),
        ("QNH one zero one three, Pony one one.", "QNH two zero one three"),
    ],
)
def test_a_read_back_is_misread_in_its_first_number(words: str, wrong: str) -> None:
    assert wrong in (misread(words) or "")


def test_a_read_back_without_a_number_cannot_be_misread() -> None:
    assert misread("Roger, Pony one one.") is None


def test_who_ignores_does_not_listen_and_who_is_silent_does() -> None:
    assert not Manner.IGNORES.listens
    assert Manner.SILENT.listens
