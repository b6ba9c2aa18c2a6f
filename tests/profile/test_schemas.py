"""Schemas: written from the declarations, complete for editors, and equal to what is compiled."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.profile import theatre as model
from engine.profile.kinds import KINDS, render, write
from engine.profile.schema_terms import PROVENANCE
from engine.resources import grammars_dir, profiles_dir, schemas_dir
from tests.profile.folders import ANAPA, PROFILES


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_is_what_the_declaration_says(kind: str) -> None:
    path = schemas_dir() / f"{kind}.schema.json"

    assert path.read_text(encoding="utf-8") == render(kind), "run python -m engine.profile.kinds"
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    assert len(write(tmp_path)) == len(KINDS)
    assert write(tmp_path) == []


def _fields(schema: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name, value in schema.get("properties", {}).items():
        if "$ref" not in value and not path.endswith(".value"):
            yield f"{path}.{name}", value
            if "x-unit" not in value:
                yield from _fields(value, f"{path}.{name}")
    for part in ("items", "additionalProperties"):
        if isinstance(schema.get(part), dict):
            yield f"{path}[]", schema[part]
            if "x-unit" not in schema[part]:
                yield from _fields(schema[part], f"{path}[]")


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_has_a_description_and_every_value_an_example(kind: str) -> None:
    for path, schema in _fields(KINDS[kind], kind):
        assert schema.get("description"), path
        if schema.get("type") not in ("object", "array"):
            assert schema.get("examples"), path
        assert schema.get("additionalProperties", True) is not True or (
            schema.get("type") != "object"
        ), path


@pytest.mark.parametrize("kind", KINDS)
def test_every_example_is_valid(kind: str) -> None:
    definitions = KINDS[kind]["$defs"]
    for path, schema in _fields(KINDS[kind], kind):
        for example in schema.get("examples", []):
            validator = Draft202012Validator(schema | {"$defs": definitions})
            assert list(validator.iter_errors(example)) == [], path


# A key of a file and the field it becomes, where the two are not called the same.
BECOMES = {
    "airfield": "name",
    "theatre": "name",
    "worked_by": "worked_by",
    "role": "roles",
    "also": "roles",
    "frequencies": "channels",
    "call": "station",
    "magnetic_variation_deg_east": "variation",
    "mission_date": "mission_year",
    "from_deg_true": "from_deg_grid",
    "to_deg_true": "to_deg_grid",
    "within_nm": "rings",
    "ft": "rings",
    "headings_deg_grid": "ends",
    "thresholds": "ends",
    "default_wind": "default_wind_from_deg_grid",
    "lat": "at",
    "lon": "at",
    "frequency_mhz": "frequency_hz",
    "frequency_khz": "frequency_hz",
}
# Fields that no file gives: keys of sections, ids, and what comes from other files.
GIVEN_ELSEWHERE = {
    "key",
    "field",
    "type_name",
    "fields",
    "airframes",
    "phases",
    "phraseology",
    "intents",
    "plans",
    "config_hash",
    "default_wind_speed_kt",
    "variants",
    "extended",
}


def _at(kind: str, *path: str) -> Any:
    schema = KINDS[kind]
    for step in path:
        schema = schema["items"] if step == "[]" else schema["properties"][step]
        if isinstance(schema.get("additionalProperties"), dict):
            schema = schema["additionalProperties"]
    return schema


@pytest.mark.parametrize(
    ("schema", "made"),
    [
        (_at("theatre"), model.Theatre),
        (_at("theatre", "projection"), model.Projection),
        (_at("theatre", "stations"), model.Station),
        (_at("airfield"), model.Airfield),
        (_at("airfield", "stations"), model.Station),
        (_at("airfield", "runways", "[]"), model.Runway),
        (_at("airfield", "minimum_safe_altitude", "[]"), model.SafeAltitudeSector),
        (_at("airfield", "minimum_vectoring_altitude", "[]"), model.SafeAltitudeSector),
        (_at("airfield", "holding"), model.Hold),
        (_at("airfield", "approaches"), model.Approach),
        (_at("airfield", "approaches", "missed"), model.MissedApproach),
        (_at("airfield", "approaches", "lost_communication"), model.LostCommunication),
        (_at("airfield", "approaches", "speeds"), model.SpeedLimits),
        (_at("airfield", "approaches", "ils"), model.Ils),
        (_at("airfield", "navaids"), model.Navaid),
        (_at("airfield", "atis"), model.Atis),
        (_at("airframes", "airframes"), model.Airframe),
    ],
)
def test_keys_and_compiled_fields_are_the_same_list(schema: Any, made: Any) -> None:
    keys = {BECOMES.get(name, name) for name in schema["properties"] if name not in PROVENANCE}
    fields = {field.name for field in dataclasses.fields(made)}

    assert keys <= fields
    if made is not model.Airfield:
        assert fields - keys <= GIVEN_ELSEWHERE


@pytest.mark.parametrize(
    "path",
    [*PROFILES.glob("*/*.yaml"), *ANAPA.glob("*.yaml")],
    ids=lambda path: "/".join(path.parts[-2:]),
)
def test_every_profile_begins_with_its_schema(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]

    assert first.startswith("# yaml-language-server: $schema=")
    schema = (path.parent / first.partition("=")[2]).resolve()
    assert schema.parent == schemas_dir()
    if path.stem != "intents":
        assert schema.is_file()


def test_the_shipped_folders_are_found() -> None:
    assert (grammars_dir() / "guard.lark").is_file()
    assert (profiles_dir() / "common" / "phases.yaml").is_file()
    assert (schemas_dir() / "airfield.schema.json").is_file()
