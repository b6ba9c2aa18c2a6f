"""Who speaks for what: by the sim's own word, by name, by elimination, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.control.board import Board
from engine.control.identity import RELINK_MS, Binding, binding_for
from engine.control.names import handles, is_damaged_form, label_for, similarity
from engine.control.strip import Radio, radio_aircraft
from engine.model.geometry import GridPoint, Position
from engine.model.picture import Coalition, SimEvent, SimEventKind, Track, TrackGone
from engine.model.stimulus import RadioPresent, Sweep
from tests.control.flying import Plane, Sortie, from_threshold


def radio(name: str = "Sockeye", **changes: object) -> Radio:
    base = Radio(
        guid="g" * 22,
        name=name,
        unit_type="",
        unit_id=0,
        coalition=Coalition.BLUE,
        frequencies_hz=(),
        aircraft=radio_aircraft("g" * 22),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def track(unit: str = "Aerial-1", player: str | None = None, **changes: object) -> Track:
    base = Track(
        track_id=f"track:s/{unit}/1",
        unit_id=7,
        unit_name=unit,
        type_name="F-16C_50",
        player_name=player,
        coalition=Coalition.BLUE,
        position=Position(GridPoint(0.0, 0.0), 0.0, 0.0),
        altitude_ft=5000.0,
        heading_deg_grid=0.0,
        course_deg_grid=0.0,
        speed_kt=300.0,
        vertical_fpm=0.0,
        sim_time_s=1.0,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def board(*tracks: Track, radios: tuple[Radio, ...] = ()) -> Board:
    return Board(
        tracks={one.track_id: one for one in tracks},
        radios={one.guid: one for one in radios},
    )


def found(subject: Radio, *tracks: Track, radios: tuple[Radio, ...] = ()) -> Binding | None:
    return binding_for(board(*tracks, radios=(subject, *radios)), subject, now_ms=1000)


@pytest.mark.parametrize(
    ("subject", "target", "authority"),
    [
        (radio("Nobody", unit_id=7, unit_type="F-16C_50"), track(player="Other"), "unit"),
        (radio("Sockeye"), track(player="Sockeye"), "name"),
        (radio("sock eye"), track(player="Sockeye"), "name"),
        (radio("Pony 1-1"), track(unit="Pony 1-1"), "name"),
        (radio("[VFA-1] Sockeye"), track(player="Sockeye | Blue"), "handle"),
        (radio("Sockeye | Pony 1-1"), track(unit="Pony 1-1", player="Bob"), "handle"),
        (radio("\uff33\uff4f\uff43\uff4b\uff45\uff59\uff45"), track(player="Sockeye"), "name"),
        (radio("=RvE= Sockeye"), track(player="Sockeye #2"), "handle"),
    ],
)
def test_a_radio_is_tied_by_what_agrees(subject: Radio, target: Track, authority: str) -> None:
    assert found(subject, target) == Binding(target.track_id, authority)


@pytest.mark.parametrize(
    ("subject", "tracks"),
    [
        (radio("Sockeye"), (track(player="Sockeye", coalition=Coalition.RED),)),
        (radio("Sockeye", coalition=Coalition.NEUTRAL), (track(player="Sockeye"),)),
        (radio("Al"), (track(player="Al"),)),
        (radio("Sockeye"), (track("A-1", "Sockeye"), track("A-2", "Sockeye"))),
        (radio("Raven", unit_id=7, unit_type="P-51D"), (track(player="Other"),)),
        (radio("Sockeye", unit_type="P-51D"), (track(player="Sockeye"),)),
        (radio("Raven"), (track(player="Other"),)),
    ],
    ids=["side", "no side", "too short", "tie", "unit of another type", "type differs", "nobody"],
)
def test_what_does_not_agree_ties_nothing(subject: Radio, tracks: tuple[Track, ...]) -> None:
    assert found(subject, *tracks) is None


def test_one_manned_aircraft_and_one_voice_are_each_other() -> None:
    voice = radio("Xyz", heard_ms=500)
    manned, robot = track("A-1", "Somebody"), track("A-2", unit_id=8)

    assert found(voice, manned, robot) == Binding(manned.track_id, "elimination")
    assert found(replace(voice, heard_ms=None), manned) is None
    assert found(voice, manned, track("A-3", "Another", unit_id=9)) is None
    other = radio("Abc", guid="h" * 22, aircraft=radio_aircraft("h" * 22))
    assert found(voice, manned, radios=(other,)) is None


def test_an_aircraft_somebody_speaks_for_is_not_given_by_elimination() -> None:
    target = track("A-1", "Somebody")
    owner = radio("Somebody", guid="h" * 22, aircraft=target.track_id)

    assert found(radio("Xyz", heard_ms=500), target, radios=(owner,)) is None


def test_a_radio_that_comes_back_takes_its_place_again() -> None:
    target = track("A-1", "Other")
    old = radio("Xyz", guid="h" * 22, aircraft=target.track_id, gone_ms=500)
    new = radio("Xyz")

    assert found(new, target, radios=(old,)) == Binding(target.track_id, "relink")
    late = replace(old, gone_ms=1000 - RELINK_MS - 1)
    assert found(new, target, radios=(late,)) is None
    assert found(replace(new, unit_id=3), target, radios=(old,)) is None


def test_two_radios_of_one_crew_are_one_aircraft() -> None:
    plane = Plane("Dude 1-1", 11, from_threshold(12))
    sortie = Sortie([plane])
    second = replace(plane.radio(), guid="w" * 22, client_name="Wizzo")

    sortie.tell(second)

    assert {one.aircraft for one in sortie.board.radios.values()} == {plane.track_id}
    assert list(sortie.board.strips) == [plane.track_id]


def test_a_radio_that_changes_its_seat_speaks_for_nobody_until_it_is_found_again() -> None:
    first, second = (Plane(n, i, from_threshold(12 + i)) for n, i in (("A-1", 1), ("B-1", 2)))
    sortie = Sortie([first, second])
    moved = replace(first.radio(), unit_id=2, unit_type=second.type_name)

    sortie.tell(moved)

    assert sortie.board.aircraft_of(first.guid) == second.track_id


def test_a_second_sortie_under_the_same_name_starts_clean() -> None:
    plane = Plane("Pony 1-1", 11, from_threshold(12, 2))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    sortie.run(30)
    assert sortie.board.strips[plane.track_id].approach == "asr-13"

    sortie.hidden.add("Pony 1-1")
    sortie.gone.append(TrackGone(plane.track_id, "Pony 1-1", 30.0))
    sortie.run(2)
    reborn = replace(plane.track(40.0), track_id="track:s1/Pony 1-1/2")
    sortie.now_ms += 1000
    sortie.tell(Sweep((reborn,)))
    sortie.now_ms += 1000
    sortie.tell(Sweep((replace(reborn, sim_time_s=41.0),)))

    assert list(sortie.board.strips) == ["track:s1/Pony 1-1/2"]
    fresh = sortie.board.strips["track:s1/Pony 1-1/2"]
    assert (fresh.approach, fresh.level_ft, fresh.missed_count) == (None, None, 0)
    assert sortie.board.letdown == {}


def test_calls_of_a_radio_without_a_track_make_one_strip() -> None:
    ghost = Plane("Raven", 0, from_threshold(12))
    sortie = Sortie([])

    for _ in range(3):
        sortie.call(ghost, "check_in", callsign="Raven")
        sortie.run(2)

    assert list(sortie.board.strips) == [f"radio:{ghost.guid}"]


def test_what_was_said_to_the_radio_stays_with_the_aircraft_once_it_is_found() -> None:
    plane = Plane("Raven", 5, from_threshold(12))
    sortie = Sortie([])
    sortie.call(plane, "check_in", callsign="Raven")
    sortie.run(6)
    before = sortie.board.strips[f"radio:{plane.guid}"]
    assert before.last_said is not None

    sortie.planes.append(plane)
    sortie.run(2)

    assert list(sortie.board.strips) == [plane.track_id]
    assert sortie.board.strips[plane.track_id].last_said == before.last_said


def test_leaving_the_seat_of_a_shared_aircraft_leaves_it_to_the_other() -> None:
    plane = Plane("Dude 1-1", 11, from_threshold(12))
    sortie = Sortie([plane])
    sortie.tell(replace(plane.radio(), guid="w" * 22, client_name="Wizzo"))

    sortie.sim_events.append(SimEvent(SimEventKind.LEAVE_UNIT, plane.track_id, 5.0))
    sortie.run(1)

    assert plane.track_id in sortie.board.strips


@pytest.mark.parametrize(
    ("names", "label"),
    [
        (("Pony 1-1",), "Pony 1-1"),
        (("pony 11",), "Pony 1-1"),
        (("[VFA] Sockeye",), "Sockeye"),
        (("Bob | Pony 2-1",), "Pony 2-1"),
        (("<[=-]>", "Aerial-1-1"), "Aerial 1-1"),
        (("",), "Aircraft"),
        (("Raven #2",), "Raven"),
    ],
)
def test_a_label_can_be_spoken(names: tuple[str, ...], label: str) -> None:
    assert label_for(*names) == label


@pytest.mark.parametrize(
    ("spoken", "name", "is_own"),
    [
        ("Pan three twenty six", "Panther 26", True),
        ("sock eye", "Sockeye", True),
        ("Falcon 1-1", "Panther 26", False),
        ("Batumi", "Sockeye", False),
    ],
)
def test_a_damaged_name_is_still_his(spoken: str, name: str, *, is_own: bool) -> None:
    assert is_damaged_form(spoken, name) is is_own, similarity(spoken, name)


def test_short_names_match_nobody() -> None:
    assert handles("Al") == frozenset()
    assert handles("X | Y") == frozenset()


def test_another_name_is_corrected_once_at_check_in() -> None:
    plane = Plane("Panther 26", 11, from_threshold(12))
    sortie = Sortie([plane])

    replies = []
    for _ in range(2):
        sortie.call(plane, "check_in", callsign="Falcon 1-1")
        replies.append(
            [
                one.slots.get("item")
                for transmission in sortie.decisions[-1].transmissions
                for one in transmission.directives
                if one.kind == "say_missing"
            ]
        )
        sortie.run(5)

    assert "callsign" in replies[0]
    assert "callsign" not in replies[1]
    assert sortie.board.strips[plane.track_id].label == "Panther 2-6"


def test_a_mission_callsign_names_a_pilot_whose_radio_has_only_a_handle() -> None:
    plane = Plane("Sockeye", 11, from_threshold(12))
    sortie = Sortie([plane])

    sortie.call(plane, "check_in", callsign="Pony 1-1")

    assert sortie.decisions[-1].transmissions[0].callsign == "Pony 1-1"
    assert list(sortie.board.strips) == [plane.track_id]


def test_numbers_of_a_read_back_are_never_a_name() -> None:
    plane = Plane("Raven", 11, from_threshold(12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    sortie.run(9)

    sortie.call(plane, "readback", callsign="Decimal 3-3", heard_as="one two three decimal three")

    assert sortie.board.strips[plane.track_id].label == "Raven"
    kinds = [one.kind for tx in sortie.decisions[-1].transmissions for one in tx.directives]
    assert "say_missing" not in kinds


def test_a_presence_of_an_unknown_radio_opens_no_strip() -> None:
    sortie = Sortie([])

    sortie.tell(RadioPresent("z" * 22, "Spectator", "", 0, Coalition.NEUTRAL, ()))

    assert sortie.board.strips == {}
