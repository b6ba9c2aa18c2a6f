"""A mission file read as data, and what it and a theatre do not agree about."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cli.validate import validate
from engine.model.errors import ConfigurationError
from engine.profile.diagnostic import Severity
from engine.profile.loader import load_theatre
from engine.profile.lua_table import LuaError, read_table
from engine.profile.mission_file import Slot, Used, read_mission
from tests.profile.desk import copy_of_desk

MISSION = """mission =
{
    ["date"] = { ["Day"] = 21, ["Year"] = %(year)d, ["Month"] = 6 }, -- end of ["date"]
    ["coalition"] = { ["blue"] = { ["country"] = { [1] = {
        ["plane"] = { ["group"] = {
            [1] = { ["name"] = "Pony 1", ["frequency"] = 124, ["modulation"] = 0, ["units"] = {
                [1] = { ["skill"] = "Client", ["type"] = "%(airframe)s", ["name"] = "Pony 1-1" },
                [2] = { ["skill"] = "High", ["type"] = "Yak-52", ["name"] = "Pony 1-2" },
            }, },
            [2] = { ["name"] = "Texaco", ["task"] = "Refueling", ["frequency"] = %(mhz)s,
                ["modulation"] = 0, ["units"] = { [1] = { ["type"] = "KC135MPRS" } } },
        }, },
        ["ship"] = { ["group"] = { [1] = { ["units"] = {
            [1] = { ["name"] = "Stennis", ["frequency"] = 127500000, ["modulation"] = 0 },
        } } } },
    } } } },
} -- end of mission
"""


def miz(folder: Path, *, theatre: str = "Caucasus", **changed: object) -> Path:
    """Return a mission file that agrees with the desk theatre but for what is changed."""
    said = {"year": 2016, "airframe": "P-51D-30-NA", "mhz": "241.0"} | changed
    path = folder / "test.miz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mission", MISSION % said)
        archive.writestr("theatre", theatre)
        archive.writestr("options", "options = {}")
    return path


def test_a_mission_is_read(tmp_path: Path) -> None:
    mission = read_mission(miz(tmp_path))

    assert (mission.file, mission.theatre) == ("test.miz", "Caucasus")
    assert mission.year == pytest.approx(2016.47, abs=0.01)
    assert mission.slots == (Slot("P-51D-30-NA", "Pony 1-1"),)
    assert mission.used == (
        Used(241_000_000, "AM", "Texaco", "a tanker"),
        Used(127_500_000, "AM", "Stennis", "a ship"),
    )


@pytest.mark.parametrize(
    ("changed", "code", "line"),
    [
        ({}, None, ""),
        ({"theatre": "Nevada"}, "M801", "dcs_name"),
        ({"airframe": "P-51D-31-NA"}, "M802", "airframes:"),
        ({"mhz": "260"}, "M803", "260.000 AM"),
        ({"year": 1917}, "M804", "magnetic_variation_deg_east"),
    ],
)
def test_a_mission_that_does_not_fit_gives_its_code(
    tmp_path: Path, changed: dict[str, object], code: str | None, line: str
) -> None:
    mission = read_mission(miz(tmp_path, **changed))  # type: ignore[arg-type]

    loaded = load_theatre(copy_of_desk(tmp_path / "desk"), mission=mission)

    found = [one for one in loaded.diagnostics if one.severity is not Severity.INFORMATION]
    assert [one.code for one in found] == ([code] if code else [])
    for one in found:
        text = loaded.texts[one.span.file].splitlines()
        assert line in text[one.span.line - 1]


def test_the_command_checks_against_the_theatre_of_the_missions_map(tmp_path: Path) -> None:
    folder = copy_of_desk(tmp_path / "desk").parent

    fits = CliRunner().invoke(validate, [str(folder), "--mission", str(miz(tmp_path))])
    taken = CliRunner().invoke(validate, [str(folder), "--mission", str(miz(tmp_path, mhz="260"))])

    assert (fits.exit_code, fits.stdout) == (0, "")
    assert taken.exit_code == 1
    assert "M803" in taken.stdout
    assert str(tmp_path) not in taken.stdout


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"mission": "mission = {"},
        {"mission": "mission = 3", "theatre": "x"},
        {"mission": "os.execute('x')", "theatre": "x"},
        {"mission": "mission = { f() }", "theatre": "x"},
        {"mission": "mission = " + "{" * 100, "theatre": "x"},
        {"mission": 'mission = {["a"] = "', "theatre": "x"},
        {"mission": 'mission = {["date"] = {["Year"] = 1e999}}', "theatre": "x"},
        {"mission": "mission = {0x" + "F" * 400 + "}", "theatre": "x"},
    ],
)
def test_what_is_no_mission_is_said_in_one_line(tmp_path: Path, content: dict[str, str]) -> None:
    path = tmp_path / "x.miz"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in content.items():
            archive.writestr(name, text)

    with pytest.raises(ConfigurationError, match=r"x\.miz"):
        read_mission(path)


@pytest.mark.parametrize(
    "date",
    [
        '["Year"] = 99999999999999, ["Month"] = 6',
        '["Year"] = -5',
        '["Year"] = 2016, ["Month"] = 99999999, ["Day"] = -400',
        '["Year"] = "soon"',
    ],
)
def test_a_date_that_no_calendar_has_moves_no_variation(tmp_path: Path, date: str) -> None:
    path = tmp_path / "x.miz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mission", "mission = {" + f'["date"] = {{{date}}}' + "}")
        archive.writestr("theatre", "Caucasus")

    mission = read_mission(path)

    assert mission.year in (0.0, 2016.0)
    assert load_theatre(copy_of_desk(tmp_path), mission=mission).errors == ()


def test_what_is_no_archive_or_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.miz"
    path.write_bytes(b"PK\x03\x04 not really")
    with pytest.raises(ConfigurationError):
        read_mission(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mission", b" " * 70_000_000)  # a few kilobytes on the disk
        archive.writestr("theatre", "x")
    with pytest.raises(ConfigurationError, match="larger than"):
        read_mission(path)


def test_a_table_is_read_as_lua_reads_it() -> None:
    text = r"""t = { 1, "two", x = 3.5, ["a\"b"] = false, [7] = { nil, -2e1 }, [[long]], 'q'; 0x1F }
    """

    assert read_table(text, "t") == {
        1.0: 1.0,
        2.0: "two",
        "x": 3.5,
        'a"b': False,
        7.0: {1.0: None, 2.0: -20.0},
        3.0: "long",
        4.0: "q",
        5.0: 31.0,
    }


@given(st.text(alphabet='{}[]=,"\\-x1. \n', max_size=60))
def test_any_text_is_a_table_or_refused(text: str) -> None:
    try:
        table = read_table(f"t = {{{text}", "t")
    except LuaError:
        return
    assert isinstance(table, dict)
