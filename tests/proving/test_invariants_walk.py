"""The proof of a theatre: what it finds in a sound one, and the story it tells of a broken one."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.profile.loader import load_project, load_theatre
from engine.profile.theatre import Theatre
from engine.profile.ways import places_of_ways
from engine.proving.invariants_walk import prove, prove_field
from engine.proving.replies_walk import silent_pairs
from tests.profile.desk import copy_of_desk, edited_desk

PHASES = "common/phases.yaml"


def _theatre(folder: Path) -> Theatre:
    loaded = load_theatre(folder)
    assert loaded.theatre is not None, loaded.errors
    return loaded.theatre


def test_a_sound_theatre_keeps_every_invariant(tmp_path: Path) -> None:
    proof = prove(_theatre(copy_of_desk(tmp_path)), "desk/theatre.yaml")

    assert proof.findings == ()
    assert proof.states > 1000
    assert "proved: 2 fields" in proof.told


@pytest.mark.parametrize(
    ("was", "becomes", "told", "story"),
    [
        (
            "      approach: {on: approach_cleared}\n  holding:",
            "      approach: {on: approach_cleared}\n      final: {on: established}\n  holding:",
            "in final without a clearance for the approach",
            "radar or the sim shows established",
        ),
        (
            "      holding_short: {on: call report_holding_short}\n",
            (
                "      holding_short: {on: call report_holding_short}\n"
                "      line_up: {on: call request_takeoff}\n"
            ),
            "is in line_up on a runway that is not his",
            "he calls, request takeoff",
        ),
        (
            "      take_off: {on: take_off_cleared}\n      taxi:",
            "      take_off: {on: take_off_cleared, or_when: speed > 40 kt}\n      taxi:",
            "is in take_off on a runway that is not his",
            "because speed > 40 kt",
        ),
    ],
)
def test_a_way_round_a_clearance_is_told_as_a_story(
    tmp_path: Path, was: str, becomes: str, told: str, story: str
) -> None:
    theatre = _theatre(edited_desk(tmp_path, PHASES, was, becomes))

    found, _ = prove_field(theatre, theatre.fields["batumi"], "x")

    assert len(found) == 1
    assert told in found[0].message
    assert found[0].notes[0].startswith(("1. Colt begins in ", "1. Pony begins in "))
    assert story in found[0].notes[-2]
    assert found[0].notes[-1].startswith(("nobody has cleared him", "nobody gave him the runway"))
    assert len(found[0].notes) <= 8


def test_a_story_of_several_fields_is_told_once_where_the_way_is_written(tmp_path: Path) -> None:
    folder = edited_desk(
        tmp_path,
        PHASES,
        "      take_off: {on: take_off_cleared}\n      taxi:",
        "      take_off: {on: [take_off_cleared, call request_takeoff]}\n      taxi:",
    )
    project, _ = load_project(folder, [], scenarios=False)

    proof = prove(_theatre(folder), "desk/theatre.yaml", places_of_ways(project))

    (found,) = proof.findings
    text = (folder.parent / PHASES).read_text(encoding="utf-8").splitlines()
    assert found.span.file.endswith("common/phases.yaml")
    assert "call request_takeoff" in text[found.span.line - 1]
    assert found.hint.endswith("`take_off_cleared` lead from holding_short to take_off")
    assert not any("Pony" in note for note in found.notes)  # who does nothing is not told of
    assert found.notes[-1].startswith("the same at ")


def test_a_way_that_many_phases_share_is_shown_where_it_is_written(tmp_path: Path) -> None:
    folder = edited_desk(
        tmp_path,
        PHASES,
        "    parked: {on: sim parked}",
        "    parked: {on: sim parked}\n    line_up: {or_when: on ground and speed > 10 kt}",
    )
    project, _ = load_project(folder, [], scenarios=False)

    found = prove(_theatre(folder), "desk/theatre.yaml", places_of_ways(project)).findings[0]

    text = (folder.parent / PHASES).read_text(encoding="utf-8").splitlines()
    assert "speed > 10 kt" in text[found.span.line - 1]


def test_every_intent_has_an_answer_in_every_phase(tmp_path: Path) -> None:
    theatre = _theatre(copy_of_desk(tmp_path))

    silent = {intent for _, intent in silent_pairs(theatre, theatre.fields["batumi"])}

    assert silent == set()
