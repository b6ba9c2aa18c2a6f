"""An editor is told where it is, what fits there, and what a name means, even in half a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.profile.editor.complete import OfferKind, offers
from engine.profile.editor.cursor import cursor_at, cursor_in_text
from engine.profile.editor.hover import hover
from engine.profile.editor.names import mention_at, mentions, renamed, same_name
from engine.profile.editor.outline import outline
from engine.profile.editor.schema_walk import described, schema_at, schema_of
from engine.profile.files import read_files
from engine.profile.fixing import edited
from engine.profile.loader import load_theatre
from engine.profile.source import Source, read_source
from engine.resources import profiles_dir

HALF = """airfield: X
runways:
  - ends: ["13", "31"]
    thr
  - ends: ["04", "22"]
    length_ft: 3
stations:
  tower:
    name: T
    ro

handoffs:
  - name: a
    from: app

minimum_safe_altitude:
  - {from_deg_true: 217, to
approaches:
  asr-13:
    missed: {straight_to_ft: 800, turn: le
    ils: {ident: X, localizer: {la
    frequencies: ["1", "12
"""


@pytest.fixture(scope="module")
def caucasus() -> dict[str, Source]:
    return read_files(profiles_dir() / "caucasus", [])


@pytest.mark.parametrize(
    ("line", "path", "on_key", "before"),
    [
        (1, ("airfield",), False, "X"),
        (4, ("runways", 0), True, "thr"),
        (6, ("runways", 1, "length_ft"), False, "3"),
        (10, ("stations", "tower"), True, "ro"),
        (14, ("handoffs", 0, "from"), False, "app"),
        (17, ("minimum_safe_altitude", 0), True, "to"),
        (20, ("approaches", "asr-13", "missed", "turn"), False, "le"),
        (21, ("approaches", "asr-13", "ils", "localizer"), True, "la"),
        (22, ("approaches", "asr-13", "frequencies", 1), False, "12"),
    ],
)
def test_the_end_of_a_half_written_line_has_its_place(
    line: int, path: tuple[str | int, ...], on_key: bool, before: str
) -> None:
    column = len(HALF.splitlines()[line - 1]) + 1

    cursor = cursor_in_text(HALF, line, column)

    assert (cursor.path, cursor.on_key, cursor.before) == (path, on_key, before)


@pytest.mark.parametrize("text", ["", "\n", "{", "- - - ", "a:\n\t- {[", "\ufeffx", "'", "#", "::"])
def test_no_text_at_all_upsets_it(text: str) -> None:
    for line in range(1, 4):
        for column in range(1, 12):
            cursor_in_text(text, line, column)


@pytest.mark.parametrize("field", ["batumi", "nellis", "kutaisi"])
def test_every_value_is_at_the_same_path_by_its_text_as_by_its_tree(field: str) -> None:
    folder = profiles_dir() / ("nevada" if field == "nellis" else "caucasus")
    text = (folder / f"{field}.yaml").read_text(encoding="utf-8")
    source = read_source(field, text.encode())
    compared = 0
    for number, line in enumerate(text.splitlines(), start=1):
        column = len(line.split(" #")[0].rstrip()) + 1
        tree = cursor_at(source, number, column)
        if tree is None or tree.on_key or tree.span is None or tree.span.line != number:
            continue
        assert cursor_in_text(text, number, column).path == tree.path, f"{number}: {line}"
        compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("line", "wanted"),
    [(4, "thresholds"), (10, "role"), (17, "to_deg_true"), (21, "lat")],
)
def test_keys_that_are_missing_are_offered_first(
    caucasus: dict[str, Source], line: int, wanted: str
) -> None:
    cursor = cursor_in_text(HALF, line, len(HALF.splitlines()[line - 1]) + 1)

    found = offers("batumi", cursor, {**caucasus, "batumi": read_source("b", b"")}, [])

    first = [offer.text for offer in found if offer.kind is OfferKind.NEEDED]
    assert wanted in first
    assert [offer.text for offer in found][: len(first)] == first


def test_values_of_a_closed_list_are_offered(caucasus: dict[str, Source]) -> None:
    cursor = cursor_in_text(HALF, 20, len(HALF.splitlines()[19]) + 1)

    assert [offer.text for offer in offers("batumi", cursor, caucasus, [])] == ["left", "right"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("approaches:\n  asr-13:\n    runway: ", {"13", "31"}),
        ("approaches:\n  asr-13:\n    worked_by: ", {"ground", "tower", "approach"}),
        ("handoffs:\n  - name: x\n    replaces: ", {"approach to tower on final"}),
        ("airframes: [", {"P-51D-30-NA", "F-14B"}),
        ("airframes:\n  - ", {"P-51D-30-NA", "F-14B"}),
    ],
)
def test_names_in_scope_are_offered_and_no_other_fields(
    caucasus: dict[str, Source], line: str, names: set[str]
) -> None:
    last = line.splitlines()[-1]
    cursor = cursor_in_text(line, len(line.splitlines()), len(last) + 1)

    found = {offer.text for offer in offers("batumi", cursor, caucasus, list(mentions(caucasus)))}

    assert names <= found
    assert "07" not in found


def test_a_hint_gives_meaning_limits_and_where_a_name_is_declared(
    caucasus: dict[str, Source],
) -> None:
    source = caucasus["batumi"]
    lines = source.text.splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.strip().startswith("worked_by:"))
    cursor = cursor_at(source, line, lines[line - 1].index("approach") + 2)
    assert cursor is not None

    told = " | ".join(hover("batumi", cursor, caucasus, list(mentions(caucasus))))

    assert "the station that works it" in told
    assert "station `approach`, declared in" in told


def test_the_words_of_a_directive_are_told(caucasus: dict[str, Source]) -> None:
    source = caucasus["common/phases"]
    lines = source.text.splitlines()
    line = next(n for n, text in enumerate(lines, 1) if "allows:" in text)
    cursor = cursor_at(source, line, lines[line - 1].index("[") + 3)
    assert cursor is not None

    told = hover("common/phases", cursor, caucasus, [], lambda name: f"<{name}>")

    assert any(one.startswith("said: “<") for one in told)


@pytest.mark.parametrize("kind", ["airfield", "theatre", "phases", "handoffs", "airframes"])
def test_every_key_says_something_of_itself(kind: str) -> None:
    whole = schema_of(kind)
    for name in whole["properties"]:
        schema = schema_at(whole, (name,))
        assert schema is not None
        assert described(schema), name


def test_the_outline_names_stations_and_runways(caucasus: dict[str, Source]) -> None:
    found = {
        entry.title: [one.title for one in entry.inside] for entry in outline(caucasus["batumi"])
    }

    assert found["stations"] == ["ground", "tower", "approach"]
    assert found["runways"] == ["13 / 31"]


def _copy(tmp_path: Path) -> Path:
    shutil.copytree(profiles_dir(), tmp_path / "profiles")
    return tmp_path / "profiles" / "caucasus"


@pytest.mark.parametrize(
    ("source", "written", "start", "name"),
    [
        ("batumi", "  approach:\n    name:", "app", "radar"),
        ("batumi", "worked_by: approach", "app", "radar"),
        ("common/phases", "  vectoring:\n", "vec", "being_vectored"),
        ("common/handoffs", "approach to tower on final", "app", "to the tower"),
        ("theatre", "georgia-center:", "geo", "tbilisi-center"),
        ("batumi", "  asr-13:", "asr", "radar-13"),
        ("batumi-1944", "  - approaches.ils-13", "ils", "ils-13-old"),
        ("batumi-1944", "navaid: OS", "OS", "OSCAR"),
    ],
)
def test_a_name_is_changed_everywhere_and_nothing_breaks(
    tmp_path: Path, source: str, written: str, start: str, name: str
) -> None:
    folder = _copy(tmp_path)
    sources = read_files(folder, [])
    before = load_theatre(folder)
    text = sources[source].text
    at = text.index(written) + written.index(start)
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 2
    known = list(mentions(sources))
    here = mention_at(known, sources[source].file, line, column)
    assert here is not None
    wanted = renamed(known, here, name)
    files = {one.file: key for key, one in sources.items()}

    for file in {edit.span.file for edit in wanted}:
        after, _ = edited(sources[files[file]].text, [e for e in wanted if e.span.file == file])
        key = files[file]
        base = folder.parent if key.startswith("common/") else folder
        (base / f"{key}.yaml").write_text(after, encoding="utf-8", newline="\n")

    after_load = load_theatre(folder)
    assert len(after_load.errors) == len(before.errors) == 0
    assert not any(
        one.name == here.name for one in same_name(list(mentions(read_files(folder, []))), here)
    )


def test_a_fields_station_is_not_the_next_fields(caucasus: dict[str, Source]) -> None:
    known = list(mentions(caucasus))
    here = next(
        one for one in known if one.source == "batumi" and one.what == "station" and one.declares
    )

    sources = {one.source for one in same_name(known, here)}
    assert "batumi" in sources
    assert sources <= {"batumi", "batumi-1944"}, "a variant shares the names of what it extends"


def test_a_variant_is_completed_and_explained_as_a_variant(caucasus: dict[str, Source]) -> None:
    text = caucasus["batumi-1944"].text
    names = list(mentions(caucasus))
    line = next(n for n, one in enumerate(text.split("\n"), 1) if one.startswith("extends:"))
    source = caucasus["batumi-1944"]
    key, value = cursor_at(source, line, 3), cursor_at(source, line, 11)
    assert key is not None
    assert value is not None

    told = hover("batumi-1944", key, caucasus, names)
    offered = [one.text for one in offers("batumi-1944", value, caucasus, names)]

    assert "variant" in told[0]
    assert "batumi" in offered
    assert "batumi-1944" not in offered
