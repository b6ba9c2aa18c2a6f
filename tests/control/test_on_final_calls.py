"""What a pilot says on or about final is answered by whoever has him, and he is sent nowhere."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.model.call import Reading
from engine.model.geometry import offset
from engine.model.slots import SlotValue
from tests.control.flying import (
    APPROACH,
    GROUND,
    TOWER,
    Plane,
    Sortie,
    along_of,
    batumi,
    from_threshold,
)

RUNWAY = "batumi/13-31"


def inbound() -> tuple[Sortie, Plane]:
    at = offset(batumi().reference_point.grid, 315.0, 12.0)
    plane = Plane("Pony 1-1", 11, at, altitude_ft=5000.0)
    return Sortie([plane]), plane


def on_final(mile: int) -> tuple[Sortie, Plane]:
    """Return an aircraft that was just called that mile of its talk-down."""
    plane = Plane("Pony 1-1", 11, from_threshold(7.0, 4.0), altitude_ft=3000.0, heading=200.0)
    sortie = Sortie([plane])
    sortie.call(plane, "check_in", also=(Reading("request_approach", {}),))
    assert sortie.run(900, lambda: sortie.board.strips[plane.track_id].mile_called == mile)
    return sortie, plane


@cache
def _flown() -> tuple[Sortie, Plane]:
    return on_final(6)


def at_six_miles() -> tuple[Sortie, Plane]:
    """Return the same for a test that only calls: the flight there is flown once."""
    sortie, plane = _flown()
    return replace(sortie, decisions=[], events=list(sortie.events)), plane


def said(sortie: Sortie) -> list[tuple[str, dict[str, SlotValue]]]:
    return [
        (one.kind, dict(one.slots))
        for transmission in sortie.decisions[-1].transmissions
        for one in transmission.directives
    ]


def kinds(sortie: Sortie) -> list[str]:
    return [kind for kind, _ in said(sortie)]


@pytest.mark.parametrize("spoken", [None, "Batumi Approach", "Batumi Tower"])
def test_who_asks_to_land_on_the_talk_down_is_cleared_when_the_runway_is_free(
    spoken: str | None,
) -> None:
    sortie, plane = at_six_miles()

    sortie.call(plane, "request_landing", spoken=spoken)

    assert kinds(sortie) == ["wind", "cleared_to_land"]
    assert sortie.board.runways == {RUNWAY: plane.track_id}


def test_who_asks_to_land_on_the_talk_down_waits_while_the_runway_is_taken() -> None:
    sortie, plane = at_six_miles()
    sortie = replace(sortie, planes=[plane])
    other = Plane("Colt 1-2", 12, from_threshold(-0.5), altitude_ft=43.0, speed_kt=0.0, down=True)
    other.vacates_after_s = None
    sortie.planes.append(other)
    sortie.run(5)

    sortie.call(plane, "request_landing")

    assert said(sortie) == [("continue_approach", {"reason": "runway_occupied"})]


@pytest.mark.parametrize(
    "reading",
    [Reading("report_pattern", {"position": "final"}), Reading("readback", {"clearance": "land"})],
)
def test_short_final_and_a_landing_clearance_he_only_thinks_he_has_are_answered(
    reading: Reading,
) -> None:
    sortie, plane = at_six_miles()

    slots: dict[str, Any] = dict(reading.slots)
    sortie.call(plane, reading.intent, **slots)

    assert kinds(sortie) == ["wind", "cleared_to_land"]


@pytest.mark.parametrize(
    ("intent", "slots"),
    [
        ("request_frequency", {"target": "Batumi Tower"}),
        ("request_info", {"topic": "frequency", "target": "Batumi Tower"}),
        ("request_takeoff", {}),
    ],
)
def test_nothing_he_asks_on_final_sends_him_away(intent: str, slots: dict[str, Any]) -> None:
    sortie, plane = at_six_miles()

    sortie.call(plane, intent, **slots)

    assert said(sortie) == [("unable", {"reason": "on_final"})]


def test_he_is_handed_to_nobody_until_he_is_down() -> None:
    sortie, plane = on_final(6)
    since = len(sortie.said)

    sortie.run(400, lambda: plane.down)

    assert plane.down
    assert "contact" not in [one.kind for _, tx in sortie.said[since:] for one in tx.directives]


def test_tower_sends_him_back_to_who_talks_him_down() -> None:
    sortie, plane = at_six_miles()

    sortie.call(plane, "request_landing", station=TOWER)

    assert said(sortie) == [
        ("contact", {"station": "Batumi Approach", "frequency_hz": 124_425_000})
    ]


@pytest.mark.parametrize("station", [TOWER, GROUND])
def test_an_inbound_that_calls_another_seat_is_sent_to_approach(station: str) -> None:
    sortie, plane = inbound()

    sortie.call(plane, "request_landing", station=station)

    assert said(sortie) == [
        ("contact", {"station": "Batumi Approach", "frequency_hz": 124_425_000})
    ]


def test_an_inbound_that_calls_approach_gets_the_approach() -> None:
    sortie, plane = inbound()

    sortie.call(plane, "request_landing", station=APPROACH)

    assert "expect_approach" in kinds(sortie)
    assert sortie.board.strips[plane.track_id].approach == "asr-13"


def test_the_frequency_of_the_station_he_names_is_given() -> None:
    sortie, plane = inbound()

    sortie.call(plane, "request_info", topic="frequency", target="Tower")
    assert said(sortie) == [("contact", {"station": "Batumi Tower", "frequency_hz": 118_600_000})]

    sortie.call(plane, "request_info", topic="frequency", target="Approach")
    assert [slots["station"] for _, slots in said(sortie)] == ["Batumi Approach"]


@pytest.mark.parametrize("topic", ["delay", "sequence"])
def test_number_one_is_told_so_and_on_final_to_go_on(topic: str) -> None:
    sortie, plane = inbound()
    sortie.call(plane, "request_approach")
    sortie.call(plane, "request_info", topic=topic)
    assert said(sortie) == [("sequence", {"number": 1})]

    sortie, plane = at_six_miles()
    sortie.call(plane, "request_info", topic=topic)
    assert kinds(sortie) == ["continue_approach"]


def test_say_again_on_final_says_where_he_is_now() -> None:
    sortie, plane = on_final(5)

    sortie.call(plane, "say_again")

    assert kinds(sortie) == ["on_course_report"]


def test_say_again_never_repeats_a_level_that_was_changed() -> None:
    sortie, plane = inbound()
    sortie.call(plane, "request_approach")
    sortie.run(12)
    before = sortie.board.strips[plane.track_id]
    assert before.last_said is not None
    first = next(one for one in before.last_said.directives if one.kind == "level")
    changed = int(str(first.slots["altitude_ft"])) + 1000
    strips = {plane.track_id: replace(before, level_ft=changed)}
    sortie.board = replace(sortie.board, strips=strips)

    sortie.call(plane, "say_again")

    assert ("level", changed) in [(kind, slots.get("altitude_ft")) for kind, slots in said(sortie)]


def test_say_again_means_the_last_words_that_said_something() -> None:
    sortie, plane = inbound()
    sortie.call(plane, "request_approach")
    sortie.run(12)
    sortie.call(plane, "")
    sortie.run(6)
    assert sortie.said[-1][1].directives[0].kind in ("say_again", "vector", "speed")

    sortie.call(plane, "say_again")

    assert "say_again" not in kinds(sortie)


def test_a_garbled_call_that_names_us_and_himself_is_asked_again() -> None:
    sortie, plane = inbound()
    sortie.call(plane, "radio_check")

    sortie.call(plane, "none", kind="chatter", spoken="Batumi Approach", callsign="Pony 1-1")

    assert said(sortie) == [("say_again", {"reason": "not_understood"})]


def test_a_request_made_again_that_sounds_like_a_read_back_is_answered() -> None:
    sortie, plane = inbound()
    sortie.reads_back = False
    sortie.call(plane, "request_approach")
    sortie.run(14)

    sortie.call(plane, "request_approach", spoken="Batumi Approach", approach="asr", runway="13")

    assert kinds(sortie)


def test_who_goes_around_low_with_no_approach_is_given_a_level() -> None:
    plane = Plane("Pony 1-1", 11, from_threshold(3.0), altitude_ft=900.0)
    sortie = Sortie([plane])
    sortie.call(plane, "check_in")

    sortie.call(plane, "report_missed")

    ((kind, slots),) = said(sortie)
    assert (kind, slots["verb"]) == ("level", "climb")


def test_who_misses_on_the_tower_frequency_gets_the_procedure_and_goes_back_to_approach() -> None:
    sortie, plane = on_final(3)

    sortie.call(plane, "report_missed", station=TOWER)

    assert kinds(sortie) == ["missed_approach_instruction", "contact"]
    sortie.run(60)
    vectors = [
        tx.station for _, tx in sortie.said if any(one.kind == "vector" for one in tx.directives)
    ]
    assert TOWER not in vectors
    assert sortie.board.strips[plane.track_id].station == APPROACH


def test_the_first_vector_after_a_missed_approach_carries_a_level() -> None:
    sortie, plane = on_final(3)
    sortie.call(plane, "report_missed")
    assert sortie.run(400, lambda: sortie.board.strips[plane.track_id].missed_ms is None)
    since = len(sortie.said)

    assert sortie.run(
        120,
        lambda: "vector" in [one.kind for _, tx in sortie.said[since:] for one in tx.directives],
    )

    first = next(
        tx for _, tx in sortie.said[since:] if any(one.kind == "vector" for one in tx.directives)
    )
    assert "level" in [one.kind for one in first.directives]


def test_a_call_by_name_that_sounds_like_a_read_back_of_nothing_is_answered() -> None:
    sortie, plane = inbound()
    sortie.call(plane, "radio_check")
    sortie.run(6)

    sortie.call(plane, "readback", spoken="Batumi Approach", callsign="Pony 1-1", runway="13")

    assert kinds(sortie) == ["acknowledge"]


def test_a_wrong_read_back_is_put_right_after_the_mile_that_is_due() -> None:
    sortie, plane = on_final(5)
    other = Plane("Colt 1-2", 12, from_threshold(11.0, 4.0), altitude_ft=5000.0, heading=305.0)
    sortie.planes.append(other)
    sortie.tell(other.radio())
    sortie.run(2)
    sortie.call(other, "check_in", also=(Reading("request_approach", {}),))
    sortie.reads_back = False

    def owes_a_heading() -> bool:
        readback = sortie.board.strips[other.track_id].readback
        wanted = readback is not None and any(
            slot == "heading_deg_mag" for _, slot in readback.wanted
        )
        return wanted and 0.0 < along_of(plane) % 1.0 < 0.2

    if not sortie.run(60, owes_a_heading):
        pytest.fail("nobody owes a read-back near a mile")
    mile = sortie.board.strips[plane.track_id].mile_called
    sortie.call(other, "readback", heading_deg=1)
    assert kinds(sortie) == []

    def put_right() -> bool:
        return any(one.kind == "readback_wrong" for _, tx in sortie.said for one in tx.directives)

    assert sortie.run(25, put_right)
    assert sortie.board.strips[plane.track_id].mile_called != mile
