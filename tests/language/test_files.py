"""The language files that ship, their schemas, and what a designer is told of a mistake."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest

from engine.language.compile import compile_language
from engine.language.schema import SCHEMAS, directive_schema
from engine.model.directive import DIRECTIVE_TYPES
from engine.model.errors import ProfileError
from engine.model.intent import Intent
from tests.language.conftest import ROOT

Files = tuple[dict[str, Any], dict[str, dict[str, Any]]]


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_schema_is_fresh(name: str) -> None:
    written = json.loads((ROOT / "schemas" / name).read_text(encoding="utf-8"))

    assert written == SCHEMAS[name](), "run: python -m engine.language.schema"


def test_the_files_that_ship_fit_their_schemas(language_files: Files) -> None:
    intents, phraseology = language_files

    jsonschema.validate(intents, SCHEMAS["intents.schema.json"]())
    for data in phraseology.values():
        jsonschema.validate(data, SCHEMAS["phraseology.schema.json"]())


def test_every_intent_and_directive_has_words(language_files: Files) -> None:
    intents, phraseology = language_files

    assert set(intents["intents"]) == {one.value for one in Intent if one is not Intent.NONE}
    assert set(phraseology["icao"]["directives"]) == set(DIRECTIVE_TYPES)


@pytest.mark.parametrize(
    ("record", "fits"),
    [
        ({"kind": "vector", "slots": {"heading_deg_mag": 120}, "rule": "r"}, True),
        ({"kind": "vector", "slots": {"heading_deg_mag": 0}, "rule": "r"}, False),
        ({"kind": "vector", "slots": {}, "rule": "r"}, False),
        ({"kind": "vector", "slots": {"heading_deg_mag": 120, "reason": "x"}, "rule": "r"}, False),
        ({"kind": "cleared_to_land", "slots": {"runway": "13"}, "rule": "r"}, True),
        ({"kind": "cleared_to_land", "slots": {"runway": "37"}, "rule": "r"}, False),
        ({"kind": "altimeter", "slots": {}, "rule": "r"}, False),
        ({"kind": "altimeter", "slots": {"qnh_hpa": 1013}, "rule": "r"}, True),
        ({"kind": "sing", "slots": {}, "rule": "r"}, False),
    ],
)
def test_the_directive_schema_knows_right_from_wrong(record: dict[str, Any], fits: bool) -> None:
    validator = jsonschema.Draft202012Validator(directive_schema())

    assert validator.is_valid(record) is fits


def _changed(files: Files, *path: str | int, value: object) -> Files:
    intents, phraseology = copy.deepcopy(files)
    at: Any = {"intents": intents, **phraseology}
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return intents, phraseology


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("icao", "directives", "vector", "say"), "turn {tun}", "has a slot 'tun'"),
        (("icao", "directives", "vector", "say"), "turn [left", "cannot be read here"),
        (("icao", "directives", "vector", "say"), "turn left", "'heading_deg_mag' is never said"),
        (("icao", "directives", "vector"), None, "icao.directives.vector: has no words"),
        (("icao", "directives", "vectr"), {"say": "x"}, "icao.directives.vectr: no directive"),
        (("icao", "directives", "vector", "readback"), ["head"], "'head' is no slot"),
        (("icao", "directives", "report", "words"), {}, "no words for runway_in_sight"),
        (("icao", "directives", "level", "say"), "{verb} {altitude_ft:loud}", "no style 'loud'"),
        (("icao", "numbers", "decimals"), 3, "icao.numbers.decimals: unknown"),
        (("icao", "address", "plain"), None, "'plain' is missing"),
        (("faa", "extends"), "iaco", "extends 'iaco'"),
        (("intents", "intents", "radio_check"), None, "radio_check: this intent has no words"),
        (("intents", "intents", "sing"), {"rank": 1, "hear": []}, "no intent is called so"),
        (("intents", "intents", "cancel", "hear"), ["cancel {x}"], "'x' is no slot"),
        (("intents", "slots", "atis"), {"kind": "lettr"}, "'lettr' is no kind of slot"),
    ],
)
def test_a_mistake_is_named_with_its_place(
    path: tuple[str, ...], value: object, message: str, language_files: Files
) -> None:
    with pytest.raises(ProfileError) as caught:
        compile_language(*_changed(language_files, *path, value=value))

    assert message in str(caught.value)


def test_a_pattern_with_too_many_readings_is_refused(language_files: Files) -> None:
    many = " ".join(f"[w{number}]" for number in range(12))

    entry = {"say": "roger", "understand": [f"roger {many}"]}
    changed = _changed(language_files, "icao", "directives", "acknowledge", value=entry)

    with pytest.raises(ProfileError, match="more than 256 readings"):
        compile_language(*changed)
