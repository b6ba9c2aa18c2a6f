"""The semantic rules: what each finds in Batumi when one fact is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.profile.codes import CODES
from engine.profile.loader import load_theatre
from engine.profile.rules import RULES
from engine.profile.rules.not_reciprocal import reciprocal_name
from engine.profile.rules.off_channel import is_channel
from tests.profile.folders import broken, copy_of, findings
from tests.profile.rule_examples import EXAMPLES

OWN_RUNG = (
    "\nhandoffs:\n  - {name: a rung of its own, from: approach, to: ground, "
    "replaces: approach to tower on final, where: approach kind is ils, when: on ground}\n"
    "\napproaches:\n"
)
BATUMI = "caucasus/batumi.yaml"
KOBULETI = "caucasus/kobuleti.yaml"
AIRFRAMES = "common/airframes.yaml"
WORDS = "common/phraseology/icao.yaml"
INTENTS = "common/intents.yaml"
GROUND_IN_THE_AIR = (
    "  - name: ground to tower in the air\n    from: ground\n    to: tower\n"
    "    where: airborne\n    when: airborne\n"
)
_WEST, _EAST = "{lat: 41.927333, lon: 41.849583}", "{lat: 41.932533, lon: 41.877367}"
TABLE = "    advisory: [{nm: 5, ft: 1650}, {nm: 4, ft: 133}]\n    pattern_side: right  "
THRESHOLDS = f"      - {_WEST}\n      - {_EAST}"
SWAPPED = f"      - {_EAST}\n      - {_WEST}"
THEATRE = "caucasus/theatre.yaml"
PHASES = "common/phases.yaml"
HANDOFFS = "common/handoffs.yaml"

CASES = [
    ("M203", BATUMI, "worked_by: approach", "worked_by: aproach", "worked_by"),
    ("M203", BATUMI, "call: tower", "call: towr", "call: towr"),
    ("M204", PHASES, "initial:\n  on_ground: parked", "initial:\n  on_ground: parkd", "parkd"),
    ("M204", HANDOFFS, "where: phase is missed", "where: phase is mised", "mised"),
    (
        "M205",
        BATUMI,
        "at: {from: field, bearing_deg_grid: 300, range_nm: 12}",
        "at: {fix: INITAL}",
        "INITAL",
    ),
    ("M207", BATUMI, 'runway: "13"', 'runway: "12"', 'runway: "12"'),
    ("M208", BATUMI, "\napproaches:\n", OWN_RUNG.replace("ground", "marshal", 1), "marshal"),
    ("M209", BATUMI, "\napproaches:\n", OWN_RUNG.replace("final,", "finals,"), "replaces"),
    (
        "M201",
        HANDOFFS,
        "name: delivery to tower in the air",
        "name: ground to tower in the air",
        "name: ground",
    ),
    ("M201", KOBULETI, "airfield: Kobuleti", "airfield: Batumi", "airfield:"),
    ("M201", KOBULETI, "icao: UG5X", "icao: UGSB", "icao:"),
    ("M305", BATUMI, "call: tower", "call: approach", "call: approach"),
    (
        "M306",
        HANDOFFS,
        "from: center\n    to: approach",
        "from: center\n    to: center",
        "to: center",
    ),
    ("M307", HANDOFFS, GROUND_IN_THE_AIR, "", "handoffs:"),
    ("M422", KOBULETI, THRESHOLDS, SWAPPED, "thresholds:"),
    ("M432", BATUMI, "ft: [3000, 6600, 7100, 10600]", "ft: [3000, 660, 7100, 10600]", "660"),
    (
        "M460",
        "caucasus/kutaisi.yaml",
        "elevation_ft: {value: 148",
        "elevation_ft: {value: 45",
        "45",
    ),
    ("M437", BATUMI, "    pattern_side: right  ", TABLE, "advisory"),
    ("M461", BATUMI, "inbound_deg_grid: 125.56", "inbound_deg_grid: 305.56", "305.56"),
    ("M462", BATUMI, "worked_by: approach", "worked_by: ground", "worked_by"),
    ("M463", THEATRE, "central_meridian_deg: 33", "central_meridian_deg: -33", "-33"),
    ("M463", THEATRE, "dcs_name: Caucasus", "dcs_name: Syria", "dcs_name"),
    ("M464", THEATRE, "dcs_name: Caucasus", "dcs_name: Kaukasus", "Kaukasus"),
    ("M530", KOBULETI, "Ground\n    role: ground", "Ground\n    role: tower", "role: tower"),
    ("M439", AIRFRAMES, "approach_kt: 135\n", "approach_kt: 235\n", "minimum_vector_kt: 160"),
    ("M107", AIRFRAMES, '"116.000-151.975 AM"', '"151.975-116.000 AM"', "151.975-116"),
    ("M107", AIRFRAMES, '"116.000-151.975 AM"', '"116.000-999.975 AM"', "999.975"),
    ("M107", THEATRE, '"2016-06-21"', '"2016-02-30"', "2016-02-30"),
    ("M107", WORDS, 'say: "{verb} {altitude_ft}"', 'say: "[{verb} {altitude_ft}"', "[{verb}"),
    ("M107", WORDS, 'say: "wind calm"', 'say: "wind calm!"', "calm!"),
    ("M107", WORDS, 'say: "wind calm"', 'say: "wind | calm"', "|"),
    ("M107", WORDS, "expect {approach} approach", "expect {approach approach", "{approach app"),
    ("M107", INTENTS, "holding short [of] [run", "holding short [of [run", "[of [run"),
    ("M702", WORDS, "turn: {left: left,", "turn: {left: right,", "turn: {left: right"),
    ("M607", WORDS, "turn: {left: left, right:", "turn: {left: left, rigth:", "rigth"),
    ("M120", PHASES, "threshold <= final intercept}", "threshold = 6 nm}", "= 6 nm"),
    ("M104", PHASES, "  taxi:\n    owner: ground", "  taxi:\n    owner: atis", "owner: atis"),
    ("M211", THEATRE, "    batumi:", "    batumy:", "batumy"),
    (
        "M212",
        PHASES,
        "allows: [hold, level, sequence]",
        "allows: [hold, level, sequense]",
        "sequense",
    ),
    ("M301", PHASES, "      line_up: {on: line_up_cleared}\n", "", "line_up:"),
    (
        "M302",
        PHASES,
        (
            "  taxi_in:\n    owner: ground\n    airborne: false\n    exits:\n"
            "      taxi: {on: taxi_out_cleared}\n"
        ),
        "  taxi_in:\n    owner: ground\n",
        "taxi_in:",
    ),
    (
        "M304",
        PHASES,
        "approach: {on: approach_cleared}",
        "approach: {on: vectors_given}",
        "approach:",
    ),
    ("M411", BATUMI, "levels_ft: {from: 5000", "levels_ft: {from: 0", "from: 0"),
    (
        "M411",
        BATUMI,
        "bearing_deg_grid: 300, range_nm: 12",
        "bearing_deg_grid: 120, range_nm: 12",
        "levels_ft",
    ),
    (
        "M411",
        BATUMI,
        "bearing_deg_grid: 300, range_nm: 12",
        "bearing_deg_grid: 300, range_nm: 40",
        "main:",
    ),
    ("M412", BATUMI, "platform_ft: 2000", "platform_ft: 900", "platform_ft"),
    (
        "M413",
        BATUMI,
        "minimum_descent_altitude_ft: {value: 732",
        "minimum_descent_altitude_ft: {value: 20",
        "minimum_descent",
    ),
    (
        "M413",
        BATUMI,
        "minimum_descent_altitude_ft: {value: 732",
        "minimum_descent_altitude_ft: {value: 2100",
        "minimum_descent",
    ),
    (
        "M417",
        BATUMI,
        "heading_deg_grid: 330, climb_to_ft: 3000",
        "heading_deg_grid: 125.56, climb_to_ft: 3000",
        "climb_to_ft",
    ),
    (
        "M418",
        BATUMI,
        "final_approach_fix_nm: 6",
        "final_approach_fix_nm: 9",
        "final_approach_fix_nm",
    ),
    (
        "M418",
        BATUMI,
        "missed_approach_point_nm: 0.6",
        "missed_approach_point_nm: 6.5",
        "missed_approach_point",
    ),
    ("M418", BATUMI, "final_intercept_nm: 11", "final_intercept_nm: 7", "minimum_intercept_nm"),
    (
        "M419",
        BATUMI,
        "within_nm: [5, 10, 15, 25], ft: [1500, 1000, 1500, 1500]",
        "within_nm: [5, 10, 15], ft: [1500, 1000, 1500, 1500]",
        "to_deg_true: 30,",
    ),
    (
        "M419",
        BATUMI,
        "within_nm: [5, 10, 15, 25], ft: [1500, 1000, 1500, 1500]",
        "within_nm: [5, 15, 10, 25], ft: [1500, 1000, 1500, 1500]",
        "to_deg_true: 30,",
    ),
    (
        "M420",
        BATUMI,
        "levels_ft: {from: 5000, to: 10000",
        "levels_ft: {from: 5000, to: 10500",
        "10500",
    ),
    (
        "M420",
        BATUMI,
        "levels_ft: {from: 5000, to: 10000",
        "levels_ft: {from: 5000, to: 4000",
        "4000",
    ),
    ("M421", BATUMI, 'ends: ["13", "31"]', 'ends: ["13", "30"]', "ends:"),
    (
        "M422",
        BATUMI,
        "headings_deg_grid: [125.56, 305.56]",
        "headings_deg_grid: [129, 309]",
        "headings_deg_grid",
    ),
    ("M501", BATUMI, '"121.900 AM"', '"118.600 AM"', "118.600"),
    ("M503", BATUMI, '"118.600 AM"', '"118.620 AM"', "118.620"),
    ("M503", BATUMI, '"271.900 AM"', '"271.910 AM"', "271.910"),
    ("M512", BATUMI, '"271.900 AM"', '"180.000 AM"', "180.000"),
    (
        "M520",
        BATUMI,
        'frequencies: ["121.900 AM", "271.900 AM"]',
        "frequencies: []",
        "frequencies: []",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[3]}"[:60])
def test_a_broken_fact_gives_its_code_at_its_line(
    tmp_path: Path, case: tuple[str, str, str, str, str]
) -> None:
    code, file, old, new, line = case
    loaded = broken(tmp_path, file, old, new)

    found = findings(loaded)
    assert {d.code for d in found} == {code}, found
    text = next(t for shown, t in loaded.texts.items() if shown.endswith(file))
    for one in found:
        assert line in text.splitlines()[one.span.line - 1], one


def test_a_phase_that_never_leads_home_is_found(tmp_path: Path) -> None:
    loaded = broken(tmp_path, PHASES, "parked: {on: sim parked}", "taxi: {on: sim parked}")

    assert {"M303"} <= {d.code for d in findings(loaded)}


def test_a_runway_painted_otherwise_is_only_a_note(tmp_path: Path) -> None:
    loaded = broken(tmp_path, BATUMI, "airfield: Batumi", "airfield: Batumi")

    painted = [d for d in loaded.diagnostics if d.code == "M424" and "batumi" in d.span.file]
    assert len(painted) == 2
    assert "119 magnetic" in painted[0].message
    assert loaded.theatre is not None


@pytest.mark.parametrize(
    ("khz", "known"),
    [
        (118_000, True),
        (118_005, True),
        (118_010, True),
        (118_015, True),
        (118_020, False),
        (118_025, True),
        (121_900, True),
        (124_425, True),
        (136_990, True),
        (136_995, False),
        (137_010, False),
        (260_000, True),
        (260_005, False),
        (40_400, True),
        (4_250, True),
        (500, False),
        (400_000, False),
    ],
)
def test_channels_are_those_that_radios_have(khz: int, known: bool) -> None:
    assert is_channel(khz * 1000) is known


@pytest.mark.parametrize(
    ("name", "other"),
    [("13", "31"), ("36", "18"), ("18", "36"), ("04", "22"), ("09L", "27R"), ("27C", "09C")],
)
def test_the_other_end_of_a_runway(name: str, other: str) -> None:
    assert reciprocal_name(name) == other
    assert reciprocal_name(other) == name


def test_every_rule_has_a_code_a_file_named_by_its_slug_and_a_case() -> None:
    tried = {code for code, *_ in CASES} | {example.code for example in EXAMPLES}
    folder = Path(__file__).resolve().parents[2] / "engine" / "profile" / "rules"
    files = {path.stem.replace("_", "-") for path in folder.glob("[a-z]*.py")}

    assert set(RULES) <= tried
    assert {CODES[code].slug for code in RULES} == files


def test_a_strip_copied_with_its_names_is_one_finding(tmp_path: Path) -> None:
    theatre = copy_of(tmp_path, "nevada")
    path = theatre / "nellis.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('["03L", "21R"]', '["03R", "21L"]'), encoding="utf-8")

    (found,) = findings(load_theatre(theatre))

    assert (found.code, found.message) == ("M201", "two strips have the end `03R`")


def test_left_and_right_that_have_changed_places_are_one_finding(tmp_path: Path) -> None:
    theatre = copy_of(tmp_path, "nevada")
    path = theatre / "nellis.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace('["03R", "21L"]', "[swapped]").replace('["03L", "21R"]', '["03R", "21L"]')
    path.write_text(text.replace("[swapped]", '["03L", "21R"]'), encoding="utf-8")

    (found,) = findings(load_theatre(theatre))

    assert found.code == "M465"
