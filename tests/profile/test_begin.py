"""Beginning a theatre and a field: what is known is written, the rest is asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.demo import demo
from cli.new import new
from engine.profile.aptdat import AptError
from engine.profile.aptdat_network import read_apt_dat
from engine.profile.begin import airfield_text
from engine.profile.begin_examples import safe_ft
from engine.profile.begin_theatre import theatre_text
from engine.profile.diagnostic import Severity
from engine.profile.known_fields import KnownField, known_fields, known_theatres
from engine.profile.loader import load_theatre

_TODO = re.compile(r"!todo '((?:[^']|'')*)'")

APT = """I
1100 written for this test

1 148 1 0 UGXX Testfield (an invented place)
1302 datum_lat 42.1776
1302 datum_lon 42.4813
100 60.00 1 0 0.25 1 2 1 08 42.17573 42.46646 0 0 3 0 0 0 26 42.17946 42.49598 0 0 3 0 0 0
1200
1201 42.17600 42.46800 both 0 rwy_west
1201 42.17900 42.49400 both 1 rwy_east
1201 42.17700 42.46780 both 2 hold_a
1201 42.18000 42.49380 both 3 hold_b
1201 42.18100 42.48000 both 4 apron
1201 42.18500 42.48000 both 9 nowhere
1202 0 1 twoway runway 08/26
1204 departure 08,26
1202 0 2 twoway taxiway_E Alfa
1204 departure 08,26
1204 arrival 08,26
1202 2 4 twoway taxiway_E Alfa
1202 1 3 twoway taxiway_E Bravo
1204 arrival 08,26
1202 3 4 oneway taxiway_E Bravo
1202 4 3 oneway taxiway_E
1206 4 2 twoway cars
1300 42.18105 42.48001 90 tie_down jets Stand 1
1300 42.18200 42.48100 90 tie_down jets Stand 2
99
"""


def test_a_network_is_read_with_its_holding_points_and_stands() -> None:
    apt = read_apt_dat(APT)

    assert apt.icao == "UGXX"
    assert apt.runways[0].ends == ("08", "26")
    assert set(apt.holding) == {"2", "3"}
    assert apt.holding["2"] == ("08", "26")
    assert apt.stands == {"Stand 1": "4", "Stand 2": "stand-2"}
    assert "9" not in apt.nodes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1"),
        ("hello\nworld\n", "line 1"),
        ("I\n1100 x\n99\n", "no airport"),
        ("I\n1100 x\n1 abc 1 0 UGXX Name\n99\n", "line 3: a row 1"),
        ("I\n1100 x\n1 1 1 0 UGXX Name\n1201 a b both 1\n", "line 4: a row 1201"),
        ("I\n1100 x\n1 1 1 0 UGXX Name\n1204 departure 08\n", "line 4: a row 1204"),
    ],
)
def test_what_is_no_network_says_at_which_line(text: str, message: str) -> None:
    with pytest.raises(AptError, match=re.escape(message)):
        read_apt_dat(text)


def test_ground_is_cleared_by_a_thousand_feet_or_two() -> None:
    assert safe_ft(0) == 1100
    assert safe_ft(2000) == 3200
    assert safe_ft(3000) == 5300


def _answered(text: str) -> str:
    """Return a begun file with every question answered as its own example says."""
    return _TODO.sub(lambda asked: asked[1].replace("''", "'").rpartition(", e.g. ")[2], text)


def _begun(tmp_path: Path, icao: str, theatre: str) -> Path:
    known = next(one for one in known_fields() if one.icao == icao)
    place = known_theatres()[theatre]
    folder = tmp_path / "profiles" / theatre
    folder.mkdir(parents=True)
    (folder / "theatre.yaml").write_text(theatre_text(theatre, place, "x"), encoding="utf-8")
    (folder / "field.yaml").write_text(airfield_text(known, place, "x"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("known", known_fields(), ids=lambda one: one.icao)
def test_every_known_field_is_right_but_for_what_is_left_open(tmp_path: Path, known) -> None:  # type: ignore[no-untyped-def]
    folder = _begun(tmp_path, known.icao, known.theatre)

    found = load_theatre(folder).diagnostics

    assert {d.code for d in found} & {"M110"}
    # The sim's grid of a strip and its published length may differ by a displaced threshold.
    assert {d.code for d in found} <= {"M110", "M424", "M513", "M414", "M412", "M415", "M426"}


def test_a_newcomer_begins_a_theatre_and_a_field_and_fills_it_in(tmp_path: Path) -> None:
    profiles = tmp_path / "profiles"
    run = CliRunner()

    begun = run.invoke(new, ["theatre", "caucasus", "--profiles", str(profiles)])
    made = run.invoke(
        new, ["airfield", "UGKO", "--theatre", "caucasus", "--profiles", str(profiles)]
    )
    again = run.invoke(
        new, ["airfield", "UGKO", "--theatre", "caucasus", "--profiles", str(profiles)]
    )

    assert (begun.exit_code, made.exit_code, again.exit_code) == (0, 0, 2)
    assert "there already" in again.output
    path = profiles / "caucasus" / "kutaisi.yaml"
    assert (profiles / "schemas" / "airfield.schema.json").is_file()
    path.write_text(_answered(path.read_text(encoding="utf-8")), encoding="utf-8")
    loaded = load_theatre(profiles / "caucasus")
    assert loaded.errors == (), loaded.errors
    assert loaded.theatre is not None
    (approach,) = loaded.theatre.fields["kutaisi"].approaches.values()
    assert approach.platform_ft >= 1900


@pytest.mark.parametrize("known", known_fields(), ids=lambda one: one.icao)
def test_a_field_whose_questions_are_answered_as_their_examples_say_is_right(
    tmp_path: Path,
    known: KnownField,
) -> None:
    folder = _begun(tmp_path, known.icao, known.theatre)
    path = folder / "field.yaml"

    path.write_text(_answered(path.read_text(encoding="utf-8")), encoding="utf-8")

    loaded = load_theatre(folder)
    assert loaded.theatre is not None
    assert [d for d in loaded.diagnostics if d.severity is not Severity.INFORMATION] == []


def test_every_question_has_an_example(tmp_path: Path) -> None:
    folder = _begun(tmp_path, "KLSV", "nevada")
    text = (folder / "field.yaml").read_text(encoding="utf-8") + theatre_text("Kola", None, "x")

    questions = _TODO.findall(text)

    assert len(questions) == text.count("!todo '")
    assert [one for one in questions if ", e.g. " not in one] == []


def test_an_unknown_map_is_right_when_its_questions_are_answered(tmp_path: Path) -> None:
    folder = tmp_path / "kola"
    folder.mkdir()

    (folder / "theatre.yaml").write_text(_answered(theatre_text("Kola", None, "x")), "utf-8")

    assert [d.code for d in load_theatre(folder).errors] == []


@pytest.mark.parametrize(
    ("icao", "theatre", "told"),
    [
        ("KLAS", "nevada", 'name: "?McCarran Approach'),
        ("OMDM", "persian-gulf", 'name: "?Al Minhad Tower'),
        ("URSS", "caucasus", "name: Sochi Tower"),
        ("UGKO", "caucasus", "asr-07:"),
        ("KINS", "nevada", "# High ground under every final course"),
    ],
)
def test_a_field_is_begun_as_it_is_called_and_over_the_lowest_ground(
    tmp_path: Path, icao: str, theatre: str, told: str
) -> None:
    text = (_begun(tmp_path, icao, theatre) / "field.yaml").read_text(encoding="utf-8")

    assert re.search(told, text), text


@pytest.mark.slow
def test_a_begun_field_is_flown_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    run.invoke(new, ["theatre", "caucasus"])
    run.invoke(new, ["airfield", "UGKO", "--theatre", "caucasus"])
    path = tmp_path / "profiles" / "caucasus" / "kutaisi.yaml"
    path.write_text(_answered(path.read_text(encoding="utf-8")), encoding="utf-8")

    flown = run.invoke(demo, ["--text", "--field", "ugko"])

    assert flown.exit_code == 0, flown.output
    assert "\nlanded: 2\n" in flown.output
    assert "flying profiles/caucasus/kutaisi.yaml" in flown.output
    assert "(median)" in flown.output


def test_channels_of_examples_are_nobody_elses(tmp_path: Path) -> None:
    profiles = tmp_path / "profiles"
    run = CliRunner()
    run.invoke(new, ["theatre", "caucasus", "--profiles", str(profiles)])
    for icao in ("UGKO", "UG5X", "UGSB"):
        to = ["--theatre", "caucasus", "--profiles", str(profiles)]
        assert run.invoke(new, ["airfield", icao, *to]).exit_code == 0

    for path in (profiles / "caucasus").glob("*.yaml"):
        path.write_text(_answered(path.read_text(encoding="utf-8")), encoding="utf-8")

    assert load_theatre(profiles / "caucasus").errors == ()


def test_a_field_that_has_a_file_of_another_name_is_not_begun_again(tmp_path: Path) -> None:
    profiles = tmp_path / "profiles"
    to = ["--theatre", "caucasus", "--profiles", str(profiles)]
    run = CliRunner()
    run.invoke(new, ["theatre", "caucasus", "--profiles", str(profiles)])
    run.invoke(new, ["airfield", "UGKO", *to])
    (profiles / "caucasus" / "kutaisi.yaml").rename(profiles / "caucasus" / "my-field.yaml")

    again = run.invoke(new, ["airfield", "UGKO", *to])

    assert again.exit_code == 2
    assert "my-field.yaml is UGKO already" in again.output


def test_a_field_of_someone_elses_data_has_a_connected_network(tmp_path: Path) -> None:
    profiles = tmp_path / "profiles"
    apt = tmp_path / "x.apt.dat"
    apt.write_text(APT, encoding="utf-8")
    run = CliRunner()
    run.invoke(new, ["theatre", "caucasus", "--profiles", str(profiles)])

    made = run.invoke(
        new,
        [
            *("airfield", "UGXX", "--theatre", "caucasus"),
            *("--profiles", str(profiles), "--from-aptdat", str(apt)),
        ],
    )

    assert made.exit_code == 0, made.output
    found = load_theatre(profiles / "caucasus").diagnostics
    assert {d.code for d in found} <= {"M110", "M424", "M513"}
    text = (profiles / "caucasus" / "testfield.yaml").read_text(encoding="utf-8")
    assert '"Alfa": {at: hold-a, runways: ["08", "26"]}' in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["airfield", "UGKO", "--theatre", "nowhere"], "holds no theatre"),
        (["airfield", "UGK", "--theatre", "caucasus"], "no field of caucasus"),
        (["airfield", "LLRD", "--theatre", "caucasus"], "--theatre syria"),
        (["airfield", "nellis", "--theatre", "caucasus"], "--theatre nevada"),
    ],
)
def test_what_is_not_known_is_said(tmp_path: Path, arguments: list[str], told: str) -> None:
    profiles = tmp_path / "profiles"
    run = CliRunner()
    run.invoke(new, ["theatre", "caucasus", "--profiles", str(profiles)])

    made = run.invoke(new, [*arguments, "--profiles", str(profiles)])

    assert made.exit_code == 2
    assert told in made.output
