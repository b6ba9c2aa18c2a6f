"""One aircraft from its first call to Ground: the whole main job, without audio."""

from __future__ import annotations

import pytest

from tests.control.flying import Plane, Sortie, along_of, from_threshold


@pytest.fixture(scope="module")
def landed() -> tuple[Sortie, Plane, dict[int, float]]:
    plane = Plane("Pony 1-1", 11, from_threshold(7.0, 4.0), altitude_ft=4000.0, heading=200.0)
    sortie = Sortie([plane])
    sortie.call(plane, "check_in", spoken="Batumi Approach", callsign="Pony 1-1")
    sortie.run(20)
    sortie.call(plane, "request_approach", spoken="Batumi Approach", callsign="Pony 1-1")
    miles: dict[int, float] = {}

    def down() -> bool:
        for at_ms, transmission in sortie.said:
            for one in transmission.directives:
                mile = one.slots.get("range_nm")
                if one.kind == "range_call" and mile not in miles and at_ms == sortie.now_ms:
                    miles[int(str(mile))] = along_of(plane)
        return "contact" in sortie.kinds(plane)

    sortie.run(1200, down)
    return sortie, plane, miles


def test_he_lands_and_is_sent_to_ground_once(
    landed: tuple[Sortie, Plane, dict[int, float]],
) -> None:
    sortie, plane, _ = landed
    for at, transmission in sortie.said:
        print(at / 1000, [(one.kind, dict(one.slots)) for one in transmission.directives])
    for transmission, reason in sortie.withheld:
        print(transmission.directives[0].kind, reason)
    assert plane.down
    assert sortie.kinds(plane).count("contact") == 1
