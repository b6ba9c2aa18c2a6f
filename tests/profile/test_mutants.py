"""Valid profiles broken by machine, each in one way: what is said, and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.profile.codes import CODES
from tests.profile.desk import copy_of_desk
from tests.profile.mutant_judge import judged
from tests.profile.mutants import OPERATORS

ONCE = tuple(replace(operator, most=1) for operator in OPERATORS)
FILES = [
    ("desk/batumi.yaml", "field"),
    ("desk/kobuleti.yaml", "field"),
    ("desk/theatre.yaml", "theatre"),
    ("common/phases.yaml", "phases"),
    ("common/handoffs.yaml", "handoffs"),
    ("common/airframes.yaml", "airframes"),
    ("common/phraseology/icao.yaml", "words"),
    ("common/intents.yaml", "intents"),
]


def test_the_table_is_wide_and_names_real_codes() -> None:
    assert len({operator.name for operator in OPERATORS}) == len(OPERATORS) >= 80
    assert {operator.code for operator in OPERATORS} <= set(CODES)
    assert len({operator.code for operator in OPERATORS}) >= 55


@pytest.mark.slow
@pytest.mark.parametrize(("file", "kind"), FILES, ids=str)
def test_every_mutant_gives_its_code_alone_at_its_line(
    tmp_path: Path, file: str, kind: str
) -> None:
    folder = copy_of_desk(tmp_path)

    results = judged(folder, folder.parent / file, kind, ONCE)

    missed = [(one.operator.name, wrong) for one, wrong in results if wrong]
    assert len(results) >= 2
    assert missed == []
