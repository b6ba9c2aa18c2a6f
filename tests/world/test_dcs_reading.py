"""What the client makes of single messages, without a socket."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.clock import ManualClock
from engine.model.errors import FeedUnreachable
from engine.model.picture import (
    Coalition,
    FeedReset,
    SimEvent,
    SimEventKind,
    Track,
    TrackGone,
    WeatherReport,
)
from engine.model.projection import Projection, to_grid
from engine.world.dcs_air import WindReading, transpose_wind_deg, wind_from_deg_grid
from engine.world.dcs_decode import event_from_message, track_from_unit
from engine.world.dcs_roster import DcsRoster
from engine.world.mission_clock import MissionClock
from engine.world.outbox import MAX_WAITING_EVENTS, Outbox
from engine.world.proto import common_pb2, mission_pb2, unit_pb2
from engine.world.track_ids import TrackIds, session_of, track_id

CAUCASUS = Projection(
    central_meridian_deg=33.0,
    scale=0.9996,
    false_easting_m=-99517.0,
    false_northing_m=-4998115.0,
)


def unit(
    name: str = "Aerial-1",
    *,
    player: str | None = "Viper",
    lat: float = 41.6,
    lon: float = 41.6,
    heading: float = 119.0,
    speed: float = 0.0,
    alt: float = 10.0,
    category: int = common_pb2.GROUP_CATEGORY_AIRPLANE,
) -> common_pb2.Unit:
    grid = to_grid(CAUCASUS, lat, lon)
    return common_pb2.Unit(
        id=7,
        name=name,
        type="F-16C_50",
        coalition=common_pb2.COALITION_BLUE,
        player_name=player,
        position=common_pb2.Position(lat=lat, lon=lon, alt=alt, u=grid.east_m, v=grid.north_m),
        orientation=common_pb2.Orientation(heading=heading, yaw=heading + 5.7 - 360.0),
        velocity=common_pb2.Velocity(
            heading=heading + 2.0, speed=speed, velocity=common_pb2.Vector(y=-2.54)
        ),
        group=common_pb2.Group(category=category),
    )


def seen(message: common_pb2.Unit) -> Track:
    track = track_from_unit(message, identifier="t", sim_time_s=1.0, projection=CAUCASUS)
    assert track is not None
    return track


def test_wire_units_become_feet_knots_and_grid_degrees() -> None:
    track = seen(unit(speed=100.0, alt=304.8))

    assert track.altitude_ft == pytest.approx(1000.0)
    assert track.speed_kt == pytest.approx(194.384, abs=1e-3)
    assert track.vertical_fpm == pytest.approx(-500.0)
    assert track.heading_deg_grid == pytest.approx(119.0)  # not the true yaw, 124.7
    assert track.course_deg_grid == pytest.approx(121.0)
    assert track.coalition is Coalition.BLUE


def test_a_standing_aircrafts_course_is_where_it_points() -> None:
    assert seen(unit(speed=0.1)).course_deg_grid == pytest.approx(119.0)


def test_a_server_that_sends_no_grid_has_it_projected() -> None:
    message = unit()
    message.position.u = message.position.v = 0.0

    assert seen(message).position.grid.north_m == pytest.approx(seen(unit()).position.grid.north_m)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_number_that_is_none_shows_nothing(bad: float) -> None:
    message = unit()
    message.position.alt = bad

    assert track_from_unit(message, identifier="t", sim_time_s=1.0, projection=CAUCASUS) is None


@given(heading=st.floats(-1080.0, 1080.0), course=st.floats(-1080.0, 1080.0))
def test_headings_are_normalised_whatever_the_wire_says(heading: float, course: float) -> None:
    message = unit(heading=heading, speed=50.0)
    message.velocity.heading = course

    track = seen(message)

    assert 0.0 <= track.heading_deg_grid < 360.0
    assert 0.0 <= track.course_deg_grid < 360.0


@given(st.binary(max_size=200))
def test_any_event_message_that_parses_is_read_or_passed_over(noise: bytes) -> None:
    message = mission_pb2.StreamEventsResponse()
    try:
        message.ParseFromString(noise)
    except Exception:  # noqa: BLE001 - which error protobuf raises differs by its backend
        return

    event = event_from_message(message, lambda _: None)

    assert event is None or isinstance(event, SimEvent)


def test_an_empty_initiator_leaves_the_event_without_an_aircraft() -> None:
    message = mission_pb2.StreamEventsResponse(time=5.0)
    message.player_leave_unit.initiator.SetInParent()

    event = event_from_message(message, lambda _: "never")

    assert event == SimEvent(SimEventKind.LEAVE_UNIT, None, 5.0)


def test_a_kill_counts_as_the_loss_of_its_target() -> None:
    message = mission_pb2.StreamEventsResponse(time=5.0)
    message.kill.initiator.unit.CopyFrom(unit("Shooter"))
    message.kill.target.unit.CopyFrom(unit("Aerial-1"))

    event = event_from_message(message, lambda name: f"id of {name}")

    assert event is not None
    assert (event.kind, event.track_id) == (SimEventKind.UNIT_LOST, "id of Aerial-1")


def test_a_killed_tank_is_no_business_of_a_controller() -> None:
    message = mission_pb2.StreamEventsResponse(time=5.0)
    tank = unit("Tank", category=common_pb2.GROUP_CATEGORY_GROUND)
    message.kill.target.unit.CopyFrom(tank)

    assert event_from_message(message, lambda _: None) is None


@given(st.floats(0.0, 360.0, exclude_max=True))
def test_transposing_a_wind_twice_changes_nothing(wind: float) -> None:
    assert transpose_wind_deg(transpose_wind_deg(wind)) == pytest.approx(wind, abs=1e-9)


def test_a_west_wind_is_reported_as_a_south_wind() -> None:
    assert wind_from_deg_grid(180.0, WindReading.TRANSPOSED) == pytest.approx(270.0)
    assert wind_from_deg_grid(180.0, WindReading.PLAIN) == pytest.approx(180.0)


def test_births_are_numbered_by_name_and_resumed() -> None:
    ids = TrackIds("99")
    first, second = ids.born("A/1"), ids.born("A/1")
    resumed = TrackIds("99", [with_id(seen(unit("A/1")), second)])

    assert (first, second) == ("track:99/A/1/1", "track:99/A/1/2")
    assert resumed.born("A/1") == "track:99/A/1/3"
    assert resumed.born("B") == "track:99/B/1"
    assert TrackIds("100", [with_id(seen(unit("A/1")), second)]).born("A/1") == "track:100/A/1/1"
    assert session_of(second) == "99"
    assert session_of("radio:abc") == ""


def with_id(track: Track, identifier: str) -> Track:

    return replace(track, track_id=identifier)


def test_an_aircraft_that_jumps_across_the_map_is_another_sortie() -> None:
    roster = DcsRoster("s", CAUCASUS)
    roster.unit(unit(speed=100.0), time_s=10.0, now_s=10.0)
    near = roster.unit(unit(speed=100.0, lat=41.601), time_s=11.0, now_s=11.0)
    far = roster.unit(unit(speed=0.0, lat=42.6), time_s=12.0, now_s=12.0)

    assert [type(u) for u in near] == [Track]
    assert [type(u) for u in far] == [TrackGone, Track]


def test_a_look_older_than_the_last_moves_nothing_back() -> None:
    roster = DcsRoster("s", CAUCASUS)
    roster.unit(unit(speed=100.0), time_s=10.0, now_s=10.0)
    closer = unit_pb2.GetTransformResponse(time=10.4, position=unit(lat=41.601).position)
    assert roster.transform("Aerial-1", closer)

    assert roster.unit(unit(speed=100.0), time_s=10.2, now_s=10.4) == []


def test_tanks_and_ships_are_not_shown() -> None:
    roster = DcsRoster("s", CAUCASUS)

    ship = unit(category=common_pb2.GROUP_CATEGORY_SHIP)
    assert roster.unit(ship, time_s=1.0, now_s=1.0) == []


def test_the_end_of_an_unknown_unit_is_nothing() -> None:
    assert DcsRoster("s", CAUCASUS).gone("Nobody", time_s=1.0) == []


def test_what_a_resync_does_not_list_has_gone_once_time_has_moved() -> None:
    roster = DcsRoster("s", CAUCASUS)
    roster.unit(unit("A"), time_s=10.0, now_s=10.0)
    roster.unit(unit("B"), time_s=10.0, now_s=10.0)

    roster.begin_resync(20.0, 5.0)
    roster.unit(unit("A"), time_s=0.0, now_s=20.0)

    assert all(isinstance(u, Track) for u in roster.tick(24.0))
    gone = [u for u in roster.tick(25.0) if isinstance(u, TrackGone)]
    assert [g.unit_name for g in gone] == ["B"]


def test_mission_time_stands_until_heard_to_move() -> None:
    real = ManualClock()
    time = MissionClock(real, 100.0)
    time.hear(0.0)
    assert time.time_s == 100.0
    real.advance(3001)
    assert not time.runs(3.0)
    time.hear(100.5)
    assert time.runs(3.0)
    time.doubt()
    assert not time.runs(3.0)
    time.hear(99.0)  # streams overtake one another
    assert time.time_s == 100.5
    assert not time.runs(3.0)
    time.hear(101.0)
    assert time.runs(3.0)


def test_mission_time_that_goes_far_back_asks_for_a_new_connection() -> None:
    time = MissionClock(ManualClock(), 100.0)

    with pytest.raises(FeedUnreachable, match="went back from 100 s to 3 s"):
        time.hear(3.0)


def test_a_slow_reader_sees_the_newest_look_in_its_turn() -> None:
    out = Outbox()
    track = seen(unit())
    for update in (track, TrackGone("other", "Other", 1.0), with_id(track, "second"), track):
        out.put(update)
    out.put(WeatherReport({}, 1.0))
    out.put(WeatherReport({}, 2.0))

    taken = [out.take_now() for _ in range(5)]

    assert taken == [
        track,
        TrackGone("other", "Other", 1.0),
        with_id(track, "second"),
        WeatherReport({}, 2.0),
        None,
    ]


def test_a_reset_drops_what_was_waiting() -> None:
    out = Outbox()
    out.put(seen(unit()))
    out.put(FeedReset("s", "restart"))
    out.put(seen(unit()))

    assert out.take_now() == FeedReset("s", "restart")
    assert out.take_now() == seen(unit())
    assert out.take_now() is None


def test_an_unread_outbox_does_not_grow_for_ever() -> None:
    out = Outbox()
    for second in range(MAX_WAITING_EVENTS + 50):
        out.put(TrackGone("t", "T", float(second)))

    assert out.take_now() == TrackGone("t", "T", 50.0)


def test_a_track_id_names_session_unit_and_birth() -> None:
    assert track_id("1", "Aerial-1", 2) == "track:1/Aerial-1/2"
