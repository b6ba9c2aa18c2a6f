"""Shape: one mistake, one diagnostic, at its place, with the way to write it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.profile.loader import load_theatre
from tests.profile.folders import broken, copy_of_caucasus, findings

BATUMI = "caucasus/batumi.yaml"
THEATRE = "caucasus/theatre.yaml"
AIRFRAMES = "common/airframes.yaml"

CASES = [
    # file, old, new, code, text that marks the line, part of the hint
    (
        BATUMI,
        "elevation_ft: {value: 33,",
        "elevatoin_ft: {value: 33,",
        "M101",
        "elevatoin",
        "did you mean `elevation_ft`",
    ),
    (BATUMI, "turns: right", "turn: right", "M101", "turn: right", "did you mean `turns`"),
    (BATUMI, "    radar: false", "    Radar: false", "M101", "Radar", "did you mean `radar`"),
    (BATUMI, "icao: UGSB\n", "", "M102", "airfield: Batumi", "add `icao:`"),
    (BATUMI, "    glidepath_deg: 3.0\n", "", "M102", "asr-13:", "add `glidepath_deg:`"),
    (
        BATUMI,
        "elevation_ft: {value: 33,",
        "elevation: {value: 33,",
        "M106",
        "elevation:",
        "`elevation_ft`",
    ),
    (
        BATUMI,
        "inbound_deg_grid: 125.56",
        "inbound_deg: 125.56",
        "M106",
        "inbound_deg:",
        "`inbound_deg_grid`",
    ),
    (BATUMI, 'ends: ["13", "31"]', 'ends: [13, "31"]', "M103", "ends:", 'write "13" in quotes'),
    (BATUMI, 'ends: ["13", "31"]', 'ends: [01, "19"]', "M012", "ends:", '"01"'),
    (BATUMI, 'ends: ["13", "31"]', 'ends: ["1", "31"]', "M107", "ends:", '"04"'),
    (BATUMI, '"124.425 AM"', "124.425", "M103", "124.425", 'write "124.425 AM"'),
    (BATUMI, '"118.600 AM"', '"118.6"', "M510", "118.6", 'write "118.600 AM"'),
    (BATUMI, '"118.600 AM"', '"118.6 AM"', "M107", "118.6", 'write "118.600 AM"'),
    (BATUMI, '"118.600 AM"', '"118.600 USB"', "M107", "118.600", "modulation"),
    (BATUMI, "icao: UGSB", "icao: NO", "M013", "icao:", '"NO"'),
    (BATUMI, "name: Batumi Ground", "name: 1:30", "M014", "1:30", '"1:30"'),
    (BATUMI, "platform_ft: 2000", "platform_ft: 2,000", "M103", "platform_ft", "2.000"),
    (BATUMI, "platform_ft: 2000", "platform_ft: 2000 ft", "M103", "platform_ft", "write 2000"),
    (BATUMI, "platform_ft: 2000", 'platform_ft: "2000"', "M103", "platform_ft", "without quotes"),
    (BATUMI, "platform_ft: 2000", "platform_ft: 2000.5", "M103", "platform_ft", "write 2000"),
    (BATUMI, "platform_ft: 2000", "platform_ft:", "M103", "platform_ft", "write"),
    (BATUMI, "platform_ft: 2000", "platform_ft: [2000]", "M103", "platform_ft", ""),
    (BATUMI, "platform_ft: 2000", "platform_ft: 200000", "M105", "platform_ft", ""),
    (BATUMI, "kind: asr", "kind: ars", "M104", "kind: ars", "did you mean `asr`"),
    (BATUMI, "role: approach", "role: aproach", "M104", "aproach", "did you mean `approach`"),
    (BATUMI, "turns: right", "turns: starboard", "M104", "starboard", "left, right"),
    (
        BATUMI,
        "headings_deg_grid: [125.56, 305.56]",
        "headings_deg_grid: [125.56]",
        "M105",
        "headings",
        "",
    ),
    (BATUMI, "radar: false", "radar: no", "M013", "radar: no", "false"),
    (BATUMI, "  main:\n", "  Main Hold:\n", "M107", "Main Hold", "small letters"),
    (THEATRE, '"2016-06-21"', "2016-13-01", "M107", "2016-13-01", "date"),
    (THEATRE, '      "1944": 4.45', "      1944: 4.45", "M016", "1944: 4.45", '"1944"'),
    (THEATRE, "scale: 0.9996", "scale: 9996", "M105", "scale", ""),
    (THEATRE, "staffed: false", "stafed: false", "M101", "stafed", "did you mean `staffed`"),
    (AIRFRAMES, "approach_kt: 135", "approach_kt: 1350", "M105", "1350", ""),
    (BATUMI, "{value: 732, source", "{value: 732,5, source", "M012", "732,5", "write 732.5"),
    (BATUMI, "lat: 41.609597", "lat: 41,609597", "M012", "41,609597", "write 41.609597"),
    (BATUMI, "climb_to_ft: 3000}", "climb_to_ft: 3,000}", "M012", "3,000", "write 3000, or 3.000"),
    (BATUMI, "ft: [3000, 6200,", "ft: [3,000, 6200,", "M012", "3,000", "write 3000, or"),
    (BATUMI, "[125.56, 305.56]", "[125,56, 305,56]", "M105", "125,56", "write 125.56"),
    (BATUMI, "platform_ft: 2000", "platform_ft: 2'000", "M103", "2'000", "write 2000"),
    (BATUMI, "up_to_ft: 15000", "up_to_ft: FL150", "M103", "FL150", "write 15000, in feet"),
    (BATUMI, '"118.600 AM"', '"118,6 am"', "M107", "118,6", 'write "118.600 AM"'),
    (BATUMI, '"118.600 AM"', '"118.600AM"', "M107", "118.600AM", 'write "118.600 AM"'),
    (BATUMI, '"118.600 AM"', "118:600", "M107", "118:600", 'write "118.600 AM"'),
    (
        BATUMI,
        'frequencies: ["121.900 AM", "271.900 AM"]',
        "frequencies: 121.900 AM",
        "M103",
        "121.900",
        'write ["121.900 AM"]',
    ),
    (BATUMI, "radar: false", 'radar: "false"', "M103", "radar", "without quotes"),
    (
        BATUMI,
        "elevation_ft: {value: 33,",
        "elevation_m: {value: 10,",
        "M101",
        "elevation_m",
        "convert the value from metres to feet, and write `elevation_ft`",
    ),
    (
        BATUMI,
        "inbound_deg_grid: 125.56",
        "inbound_deg_mag: 119.14",
        "M101",
        "inbound_deg_mag",
        "from degrees magnetic to degrees on the grid",
    ),
    (AIRFRAMES, '"116.000-151.975 AM"', '"116-151.975 AM"', "M107", "116-151.975", "band"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[3]} {case[2]}")
def test_one_mistake_gives_one_finding_at_its_line(
    tmp_path: Path, case: tuple[str, str, str, str, str, str]
) -> None:
    file, old, new, code, line, hint = case
    loaded = broken(tmp_path, file, old, new)

    (found,) = findings(loaded)
    text = next(t for shown, t in loaded.texts.items() if shown.endswith(file))
    assert found.code == code, found
    assert line in text.splitlines()[found.span.line - 1]
    assert hint in found.hint
    assert loaded.theatre is None


def test_every_mistake_of_every_file_is_found_at_once(tmp_path: Path) -> None:
    theatre = copy_of_caucasus(tmp_path)
    for name, old, new in (
        ("batumi.yaml", "icao: UGSB", "icao: ugsb"),
        ("batumi.yaml", "kind: asr", "kind: ars"),
        ("theatre.yaml", "scale:", "scal:"),
    ):
        path = theatre / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    codes = [(d.span.file.rsplit("/", 1)[-1], d.code) for d in findings(load_theatre(theatre))]

    assert ("batumi.yaml", "M107") in codes
    assert ("batumi.yaml", "M104") in codes
    assert ("theatre.yaml", "M101") in codes


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("common/phases.yaml", "phases:\n", "phases: [\n", "M002"),
        ("common/handoffs.yaml", "handoffs:\n", "handoffs: [\n", "M002"),
        ("common/phases.yaml", "    exits:\n", "    exts:\n", "M101"),
        ("common/airframes.yaml", "airframes:\n", "airframes: {\n", "M002"),
        ("caucasus/theatre.yaml", "theatre: Caucasus\n", "theatre: [\n", "M002"),
        ("caucasus/batumi.yaml", "runways:\n", "runways: [\n", "M002"),
        ("caucasus/batumi.yaml", "stations:\n", "station:\n", "M101"),
    ],
)
def test_a_file_that_cannot_be_read_brings_no_other_findings(
    tmp_path: Path, file: str, old: str, new: str, code: str
) -> None:
    found = findings(broken(tmp_path, file, old, new))

    assert [one.code for one in found] == [code], found
