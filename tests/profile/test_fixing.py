"""Fixes: made in the text, kept only when they help, the same when made twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.profile.diagnostic import Edit, Severity, Span
from engine.profile.fixing import edited, fix_all
from engine.profile.loader import load_theatre
from engine.profile.places import own_paths
from tests.profile.desk import edited_desk
from tests.profile.rule_examples import EXAMPLES

BATUMI = "desk/batumi.yaml"
SLIPS = [
    (BATUMI, "    turns: right", "    turnz: right  # the seaward side"),
    (BATUMI, "    turns: right", "    turns: rihgt   # the seaward side"),
    (BATUMI, 'runway: "13"\n    final', "runway: 13   # south-east\n    final"),
    (BATUMI, "worked_by: approach", "worked_by: aproach"),
    (BATUMI, "call: tower", "call: towr # always staffed"),
    (BATUMI, 'ends: ["13", "31"]', 'ends: ["13", "30"]  # one strip'),
    (BATUMI, "replaces: approach to tower on final", "replaces: approach to tower on fnal"),
    ("common/phases.yaml", "sim landed, call", "sim landd, call"),
    ("common/phases.yaml", "initial:\n  on_ground: parked", "initial:\n  on_ground: parkd"),
    ("common/phraseology/icao.yaml", "runway {runway}, cleared", "runway {runwy}, cleared"),
    (
        "desk/kobuleti.yaml",
        "elevation_ft: 59",
        "elevation_ft: 59  # marshall: ignore[M501] shared on purpose",
    ),
]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip[2][:40])
def test_a_safe_fix_takes_its_finding_away_and_leaves_the_rest_alone(
    tmp_path: Path, slip: tuple[str, str, str]
) -> None:
    file, was, becomes = slip
    folder = edited_desk(tmp_path, file, was, becomes)
    path = folder.parent / file
    broken = path.read_text(encoding="utf-8")

    fixed = fix_all(lambda: load_theatre(folder).diagnostics, own_paths(folder))

    after = path.read_text(encoding="utf-8")
    left = [d for d in load_theatre(folder).diagnostics if d.severity is not Severity.INFORMATION]
    assert left == []
    assert fixed.count == 1
    assert len(after.splitlines()) == len(broken.splitlines())
    changed = [
        (one, other)
        for one, other in zip(broken.splitlines(), after.splitlines(), strict=True)
        if one != other
    ]
    assert len(changed) == 1
    if "marshall:" not in becomes and "#" in becomes:
        assert changed[0][0].partition("#")[2] == changed[0][1].partition("#")[2]


@pytest.mark.parametrize(
    "example",
    [one for one in EXAMPLES if one.code in {"M106", "M104", "M402", "M416", "M510", "M602"}],
    ids=lambda example: example.code,
)
def test_fixing_twice_is_fixing_once(tmp_path: Path, example) -> None:  # type: ignore[no-untyped-def]
    folder = edited_desk(tmp_path, example.file, example.was, example.becomes)
    paths = own_paths(folder)

    def check():  # type: ignore[no-untyped-def]
        return load_theatre(folder).diagnostics

    fix_all(check, paths, unsafe=True)
    once = {name: path.read_bytes() for name, path in paths.items()}
    again = fix_all(check, paths, unsafe=True)

    assert example.code not in {d.code for d in check()}
    assert again.count == 0
    assert {name: path.read_bytes() for name, path in paths.items()} == once


def test_unsafe_fixes_are_made_only_when_asked_for(tmp_path: Path) -> None:
    folder = edited_desk(tmp_path, "desk/theatre.yaml", '"2016": 6.42', '"2016": -6.42  # June')

    def check():  # type: ignore[no-untyped-def]
        return load_theatre(folder).diagnostics

    assert fix_all(check, own_paths(folder)).count == 0
    assert fix_all(check, own_paths(folder), unsafe=True).count == 1
    assert '"2016": 6.42  # June' in (folder / "theatre.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("inbound_deg_grid: 125.56", "inbound_deg: 125.56 # course of 13"),
        ("elevation_ft: {value: 33", "elevation: {value: 10"),
        ('"118.600 AM"', '"118,600 AM"'),
    ],
)
def test_a_unit_that_nobody_wrote_is_added_only_when_asked_for(
    tmp_path: Path, was: str, becomes: str
) -> None:
    folder = edited_desk(tmp_path, BATUMI, was, becomes)

    def check():  # type: ignore[no-untyped-def]
        return load_theatre(folder).diagnostics

    assert fix_all(check, own_paths(folder)).count == 0
    assert fix_all(check, own_paths(folder), unsafe=True).count == 1


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("elevation_ft: {value: 33", "elevation_m: {value: 10"),
        ("inbound_deg_grid: 125.56", "inbound_deg_mag: 119.14"),
        ("length_ft: {value: 8050", "length_m: {value: 2454"),
    ],
)
def test_a_quantity_in_another_unit_is_never_renamed_as_it_is(
    tmp_path: Path, was: str, becomes: str
) -> None:
    folder = edited_desk(tmp_path, BATUMI, was, becomes)

    fixed = fix_all(lambda: load_theatre(folder).diagnostics, own_paths(folder), unsafe=True)

    assert fixed.count == 0
    assert becomes in (folder / "batumi.yaml").read_text(encoding="utf-8")


def test_a_fix_that_does_not_help_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\n", encoding="utf-8")
    from engine.profile.diagnostic import Diagnostic, Fix  # noqa: PLC0415

    span = Span("x.yaml", 1, 4, 1, 5)
    finding = Diagnostic("M101", "m", span, fix=Fix.replace(span, "2"))

    fixed = fix_all(lambda: [finding], {"x.yaml": path})

    assert fixed.count == 0
    assert path.read_text(encoding="utf-8") == "a: 1\n"


@given(
    st.text(alphabet="ab \n\r#", max_size=40),
    st.lists(
        st.tuples(
            st.integers(1, 6), st.integers(1, 9), st.integers(0, 4), st.text("xy", max_size=3)
        ),
        max_size=4,
    ),
)
def test_edits_never_lose_text_outside_them(
    text: str, wanted: list[tuple[int, int, int, str]]
) -> None:
    edits = [
        Edit(Span("f", line, column, line, column + length), insert)
        for line, column, length, insert in wanted
    ]

    after, made = edited(text, edits)

    assert made <= len(edits)
    assert edited(text, []) == (text, 0)
    if not edits:
        assert after == text


def test_a_mark_at_the_start_of_a_file_and_its_line_ends_stay() -> None:
    text = "\ufeffa: rihgt\r\nb: 1\r\n"

    after, made = edited(text, [Edit(Span("f", 1, 4, 1, 9), "right")])

    assert (after, made) == ("\ufeffa: right\r\nb: 1\r\n", 1)
