"""Two aircraft for one runway: one in the letdown, the other behind, and never too close."""

from __future__ import annotations

import pytest

from engine.model.call import Reading
from engine.model.geometry import GridPoint, offset, range_nm
from tests.control.flying import Plane, Sortie, batumi

FIELD = batumi().reference_point.grid


def place(bearing: float, distance: float) -> GridPoint:
    return offset(FIELD, bearing, distance)


def arrive(sortie: Sortie, plane: Plane) -> None:
    sortie.call(
        plane,
        "check_in",
        spoken="Batumi Approach",
        callsign=plane.name,
        also=(Reading("request_approach", {}),),
    )


def fly_both(sortie: Sortie, *, limit_s: float = 2400.0) -> float:
    """Fly until both are down; return the least distance while within a thousand feet."""
    first, second = sortie.planes
    closest = [99.0]

    def done() -> bool:
        if not (first.down or second.down) and abs(first.altitude_ft - second.altitude_ft) < 990:
            closest[0] = min(closest[0], range_nm(first.at, second.at))
        return first.down and second.down

    sortie.run(limit_s, done)
    return closest[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "altitudes", "wind"),
    [
        ((300, 7), (300, 12), (4000, 6000), (90, 5)),
        ((330, 7), (280, 12), (3000, 3000), (300, 15)),
        ((260, 8), (340, 11), (5000, 5000), (200, 20)),
    ],
)
def test_both_land_and_stay_apart(
    first: tuple[float, float],
    second: tuple[float, float],
    altitudes: tuple[float, float],
    wind: tuple[float, float],
) -> None:
    one = Plane("Pony 1-1", 11, place(*first), altitude_ft=altitudes[0], heading=125.0)
    two = Plane(
        "Viper 2-1",
        21,
        place(*second),
        altitude_ft=altitudes[1],
        heading=100.0,
        speed_kt=220.0,
        type_name="F-16C_50",
    )
    sortie = Sortie([one, two], wind=wind)
    arrive(sortie, one)
    sortie.run(20)
    arrive(sortie, two)

    closest = fly_both(sortie)

    assert one.down
    assert two.down
    assert closest >= 3.0
    for plane in (one, two):
        called = [
            directive.slots["range_nm"]
            for _, transmission in sortie.said
            if transmission.to == plane.track_id
            for directive in transmission.directives
            if directive.kind == "range_call"
        ]
        assert called == [6, 5, 4, 3, 2, 1], plane.name
    assert sortie.refolds()


def test_the_second_is_told_his_number_and_has_no_letdown() -> None:
    one = Plane("Pony 1-1", 11, place(300, 7), heading=125.0)
    two = Plane("Viper 2-1", 21, place(300, 12), heading=125.0, altitude_ft=6000.0)
    sortie = Sortie([one, two])

    arrive(sortie, one)
    arrive(sortie, two)

    assert sortie.board.letdown == {"batumi": one.track_id}
    said = sortie.decisions[-1].transmissions[0].directives
    assert ("sequence", {"number": 2}) in [(one.kind, one.slots) for one in said]


def test_asking_again_never_demotes_and_changes_nothing() -> None:
    one = Plane("Pony 1-1", 11, place(300, 7), heading=125.0)
    two = Plane("Viper 2-1", 21, place(300, 12), heading=125.0, altitude_ft=6000.0)
    sortie = Sortie([one, two])
    arrive(sortie, one)
    arrive(sortie, two)
    sortie.run(5)
    queued = sortie.board.strips[one.track_id].queued_ms

    arrive(sortie, one)

    assert sortie.board.letdown == {"batumi": one.track_id}
    assert sortie.board.strips[one.track_id].queued_ms == queued
    kinds = [d.kind for d in sortie.decisions[-1].transmissions[0].directives]
    assert "sequence" not in kinds
    assert "hold" not in kinds


def test_the_third_and_fourth_hold_at_levels_of_their_own() -> None:
    planes = [
        Plane(name, 10 + index, place(300 - 10 * index, 12 + 3 * index), altitude_ft=6000.0)
        for index, name in enumerate(("Pony 1-1", "Viper 2-1", "Colt 3-1", "Uzi 4-1"))
    ]
    sortie = Sortie(planes)
    for plane in planes:
        arrive(sortie, plane)
        sortie.run(15)

    sortie.run(60)

    levels = [sortie.board.strips[plane.track_id].hold_level_ft for plane in planes]
    assert levels[:2] == [None, None]
    assert None not in levels[2:]
    assert levels[2] != levels[3]
    assert "hold" in sortie.kinds(planes[2])
    assert "vector" not in sortie.kinds(planes[2])


def test_the_letdown_of_one_field_says_nothing_about_another() -> None:
    one = Plane("Pony 1-1", 11, place(300, 7), heading=125.0)
    sortie = Sortie([one])
    arrive(sortie, one)

    assert set(sortie.board.letdown) == {"batumi"}
