"""The quick check of shapes says the same as `jsonschema`, wherever it says anything."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.profile.kinds import KINDS
from engine.profile.node import Table
from engine.profile.schema_check import mismatches
from engine.profile.source import read_source
from engine.resources import schemas_dir
from tests.profile.desk import DESK

_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 40_000),
    st.floats(-10, 500, allow_nan=False).map(lambda value: round(value, 2)),
    st.sampled_from(["13", "left", "118.600 AM", "icao", "UGSB", "x", "", "tower"]),
)


def _keys(schema: Any) -> list[str]:
    found: list[str] = []
    for part in ("properties",):
        for name, inner in schema.get(part, {}).items():
            found += [name, *_keys(inner)]
    for part in ("items", "additionalProperties"):
        if isinstance(schema.get(part), dict):
            found += _keys(schema[part])
    return found


_KEYS = sorted({*_keys(KINDS["airfield"]), "nobody", "main"})
_VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)


WORDS = {
    name: json.loads((schemas_dir() / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in ("intents", "phraseology")
}
ALL = {**KINDS, **WORDS}


def _theirs(schema: Any, value: Any) -> set[tuple[Any, ...]]:
    found: set[tuple[Any, ...]] = set()
    for error in Draft202012Validator(schema).iter_errors(value):
        found.add(tuple(error.absolute_path))
    return found


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(ALL)), _VALUES)
def test_any_value_is_wrong_at_the_same_places(kind: str, value: Any) -> None:
    ours = {found.absolute_path for found in mismatches(ALL[kind], value)}

    assert ours == _theirs(ALL[kind], value)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_field_with_one_value_changed_is_wrong_at_the_same_places(data: st.DataObject) -> None:
    root = read_source("x", (DESK / "desk" / "batumi.yaml").read_bytes()).root
    assert isinstance(root, Table)
    value: Any = root.plain()
    here: Any = value
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(here[key], dict | list) and here[key] and data.draw(st.booleans()):
            here = here[key]
            continue
        here[key] = data.draw(_VALUES)
        break

    ours = {found.absolute_path for found in mismatches(KINDS["airfield"], value)}
    assert ours == _theirs(KINDS["airfield"], value)
