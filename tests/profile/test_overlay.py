"""Variants of a field: what merges, what is replaced, what is taken away, and who is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.show import show
from engine.model.geometry import spoken_heading
from engine.profile.diagnostic import Diagnostic, Severity
from engine.profile.loader import Loaded, load_project, load_theatre, load_theatre_or_raise
from engine.profile.provenance import Origin, resolved_field
from engine.profile.theatre import Theatre
from tests.profile.desk import copy_of_desk
from tests.profile.folders import PROFILES

HEAD = "extends: kobuleti\nairfield: Kobuleti 1944\n"


def _desk(tmp_path: Path, **files: str) -> Path:
    folder = copy_of_desk(tmp_path)
    for name, text in files.items():
        (folder / f"{name.replace('_', '-')}.yaml").write_text(text, encoding="utf-8")
    return folder


def _loaded(tmp_path: Path, **files: str) -> Loaded:
    return load_theatre(_desk(tmp_path, **files))


def _theatre(tmp_path: Path, text: str) -> Theatre:
    loaded = _loaded(tmp_path, kobuleti_1944=text)
    assert loaded.theatre is not None, loaded.errors
    return loaded.theatre


def _told(loaded: Loaded) -> list[Diagnostic]:
    return [one for one in loaded.diagnostics if one.severity is not Severity.INFORMATION]


def test_a_section_merges_and_a_list_is_replaced(tmp_path: Path) -> None:
    text = HEAD + 'stations: {tower: {frequencies: ["118.100 AM"]}}\n'

    theatre = _theatre(tmp_path, text)

    base, variant = theatre.fields["kobuleti"], theatre.variants["kobuleti-1944"]
    assert [c.frequency_hz for c in variant.stations["tower"].channels] == [118_100_000]
    assert variant.stations["tower"].name == base.stations["tower"].name
    assert variant.stations["approach"].channels == base.stations["approach"].channels
    assert variant.runways == base.runways
    assert variant.name == "Kobuleti 1944"


def test_what_is_taken_away_can_be_written_anew(tmp_path: Path) -> None:
    text = HEAD + "without: [stations.approach, airspace.tower]\nairspace: {tower: "
    text += "{within_nm: 4, up_to_ft: 3500}}\n"

    variant = _theatre(tmp_path, text).variants["kobuleti-1944"]

    assert set(variant.stations) == {"tower"}
    assert {space.role: space.within_nm for space in variant.airspace} == {
        "approach": 25.0,
        "tower": 4.0,
    }


def test_a_source_is_not_inherited_by_a_section_that_says_otherwise(tmp_path: Path) -> None:
    text = HEAD + "reference_point: {lat: 41.929}\nrunways: []\nwithout: [runways]\n"
    project, _ = load_project(_desk(tmp_path, kobuleti_1944=text), [])

    values = {one.path: one for one in resolved_field(project, "kobuleti-1944")}

    assert values["reference_point.lat"].origin is Origin.WRITTEN
    assert values["reference_point.lon"].origin is Origin.INHERITED
    assert values["reference_point.lon"].note == ""
    assert values["runways"].origin is Origin.REMOVED


def test_show_tells_the_file_of_each_value(tmp_path: Path) -> None:
    folder = _desk(tmp_path, kobuleti_1944=HEAD + "without: [stations.tower.also]\n")

    shown = CliRunner().invoke(show, ["kobuleti-1944", "--profiles", str(folder)])

    assert shown.exit_code == 0, shown.output
    assert "elevation_ft = 59  [inherited" in shown.output
    assert "airfield = Kobuleti 1944  [written" in shown.output
    assert "stations.tower.also  [removed" in shown.output


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("extends: kobulety\nphraseology: ww2\n", "M230", 1),
        ("extends: theatre\nphraseology: ww2\n", "M230", 1),
        ("extends: kobuleti-1944\nphraseology: ww2\n", "M231", 1),
        ("extends: kobuleti\n", "M232", 1),
        (HEAD + "elevation_ft: 59\n", "M232", 3),
        (HEAD + "airspace: {tower: {within_nm: 5}}\n", "M232", 3),
        (HEAD + "without: [stations.toer]\n", "M233", 3),
        (HEAD + "without: [elevation_ft]\n", "M102", 3),
        (HEAD + "without: [stations.tower.role]\n", "M102", 3),
        (HEAD + "elevation: 70\n", "M106", 3),
        (HEAD + "airspase: {}\n", "M101", 3),
        (HEAD + 'elevation_ft: "70"\n', "M103", 3),
        (HEAD + "phraseology: ww3\n", "M206", 3),
        (HEAD + "without: stations\n", "M103", 3),
        ("extends: [kobuleti]\n", "M103", 1),
    ],
)
def test_one_mistake_in_a_variant_gives_one_finding_at_its_line(
    tmp_path: Path, text: str, code: str, line: int
) -> None:
    told = _told(_loaded(tmp_path, kobuleti_1944=text))

    assert [(one.code, one.span.line) for one in told] == [(code, line)], told
    assert told[0].span.file.endswith("kobuleti-1944.yaml")


def test_two_variants_that_extend_each_other_are_told_as_a_ring(tmp_path: Path) -> None:
    told = _told(_loaded(tmp_path, one="extends: two\n", two="extends: one\n"))

    assert {one.code for one in told} == {"M231"}
    assert any("one extends two extends one" in one.message for one in told)


def test_a_variant_of_a_variant_has_what_both_say(tmp_path: Path) -> None:
    later = "extends: kobuleti-1944\nairfield: Kobuleti 1945\nicao: UG55\n"
    loaded = _loaded(tmp_path, kobuleti_1944=HEAD + "phraseology: ww2\n", kobuleti_1945=later)

    assert loaded.theatre is not None, loaded.errors
    variant = loaded.theatre.variants["kobuleti-1945"]
    assert (variant.name, variant.icao, variant.phraseology) == ("Kobuleti 1945", "UG55", "ww2")
    assert loaded.theatre.extended["kobuleti-1945"] == ("kobuleti-1944", "kobuleti")


def test_an_inherited_mistake_is_told_once_with_whom_it_reaches(tmp_path: Path) -> None:
    folder = _desk(tmp_path, kobuleti_1944=HEAD)
    path = folder / "kobuleti.yaml"
    text = path.read_text(encoding="utf-8").replace("ft: 11600", "ft: 8600")
    path.write_text(text, encoding="utf-8")

    (one,) = _told(load_theatre(folder))

    assert one.code == "M432"
    assert one.span.file.endswith("kobuleti.yaml")
    assert "reaches kobuleti, kobuleti-1944: mended here, it is in all of them" in one.notes


def test_a_mistake_that_a_variant_has_overlaid_reaches_the_field_alone(tmp_path: Path) -> None:
    folder = _desk(tmp_path, kobuleti_1944=HEAD + "phraseology: ww2\n")
    path = folder / "kobuleti.yaml"
    text = path.read_text(encoding="utf-8").replace("phraseology: icao", "phraseology: icoa")
    path.write_text(text, encoding="utf-8")

    (one,) = _told(load_theatre(folder))

    assert one.code == "M206"
    assert not any("reaches" in note for note in one.notes)


def test_an_inherited_value_that_is_wrong_for_the_variant_alone_says_where_to_mend_it(
    tmp_path: Path,
) -> None:
    # The variant is for aircraft without the UHF of the field's channels.
    told = _told(_loaded(tmp_path, kobuleti_1944=HEAD + "airframes: [P-51D-30-NA]\n"))

    assert {one.code for one in told} == {"M512"}
    assert all(one.span.file.endswith("kobuleti.yaml") for one in told)
    assert any("kobuleti is right" in note for note in told[0].notes)
    assert "kobuleti-1944.yaml" in told[0].hint


def test_a_variant_shares_no_channel_with_its_neighbours_and_may_with_its_field(
    tmp_path: Path,
) -> None:
    text = HEAD + 'stations: {tower: {frequencies: ["118.600 AM"]}}\n'

    told = _told(_loaded(tmp_path, kobuleti_1944=text))

    assert [one.code for one in told] == ["M501"]


def test_a_broken_field_brings_no_findings_of_its_variant(tmp_path: Path) -> None:
    folder = _desk(tmp_path, kobuleti_1944=HEAD + "without: [stations.approach]\n")
    path = folder / "kobuleti.yaml"
    text = path.read_text(encoding="utf-8").replace("\nstations:\n", "\nstation:\n")
    path.write_text(text, encoding="utf-8")

    assert [one.code for one in _told(load_theatre(folder))] == ["M101"]


def test_a_variant_stands_in_the_place_of_its_field() -> None:
    theatre = load_theatre_or_raise(PROFILES / "caucasus")

    then = theatre.standing("batumi-1944")

    assert "batumi-1944" not in theatre.fields
    assert "batumi" not in then.fields
    assert len(then.fields) == len(theatre.fields)
    assert then.station("batumi-1944/approach") is not None
    assert theatre.standing("batumi").fields.keys() == theatre.fields.keys()


def test_batumi_of_1944_is_small_and_speaks_as_then() -> None:
    theatre = load_theatre_or_raise(PROFILES / "caucasus").standing("batumi-1944")
    airfield = theatre.fields["batumi-1944"]
    own = (PROFILES / "caucasus" / "batumi-1944.yaml").read_text(encoding="utf-8")
    whole = (PROFILES / "caucasus" / "batumi.yaml").read_text(encoding="utf-8")

    assert len(own) * 2 < len(whole)
    assert airfield.phraseology == "ww2"
    assert {approach.kind for approach in airfield.approaches.values()} == {"ndb"}
    assert airfield.station_for_role("approach") is not None
    assert not airfield.stations["approach"].radar
    end = airfield.runway_end("13")
    assert end is not None
    assert spoken_heading(end.heading_deg_grid, theatre.variation_deg("batumi-1944")) == 121
    era = [theatre.airframes[name] for name in airfield.airframes]
    for station in airfield.stations.values():
        for channel in station.channels:
            assert all(airframe.can_tune(channel) for airframe in era), station.name
