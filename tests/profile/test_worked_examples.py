"""The twelve worked mistakes of the validator's design, in this format: code, line, and content."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.profile.diagnostic import Severity
from engine.profile.loader import load_theatre
from engine.profile.render import full
from tests.profile.desk import edited_desk

BATUMI = "desk/batumi.yaml"
KOBULETI = "desk/kobuleti.yaml"
THEATRE = "desk/theatre.yaml"
PHASES = "common/phases.yaml"
HANDOFFS = "common/handoffs.yaml"
WORDS = "common/phraseology/icao.yaml"
INTENTS = "common/intents.yaml"


@dataclass(frozen=True)
class Worked:
    """A mistake, the code and the line it must give, and what must be told beside it."""

    name: str
    file: str
    was: str
    becomes: str
    code: str
    line: str
    told: tuple[str, ...]


EXAMPLES = (
    Worked(
        "1 a station that does not exist",
        BATUMI,
        "worked_by: approach",
        "worked_by: aproach",
        "M203",
        "worked_by: aproach",
        ("the nearest is declared here", "did you mean `approach`? (safe fix)", "+     worked_by"),
    ),
    Worked(
        "1 a role that does not exist",
        HANDOFFS,
        "    to: approach\n    where: phase is missed",
        "    to: aproach\n    where: phase is missed",
        "M104",
        "to: aproach",
        ("did you mean `approach`? (safe fix)", "+     to: approach"),
    ),
    Worked(
        "2 two stations on one frequency",
        KOBULETI,
        '"263.000 AM"',
        '"260.000 AM"',
        "M501",
        '"260.000 AM"]',
        ("`Kobuleti Tower`", "`Batumi Tower`", "Batumi are 23 nm apart", "answered by both"),
    ),
    Worked(
        "3 a phase that no way reaches",
        PHASES,
        "      line_up: {on: line_up_cleared}\n",
        "",
        "M301",
        "  line_up:",
        ("unreachable from", "20 of 21 phases are reachable", "add a way to it"),
    ),
    Worked(
        "4 a holding level below the safe altitude",
        BATUMI,
        "bearing_deg_grid: 300, range_nm: 12",
        "bearing_deg_grid: 120, range_nm: 12",
        "M411",
        "levels_ft:",
        ("8,600 ft below the floor", "the floor", "5 nm around it", "usable level is 14000"),
    ),
    Worked(
        "5 a slot that the directive never carries",
        WORDS,
        "runway {runway}, cleared to land",
        "runway {runwy}, cleared to land",
        "M602",
        "{runwy}",
        ("not a slot of `cleared_to_land`", "write `{runway}` (safe fix)"),
    ),
    Worked(
        "6 a phrase with two meanings",
        INTENTS,
        '      - {hear: "wilco", means: {word: wilco}}',
        '      - {hear: "wilco", means: {word: wilco}}\n      - "unable"',
        "M701",
        '- "unable"',
        ("means `acknowledge`", "means `unable`", "merge the two"),
    ),
    Worked(
        "7 ends that are not of one strip",
        BATUMI,
        'ends: ["13", "31"]',
        'ends: ["13", "30"]',
        "M421",
        'ends: ["13", "30"]',
        ("13 + 18 = 31; the painted numbers differ by 17", '"31" (safe fix)'),
    ),
    Worked(
        "8 variation with the wrong sign",
        THEATRE,
        '"2016": 6.42',
        '"2016": -6.42',
        "M402",
        "-6.42",
        ("6.42 degrees west", "degrees east here", "called at 132 instead of 120", "write 6.42"),
    ),
    Worked(
        "9 a minimum under the field",
        BATUMI,
        "minimum_descent_altitude_ft: {value: 732",
        "minimum_descent_altitude_ft: {value: 20",
        "M413",
        "minimum_descent_altitude_ft",
        ("13 ft under the field", "field elevation", "as a height above the field it is 53"),
    ),
    Worked(
        "10 a frequency that nobody can tune",
        KOBULETI,
        '"133.000 AM"',
        '"187.500 AM"',
        "M512",
        "187.500",
        ("A-10C", "225-399.975 AM"),
    ),
    Worked(
        "11 a leading zero",
        BATUMI,
        "leg_min: 1",
        "leg_min: 01",
        "M012",
        "leg_min: 01",
        ("not the same number in every YAML reader", "1 if it is a number"),
    ),
    Worked(
        "12 a rung that earlier rungs starve",
        HANDOFFS,
        "    where: phase is missed\n",
        "    where: airborne\n",
        "M215",
        "name: tower to departure after take-off",
        ("every aircraft it could match is already taken", "tried first", "move it above"),
    ),
)


@pytest.mark.parametrize("worked", EXAMPLES, ids=lambda worked: worked.name)
def test_a_worked_mistake_gives_its_code_at_its_line_with_what_helps(
    tmp_path: Path, worked: Worked
) -> None:
    loaded = load_theatre(edited_desk(tmp_path, worked.file, worked.was, worked.becomes))

    found = [one for one in loaded.diagnostics if one.severity is not Severity.INFORMATION]
    assert [one.code for one in found] == [worked.code]
    text = loaded.texts[found[0].span.file].split("\n")
    assert worked.line in text[found[0].span.line - 1]
    shown = full(found, loaded.texts)
    for part in worked.told:
        assert part in shown
