"""The missed approach as it is flown."""

from __future__ import annotations

from engine.control.course import final_course
from engine.control.missed_approach import MissedPhase, missed_guidance
from engine.model.picture import Track
from tests.control.batumi import ASR_13, BATUMI, COURSE_DEG
from tests.control.flight import Aircraft, Habits, at, track_at

COURSE = final_course(BATUMI, ASR_13)


def _missing(along: float, altitude_ft: float, heading_deg: float = COURSE_DEG) -> Track:
    return track_at(
        at(COURSE, along, 0.0), heading_deg=heading_deg, altitude_ft=altitude_ft, speed_kt=160.0
    )


def test_straight_ahead_to_the_published_altitude() -> None:
    advice = missed_guidance(ASR_13, COURSE, _missing(0.3, 700.0))

    assert advice.phase is MissedPhase.STRAIGHT
    assert (advice.heading_deg_grid, advice.altitude_ft) == (COURSE_DEG, 3000)
    assert advice.turn is None


def test_not_turned_before_the_missed_approach_point_however_high() -> None:
    assert missed_guidance(ASR_13, COURSE, _missing(4.0, 1500.0)).phase is MissedPhase.STRAIGHT


def test_then_left_to_the_published_heading() -> None:
    advice = missed_guidance(ASR_13, COURSE, _missing(-0.5, 850.0))

    assert advice.phase is MissedPhase.TURN
    assert (advice.turn, advice.heading_deg_grid, advice.altitude_ft) == ("left", 330.0, 3000)


def test_a_turn_that_has_begun_is_not_taken_back() -> None:
    advice = missed_guidance(
        ASR_13, COURSE, _missing(1.0, 750.0, heading_deg=60.0), previous=MissedPhase.TURN
    )

    assert advice.phase is MissedPhase.TURN


def test_one_altitude_from_the_first_word_to_the_last() -> None:
    aircraft = Aircraft(at(COURSE, 0.5, 0.0), COURSE_DEG, 600.0, 160.0, habits=Habits(lag_s=3.0))
    phases: list[MissedPhase] = []
    previous: MissedPhase | None = None
    while previous is not MissedPhase.COMPLETE and aircraft.time_s < 600.0:
        advice = missed_guidance(ASR_13, COURSE, aircraft.track(), previous=previous)
        if advice.phase is not previous:
            aircraft.told(
                heading_deg=advice.heading_deg_grid,
                turn=advice.turn,
                altitude_ft=advice.altitude_ft,
            )
            phases.append(advice.phase)
        assert advice.altitude_ft == 3000
        previous = advice.phase
        aircraft.step(1.0)

    assert phases == [
        MissedPhase.STRAIGHT,
        MissedPhase.TURN,
        MissedPhase.CLIMB,
        MissedPhase.COMPLETE,
    ]
