"""A field is found by what people call it, their own before those that ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.find_theatre import find_theatre
from engine.model.errors import ConfigurationError
from engine.profile.find_field import find_field, folders_here, not_found
from engine.resources import profiles_dir


def _own(place: Path, icao: str = "UGKO", name: str = "My Kutaisi") -> Path:
    folder = place / "profiles" / "caucasus"
    folder.mkdir(parents=True)
    (folder / "theatre.yaml").write_text("theatre: Caucasus\n", encoding="utf-8")
    text = f"airfield: {name}\nicao: {icao}   # its code\n"
    (folder / "kutaisi.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("wanted", ["kutaisi", "KUTAISI", "ugko", "UGKO", "My Kutaisi", " ugko "])
def test_ones_own_field_comes_before_the_one_that_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    _own(tmp_path)
    monkeypatch.chdir(tmp_path)

    found = find_field(wanted, folders_here())

    assert found is not None
    assert (found.folder, found.key) == (Path("profiles/caucasus"), "kutaisi")


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ("batumi", "batumi"),
        ("UGSB", "batumi"),
        ("nellis", "nellis"),
        ("batumi-1944", "batumi-1944"),
    ],
)
def test_what_is_not_here_is_found_among_those_that_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, key: str
) -> None:
    _own(tmp_path)
    monkeypatch.chdir(tmp_path)

    found = find_field(wanted, folders_here())

    assert found is not None
    assert found.key == key
    assert found.folder.is_relative_to(profiles_dir())


def test_where_nothing_is_called_so_the_nearest_is_offered(tmp_path: Path) -> None:
    folders = folders_here(_own(tmp_path))

    assert find_field("kutaysi", folders) is None
    assert "did you mean kutaisi?" in not_found("kutaysi", folders)
    assert "there are: kutaisi" in not_found("elsewhere", folders)


def test_without_any_profile_he_is_told_how_to_begin(tmp_path: Path) -> None:
    assert "marshall new theatre" in not_found("x", folders_here(tmp_path))


@pytest.mark.parametrize(
    ("theatre", "field", "told"),
    [
        (None, "batumy", "did you mean batumi?"),
        ("caucassus", "batumi", "did you mean caucasus?"),
        ("nevada", "batumi", "there are: creech, nellis, tonopah"),
    ],
)
def test_a_command_says_what_there_is(theatre: str | None, field: str, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told.replace("?", r"\?")):
        find_theatre(theatre, field)
