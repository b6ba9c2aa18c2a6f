"""JSON Schemas of the language files and of directives, made from the declarations.

An editor completes and checks by them while a designer types. The files under `schemas/` are this
module's output, and a test holds them fresh: `python -m engine.language.schema` writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.language.numbers import NumberStyle
from engine.language.quantities import SLOT_RULES
from engine.model.directive import DIRECTIVE_TYPES, DirectiveType
from engine.model.intent import Intent
from engine.model.slots import SlotSpec, SlotType
from engine.resources import schemas_dir

__all__ = ["SCHEMAS", "directive_schema", "intents_schema", "phraseology_schema", "write_schemas"]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

_INTEGERS = {
    SlotType.ALTITUDE: ("feet", 0, 99_999),
    SlotType.HEADING: ("degrees magnetic, north is 360", 1, 360),
    SlotType.DEGREES: ("degrees of turn", 1, 180),
    SlotType.FREQUENCY: ("hertz", 20_000_000, 400_000_000),
    SlotType.RANGE: ("nautical miles", 0, 999),
    SlotType.SPEED: ("knots", 0, 9_999),
    SlotType.COUNT: ("a count", 0, 999_999),
    SlotType.SECONDS: ("seconds", 0, 9_999),
    SlotType.MINUTES: ("minutes", 0, 9_999),
    SlotType.PRESSURE: ("hectopascals", 500, 1_100),
    SlotType.PRESSURE_IN: ("hundredths of an inch of mercury", 1_500, 3_300),
    SlotType.FUEL: ("pounds", 0, 999_999),
}
_PATTERNS = {
    SlotType.RUNWAY: ("a runway", "^(0[1-9]|[12][0-9]|3[0-6])[LRC]?$"),
    SlotType.SQUAWK: ("four octal digits", "^[0-7]{4}$"),
    SlotType.LETTER: ("a letter", "^[A-Z]$"),
}


def _slot(spec: SlotSpec) -> Schema:
    if spec.values:
        return {"enum": list(spec.values)}
    if spec.type is SlotType.FLAG:
        return {"const": True}
    if spec.type in _INTEGERS:
        unit, low, high = _INTEGERS[spec.type]
        return {"type": "integer", "minimum": low, "maximum": high, "description": unit}
    if spec.type in _PATTERNS:
        meaning, pattern = _PATTERNS[spec.type]
        return {"type": "string", "pattern": pattern, "description": meaning}
    return {"type": "string", "minLength": 1, "description": f"a {spec.type.value}"}


def _object(properties: Mapping[str, Any], *, required: list[str], meaning: str = "") -> Schema:
    made: Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": dict(properties),
        "required": required,
    }
    return {**made, "description": meaning} if meaning else made


def directive_schema() -> Schema:
    """Return the schema of a directive as it is recorded."""
    return {
        "$schema": _DRAFT,
        "title": "Directive",
        "description": "One decision to say something: what, by which rule, on which facts.",
        "type": "object",
        "required": ["kind", "slots", "rule"],
        "properties": {
            "kind": {"enum": list(DIRECTIVE_TYPES)},
            "rule": {"type": "string", "minLength": 1},
            "facts": {"type": "array"},
        },
        "oneOf": [_directive(kind) for kind in DIRECTIVE_TYPES.values()],
    }


def _directive(kind: DirectiveType) -> Schema:
    slots = _object(
        {spec.name: _slot(spec) for spec in kind.slots},
        required=[spec.name for spec in kind.slots if spec.required],
    )
    if kind.name == "altimeter":
        slots = {**slots, "minProperties": 1, "maxProperties": 1}
    return {
        "title": kind.name,
        "description": kind.meaning,
        "properties": {"kind": {"const": kind.name}, "slots": slots},
    }


_PATTERN: Schema = {
    "type": "string",
    "minLength": 1,
    "description": "words, [optional], (one|other) and {slot}",
}
_WORDING: Schema = {
    "anyOf": [
        {"type": "string", "minLength": 1},
        {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
    ]
}
_PATTERN_REF: Schema = {"$ref": "#/$defs/pattern"}
_WORDING_REF: Schema = {"$ref": "#/$defs/wording"}
_TERMS: Schema = {
    "type": "object",
    "description": "variants of a word, all understood where a pattern uses the word",
    "additionalProperties": {"type": "array", "items": {"type": "string", "minLength": 1}},
}
_CORRECTIONS: Schema = {
    "type": "array",
    "description": "known mis-hearings and what they mean",
    "items": _object(
        {
            "written": {"type": "string", "minLength": 1},
            "means": {"type": "string", "minLength": 1},
            "before": {"type": "array", "items": {"type": "string"}},
            "after": {"type": "array", "items": {"type": "string"}},
        },
        required=["written", "means"],
    ),
}


def phraseology_schema() -> Schema:
    """Return the schema of a phraseology file."""
    choices = {
        spec.name: spec.values
        for kind in DIRECTIVE_TYPES.values()
        for spec in kind.slots
        if spec.values
    }
    numbers = {
        one.name: {"type": {"str": "string", "int": "integer", "bool": "boolean"}[str(one.type)]}
        for one in fields(NumberStyle)
    }
    properties: Schema = {
        "authority": {"type": "string", "minLength": 1},
        "extends": {"type": "string", "description": "the phraseology that this one overlays"},
        "numbers": _object(numbers, required=[]),
        "address": _object(
            dict.fromkeys(("plain", "named", "broadcast"), _PATTERN_REF), required=[]
        ),
        "words": {
            "type": "object",
            "propertyNames": {"enum": sorted(choices)},
            "additionalProperties": {"type": "object", "additionalProperties": _WORDING_REF},
        },
        "directives": _object(
            {name: _entry(kind) for name, kind in DIRECTIVE_TYPES.items()}, required=[]
        ),
        "terms": _TERMS,
        "corrections": _CORRECTIONS,
        "readback_items": {"type": "array", "items": {"type": "string"}},
        "silencing": {"type": "array", "items": {"type": "string"}},
    }
    return {
        "$schema": _DRAFT,
        "title": "Phraseology",
        **_object(properties, required=["authority"]),
        "$defs": {"pattern": _PATTERN, "wording": _WORDING},
    }


def _entry(kind: DirectiveType) -> Schema:
    choices = {
        spec.name: _object(dict.fromkeys(spec.values, _WORDING_REF), required=[])
        for spec in kind.slots
        if spec.values
    }
    names = ["kind", *(spec.name for spec in kind.slots)]
    properties: Schema = {
        "say": _PATTERN_REF,
        "understand": {"type": "array", "items": _PATTERN_REF},
        "readback": {"type": "array", "items": {"enum": names}},
        "reply": _PATTERN_REF,
    }
    if choices:
        properties["words"] = _object(choices, required=[])
    return _object(properties, required=[], meaning=kind.meaning)


def intents_schema() -> Schema:
    """Return the schema of the intents file."""
    phrase: Schema = {
        "anyOf": [
            _PATTERN,
            _object({"hear": _PATTERN, "means": {"type": "object"}}, required=["hear"]),
        ]
    }
    phrases: Schema = {"type": "array", "items": {"$ref": "#/$defs/phrase"}}
    names: Schema = {"type": "array", "items": {"type": "string"}}
    becomes = {"intent": {"enum": [one.value for one in Intent]}, "having": names}
    intent = _object(
        {
            "rank": {"type": "integer", "description": "the lower, the more pressing"},
            "weak": {"type": "boolean", "description": "only a fact beside another intent"},
            "needs": names,
            "hear": phrases,
            "with": phrases,
            "say": {"type": "array", "items": _PATTERN},
            "implied_by": names,
            "examples": {
                "type": "array",
                "description": "calls that must be heard as this intent; `validate` hears them",
                "items": _object(
                    {
                        "say": {
                            "type": "string",
                            "minLength": 1,
                            "description": "a whole call, as recognition writes it",
                        },
                        "means": {
                            "type": "object",
                            "description": "callsign and station, and the slots that it carries",
                        },
                    },
                    required=["say", "means"],
                ),
            },
            "becomes": {
                "type": "array",
                "items": _object(
                    {**becomes, "at": {"type": "string"}}, required=["intent", "having", "at"]
                ),
            },
        },
        required=["rank", "hear"],
    )
    slot: Schema = {
        "oneOf": [
            _object({"kind": {"enum": sorted(SLOT_RULES)}}, required=["kind"]),
            _object(
                {
                    "values": {
                        "type": "object",
                        "additionalProperties": {"type": "array", "items": {"type": "string"}},
                    }
                },
                required=["values"],
            ),
        ]
    }
    detail = _object(
        {"hear": _PATTERN, "means": {"type": "object"}, "alone": {"type": "string"}},
        required=["hear"],
    )
    telling = _object({"always": names, "alone": names}, required=[])
    properties: Schema = {
        "terms": _TERMS,
        "corrections": _CORRECTIONS,
        "aircraft": _TERMS,
        "slots": {"type": "object", "additionalProperties": slot},
        "details": {"type": "array", "items": detail},
        "items": phrases,
        "intents": _object(
            {one.value: {"$ref": "#/$defs/intent"} for one in Intent if one is not Intent.NONE},
            required=[one.value for one in Intent if one is not Intent.NONE],
        ),
        "not_for_us": {"type": "object", "additionalProperties": telling},
    }
    return {
        "$schema": _DRAFT,
        "title": "Intents",
        **_object(properties, required=["slots", "intents"]),
        "$defs": {"phrase": phrase, "intent": intent},
    }


SCHEMAS = {
    "directive.schema.json": directive_schema,
    "phraseology.schema.json": phraseology_schema,
    "intents.schema.json": intents_schema,
}
"""The files and what makes them."""


def write_schemas(folder: Path) -> None:
    """Write every schema into a folder."""
    for name, make in SCHEMAS.items():
        text = json.dumps(make(), indent=2, ensure_ascii=False) + "\n"
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_schemas(schemas_dir())
