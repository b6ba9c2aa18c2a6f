"""What an editor makes of a profile by its first line alone, without any of Marshall installed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from cli.new import new
from engine.resources import schemas_dir
from tests.profile.folders import PROFILES

_MODELINE = "# yaml-language-server: $schema="


class _AsEditorsRead(yaml.SafeLoader):
    """YAML 1.2 core as editors read it: `2016-06-21`, `yes` and `1_000` are text."""


_AsEditorsRead.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in known if tag.endswith(("null", "merge"))]
    for letter, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for _tag, _pattern, _first in (
    ("bool", r"^(?:true|false|True|False|TRUE|FALSE)$", "tTfF"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
):
    _AsEditorsRead.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), list(_first)
    )
_AsEditorsRead.add_constructor("!todo", lambda loader, node: loader.construct_scalar(node))


def _schema_of(path: Path) -> Path:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith(_MODELINE), path
    return (path.parent / first.removeprefix(_MODELINE)).resolve()


def _mistakes(path: Path) -> list[str]:
    schema = json.loads(_schema_of(path).read_text(encoding="utf-8"))
    data: Any = yaml.load(path.read_text(encoding="utf-8"), _AsEditorsRead)  # noqa: S506 - safe
    return [error.message for error in Draft202012Validator(schema).iter_errors(data)]


@pytest.mark.parametrize(
    "path",
    sorted(PROFILES.rglob("*.yaml")),
    ids=lambda path: "/".join(path.relative_to(PROFILES).parts),
)
def test_a_profile_that_ships_is_what_the_schema_of_its_first_line_allows(path: Path) -> None:
    assert _schema_of(path).parent == schemas_dir()
    assert _mistakes(path) == []


@pytest.mark.parametrize("folder", ["profiles", "deep/down/my fields"])
def test_a_begun_file_names_a_schema_that_is_there(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()

    for words in (["theatre", "syria"], ["airfield", "LTAG", "--theatre", "syria"]):
        made = run.invoke(new, [*words, "--profiles", folder])
        assert made.exit_code == 0, made.output

    for path in (tmp_path / folder).glob("*/*.yaml"):
        assert _schema_of(path).is_file(), path
        assert _schema_of(path).is_relative_to(tmp_path)
    assert _mistakes(tmp_path / folder / "syria" / "theatre.yaml") == []
    written = {one.name for one in (tmp_path / folder / "schemas").iterdir()}
    named = {_schema_of(path).name for path in PROFILES.rglob("*.yaml")}
    assert named | {"config.schema.json"} <= written


def test_all_that_a_schema_says_against_a_begun_field_is_what_is_still_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    run.invoke(new, ["theatre", "caucasus"])
    run.invoke(new, ["airfield", "UGKO", "--theatre", "caucasus"])

    told = _mistakes(tmp_path / "profiles" / "caucasus" / "kutaisi.yaml")

    assert [one for one in told if ", e.g. " not in one] == []
