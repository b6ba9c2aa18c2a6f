"""Recordings, with what real recorders write into them."""

from __future__ import annotations

import asyncio
import itertools
import math
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import FeedRefused
from engine.model.geometry import GridPoint
from engine.model.picture import (
    Coalition,
    FeedReset,
    FeedUpdate,
    SimEvent,
    SimEventKind,
    Track,
    TrackGone,
)
from engine.model.projection import position_from_grid
from engine.world.acmi import AcmiFeed, recorded_looks
from engine.world.acmi_lines import open_recording
from engine.world.feed import FeedCondition, FeedState
from engine.world.motion import Sample, motion
from tests.world.anapa import (
    CAUCASUS,
    RECORDING,
    WHY_NO_RECORDING,
    read_table,
    tabulate,
)
from tests.world.feed_conformance import assert_conforms, collect

HEADER = "FileType=text/acmi/tacview\nFileVersion=2.2\n"
JET = "Type=Air+FixedWing,Name=F-16C_50,Pilot=Viper,Coalition=Enemies"


def played(*lines: str) -> list[FeedUpdate]:
    looks = recorded_looks(lines, CAUCASUS)
    return [update for _, updates in looks for update in updates]


def tracks(updates: Sequence[FeedUpdate]) -> list[Track]:
    return [update for update in updates if isinstance(update, Track)]


def flight(seconds: range, *, object_id: str = "a1", pilot: str = JET) -> list[str]:
    """Return an aircraft flying north at 100 m/s."""
    lines = []
    for second in seconds:
        properties = f",{pilot}" if second == seconds[0] else ""
        there = position_from_grid(CAUCASUS, GridPoint(second * 100.0, 600_000.0))
        place = f"{there.longitude_deg:.7f}|{there.latitude_deg:.7f}|1000|600000|{second * 100}"
        lines += [f"#{second}", f"{object_id},T={place}{properties}"]
    return lines


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("zipped", [False, True])
def test_a_file_is_read_however_it_was_written(
    tmp_path: Path, newline: str, mark: str, *, zipped: bool
) -> None:
    text = mark + (HEADER + "\n".join(flight(range(5)))).replace("\n", newline)
    path = tmp_path / "flight.acmi"  # zips are not always named so
    if zipped:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("flight.txt.acmi", text)
    else:
        path.write_bytes(text.encode())

    with open_recording(path) as lines:
        looks = list(recorded_looks(lines, CAUCASUS))

    assert [look_s for look_s, _ in looks] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert tracks(looks[-1][1])[0].player_name == "Viper"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not an ACMI 2 recording"),
        (b"FileType=text/acmi/tacview\nFileVersion=1.8\n", "not an ACMI 2 recording"),
        (b"PK\x03\x04 but not really", "damaged zip"),
        (bytes(range(256)) * 4, "not an ACMI 2 recording"),
    ],
)
def test_what_is_no_recording_is_refused_in_one_line(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    path = tmp_path / "odd.acmi"
    path.write_bytes(content)

    with pytest.raises(FeedRefused, match=complaint) as refusal, open_recording(path) as lines:
        list(lines)

    assert "\n" not in str(refusal.value)
    assert str(tmp_path) not in str(refusal.value)


def test_a_missing_recording_and_an_empty_zip_are_refused(tmp_path: Path) -> None:
    with (
        pytest.raises(FeedRefused, match=r"nowhere\.acmi cannot be read"),
        open_recording(tmp_path / "nowhere.acmi"),
    ):
        pass
    with zipfile.ZipFile(tmp_path / "empty.acmi", "w") as archive:
        archive.writestr("readme.txt", "no recording")
    with (
        pytest.raises(FeedRefused, match=r"without an \.acmi"),
        open_recording(tmp_path / "empty.acmi"),
    ):
        pass


@settings(max_examples=60)
@given(st.lists(st.text(max_size=30), max_size=8))
def test_no_text_ends_a_recording(lines: list[str]) -> None:
    assert_conforms(played("#0", *lines, "#1", "#2"), CAUCASUS)


def test_an_aircraft_is_shown_each_second_with_its_motion() -> None:
    updates = played(*flight(range(9)))

    assert isinstance(updates[0], FeedReset)
    seen = tracks(updates)
    assert [track.sim_time_s for track in seen] == [float(second) for second in range(1, 9)]
    last = seen[-1]
    assert last.speed_kt == pytest.approx(194.38, abs=0.01)
    assert last.course_deg_grid == pytest.approx(0.0)
    assert last.altitude_ft == pytest.approx(3280.84, abs=0.01)
    assert (last.coalition, last.type_name) == (Coalition.BLUE, "F-16C_50")
    assert last.position.grid == GridPoint(north_m=800.0, east_m=600_000.0)


def test_what_the_recorder_no_longer_mentions_stands_still_and_stays_shown() -> None:
    updates = played(*flight(range(3)), "#10", "b1,T=1|1|1", "#20")

    last = tracks(updates)[-1]
    assert last.sim_time_s == 20.0
    assert last.speed_kt == 0.0


def test_a_reference_that_comes_late_is_applied_when_it_comes() -> None:
    lines = [f"#0\na1,T=1|3|10,{JET}", "#2", "0,ReferenceLatitude=38.6,ReferenceLongitude=40", "#4"]
    updates = played(*"\n".join(lines).split("\n"))

    latitudes = [track.position.latitude_deg for track in tracks(updates)]
    assert latitudes[0] == pytest.approx(3.0)
    assert latitudes[-1] == pytest.approx(41.6)


def test_a_frame_that_steps_back_a_little_moves_nothing_back() -> None:
    updates = played(*flight(range(4)), "#2.99", "a1,T=5|3|1000|0|0", *flight(range(4, 6)))

    north = [track.position.grid.north_m for track in tracks(updates)]
    assert north == sorted(north)


def test_a_frame_that_steps_far_back_is_another_mission() -> None:
    updates = played("#0", *flight(range(100, 103)), *flight(range(3)))

    resets = [update.session for update in updates if isinstance(update, FeedReset)]
    assert len(resets) == 2
    assert resets[0] != resets[1]
    assert_conforms(updates, CAUCASUS)


def test_an_id_that_is_used_again_is_another_aircraft() -> None:
    other = JET.replace("Viper", "Raven")
    updates = played(*flight(range(4)), *flight(range(4, 8), pilot=other))

    ids = list(dict.fromkeys(track.track_id for track in tracks(updates)))
    gone = [update.track_id for update in updates if isinstance(update, TrackGone)]
    assert len(ids) == 2
    assert gone == ids[:1]
    assert_conforms(updates, CAUCASUS)


def test_a_removed_aircraft_is_gone() -> None:
    updates = played(*flight(range(4)), "#4", "-a1", "#6")

    gone = [update for update in updates if isinstance(update, TrackGone)]
    assert [(g.unit_name, g.sim_time_s) for g in gone] == [("Viper", 4.0)]


def test_events_are_passed_on_and_their_text_is_not_trusted() -> None:
    updates = played(
        *flight(range(3)),
        "0,Event=Landed|a1|at | last,Event=Message|a1|hello",
        "0,Event=TestEvent|haha:x|y",
        "0,Event=TakenOff|ffff|",
        "#5",
    )

    events = [update for update in updates if isinstance(update, SimEvent)]
    assert [event.kind for event in events] == [SimEventKind.LAND, SimEventKind.TAKEOFF]
    assert events[0].track_id is not None
    assert events[1].track_id is None


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("Air+FixedWing", True),
        ("Air+Rotorcraft", True),
        ("Ground+Light+Human+Air+Parachutist", False),
        ("Sea+Watercraft+AircraftCarrier", False),
        ("Navaid+Static+Bullseye", False),
        ("Misc+Decoy+Flare", False),
    ],
)
def test_only_what_flies_is_shown(kind: str, *, shown: bool) -> None:
    updates = played("#0", f"a1,T=1|2|3|4|5,Type={kind}", "#3")

    assert bool(tracks(updates)) is shown
    assert all(track.helicopter == ("Rotorcraft" in kind) for track in tracks(updates))


def test_a_heading_is_grid_and_a_lone_yaw_is_brought_to_it() -> None:
    grid = played("#0", f"a1,T=41.6|41.6|10|0|0|125.7|617386|-355811|120,{JET}", "#3")
    true = played("#0", f"a1,T=41.6|41.6|10|0|0|125.7,{JET}", "#3")

    assert tracks(grid)[-1].heading_deg_grid == pytest.approx(120.0)
    assert tracks(true)[-1].heading_deg_grid == pytest.approx(120.0, abs=0.1)


def test_an_odd_epoch_and_a_long_gap_cost_no_endless_looks() -> None:
    start = 62_754_967_308

    looks = list(recorded_looks([f"#{start}.46", f"#{start + 1_000_000}", "#x"], CAUCASUS))

    assert len(looks) < 5


def test_a_mission_runs_past_midnight() -> None:
    updates = played(*flight(range(86_395, 86_405)))

    assert [track.sim_time_s for track in tracks(updates)][-1] == 86_404.0
    assert len({track.track_id for track in tracks(updates)}) == 1


def test_playing_at_once_is_the_same_each_time_and_conforms(tmp_path: Path) -> None:
    path = tmp_path / "flight.txt.acmi"
    path.write_text(HEADER + "\n".join(flight(range(30))), encoding="utf-8")
    states: list[FeedState] = []

    def play() -> list[FeedUpdate]:
        feed = AcmiFeed(path, CAUCASUS, on_state=states.append)
        return asyncio.run(collect(feed, until=lambda _: False))

    first, second = play(), play()

    assert first == second
    assert len(tracks(first)) == 29
    assert_conforms(first, CAUCASUS)
    assert [s.condition for s in states[:2]] == [FeedCondition.CONNECTED, FeedCondition.ENDED]


def test_a_paced_recording_keeps_its_pace(tmp_path: Path) -> None:
    path = tmp_path / "flight.txt.acmi"
    path.write_text(HEADER + "\n".join(flight(range(6))), encoding="utf-8")

    async def play() -> float:
        loop = asyncio.get_running_loop()
        start = loop.time()
        await collect(AcmiFeed(path, CAUCASUS, pace=50.0), until=lambda _: False)
        return loop.time() - start

    assert asyncio.run(play()) >= 0.09  # five seconds, fifty times as fast


def test_closing_a_recording_early_leaves_nothing_open(tmp_path: Path) -> None:
    path = tmp_path / "flight.txt.acmi"
    path.write_text(HEADER + "\n".join(flight(range(1000))), encoding="utf-8")

    feed = AcmiFeed(path, CAUCASUS)
    some = asyncio.run(collect(feed, until=lambda seen: len(seen) > 10))

    assert len(some) == 11


def test_motion_needs_two_places_and_forgets_what_was_left_out() -> None:
    here = Sample(0.0, 0.0, 0.0, 100.0)

    assert motion([here], 0.0).speed_kt == 0.0
    there = Sample(1.0, 3.0, 4.0, 101.0)
    moved = motion([here, there], 1.0)
    assert moved.speed_kt == pytest.approx(5.0 * 3600 / 1852)
    assert moved.course_deg_grid == pytest.approx(math.degrees(math.atan2(4, 3)))
    assert moved.vertical_fpm == pytest.approx(196.85, abs=0.01)
    assert motion([here, there], 3.0).speed_kt == 0.0


def test_the_table_is_one_row_a_second() -> None:
    rows = read_table()

    assert [row.t_s for row in rows] == list(range(1, 221))
    assert all(math.hypot(a.u_m - b.u_m, a.v_m - b.v_m) < 400 for a, b in itertools.pairwise(rows))


@pytest.mark.skipif(not RECORDING.exists(), reason=WHY_NO_RECORDING)
def test_the_table_is_what_the_recording_says() -> None:
    assert list(tabulate(RECORDING)) == read_table()


@pytest.mark.skipif(not RECORDING.exists(), reason=WHY_NO_RECORDING)
def test_the_whole_recording_plays_and_conforms() -> None:
    updates = asyncio.run(collect(AcmiFeed(RECORDING, CAUCASUS), until=lambda _: False))

    assert_conforms(updates, CAUCASUS)
    tomcat = [track for track in tracks(updates) if track.type_name == "F-14B"]
    assert tomcat[-1].sim_time_s == 220.0
    assert tomcat[-1].player_name == "Nuevo apodo"
    assert {track.type_name for track in tracks(updates)} == {
        "F-14B",
        "S-3B Tanker",
        "Mi-8MT",
        "Yak-40",
        "Tu-95MS",
    }
