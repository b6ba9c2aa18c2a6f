"""Keys one section off: one slip of the space bar is one finding that says where it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.profile.folders import broken, findings

BATUMI = "caucasus/batumi.yaml"
THEATRE = "caucasus/theatre.yaml"
MISSED = (
    "    missed: {straight_to_ft: 800, turn: left, heading_deg_grid: 330, climb_to_ft: 3000}\n"
    "    lost"
)
ATIS = 'atis:\n  frequencies: ["127.100 AM", "280.000 AM"]\n  source: "tabled"'
CENTER = (
    "stations:\n  georgia-center:\n    name: Georgia Center\n    role: center\n"
    '    frequencies: ["134.550 AM", "350.550 AM"]\n    staffed: false'
)
LINE_UP = "    owner: tower\n    airborne: false\n    exits:\n      line_up"

CASES = [
    (
        BATUMI,
        MISSED,
        (
            "    missed:\n      straight_to_ft: 800\n      turn: left\n"
            "      heading_deg_grid: 330\n"
            "    climb_to_ft: 3000\n    lost"
        ),
        "M101",
        "climb_to_ft: 3000",
        "indent it more, like the other keys of `missed`",
    ),
    (
        BATUMI,
        MISSED,
        (
            "    missed:\n    straight_to_ft: 800\n    turn: left\n    heading_deg_grid: 330\n"
            "    climb_to_ft: 3000\n    lost"
        ),
        "M103",
        "missed:",
        "indent `straight_to_ft`, `turn`, `heading_deg_grid`, `climb_to_ft` under `missed:`",
    ),
    (
        BATUMI,
        "    worked_by: approach\n    pattern_side: right  ",
        "      worked_by: approach\n    pattern_side: right  ",
        "M101",
        "worked_by",
        "indent it less, like the other keys of `asr-13`",
    ),
    (THEATRE, CENTER, CENTER.replace("  georgia", "georgia"), "M103", "stations:", "georgia"),
    (BATUMI, ATIS, "  " + ATIS.replace("\n", "\n  "), "M101", "  atis:", "keys of the file"),
    (
        BATUMI,
        '  - ends: ["13", "31"]\n',
        '  - ends: ["13", "31"]\n    elevation_ft: 33\n',
        "M101",
        "    elevation_ft",
        "it belongs to the file",
    ),
    (
        "common/phases.yaml",
        LINE_UP,
        LINE_UP.replace("    exits:", "  exits:"),
        "M101",
        "  exits:",
        "like the other keys of `holding_short`",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[5])
def test_a_key_one_section_off_is_one_finding_that_says_where_it_goes(
    tmp_path: Path, case: tuple[str, str, str, str, str, str]
) -> None:
    file, old, new, code, line, hint = case
    loaded = broken(tmp_path, file, old, new)

    (found,) = findings(loaded)

    text = next(t for shown, t in loaded.texts.items() if shown.endswith(file))
    assert (found.code, loaded.theatre) == (code, None)
    assert text.splitlines()[found.span.line - 1].startswith(line.split(":")[0]) or (
        line in text.splitlines()[found.span.line - 1]
    )
    assert hint in found.hint
