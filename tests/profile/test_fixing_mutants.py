"""Fixes over profiles broken by machine: each helps, twice is once, and comments survive."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.profile.diagnostic import Severity
from engine.profile.fixing import fix_all
from engine.profile.loader import load_theatre
from engine.profile.places import own_paths
from tests.profile.desk import copy_of_desk
from tests.profile.mutants import OPERATORS, Mutant, mutants_of

# One operator of every way to be mended, so that each fix that rules offer is made once.
_OF_FIELDS = [
    replace(one, most=1)
    for one in OPERATORS
    if one.kind == "field"
    and one.code
    in {"M101", "M103", "M104", "M106", "M203", "M209", "M416", "M421", "M504", "M510", "M521"}
]
_COMMENT = re.compile(r"#.*")


def _mutants(text: str) -> list[Mutant]:
    return list(mutants_of("field", text, tuple(_OF_FIELDS)))


@pytest.mark.slow
def test_fixes_of_mutants_help_end_and_keep_comments(tmp_path: Path) -> None:
    folder = copy_of_desk(tmp_path)
    path = folder / "batumi.yaml"
    sound = path.read_text("utf-8")
    tried = 0

    def check():  # type: ignore[no-untyped-def]
        return load_theatre(folder).diagnostics

    for mutant in _mutants(sound):
        path.write_text(mutant.text, "utf-8")
        before = [one for one in check() if one.severity is Severity.ERROR]
        if not any(one.fix for one in before):
            continue
        tried += 1
        paths = own_paths(folder)
        first = fix_all(check, paths, unsafe=True)
        once = {name: one.read_bytes() for name, one in paths.items()}
        second = fix_all(check, paths, unsafe=True)
        after = [one for one in check() if one.severity is Severity.ERROR]

        assert second.count == 0, mutant.operator.name
        assert {name: one.read_bytes() for name, one in paths.items()} == once
        assert len(after) <= len(before), mutant.operator.name
        if first.count:
            assert len(after) < len(before), mutant.operator.name
        fixed = path.read_text("utf-8")
        assert _COMMENT.findall(fixed) == _COMMENT.findall(mutant.text), mutant.operator.name
        assert len(fixed.splitlines()) == len(mutant.text.splitlines()), mutant.operator.name
    assert tried >= 8
