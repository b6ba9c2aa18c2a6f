"""The commands of a designer's desk, each as he would type it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from cli.explain import explain
from cli.graph import graph
from cli.rules import rules
from cli.schema import schema
from cli.show import show
from cli.validate import validate
from engine.profile.codes import CODES
from engine.profile.reference import pages
from tests.profile.desk import copy_of_desk, edited_desk

KOBULETI = "desk/kobuleti.yaml"


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _run(command, *arguments: object) -> Result:  # type: ignore[no-untyped-def]
    return CliRunner().invoke(command, [str(one) for one in arguments])


def _shared(tmp_path: Path) -> Path:
    return edited_desk(tmp_path, KOBULETI, '"263.000 AM"', '"260.000 AM"')


def test_a_sound_theatre_ends_with_nothing_and_its_counts(tmp_path: Path, own_cache: Path) -> None:
    result = _run(validate, copy_of_desk(tmp_path))

    assert (result.exit_code, result.stdout) == (0, "")
    assert "ok: 1 theatre, 2 fields, 6 stations, 21 phases" in result.stderr


def test_an_answer_is_remembered_until_a_byte_changes(tmp_path: Path, own_cache: Path) -> None:
    folder = _shared(tmp_path)
    first = _run(validate, folder)
    kept = list(own_cache.rglob("*.json"))

    second = _run(validate, folder)

    assert len(kept) == 1
    assert (first.stdout, first.exit_code) == (second.stdout, second.exit_code)
    path = folder.parent / KOBULETI
    path.write_text(path.read_text(encoding="utf-8").replace("260.000", "263.000"), "utf-8")
    assert _run(validate, folder).exit_code == 0


def test_a_broken_cache_is_no_error(tmp_path: Path, own_cache: Path) -> None:
    folder = _shared(tmp_path)
    _run(validate, folder)
    for path in own_cache.rglob("*.json"):
        path.write_text("{", encoding="utf-8")

    assert _run(validate, folder).exit_code == 1


@pytest.mark.parametrize(
    "form", ["json", "jsonl", "sarif", "github", "gitlab", "junit", "full", "concise"]
)
def test_every_format_names_the_code_and_the_place(
    tmp_path: Path, own_cache: Path, form: str
) -> None:
    result = _run(validate, _shared(tmp_path), "-o", form)

    assert result.exit_code == 1
    out = result.stdout
    if form in ("json", "sarif"):
        data = json.loads(out)
        if form == "sarif":
            (run,) = data["runs"]
            found = next(one for one in run["results"] if one["ruleId"] == "M501")
            place = found["locations"][0]["physicalLocation"]
            assert place["artifactLocation"]["uri"].endswith("kobuleti.yaml")
            assert run["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == "M501"
            assert found["relatedLocations"]
    elif form == "jsonl":
        assert "M501" in {json.loads(line)["code"] for line in out.splitlines()}
    elif form == "junit":
        suite = ET.fromstring(out)  # noqa: S314 - our own output
        assert suite.get("failures") == "1"
        assert suite.find("testcase/failure") is not None
    elif form == "github":
        line = next(line for line in out.splitlines() if "M501" in line)
        assert line.startswith("::error file=")
        assert "line=" in line
    else:
        assert "M501" in out


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (["--select", "M5"], {"M501"}),
        (["--select", "shared-frequency"], {"M501"}),
        (["--ignore", "M501"], {"M424"}),
        (["--select", "M4,M501"], {"M424", "M501"}),
    ],
)
def test_findings_are_chosen_by_code_beginning_or_name(
    tmp_path: Path, own_cache: Path, arguments: list[str], codes: set[str]
) -> None:
    result = _run(validate, _shared(tmp_path), "-o", "json", *arguments)

    assert {found["code"] for found in json.loads(result.stdout)} == codes


def test_a_code_that_is_none_is_said_with_the_nearest(tmp_path: Path, own_cache: Path) -> None:
    result = _run(validate, copy_of_desk(tmp_path), "--select", "shared-frequencies")

    assert result.exit_code == 2
    assert "shared-frequency" in result.output


def test_a_fix_is_made_and_a_diff_writes_nothing(tmp_path: Path, own_cache: Path) -> None:
    folder = edited_desk(
        tmp_path, "desk/batumi.yaml", "    turns: right", "    turns: rihgt  # sea"
    )
    path = folder / "batumi.yaml"
    before = path.read_bytes()

    shown = _run(validate, folder, "--diff")

    assert path.read_bytes() == before
    assert "-    turns: rihgt  # sea" in shown.stdout
    assert "+    turns: right  # sea" in shown.stdout
    assert _run(validate, folder, "--fix").exit_code == 0
    assert "turns: right  # sea" in path.read_text(encoding="utf-8")


def test_more_than_five_of_a_code_are_folded(tmp_path: Path, own_cache: Path) -> None:
    folder = copy_of_desk(tmp_path)
    path = folder / "kobuleti.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "".join(f"x{n}: 1\n" for n in range(9)), encoding="utf-8")

    folded, whole = _run(validate, folder), _run(validate, folder, "--all")

    assert folded.stdout.count("M101") == 6
    assert "and 4 more M101" in folded.stdout
    assert whole.stdout.count("M101") == 9


def test_warnings_and_zero(tmp_path: Path, own_cache: Path) -> None:
    folder = edited_desk(tmp_path, KOBULETI, "length_ft: 7870", "length_ft: 2400")

    assert _run(validate, folder).exit_code == 0
    assert _run(validate, folder, "--error-on-warning").exit_code == 1
    assert _run(validate, _shared(tmp_path / "x"), "--exit-zero").exit_code == 0
    assert "M426" in _run(validate, folder, "--statistics").stderr


def test_an_explanation_is_found_by_code_and_by_name() -> None:
    by_code, by_name = _run(explain, "M501"), _run(explain, "shared-frequency")

    assert by_code.stdout == by_name.stdout
    assert by_code.stdout.startswith("# M501: shared-frequency")
    assert _run(explain, "M5").exit_code == 2


def test_the_rules_are_listed() -> None:
    assert len(_run(rules).stdout.splitlines()) == len(CODES)
    assert {one["code"] for one in json.loads(_run(rules, "--json").stdout)} == set(CODES)


def test_the_reference_of_designers_is_what_the_program_uses() -> None:
    folder = Path(__file__).resolve().parents[2] / "docs" / "designer"

    for name, text in pages().items():
        written = (folder / name).read_text(encoding="utf-8")
        assert written == text, "run python -m engine.profile.reference"


def test_a_schema_is_printed_and_written(tmp_path: Path) -> None:
    assert json.loads(_run(schema, "airfield").stdout)["title"].startswith("Airfield")
    assert _run(schema, "airfeld").exit_code == 2
    assert _run(schema, "--write", tmp_path / "s").exit_code == 0
    assert (tmp_path / "s" / "theatre.schema.json").is_file()


def test_every_value_is_shown_with_where_it_comes_from(tmp_path: Path) -> None:
    folder = copy_of_desk(tmp_path)

    lines = _run(show, "batumi", "--profiles", folder).stdout.splitlines()

    text = "\n".join(lines)
    assert "elevation_ft = 33  [written desk/batumi.yaml" in text.replace("profiles/", "")
    assert "approaches.asr-13.intercept_angle_deg = 30  [defaulted by the schema]" in text
    assert "stations.tower.staffed = true  [defaulted by the schema]" in text
    assert any(line.startswith("handoffs.1 ") and "[inherited" in line for line in lines)
    assert any("talk-down stays" in line and "[written" in line for line in lines)
    only = _run(show, "batumi", "--section", "atis", "--profiles", folder).stdout.splitlines()
    assert all(line.startswith("atis.") for line in only)
    phases = _run(show, "phases", "--profiles", folder).stdout
    assert "final.exits.landed = sim_landed  [expanded" in phases
    found = json.loads(_run(show, "batumi", "--json", "--profiles", folder).stdout)
    assert {one["origin"] for one in found} == {"written", "defaulted", "inherited"}
    assert _run(show, "batumy", "--profiles", folder).exit_code == 2


def test_phases_and_ladders_are_drawn(tmp_path: Path) -> None:
    folder = copy_of_desk(tmp_path)

    drawn = _run(graph, "batumi", "--profiles", folder).stdout
    ladder = _run(graph, "batumi", "--of", "ladder", "--profiles", folder).stdout
    part = _run(graph, "batumi", "--from", "final", "--profiles", folder).stdout
    picture = _run(graph, "batumi", "--format", "svg", "--profiles", folder).stdout

    assert "p_holding_short -->" in drawn
    assert "a talk-down stays with approach" in ladder
    assert "p_final -->" in part
    tree = ET.fromstring(picture)  # noqa: S314 - our own output
    assert len([one for one in tree.iter() if one.tag.endswith("rect")]) == 1 + 21
    assert _run(graph, "batumi", "--from", "finl", "--profiles", folder).exit_code == 2


def test_a_level_is_changed_for_one_run(tmp_path: Path, own_cache: Path) -> None:
    folder = _shared(tmp_path)

    warned = _run(validate, folder, "--warn", "shared-frequency")
    raised = _run(validate, copy_of_desk(tmp_path / "x"), "--error", "M424", "-o", "json")

    assert warned.exit_code == 0
    assert "warning[M501]" in warned.stdout
    assert raised.exit_code == 1
    severities = {found["severity"] for found in json.loads(raised.stdout)}
    assert severities == {"error"}
    assert _run(validate, folder, "--warn", "M5", "--error", "M501").exit_code == 2


def test_as_many_of_a_code_are_shown_as_asked_for(tmp_path: Path, own_cache: Path) -> None:
    folder = copy_of_desk(tmp_path)
    path = folder / "kobuleti.yaml"
    path.write_text(path.read_text("utf-8") + "".join(f"x{n}: 1\n" for n in range(9)), "utf-8")

    two, none = (_run(validate, folder, "--max-per-code", n) for n in (2, 0))

    assert two.stdout.count(": error[M101]") == 2
    assert "and 7 more M101 like these (--all)" in two.stdout
    assert none.stdout.count("\n") == 1
    assert "and 9 more M101 like this (--all)" in none.stdout


def test_what_takes_long_is_told_on_the_error_stream(tmp_path: Path, own_cache: Path) -> None:
    result = _run(validate, copy_of_desk(tmp_path), "--timings")

    assert result.stdout == ""
    assert "ms  read and compile" in result.stderr
    assert "ms  M432 safe-altitude-under-terrain" in result.stderr


def _piped(text: str, *arguments: object) -> Result:
    return CliRunner().invoke(validate, ["-", *map(str, arguments)], input=text)


def test_a_profile_on_the_input_is_checked_within_its_theatre(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copy_of_desk(tmp_path)
    monkeypatch.chdir(tmp_path)
    sound = (folder / "kobuleti.yaml").read_text("utf-8")
    broken = sound.replace('"263.000 AM"', '"260.000 AM"')

    named = _piped(broken, "--stdin-filename", folder / "kobuleti.yaml")
    unnamed = _piped(broken, "-o", "full")
    new = _piped(broken, "--stdin-filename", folder / "new-field.yaml")

    assert named.exit_code == 1
    assert "profiles/desk/kobuleti.yaml:" in named.stdout
    assert "M501" in named.stdout
    assert '"260.000 AM"' in unnamed.stdout  # the line as it came, not as it stands in the file
    assert {"M427", "M501"} <= {part[:4] for part in new.stdout.split("[")[1:]}
    assert _piped(sound).exit_code == 0
    assert _piped("a: 1\n").exit_code == 2
    assert _piped(sound, "--fix").exit_code == 2
    assert _run(validate, folder, "--stdin-filename", "x.yaml").exit_code == 2
    assert (folder / "kobuleti.yaml").read_text("utf-8") == sound


def test_gitlab_gets_a_report_with_a_fingerprint_for_each(tmp_path: Path, own_cache: Path) -> None:
    report = json.loads(_run(validate, _shared(tmp_path), "-o", "gitlab").stdout)

    assert {"M501"} <= {one["check_name"] for one in report}
    assert len({one["fingerprint"] for one in report}) == len(report)
    assert all(one["location"]["lines"]["begin"] >= 1 for one in report)
    assert {one["severity"] for one in report} <= {"major", "minor", "info"}
