"""Scenario files: what is read, and what is wrong with what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.profile.loader import load_theatre, load_theatre_or_raise
from tests.profile.desk import copy_of_desk, edited_desk
from tests.service.scenarios import scenarios

FILE = "desk/scenarios/batumi.yaml"


def codes(folder: Path, was: str, becomes: str) -> list[tuple[str, int]]:
    loaded = load_theatre(edited_desk(folder, FILE, was, becomes))
    return [(one.code, one.span.line) for one in loaded.diagnostics if "scenarios" in one.file]


@pytest.mark.parametrize(
    ("was", "becomes", "wanted"),
    [
        ("fields: [batumi]", "fields: [batumy]", [("M211", 3)]),
        ("by: approach", "by: aproach", [("M203", 14)]),
        ('on: "124.425 AM"', "on: twoer", [("M203", 12)]),
        ('"Batumi Approach, Pony', '"{approch}, Pony', [("M203", 11)]),
        ("says: expect_approach", "says: expect_aproach", [("M212", 14)]),
        ("phase: final", "phase: finale", [("M204", 26)]),
        ("slots: {approach: asr}", "slots: {approach: ars}", [("M854", 14)]),
        ("slots: {approach: asr}", 'slots: {runway: 13}', [("M854", 14)]),
        ("pony says:", "ponny says:", [("M851", 11)]),
        ("pony says:", "pony shouts:", [("M107", 11)]),
        ("{bearing_deg_grid: 305, range_nm: 12}", "{range_nm: 12}", [("M850", 9)]),
        ("{bearing_deg_grid: 305, range_nm: 12}", '{place: runway, runway: "12"}', [("M207", 9)]),
        ("{bearing_deg_grid: 305, range_nm: 12}", '{place: stand, stand: "99"}', [("M442", 9)]),
        ("needs: [visual]", "needs: [visuel]", [("M104", 18)]),
        ("    needs: [visual]\n", "", [("M858", 18)]),
        ("{wait_s: 20}", "{colt until: range < 5 ft}", [("M122", 24)]),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_line(
    tmp_path: Path, was: str, becomes: str, wanted: list[tuple[str, int]]
) -> None:
    assert codes(tmp_path, was, becomes) == wanted


def test_a_mistake_in_a_scenario_does_not_keep_a_theatre_from_flying(tmp_path: Path) -> None:
    folder = edited_desk(tmp_path, FILE, "says: expect_approach", "says: nonsense")

    assert load_theatre(folder).theatre is None
    assert load_theatre_or_raise(folder).name


def test_scenarios_are_no_part_of_what_a_theatre_is(tmp_path: Path) -> None:
    with_them = load_theatre_or_raise(copy_of_desk(tmp_path / "a", scenarios=True))
    without = load_theatre_or_raise(copy_of_desk(tmp_path / "b"))

    assert with_them.config_hash == without.config_hash


def test_what_a_file_gives_holds_under_a_scenarios_own() -> None:
    made, found = scenarios("""
        given:
          qnh_hpa: 990
          aircraft:
            colt: {type: A-10C_2, at: {place: apron}}
        then:
          - {silence_s: 5}
    """)

    assert found == []
    assert [one.key for one in made[0].given.players] == ["pony", "colt"]
    assert made[0].given.qnh_hpa == 990
    assert made[0].given.players[1].callsign == "Colt 1-1"
