"""The final course: along, across, words."""

from __future__ import annotations

import pytest

from engine.control.course import FinalCourse, final_course
from engine.model.directive import DIRECTIVE_TYPES
from engine.model.geometry import GridPoint, offset
from tests.control.batumi import ASR_13, BATUMI, COURSE_DEG, THRESHOLD
from tests.control.flight import track_at

COURSE = final_course(BATUMI, ASR_13)
NORTHBOUND = FinalCourse(GridPoint(0.0, 0.0), 0.0)


@pytest.mark.parametrize(("along", "across"), [(8.0, 0.0), (6.0, 1.5), (0.6, -0.2), (-2.0, 3.0)])
def test_along_and_across_undo_point(along: float, across: float) -> None:
    point = COURSE.point(along, across)

    assert COURSE.along_nm(point) == pytest.approx(along, abs=1e-6)
    assert COURSE.across_nm(point) == pytest.approx(across, abs=1e-6)


def test_east_of_a_northbound_course_is_right_of_it() -> None:
    assert NORTHBOUND.across_nm(GridPoint(-10_000.0, 1852.0)) == pytest.approx(1.0)
    assert NORTHBOUND.along_nm(GridPoint(-1852.0, 0.0)) == pytest.approx(1.0)


def test_the_course_is_measured_from_the_painted_threshold() -> None:
    out = offset(THRESHOLD.grid, COURSE_DEG + 180.0, 6.0)

    assert COURSE.along_nm(out) == pytest.approx(6.0)
    assert COURSE.range_nm(out) == pytest.approx(6.0)


@pytest.mark.parametrize(
    ("along", "across", "word"),
    [
        (6.0, 0.0, "on_course"),
        (6.0, 0.15, "on_course"),
        (6.0, 0.3, "slightly_right"),
        (6.0, -0.3, "slightly_left"),
        (6.0, -0.8, "left"),
        (6.0, 1.6, "well_right"),
        (1.0, 0.02, "on_course"),
        (1.0, 0.09, "slightly_right"),
        (1.0, -0.25, "left"),
        (1.0, -0.4, "well_left"),
        (14.0, 1.4, "right"),
    ],
)
def test_deviation_words(along: float, across: float, word: str) -> None:
    assert COURSE.deviation_word(COURSE.point(along, across)) == word


def test_every_deviation_word_can_be_spoken() -> None:
    spec = DIRECTIVE_TYPES["range_call"].slot("deviation")
    words = {
        COURSE.deviation_word(COURSE.point(along / 2.0, across / 20.0))
        for along in range(1, 30)
        for across in range(-60, 61)
    }

    assert spec is not None
    assert words == set(spec.values)


@pytest.mark.parametrize(
    ("along", "across", "off_deg", "established"),
    [
        (8.0, 0.3, 0.0, True),
        (8.0, 0.6, 0.0, False),
        (8.0, 0.0, 25.0, False),
        (8.0, 0.0, -15.0, True),
        (-0.5, 0.0, 0.0, False),
    ],
)
def test_established(along: float, across: float, off_deg: float, established: bool) -> None:
    track = track_at(
        COURSE.point(along, across),
        heading_deg=COURSE_DEG + off_deg,
        altitude_ft=2000.0,
        speed_kt=170.0,
    )

    assert COURSE.established(track) is established
