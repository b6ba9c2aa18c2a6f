"""Whether an aircraft flies, and what became of its landing, from looks alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.geometry import FEET_PER_NM, GridPoint, offset
from engine.model.picture import Coalition, Track
from engine.model.projection import position_from_grid
from engine.world.acmi import AcmiFeed
from engine.world.landing import Landing, LandingPhase, judge_landing
from engine.world.movement import Movement, has_stood, judge_movement
from engine.world.runway_strip import RunwayStrip
from tests.world.anapa import (
    CAUCASUS,
    ELEVATION_FT,
    RECORDING,
    RUNWAY,
    WHY_NO_RECORDING,
    table_tracks,
)
from tests.world.feed_conformance import collect

FIELD_FT = 100.0
START = GridPoint(north_m=-350_000.0, east_m=610_000.0)
STRIP = RunwayStrip(
    first_end=START,
    second_end=offset(START, 0.0, 10_000.0 / FEET_PER_NM),
    width_ft=150.0,
    first_elevation_ft=FIELD_FT,
    second_elevation_ft=FIELD_FT,
)


def looks(
    height_ft: Callable[[float], float],
    *,
    speed_kt: Callable[[float], float] = lambda _: 130.0,
    seconds: Sequence[float] = tuple(range(30)),
    start: GridPoint = START,
    helicopter: bool = False,
) -> list[Track]:
    """Return looks at an aircraft that runs north over the strip at given heights and speeds."""
    tracks: list[Track] = []
    flown_nm, before = 0.0, seconds[0]
    for second in seconds:
        flown_nm += speed_kt(second) * (second - before) / 3600.0
        before = second
        tracks.append(
            Track(
                track_id="track:s/A/1",
                unit_id=1,
                unit_name="A",
                type_name="F-16C_50",
                player_name="Viper",
                coalition=Coalition.BLUE,
                position=position_from_grid(CAUCASUS, offset(start, 0.0, flown_nm)),
                altitude_ft=FIELD_FT + height_ft(second),
                heading_deg_grid=0.0,
                course_deg_grid=0.0,
                speed_kt=speed_kt(second),
                vertical_fpm=0.0,
                sim_time_s=float(second),
                helicopter=helicopter,
            )
        )
    return tracks


def judged(history: Sequence[Track]) -> Movement:
    return judge_movement(history, surface_elevation_ft=FIELD_FT)


def landing(history: Sequence[Track]) -> Landing:
    return judge_landing(history, surface_elevation_ft=FIELD_FT, runway=STRIP)


def glide(touch_s: float) -> Callable[[float], float]:
    """Return heights of a three degree glide that ends on the wheels."""
    return lambda t: 6.0 + max(0.0, touch_s - t) * 11.5


def recorded_landing(tracks: Sequence[Track]) -> dict[float, Landing]:
    return {
        tracks[last].sim_time_s: judge_landing(
            tracks[: last + 1], surface_elevation_ft=ELEVATION_FT, runway=RUNWAY
        )
        for last in range(150, len(tracks))
    }


def assert_is_the_recorded_landing(tracks: Sequence[Track]) -> None:
    by_time = recorded_landing(tracks)

    assert all(by_time[t].phase is LandingPhase.NOT_LANDED for t in by_time if t < 202.0)
    touched = [t for t, judgement in by_time.items() if judgement.touchdown_s is not None]
    assert touched[0] <= 205.0
    assert by_time[touched[0]].touchdown_s == pytest.approx(203.0, abs=1.0)
    assert by_time[210.0].phase is LandingPhase.ROLLING_OUT
    for t in (160.0, 180.0, 195.0):
        history = [track for track in tracks if track.sim_time_s <= t]
        movement = judge_movement(history, surface_elevation_ft=ELEVATION_FT)
        assert movement is Movement.AIRBORNE


def test_the_recorded_landing_is_seen_without_any_event() -> None:
    assert_is_the_recorded_landing(table_tracks())


@pytest.mark.skipif(not RECORDING.exists(), reason=WHY_NO_RECORDING)
def test_the_whole_recording_shows_the_same_landing() -> None:
    updates = asyncio.run(collect(AcmiFeed(RECORDING, CAUCASUS), until=lambda _: False))

    assert_is_the_recorded_landing(
        [update for update in updates if isinstance(update, Track) and update.type_name == "F-14B"]
    )


@pytest.mark.parametrize("second", [0, 1])
def test_an_aircraft_that_has_just_appeared_low_or_slow_is_unknown(second: int) -> None:
    assert judged(looks(lambda _: 6.0)[: second + 1]) is Movement.UNKNOWN
    parked = looks(lambda _: 6.0, speed_kt=lambda _: 0.0)[: second + 1]
    assert judged(parked) is Movement.UNKNOWN


def test_an_aircraft_that_has_just_appeared_high_and_fast_flies() -> None:
    assert judged(looks(lambda _: 5000.0)[:1]) is Movement.AIRBORNE


def test_no_look_is_unknown() -> None:
    assert judged([]) is Movement.UNKNOWN
    assert not has_stood([], for_s=1.0)


def test_a_feed_that_says_so_is_believed() -> None:
    history = looks(lambda _: 5000.0)

    assert judged([replace(history[0], on_ground=True)]) is Movement.ON_GROUND
    assert judged([replace(history[0], on_ground=False)]) is Movement.AIRBORNE


@pytest.mark.parametrize("height_ft", [6.0, 500.0, -200.0])
def test_what_stands_still_is_on_the_ground_wherever_that_is(height_ft: float) -> None:
    assert judged(looks(lambda _: height_ft, speed_kt=lambda _: 0.0)) is Movement.ON_GROUND


@pytest.mark.parametrize("speed_kt", [5.0, 20.0, 90.0, 140.0])
def test_what_keeps_to_the_surface_is_on_the_ground(speed_kt: float) -> None:
    assert judged(looks(lambda _: 6.0, speed_kt=lambda _: speed_kt)) is Movement.ON_GROUND


def test_a_take_off_roll_turns_into_flight() -> None:
    history = looks(lambda t: 6.0 + max(0.0, t - 15.0) * 20.0, speed_kt=lambda t: 10.0 * t)

    assert judged(history[:15]) is Movement.ON_GROUND
    assert judged(history[:20]) is Movement.AIRBORNE


def test_a_float_over_the_runway_is_unknown_until_the_wheels_are_down() -> None:
    # Down to some 25 ft by eight seconds, then about 100 ft a minute.
    history = looks(lambda t: 6.0 + max(0.0, 20.0 - t) * 1.7 + max(0.0, 8.0 - t) * 10.0)

    for last in range(9, 20):
        movement = judge_movement(history[: last + 1], surface_elevation_ft=FIELD_FT, runway=STRIP)
        assert movement is not Movement.ON_GROUND
    assert landing(history).touchdown_s == pytest.approx(20.0, abs=1.0)


def test_a_sloping_runway_is_still_the_ground() -> None:
    sloping = replace(STRIP, second_elevation_ft=FIELD_FT + 90.0)
    history = looks(lambda t: 6.0 + t * 130.0 * 1.68781 * 0.009)

    assert (
        judge_movement(history, surface_elevation_ft=FIELD_FT, runway=sloping) is Movement.ON_GROUND
    )


def test_a_hovering_helicopter_is_not_on_the_ground() -> None:
    hover = looks(lambda t: 15.0 + t % 2, speed_kt=lambda _: 1.0, helicopter=True)
    low = looks(lambda t: 6.0 + t % 2, speed_kt=lambda _: 5.0, helicopter=True)
    landed = looks(lambda _: 6.0, speed_kt=lambda _: 0.0, helicopter=True)
    away = looks(lambda _: 200.0, speed_kt=lambda _: 20.0, helicopter=True)

    assert judged(hover) is not Movement.ON_GROUND
    assert judged(low) is not Movement.ON_GROUND
    assert judged(landed) is Movement.ON_GROUND
    assert judged(away) is Movement.AIRBORNE


def test_a_landing_is_touched_then_rolled_out_then_vacated() -> None:
    def speed_kt(t: float) -> float:
        return 130.0 if t < 12.0 else max(20.0, 130.0 - 6.0 * (t - 12.0))

    history = looks(glide(12.0), speed_kt=speed_kt, seconds=tuple(range(40)))
    aside = [
        replace(
            look,
            position=position_from_grid(
                CAUCASUS,
                replace(look.position.grid, east_m=look.position.grid.east_m + 60.0),
            ),
            sim_time_s=look.sim_time_s + 10.0,
        )
        for look in history[-3:]
    ]

    assert landing(history[:10]).phase is LandingPhase.NOT_LANDED
    assert landing(history[:15]) == Landing(LandingPhase.TOUCHED, 12.0)
    assert landing(history).phase is LandingPhase.ROLLING_OUT
    assert landing([*history, *aside]).phase is LandingPhase.VACATED


def test_a_touch_and_go_is_touched_and_off_again() -> None:
    def height_ft(t: float) -> float:
        return glide(10.0)(t) if t < 16.0 else 6.0 + (t - 16.0) * 25.0

    history = looks(height_ft)
    judgement = landing(history)

    assert landing(history[:16]).phase is LandingPhase.TOUCHED
    assert judgement.phase is LandingPhase.TOUCH_AND_GO
    assert judgement.touchdown_s == pytest.approx(10.0, abs=1.0)
    assert judgement.airborne_again_s == pytest.approx(18.0, abs=2.0)


def test_a_second_landing_takes_the_place_of_the_first() -> None:
    def height_ft(t: float) -> float:
        if t < 16.0:
            return glide(10.0)(t)
        return 6.0 + 25.0 * min(t - 16.0, max(0.0, 26.0 - t))

    judgement = landing(looks(height_ft, seconds=tuple(range(32))))

    assert judgement.phase is LandingPhase.TOUCHED
    assert judgement.touchdown_s == pytest.approx(26.0, abs=1.0)


def test_a_go_around_is_no_landing() -> None:
    assert landing(looks(lambda t: 40.0 + abs(t - 15.0) * 12.0)) == Landing(LandingPhase.NOT_LANDED)


def test_an_aircraft_that_appears_on_the_runway_has_not_landed() -> None:
    history = looks(lambda _: 6.0, speed_kt=lambda t: 60.0 - t)

    assert landing(history).phase is LandingPhase.NOT_LANDED


def test_a_landing_beside_the_runway_is_not_one_on_it() -> None:
    beside = replace(START, east_m=START.east_m + 500.0)

    assert landing(looks(glide(12.0), start=beside)).phase is LandingPhase.NOT_LANDED


def test_four_looks_a_second_show_the_same_landing() -> None:
    history = looks(glide(12.0), seconds=tuple(n / 4.0 for n in range(80)))

    assert landing(history).touchdown_s == pytest.approx(12.0, abs=0.5)


def test_standing_is_told_from_creeping() -> None:
    parked = looks(lambda _: 6.0, speed_kt=lambda _: 0.0)
    creeping = looks(lambda _: 6.0, speed_kt=lambda _: 2.0)

    assert has_stood(parked, for_s=20.0)
    assert not has_stood(parked, for_s=60.0)
    assert not has_stood(creeping, for_s=20.0)


@given(
    heights=st.lists(st.floats(-50.0, 3000.0), min_size=1, max_size=12),
    speed_kt=st.floats(0.0, 600.0),
    helicopter=st.booleans(),
)
def test_any_looks_are_judged(heights: list[float], speed_kt: float, *, helicopter: bool) -> None:
    history = looks(
        lambda t: heights[int(t)],
        speed_kt=lambda _: speed_kt,
        seconds=tuple(range(len(heights))),
        helicopter=helicopter,
    )

    assert judged(history) in set(Movement)
    assert landing(history).phase in set(LandingPhase)


@given(along_ft=st.floats(-2000.0, 12_000.0), across_ft=st.floats(-500.0, 500.0))
def test_a_strip_contains_what_lies_between_its_ends_and_edges(
    along_ft: float, across_ft: float
) -> None:
    along = offset(START, 0.0, along_ft / FEET_PER_NM)
    point = offset(along, 90.0, across_ft / FEET_PER_NM)

    inside = STRIP.contains(point, beyond_ends_ft=1.0, beside_ft=1.0)
    outside = not STRIP.contains(point, beyond_ends_ft=-1.0, beside_ft=-1.0)

    lies_on = 0.0 <= along_ft <= 10_000.0 and abs(across_ft) <= 75.0
    assert inside if lies_on else outside
