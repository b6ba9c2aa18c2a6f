"""Somebody else's airport data: whatever the file, a connected network or a message in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.new import new
from engine.profile.aptdat import AptError, AptField, AptRunway
from engine.profile.aptdat_network import metres_apart, read_apt_dat
from engine.profile.begin_taxi import taxi_lines
from engine.profile.diagnostic import Severity
from engine.profile.loader import load_theatre
from engine.profile.source import read_source

HEAD = "I\n1100 written for this test\n\n"
AIRPORT = "1 148 1 0 UGXX Testfield\n1302 datum_lat 42.1776\n1302 datum_lon 42.4813\n"
STRIP = (
    "100 60.00 1 0 0.25 1 2 1 08 42.17573 42.46646 0 0 3 0 0 0 26 42.17946 42.49598 0 0 3 0 0 0\n"
)
NODES = (
    "1201 42.17600 42.46800 both 0 rwy_west\n"
    "1201 42.17900 42.49400 both 1 rwy_east\n"
    "1201 42.17700 42.46780 both 2 hold_a\n"
    "1201 42.18000 42.49380 both 3 hold_b\n"
    "1201 42.18100 42.48000 both 4 apron\n"
)
EDGES = (
    "1202 0 1 twoway runway 08/26\n"
    "1204 departure 08,26\n"
    "1202 0 2 twoway taxiway_E Alfa\n"
    "1204 departure 08,26\n"
    "1202 2 4 twoway taxiway_E Alfa\n"
    "1202 1 3 twoway taxiway_E Bravo\n"
    "1204 arrival 08,26\n"
    "1202 3 4 twoway taxiway_E Bravo\n"
)
RAMP = "1300 42.18200 42.48100 90 tie_down jets Stand 1\n"
WHOLE = HEAD + AIRPORT + STRIP + "1200\n" + NODES + EDGES + RAMP + "99\n"


def _notes(text: str) -> str:
    return "; ".join(read_apt_dat(text).notes)


def _connected(apt: AptField) -> bool:
    """Tell whether everything in a network leads to everything, also against one-way signs."""
    onward: dict[str, set[str]] = {node: set() for node in apt.nodes}
    for one in apt.stretches:
        onward[one.start].add(one.end)
        if not one.one_way:
            onward[one.end].add(one.start)
    for first in apt.nodes:
        seen, waiting = {first}, [first]
        while waiting:
            for node in onward[waiting.pop()] - seen:
                seen.add(node)
                waiting.append(node)
        if seen != set(apt.nodes):
            return False
    return True


def test_the_whole_network_is_read_without_a_note() -> None:
    apt = read_apt_dat(WHOLE)

    assert apt.notes == []
    assert apt.holding == {"2": ("08", "26"), "3": ("08", "26")}
    assert apt.stands == {"Stand 1": "stand-1"}
    assert _connected(apt)


@pytest.mark.parametrize(
    "text",
    [
        WHOLE.replace("\n", "\r\n"),
        "\ufeff" + WHOLE,
        WHOLE.replace("\n", "\n\n"),
        WHOLE.replace(" ", "   "),
        WHOLE.replace("99\n", ""),
    ],
    ids=["CRLF", "byte order mark", "blank lines", "wide columns", "no last row"],
)
def test_how_the_lines_are_written_makes_no_difference(text: str) -> None:
    plain, other = read_apt_dat(WHOLE), read_apt_dat(text)

    assert (other.nodes, other.stretches, other.stands) == (
        plain.nodes,
        plain.stretches,
        plain.stands,
    )


def test_a_part_that_is_cut_off_is_left_out_and_told() -> None:
    island = "1201 42.19000 42.47000 both 7 a\n1201 42.19100 42.47000 both 8 b\n"
    text = WHOLE.replace(RAMP, island + "1202 7 8 twoway taxiway_E Zulu\n" + RAMP)

    apt = read_apt_dat(text)

    assert "2 nodes cut off from the runways left out" in apt.notes
    assert not {"7", "8"} & set(apt.nodes)
    assert _connected(apt)


def test_nodes_on_top_of_each_other_are_one() -> None:
    twin = "1201 42.17700 42.46780 both 9 hold_a_again\n"
    text = WHOLE.replace(EDGES, twin + EDGES.replace("1202 2 4", "1202 9 4"))

    apt = read_apt_dat(text)

    assert "1 node on top of another taken for the same" in apt.notes
    assert _connected(apt)
    assert "9" not in apt.nodes


def test_a_node_that_stands_twice_keeps_its_first_place() -> None:
    text = WHOLE.replace(EDGES, "1201 43.0 43.0 both 4 elsewhere\n" + EDGES)

    apt = read_apt_dat(text)

    assert apt.nodes["4"] == (42.181, 42.48)
    assert "node 4 stands twice" in "; ".join(apt.notes)


def test_one_way_stretches_that_shut_somebody_in_are_read_both_ways() -> None:
    shut = WHOLE.replace("1202 3 4 twoway", "1202 3 4 oneway").replace(
        "1202 2 4 twoway", "1202 2 4 oneway"
    )

    apt = read_apt_dat(shut)

    assert "2 one-way stretches read both ways" in "; ".join(apt.notes)
    assert _connected(apt)


def test_one_way_stretches_in_a_circle_stay_one_way() -> None:
    circle = WHOLE.replace("1202 3 4 twoway", "1202 3 4 oneway").replace(
        "1202 2 4 twoway", "1202 4 2 oneway"
    )
    apt = read_apt_dat(circle)

    assert [one.one_way for one in apt.stretches].count(True) == 2
    assert _connected(apt)


def test_a_stretch_of_runway_that_lies_beside_it_is_a_taxiway() -> None:
    text = WHOLE.replace(RAMP, "1202 2 3 twoway runway 08/26\n" + RAMP)

    apt = read_apt_dat(text)

    assert "1 stretch of runway that lie beside it read as taxiway" in apt.notes
    assert [one.on_runway for one in apt.stretches].count(True) == 1


def test_where_no_zone_is_marked_the_strip_itself_is_held_short_of() -> None:
    unmarked = "".join(line for line in WHOLE.splitlines(keepends=True) if line[:4] != "1204")

    assert set(read_apt_dat(unmarked).holding) == {"2", "3"}


def test_a_stretch_that_leads_across_a_strip_is_held_short_of_on_both_sides() -> None:
    across = (
        "1201 42.17850 42.48100 both 5 north\n"
        "1201 42.17650 42.48130 both 6 south\n"
        "1202 4 5 twoway taxiway_E Charlie\n"
        "1202 5 6 twoway taxiway_E Charlie\n"
    )
    nodes_and_more = "".join(line for line in across.splitlines(keepends=True))
    text = "".join(
        line
        for line in WHOLE.replace(RAMP, nodes_and_more + RAMP).splitlines(keepends=True)
        if line[:4] != "1204"
    )

    apt = read_apt_dat(text)

    assert "5" in apt.holding
    assert any(one.runways for one in apt.stretches if {one.start, one.end} == {"5", "6"})


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("102 H1 42.177 42.481 0 20 20 1 0 0 0 0\n", ""),
        ("101 49 1 09W 42.1 42.4 27W 42.1 42.5\n", ""),
        ("1206 4 2 twoway cars\n", ""),
        ("110 1 0.25 0 Apron outline\n111 42.18 42.48\n", ""),
        (STRIP.replace(" 08 ", " 08x ").replace(" 26 ", " 26x "), "is closed"),
        (STRIP, "stands twice"),
        (STRIP.replace(" 08 ", " NW ").replace(" 26 ", " SE "), "has no numbers"),
        ("1202 4 77 twoway taxiway_E Zulu\n", "1 stretch to unknown nodes left out"),
        ("1202 4 4 twoway taxiway_E Zulu\n", ""),
    ],
)
def test_what_a_profile_cannot_hold_is_passed_over(row: str, told: str) -> None:
    text = WHOLE.replace(RAMP, row + RAMP)

    apt = read_apt_dat(text)

    assert len(apt.runways) == 1
    assert told in "; ".join(apt.notes)
    assert bool(apt.notes) == bool(told)
    assert _connected(apt)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD + "16 0 0 0 XSEA Harbour\n99\n", "it holds XSEA (seaplane base)"),
        (HEAD + "17 0 0 0 XHEL Roof\n99\n", "it holds XHEL (heliport)"),
        (HEAD + "1 148 1\n99\n", "line 4: a row 1 breaks off"),
        (HEAD + AIRPORT + STRIP[:60] + "\n99\n", "line 7: a row 100 "),
        (HEAD + AIRPORT + "1201 42.1\n99\n", "line 7: a row 1201 breaks off"),
        (HEAD + AIRPORT + "1201 142.1 42.4 both 1\n99\n", "line 7: a row 1201 cannot be read"),
        (HEAD + AIRPORT + "1300 north\n99\n", "line 7: a row 1300 breaks off"),
        ("I\n", "line 1"),
        ("X\n1100\n", "line 1"),
        ("\x00\x01\x02", "line 1"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, told: str) -> None:
    with pytest.raises(AptError, match=re.escape(told)):
        read_apt_dat(text)


def test_of_several_airports_the_one_that_is_asked_for_is_read() -> None:
    other = AIRPORT.replace("UGXX Testfield", "UGYY Elsewhere") + STRIP
    text = HEAD + other + WHOLE.removeprefix(HEAD)

    assert read_apt_dat(text, "ugxx").name == "Testfield"
    assert read_apt_dat(text, "UGYY").nodes == {}
    with pytest.raises(AptError, match=re.escape("no airport UGZZ; it holds UGYY (airport)")):
        read_apt_dat(text, "UGZZ")


@given(st.text(max_size=400), st.integers(0, len(WHOLE)))
@settings(max_examples=150, deadline=None)
def test_any_text_ends_in_a_field_or_a_message(noise: str, where: int) -> None:
    for text in (noise, WHOLE[:where] + noise, WHOLE[:where] + noise + WHOLE[where:]):
        try:
            apt = read_apt_dat(text)
        except AptError:
            continue
        written = "\n".join(taxi_lines(apt, {"08": "08", "26": "26"}))
        source = read_source("x", written.encode())
        assert not written.strip() or source.root is not None


def _begun(tmp_path: Path, data: bytes, icao: str = "UGXX") -> tuple[Result, Path]:
    profiles, path = tmp_path / "profiles", tmp_path / "x.apt.dat"
    path.write_bytes(data)
    run = CliRunner()
    run.invoke(new, ["theatre", "caucasus", "--profiles", str(profiles)])
    arguments = ["airfield", icao, "--theatre", "caucasus", "--profiles", str(profiles)]
    return run.invoke(new, [*arguments, "--from-aptdat", str(path)]), profiles / "caucasus"


@pytest.mark.parametrize(
    "name",
    ["Aérodrome d'Été", 'Field: "the yes" #1', "NO", "O'Hare - Intl", "42", "Ŝanĝo\u00a0ĉe"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_any_name_is_written_so_that_it_is_read_again(
    tmp_path: Path, name: str, encoding: str
) -> None:
    text = WHOLE.replace("Testfield", name).replace("Alfa", 'A "1": x').replace("Stand 1", name)

    made, folder = _begun(tmp_path, text.encode(encoding, errors="replace"))

    assert made.exit_code == 0, made.output
    found = [d for d in load_theatre(folder).diagnostics if d.severity is Severity.ERROR]
    assert {d.code for d in found} == {"M110"}, found


def test_nobody_holds_on_a_strip_that_only_the_field_knows() -> None:
    apt = read_apt_dat(WHOLE)
    crossing = AptRunway(("17", "35"), ((42.180, 42.4678), (42.174, 42.4678)), 45.0)

    written = "\n".join(taxi_lines(apt, {"08": "08", "26": "26"}, [crossing]))

    assert "at: hold-a" not in written
    assert "at: hold-b" in written


def test_a_code_that_is_none_of_the_icaos_is_left_to_fill_in(tmp_path: Path) -> None:
    made, folder = _begun(tmp_path, WHOLE.replace("UGXX", "7FL6X").encode(), "7FL6X")

    assert made.exit_code == 0, made.output
    found = [d for d in load_theatre(folder).diagnostics if d.severity is Severity.ERROR]
    assert {d.code for d in found} == {"M110"}
    assert any("instead of 7FL6X" in d.message for d in found)


def test_a_broken_file_gives_a_message_and_writes_nothing(tmp_path: Path) -> None:
    made, folder = _begun(tmp_path, b"\xff\xfe\x00nonsense")

    assert made.exit_code == 2
    assert "x.apt.dat: line 1" in made.output
    assert [path.name for path in folder.iterdir()] == ["theatre.yaml"]


def test_places_are_measured_in_metres() -> None:
    assert metres_apart((42.0, 42.0), (42.001, 42.0)) == pytest.approx(111.3, abs=0.5)
    assert metres_apart((60.0, 10.0), (60.0, 10.001)) == pytest.approx(55.7, abs=0.5)
