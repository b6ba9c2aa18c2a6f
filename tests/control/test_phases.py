"""Phases follow what is seen: landed needs proof of flight, and unknown changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.control.outcome import Context, Request
from engine.control.phase import advance, phase
from engine.control.strip import Strip
from engine.model.geometry import offset
from engine.model.picture import Coalition
from engine.model.stimulus import Sweep
from engine.world.movement import Movement
from tests.control.flying import APPROACH, TOWER, Plane, Sortie, batumi, caucasus, from_threshold


def at(plane: Plane, *, phase_name: str, has_flown: bool, movement: Movement | None) -> Context:
    sortie = Sortie([plane])
    strip = replace(
        sortie.board.strips[plane.track_id], phase=phase_name, has_flown=has_flown, station=TOWER
    )
    judged = dict(sortie.board.movement)
    judged.pop(plane.track_id, None)
    if movement is not None:
        judged[plane.track_id] = movement
    board = replace(
        sortie.board, strips={**sortie.board.strips, plane.track_id: strip}, movement=judged
    )
    return Context(caucasus(), board, sortie.now_ms, 1.0)


def changes(context: Context, plane: Plane) -> list[tuple[str, object]]:
    outcome = phase(context, Request(plane.track_id, TOWER, Sweep(())))
    return [(event.kind, event.data.get("phase")) for event in outcome.events]


def parked(name: str = "Hawk") -> Plane:
    plane = Plane(name, 5, from_threshold(-0.3), altitude_ft=43.0, heading=125.0, speed_kt=0.0)
    plane.down = True
    return plane


def test_a_jet_that_waits_at_the_hold_has_not_landed() -> None:
    plane = parked()

    seen = changes(
        at(plane, phase_name="departure", has_flown=False, movement=Movement.ON_GROUND), plane
    )

    assert seen == []


@pytest.mark.parametrize("name", ["departure", "en_route", "arrival", "vectoring", "final"])
def test_landed_follows_every_phase_in_the_air(name: str) -> None:
    plane = parked()

    seen = changes(at(plane, phase_name=name, has_flown=True, movement=Movement.ON_GROUND), plane)

    assert ("phase_changed", "landed") in seen


@pytest.mark.parametrize("name", ["parked", "taxi", "holding_short", "taxi_in"])
def test_landed_never_follows_a_phase_on_the_ground(name: str) -> None:
    plane = parked()

    seen = changes(at(plane, phase_name=name, has_flown=True, movement=Movement.ON_GROUND), plane)

    assert ("phase_changed", "landed") not in seen


@pytest.mark.parametrize("name", ["parked", "taxi", "departure", "arrival", "final", "landed"])
def test_unknown_changes_nothing(name: str) -> None:
    plane = parked()

    assert changes(at(plane, phase_name=name, has_flown=True, movement=None), plane) == []


@pytest.mark.parametrize("name", ["parked", "taxi", "holding_short", "take_off", "taxi_in"])
def test_whoever_flies_has_departed(name: str) -> None:
    plane = Plane("Hawk", 5, from_threshold(-1.0), altitude_ft=500.0)

    seen = changes(at(plane, phase_name=name, has_flown=False, movement=Movement.AIRBORNE), plane)

    assert ("airborne_seen", None) in seen
    assert ("phase_changed", "departure") in seen


def test_an_aircraft_just_off_the_runway_is_asked_nothing_about_an_approach() -> None:
    plane = Plane("Hawk", 5, from_threshold(-0.6), altitude_ft=472.0, heading=125.0)
    sortie = Sortie([plane])
    sortie.call(plane, "report_airborne", passing_ft=500)

    sortie.run(30)

    assert not {"vector", "range_call", "go_around", "missed_approach_instruction"} & set(
        sortie.kinds(plane)
    )


def test_a_refused_trigger_is_on_record_and_does_not_stick() -> None:
    plane = parked()
    context = at(plane, phase_name="taxi", has_flown=False, movement=Movement.ON_GROUND)
    strip = context.board.strips[plane.track_id]

    (event,) = advance(context, strip, "approach_cleared")

    assert (event.kind, event.data["trigger"]) == ("phase_refused", "approach_cleared")


def test_an_approach_asked_for_too_early_in_the_machine_is_taken_up_on_the_next_look() -> None:
    plane = Plane("Hawk", 5, offset(batumi().reference_point.grid, 315, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    strip = replace(sortie.board.strips[plane.track_id], phase="en_route")
    sortie.board = replace(sortie.board, strips={**sortie.board.strips, plane.track_id: strip})

    sortie.run(2)

    assert sortie.board.strips[plane.track_id].phase in ("arrival", "vectoring")


def test_a_new_flight_of_the_same_aircraft_forgets_the_last_one() -> None:
    plane = Plane("Hawk", 5, from_threshold(-1.0), altitude_ft=900.0)
    context = at(plane, phase_name="taxi_in", has_flown=True, movement=Movement.AIRBORNE)
    strip = replace(context.board.strips[plane.track_id], told=("vacate_runway",), missed_count=1)

    (event,) = advance(context, strip, "sim_airborne")

    assert (event.data["told"], event.data["missed_count"]) == ([], 0)


def test_an_aircraft_first_seen_in_the_air_is_en_route_and_on_the_ground_parked() -> None:
    sortie = Sortie([Plane("Hawk", 6, from_threshold(12)), parked("Dove")])
    sortie.run(6)

    phases = {strip.label: strip.phase for strip in sortie.board.strips.values()}
    assert phases == {"Hawk": "en_route", "Dove": "parked"}


def test_an_approach_is_not_given_before_he_has_called() -> None:
    plane = Plane("Hawk", 5, from_threshold(14), altitude_ft=4000.0)
    sortie = Sortie([plane])

    sortie.run(60)

    assert sortie.said == []


def test_a_strip_without_a_track_has_no_phase() -> None:
    strip = Strip("radio:x", "Raven", 0, coalition=Coalition.BLUE, station=APPROACH)

    assert not strip.identified
    assert strip.phase == ""
