"""What scenarios exercise of a field, pend on by name, or leave."""

from __future__ import annotations

from dataclasses import replace

from engine.profile.diagnostic import Span
from engine.proving.coverage import coverage, table
from engine.proving.scenario_report import as_json, junit
from engine.proving.scenario_result import Failure, ScenarioResult
from tests.service.scenarios import caucasus

HERE = Span("scenarios/test.yaml", 3, 1, 3, 9)
PASSED = ScenarioResult(
    name="it lands",
    theatre="caucasus",
    field="batumi",
    span=HERE,
    needs=(),
    covers=(),
    failure=None,
    lines=(),
    flown_ms=60_000,
    took_s=0.1,
    edges=frozenset({("approach", "final")}),
    rungs=frozenset({"center to approach at the edge"}),
    approaches=frozenset({"asr-13"}),
)
PENDING = replace(
    PASSED,
    name="it taxies",
    needs=("ground",),
    covers=("phase taxi", "approach ils"),
    failure=Failure(HERE, "taxi", 0),
    edges=frozenset(),
    rungs=frozenset(),
    approaches=frozenset(),
)


def states() -> dict[str, str]:
    theatre = caucasus()
    found = coverage(theatre, theatre.fields["batumi"], [PASSED, PENDING], complete=True)
    return {one.name: one.state for one in found.items}


def test_what_a_passing_scenario_did_is_exercised() -> None:
    found = states()

    assert found["approach asr-13"] == "exercised"
    assert found["rung center to approach at the edge"] == "exercised"
    assert found["approach to final"] == "exercised"


def test_what_a_pending_scenario_names_is_pending_and_the_rest_is_uncovered() -> None:
    found = states()

    assert found["parked to taxi"] == "pending"
    assert found["approach ils-13"] == "pending"
    assert found["final to landed"] == "uncovered"


def test_a_failed_scenario_exercises_nothing() -> None:
    theatre = caucasus()
    failed = replace(PASSED, failure=Failure(HERE, "a landing", 0))

    found = coverage(theatre, theatre.fields["batumi"], [failed], complete=False)

    assert {one.state for one in found.items} == {"uncovered"}


def test_a_rung_that_one_above_always_answers_for_is_left_out() -> None:
    # Batumi Approach works departures too: the rung of Departure asks the same of it first.
    assert "rung departure to tower on the ground" in states()
    assert "rung approach to tower on the ground" not in states()


def test_the_table_names_what_a_complete_field_lacks() -> None:
    theatre = caucasus()
    found = coverage(theatre, theatre.fields["batumi"], [PASSED], complete=True)

    lines = table([found], whole=False)

    assert lines[0].startswith("batumi (complete): 3 exercised, ")
    assert "  uncovered  final to landed" in lines


def test_reports_for_programs_count_pending_apart() -> None:
    assert '"pending": 1' in as_json([PASSED, PENDING])
    text = junit([PASSED, PENDING])
    assert 'tests="2" failures="0" skipped="1"' in text
    assert '<skipped message="needs ground"/>' in text
