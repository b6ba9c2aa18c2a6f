"""The recorded landing at Anapa, followed by the real desk from radar alone."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path

import pytest

import engine
from engine.control.board import board_to_json
from engine.control.fold import fold
from engine.model.picture import SimEvent, Track
from engine.model.stimulus import Sweep
from engine.world.acmi import AcmiFeed
from engine.world.picture import RadarPicture
from tests.system.watched import ANAPA, Watched, radio_of, theatre, watch
from tests.world import anapa
from tests.world.anapa import RECORDING, WHY_NO_RECORDING, table_tracks
from tests.world.feed_conformance import collect

GOLDEN = ANAPA / "phases.txt"


@cache
def followed() -> Watched:
    tracks = table_tracks()
    return watch(ANAPA, radio_of(tracks[0]), [Sweep((track,)) for track in tracks])


def whole_recording() -> tuple[Track, list[Sweep]]:
    """Return the first look at the pilot, and a sweep a second of everything but events."""
    feed = AcmiFeed(RECORDING, theatre(ANAPA).projection)
    picture = RadarPicture()
    sweeps: list[Sweep] = []
    pilot: Track | None = None
    for update in asyncio.run(collect(feed, until=lambda _: False)):
        if isinstance(update, SimEvent):
            continue
        if isinstance(update, Track) and picture.tracks() and update.sim_time_s > picture.time_s:
            sweeps.append(picture.take_sweep())
        picture.fold(update)
        if isinstance(update, Track) and update.player_name and pilot is None:
            pilot = update
    sweeps.append(picture.take_sweep())
    assert pilot is not None
    return pilot, sweeps


def assert_is_the_recorded_landing(watched: Watched) -> None:
    assert watched.first("final") <= 150
    touched = watched.event("touched_down")
    assert touched.data["touchdown_s"] == pytest.approx(203.0, abs=2.0)
    assert watched.first("landed") == pytest.approx(203, abs=2)
    rolled_out = watched.event("rolled_out")
    assert touched.data["touchdown_s"] < rolled_out.sim_t <= 210.0


def test_the_recorded_landing_is_on_final_then_down_then_rolled_out() -> None:
    assert_is_the_recorded_landing(followed())


def test_its_phases_are_those_of_the_list() -> None:
    assert followed().text() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.skipif(not RECORDING.exists(), reason=WHY_NO_RECORDING)
def test_the_whole_recording_with_its_traffic_shows_the_same() -> None:
    pilot, sweeps = whole_recording()

    watched = watch(ANAPA, radio_of(pilot), sweeps)

    assert_is_the_recorded_landing(watched)
    # The feed shows an aircraft a second after its first record; from then on all is as tabulated.
    assert watched.names()[0] == followed().names()[0]
    assert watched.phases[1:] == followed().phases[1:]


def test_it_is_seen_without_any_event_and_without_a_word() -> None:
    kinds = {event.kind for event in followed().events}
    sweeps = [event.data for event in followed().events if event.kind == "sweep"]

    assert "heard" not in kinds
    assert not any(data.get("events") for data in sweeps)
    assert followed().spoken == []


def test_the_approach_is_found_by_the_course_he_flies() -> None:
    airfield = theatre(ANAPA).fields["anapa"]
    served = {approach.runway for approach in airfield.approaches.values()}

    assert served == {end.designator for runway in airfield.runways for end in runway.ends}
    assert {strip.approach for strip in followed().desk.board.worked()} == {None}


def test_the_phases_are_the_same_when_the_log_is_folded_again() -> None:
    desk = followed().desk

    again = fold(desk.log.read(after=0))

    assert board_to_json(again) == desk.board_json()


def test_the_same_looks_give_the_same_list_and_the_same_board() -> None:
    tracks = table_tracks()
    again = watch(ANAPA, radio_of(tracks[0]), [Sweep((track,)) for track in tracks])

    assert again.text() == followed().text()
    assert again.desk.board_json() == followed().desk.board_json()


def test_no_number_of_the_field_stands_in_python() -> None:
    profile = (ANAPA / "anapa.yaml").read_text(encoding="utf-8")
    peculiar = set(re.findall(r"(?<![\d.])\d+\.\d{2,}(?![\d.])", profile))
    assert len(peculiar) >= 8
    # As a number of its own: digits that only happen to occur within another are no match.
    pattern = re.compile(r"(?<![\d.])(?:" + "|".join(map(re.escape, sorted(peculiar))) + r")(?!\d)")
    root = Path(engine.__file__).parent
    sources = [*root.rglob("*.py"), Path(anapa.__file__), *Path(__file__).parent.glob("*.py")]

    found = {
        path.name: match.group()
        for path in sources
        if (match := pattern.search(path.read_text(encoding="utf-8")))
    }

    assert found == {}
