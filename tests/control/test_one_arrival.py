"""One aircraft from its first call to Ground: the whole main job, without audio."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.control.talkdown import issued_altitude_ft
from engine.model.directive import Priority
from tests.control.flying import Plane, Sortie, along_of, batumi, from_threshold

Flown = tuple[Sortie, Plane, dict[int, float]]


@pytest.fixture(scope="module")
def flown() -> Flown:
    plane = Plane("Pony 1-1", 11, from_threshold(7.0, 4.0), altitude_ft=4000.0, heading=200.0)
    sortie = Sortie([plane])
    sortie.call(plane, "check_in", spoken="Batumi Approach", callsign="Pony 1-1")
    sortie.run(20)
    sortie.call(plane, "request_approach", spoken="Batumi Approach", callsign="Pony 1-1")
    miles: dict[int, float] = {}

    def down() -> bool:
        for at_ms, transmission in sortie.said:
            for one in transmission.directives:
                if one.kind == "range_call" and at_ms == sortie.now_ms:
                    miles.setdefault(int(str(one.slots["range_nm"])), along_of(plane))
        return plane.down and plane.speed_kt < 10.0

    sortie.run(1200, down)
    sortie.run(60)
    return sortie, plane, miles


def test_he_lands_and_is_told_once_to_vacate_and_call_ground(flown: Flown) -> None:
    sortie, plane, _ = flown

    assert plane.down
    assert sortie.kinds(plane).count("contact") == 1
    assert sortie.kinds(plane).count("vacate_runway") == 1
    contact = next(
        one
        for _, transmission in sortie.said
        for one in transmission.directives
        if one.kind == "contact"
    )
    assert contact.slots == {"station": "Batumi Ground", "frequency_hz": 121_900_000}


def test_every_mile_is_called_once_in_order_where_he_is(flown: Flown) -> None:
    _, _, miles = flown

    assert list(miles) == [6, 5, 4, 3, 2, 1]
    assert all(abs(along - mile) <= 0.2 for mile, along in miles.items()), miles


def test_each_mile_gives_the_altitude_of_the_next(flown: Flown) -> None:
    sortie, _, _ = flown
    approach = batumi().approaches["asr-13"]

    said = {
        int(str(one.slots["range_nm"])): one.slots["altitude_ft"]
        for _, transmission in sortie.said
        for one in transmission.directives
        if one.kind == "range_call"
    }

    assert said == {mile: issued_altitude_ft(approach, mile) for mile in range(1, 7)}


@pytest.mark.parametrize(
    "kind",
    [
        "identified",
        "expect_approach",
        "altimeter",
        "wind",
        "missed_approach_instruction",
        "minimum_descent",
        "lost_communication",
        "vector",
        "level",
        "cleared_approach",
        "do_not_acknowledge",
        "over_missed_approach_point",
        "cleared_to_land",
    ],
)
def test_he_hears_everything_that_belongs_to_the_approach(flown: Flown, kind: str) -> None:
    sortie, plane, _ = flown

    assert kind in sortie.kinds(plane)


def test_the_briefing_is_complete_before_the_clearance(flown: Flown) -> None:
    kinds = flown[0].kinds()

    cleared = kinds.index("cleared_approach")
    for kind in ("altimeter", "missed_approach_instruction", "lost_communication"):
        assert kinds.index(kind) < cleared
    assert kinds.index("do_not_acknowledge") < kinds.index("range_call")


def test_the_landing_clearance_has_the_wind_and_comes_before_two_miles(flown: Flown) -> None:
    sortie, _, _ = flown
    said = [transmission for _, transmission in sortie.said]
    at = next(i for i, one in enumerate(said) if one.directives[-1].kind == "cleared_to_land")

    assert [one.kind for one in said[at].directives] == ["wind", "cleared_to_land"]
    assert said[at].priority is Priority.LANDING
    later = [one.directives[0].slots.get("range_nm") for one in said[at:]]
    assert 2 in later


def test_the_station_is_named_on_first_contact_only(flown: Flown) -> None:
    sortie, _, _ = flown

    assert [transmission.names_station for _, transmission in sortie.said[:3]] == [
        True,
        False,
        False,
    ]


def test_every_directive_names_its_rule_and_what_it_rests_on(flown: Flown) -> None:
    sortie, _, _ = flown

    for _, transmission in sortie.said:
        assert all(one.rule for one in transmission.directives)
    decided = [
        one
        for _, transmission in sortie.said
        for one in transmission.directives
        if one.kind in ("vector", "level", "range_call", "cleared_approach", "identified")
    ]
    assert all(one.facts for one in decided)


def test_the_letdown_and_the_runway_are_free_when_he_is_down(flown: Flown) -> None:
    sortie, _, _ = flown

    assert sortie.board.letdown == {}
    sortie.run(60)
    assert sortie.board.runways == {}


def test_the_board_is_the_fold_of_its_events(flown: Flown) -> None:
    assert flown[0].refolds()


def test_he_is_never_left_without_a_word_on_final(flown: Flown) -> None:
    sortie, _, _ = flown
    cleared = next(
        at_ms
        for at_ms, one in sortie.said
        if any(part.kind == "cleared_approach" for part in one.directives)
    )
    over = next(
        at_ms
        for at_ms, one in sortie.said
        if any(part.kind == "over_missed_approach_point" for part in one.directives)
    )
    keyed = [at_ms for at_ms, _ in sortie.said if cleared <= at_ms <= over]

    gaps = [after - before for before, after in pairwise(keyed)]
    assert max(gaps) <= 22_000, gaps
    assert "on_course_report" in sortie.kinds()
