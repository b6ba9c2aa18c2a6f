"""The examples of the designers' pages are what a profile may hold."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from engine.profile.facts import FACTS
from engine.profile.guard_compiler import compile_guard
from engine.profile.node import Scalar, Table
from engine.profile.source import read_source
from engine.resources import schemas_dir
from tests.docs.pages import ROOT, Block, blocks
from tests.profile.folders import PROFILES, broken, findings

_DESIGNER = "docs/designer/"
_PHASES = frozenset(yaml.safe_load((ROOT / "profiles/common/phases.yaml").read_text())["phases"])


def _of(page: str, mark: str) -> tuple[Block, ...]:
    return tuple(
        block for block in blocks(mark) if block.where.startswith(f"{_DESIGNER}{page}.md:")
    )


def _compiled(text: str) -> list[str]:
    root = read_source("x.yaml", f"when: {text}\n".encode()).root
    assert isinstance(root, Table)
    ((_, value),) = root.pairs()
    assert isinstance(value, Scalar)
    _, found = compile_guard(value, phases=_PHASES)
    return [one.message for one in found]


@pytest.mark.parametrize(
    "line", [line for block in _of("guards", "") for line in block.text.splitlines()]
)
def test_a_condition_on_the_page_of_guards_is_one(line: str) -> None:
    assert _compiled(line) == []


@pytest.mark.parametrize("name", FACTS)
def test_each_fact_of_the_page_can_be_asked(name: str) -> None:
    words = name.replace("_", " ")
    value = {"phase": "final", "role": "tower", "approach_kind": "asr"}.get(name)
    tried = [f"{words} is {value}"] if value else [words, f"{words} > 1 nm", f"{words} > 1 ft"]
    tried += [f"{words} > 1 {unit}" for unit in ("kt", "fpm", "deg", "s")]

    assert any(_compiled(one) == [] for one in tried)


def test_the_phase_on_the_page_of_phases_can_stand_in_the_place_of_the_common_one(
    tmp_path: Path,
) -> None:
    (block,) = _of("phases", "yaml")
    (way,) = [line for line in block.text.splitlines() if line.startswith("      missed: ")]
    owner = "    owner: tower"
    assert owner in block.text
    text = (PROFILES / "common" / "phases.yaml").read_text(encoding="utf-8")
    whole = text[text.index("\n  final:") : text.index("\n  missed:\n")]
    assert owner in whole
    found = re.search(r"      missed:\n(?:        .*\n)+", whole)
    assert found is not None

    loaded = broken(tmp_path, "common/phases.yaml", whole, whole.replace(found[0], way + "\n"))

    assert findings(loaded) == []


def _required_gone(schema: Any) -> Any:
    """Return a schema that asks for nothing: an example shows a part of a file."""
    if isinstance(schema, dict):
        return {key: _required_gone(value) for key, value in schema.items() if key != "required"}
    return [_required_gone(one) for one in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize(
    "block",
    [*_of("aids-and-taxi", "yaml"), *_of("variants", "yaml")],
    ids=lambda block: block.where.removeprefix(_DESIGNER),
)
def test_a_part_of_a_field_on_a_page_is_what_the_schema_allows(block: Block) -> None:
    data = yaml.safe_load(block.text)
    kind = "overlay" if "extends" in data else "airfield"
    schema = json.loads((schemas_dir() / f"{kind}.schema.json").read_text(encoding="utf-8"))

    found = Draft202012Validator(_required_gone(schema)).iter_errors(data)

    assert [error.message for error in found] == []
