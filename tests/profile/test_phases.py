"""The phase machine that ships: what leads where, and who owns whom."""

from __future__ import annotations

import pytest

from engine.profile.loader import load_theatre_or_raise
from engine.profile.phase import PhaseMachine
from tests.profile.folders import PROFILES

NAMES = [
    "parked",
    "clearance",
    "start_up",
    "taxi",
    "holding_short",
    "line_up",
    "take_off",
    "departure",
    "en_route",
    "tasked",
    "on_station",
    "returning",
    "arrival",
    "holding",
    "vectoring",
    "approach",
    "final",
    "missed",
    "landed",
    "vacated",
    "taxi_in",
]


@pytest.fixture(scope="module")
def machine() -> PhaseMachine:
    return load_theatre_or_raise(PROFILES / "caucasus").phases


def test_the_phases_are_the_one_list_of_every_field(machine: PhaseMachine) -> None:
    assert list(machine.phases) == NAMES
    assert machine.initial == "parked"
    assert machine.initial_airborne == "en_route"


@pytest.mark.parametrize(
    ("phase", "trigger", "target"),
    [
        ("en_route", "call_request_approach", "arrival"),
        ("arrival", "vectors_given", "vectoring"),
        ("arrival", "hold_given", "holding"),
        ("holding", "vectors_given", "vectoring"),
        ("vectoring", "approach_cleared", "approach"),
        ("approach", "established", "final"),
        ("final", "call_report_missed", "missed"),
        ("final", "go_around_ordered", "missed"),
        ("final", "missed_seen", "missed"),
        ("missed", "vectors_given", "vectoring"),
        ("final", "sim_landed", "landed"),
        ("landed", "sim_vacated", "vacated"),
        ("landed", "handed_to_ground", "taxi_in"),
        ("vacated", "handed_to_ground", "taxi_in"),
        ("taxi_in", "sim_parked", "parked"),
        ("final", "approach_cancelled", "en_route"),
        ("final", "call_request_approach", "arrival"),
        ("missed", "call_request_approach", "arrival"),
        ("take_off", "sim_airborne", "departure"),
        ("parked", "vectors_given", None),
        ("landed", "approach_cleared", None),
        ("final", "no_such_trigger", None),
    ],
)
def test_a_trigger_leads_where_the_rules_expect(
    machine: PhaseMachine, phase: str, trigger: str, target: str | None
) -> None:
    assert machine.fire(phase, trigger) == target


def test_every_flying_phase_can_be_seen_to_land_and_every_ground_phase_to_fly(
    machine: PhaseMachine,
) -> None:
    for phase in machine.phases.values():
        if phase.airborne:
            assert machine.fire(phase.name, "sim_landed") == "landed"
        else:
            assert machine.fire(phase.name, "sim_airborne") == "departure"


def test_a_sortie_walks_the_machine_from_gate_to_gate(machine: PhaseMachine) -> None:
    phase = machine.initial
    for trigger in (
        "call_request_startup",
        "call_request_taxi",
        "call_report_holding_short",
        "take_off_cleared",
        "sim_airborne",
        "call_request_approach",
        "vectors_given",
        "approach_cleared",
        "established",
        "sim_landed",
        "handed_to_ground",
        "sim_parked",
    ):
        following = machine.fire(phase, trigger)
        assert following is not None, (phase, trigger)
        phase = following
    assert phase == machine.initial


def test_final_is_entered_by_geometry(machine: PhaseMachine) -> None:
    enter = machine.phases["final"].enter_when

    assert enter is not None
    facts = {
        "approach_given": False,
        "established": True,
        "vertical_speed": -700.0,
        "altitude": 1900.0,
        "platform": 2000.0,
        "distance_to_threshold": 9.0,
        "final_intercept": 11.0,
    }
    assert enter(facts) is True
    assert enter(facts | {"established": False, "joining_final": True}) is True
    assert enter(facts | {"approach_given": True}) is False
    assert enter(facts | {"vertical_speed": 0.0}) is False
    assert enter(facts | {"altitude": 2100.0}) is False
    assert enter(facts | {"distance_to_threshold": 12.0}) is False
    assert enter({"established": True}) is None
