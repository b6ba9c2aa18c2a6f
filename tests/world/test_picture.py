"""The radar picture: updates in, sweeps out, by the stream's own time."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.model.geometry import GridPoint
from engine.model.picture import (
    Coalition,
    FeedReset,
    SimEvent,
    SimEventKind,
    Track,
    TrackGone,
    WeatherReport,
)
from engine.model.projection import position_from_grid
from engine.model.stimulus import Sweep
from engine.world.picture import FADED_AFTER_S, GONE_AFTER_S, HISTORY_S, RadarPicture, sweep
from tests.world.anapa import CAUCASUS

JET = Track(
    track_id="track:1/A/1",
    unit_id=1,
    unit_name="A",
    type_name="F-16C_50",
    player_name="Viper",
    coalition=Coalition.BLUE,
    position=position_from_grid(CAUCASUS, GridPoint(0.0, 300_000.0)),
    altitude_ft=1000.0,
    heading_deg_grid=0.0,
    course_deg_grid=0.0,
    speed_kt=250.0,
    vertical_fpm=0.0,
    sim_time_s=0.0,
)


def jet(time_s: float, name: str = "A") -> Track:
    return replace(JET, track_id=f"track:1/{name}/1", unit_name=name, sim_time_s=time_s)


def test_a_sweep_shows_the_latest_look_and_tells_news_once() -> None:
    picture = RadarPicture()
    birth = SimEvent(SimEventKind.BIRTH, JET.track_id, 1.0)
    weather = WeatherReport({}, 1.0)
    for update in (FeedReset("1", "joined"), jet(1.0), birth, weather, jet(2.0), jet(2.0, "B")):
        picture.fold(update)
    picture.fold(TrackGone("track:1/B/1", "B", 2.5))

    assert sweep(picture) == Sweep(
        tracks=(jet(2.0),),
        gone=(TrackGone("track:1/B/1", "B", 2.5),),
        events=(birth,),
        weather=weather,
        reset=FeedReset("1", "joined"),
    )
    assert sweep(picture) == Sweep(tracks=(jet(2.0),))


def test_a_reset_voids_all_that_was_there() -> None:
    picture = RadarPicture([jet(500.0)])
    picture.fold(SimEvent(SimEventKind.LAND, JET.track_id, 500.0))
    picture.fold(FeedReset("2", "the mission restarted"))

    assert sweep(picture) == Sweep(tracks=(), reset=FeedReset("2", "the mission restarted"))
    assert picture.time_s == 0.0
    assert picture.history(JET.track_id) == ()


def test_a_track_fades_then_goes_by_the_streams_time() -> None:
    picture = RadarPicture([jet(0.0)])

    picture.fold(jet(FADED_AFTER_S, "B"))
    assert [t.unit_name for t in sweep(picture).tracks] == ["A", "B"]
    picture.fold(jet(FADED_AFTER_S + 1.0, "B"))
    faded = sweep(picture)
    assert [t.unit_name for t in faded.tracks] == ["B"]
    assert faded.gone == ()
    picture.fold(jet(GONE_AFTER_S + 1.0, "B"))
    assert [g.unit_name for g in sweep(picture).gone] == ["A"]
    picture.fold(jet(GONE_AFTER_S + 2.0))
    assert [t.unit_name for t in sweep(picture).tracks] == ["A", "B"]


def test_nothing_fades_while_the_stream_stands_still() -> None:
    picture = RadarPicture([jet(10.0)])

    assert [sweep(picture).tracks for _ in range(100)] == [(jet(10.0),)] * 100


def test_history_is_kept_for_a_while_and_in_order() -> None:
    picture = RadarPicture()
    for second in range(300):
        picture.fold(jet(float(second)))
    picture.fold(jet(100.0))

    history = picture.history(JET.track_id)

    assert history[0].sim_time_s == 299.0 - HISTORY_S
    assert history[-1].sim_time_s == 299.0
    assert picture.history("track:1/nobody/1") == ()


def test_the_end_of_a_track_never_seen_is_no_news() -> None:
    picture = RadarPicture()
    picture.fold(TrackGone("track:1/A/1", "A", 1.0))

    assert sweep(picture) == Sweep(tracks=())


UPDATES = st.one_of(
    st.builds(jet, st.floats(0.0, 500.0), st.sampled_from("ABC")),
    st.builds(
        lambda name, t: TrackGone(f"track:1/{name}/1", name, t),
        st.sampled_from("ABC"),
        st.floats(0.0, 500.0),
    ),
    st.just(FeedReset("1", "again")),
    st.builds(lambda t: SimEvent(SimEventKind.LAND, None, t), st.floats(0.0, 500.0)),
)


@given(st.lists(UPDATES, max_size=40))
def test_every_order_of_updates_folds_the_same_twice_and_shows_each_aircraft_once(
    updates: list[Track | TrackGone | FeedReset | SimEvent],
) -> None:
    first, second = RadarPicture(), RadarPicture()
    for update in updates:
        first.fold(update)
        second.fold(update)

    swept = sweep(first)

    assert swept == sweep(second)
    names = [track.track_id for track in swept.tracks]
    assert len(names) == len(set(names))
    assert not set(names) & {gone.track_id for gone in swept.gone if gone.sim_time_s > 500.0}
