"""Scenarios on the real engine: what passes, what fails and how it is told."""

from __future__ import annotations

import pytest

from engine.proving.scenario_result import State, told
from tests.service.scenarios import played


def test_what_is_said_as_expected_passes() -> None:
    result = played("""
        when:
          - pony says: "{approach}, Pony one one, radio check"
        then:
          - {says: radio_check_reply, to: pony, by: approach, on: approach, slots: {readability: 5}}
          - {never: say_again}
    """)

    assert result.state is State.PASSED, told(result)
    assert told(result) == ["passed: batumi: it is as it should be"]


def test_a_failure_tells_the_line_the_wish_what_was_said_and_the_transcript() -> None:
    result = played("""
        when:
          - pony says: "Batumi Approach, Pony one one, request radar approach"
        then:
          - {says: expect_approach, to: pony, slots: {runway: "31"}, within_s: 15}
    """)

    lines = told(result)
    assert lines[0] == "failed: batumi: it is as it should be"
    assert lines[1] == (
        "  scenarios/test.yaml:10: expected: "
        "expect_approach (runway 31) is said to pony within 15 s"
    )
    assert "but runway was 13" in lines[2]
    assert lines[3] == "  heard instead:"
    assert "00:05" in lines[4]
    assert "  transcript so far:" in lines
    assert "Pony 1-1: Batumi Approach, Pony one one, request radar approach" in lines[-2]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (
            """
            when:
              - pony says: "Batumi Approach, Pony one one, radio check"
            then:
              - {never: radio_check_reply}
            """,
            "never radio_check_reply",
        ),
        (
            """
            when:
              - pony says: "Batumi Approach, Pony one one, radio check"
            then:
              - {silence_s: 10}
            """,
            "nobody says anything for 10 s",
        ),
        (
            """
            when:
              - {wait_s: 2}
            then:
              - {phase: landed, of: pony, within_s: 3}
            """,
            "pony is in phase landed within 3 s",
        ),
        (
            """
            when:
              - {pony until: range < 1 nm, within_s: 5}
            then:
              - {silence_s: 1}
            """,
            "pony: range < 1 nm within 5 s",
        ),
        (
            """
            when:
              - {wait_s: 1}
            then: []
            fly: {pony: obeys, until: landed, within_min: 0.2}
            """,
            "pony landed within 0.2 min",
        ),
        (
            """
            when:
              - pony says: "Batumi Approach, Pony one one, radio check"
            then:
              - {hands_off: pony, to: tower, by: approach, within_s: 9}
            """,
            "pony is handed off to tower by approach within 9 s",
        ),
    ],
)
def test_what_does_not_come_true_fails_with_its_wish(lines: str, wanted: str) -> None:
    result = played(lines)

    assert result.state is State.FAILED
    assert result.failure is not None
    assert result.failure.wanted == wanted


def test_one_that_waits_for_the_engine_is_pending_while_it_fails() -> None:
    result = played("""
        needs: [ground]
        when:
          - pony says: "Batumi Ground, Pony one one, request taxi"
            on: ground
        then:
          - {phase: taxi, of: pony, within_s: 5}
    """)

    assert result.state is State.PENDING
    assert told(result) == ["pending: batumi: it is as it should be (needs ground)"]


def test_one_that_passes_though_it_waits_is_stale() -> None:
    result = played("""
        needs: [ground]
        when:
          - pony says: "Batumi Approach, Pony one one, radio check"
        then:
          - {says: radio_check_reply, to: pony}
    """)

    assert result.state is State.STALE
    assert "take `needs: [ground]` away" in told(result)[1]


def test_a_pilot_who_misreads_is_put_right() -> None:
    result = played("""
        when:
          - pony says: "Batumi Approach, Pony one one, request radar approach"
        then:
          - {says: readback_wrong, to: pony, within_s: 60}
        fly: {pony: misreads}
    """)

    assert result.state is State.PASSED, told(result)


def test_a_pilot_who_is_silent_obeys_and_says_nothing() -> None:
    result = played("""
        when:
          - pony says: "Batumi Approach, Pony one one, request radar approach"
          - {wait_s: 60}
        then:
          - {says: vector, to: pony}
        fly: {pony: silent}
    """)

    assert result.state is State.PASSED, told(result)
    assert [one.words for one in result.lines if one.speaker == "Pony 1-1"] == [
        "Batumi Approach, Pony one one, request radar approach"
    ]


def test_who_takes_off_is_a_departure_and_who_leaves_is_gone() -> None:
    result = played("""
        given:
          aircraft:
            pony: {type: P-51D-30-NA, at: {place: runway}, on: tower}
        steps:
          - when:
              - {pony does: take_off}
            then:
              - {phase: departure, of: pony, within_s: 60}
          - when:
              - {pony does: leave}
              - {wait_s: 3}
            then:
              - {silence_s: 5}
    """)

    assert result.state is State.PASSED, told(result)
    assert ("parked", "departure") in result.edges


def test_a_position_is_worked_that_the_profile_leaves_empty() -> None:
    result = played("""
        given:
          staffed: [georgia-center]
          aircraft:
            pony: {type: F-16C_50, at: {final: asr, range_nm: 40}, on: center}
        when:
          - pony says: "{center}, Pony one one, radio check"
        then:
          - {says: radio_check_reply, to: pony, by: center}
    """)

    assert result.state is State.PASSED, told(result)


def test_the_same_scenario_twice_is_the_same_to_the_millisecond() -> None:
    lines = """
        when:
          - pony says: "Batumi Approach, Pony one one, request radar approach"
          - {wait_s: 60}
        then:
          - {says: vector, to: pony}
        fly: {pony: obeys}
    """

    assert played(lines).lines == played(lines).lines
