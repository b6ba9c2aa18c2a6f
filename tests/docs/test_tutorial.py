"""The tutorial is walked in an empty folder, line by line, as somebody new would."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.service.config import read_config
from tests.docs.pages import TUTORIAL, Block, text_of
from tests.docs.test_examples import examples, pattern, run

_STEP = re.compile(
    r"(?:^<!-- (?P<does>fill in|change|add to|write): (?P<file>\S+) -->\n\n)?"
    r"^```(?P<mark>[a-z]*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_KEY = re.compile(r"^\s*(?:- )?[\w-]+:")


@dataclass(frozen=True, slots=True)
class Step:
    """A block of the tutorial, and what is done with it: run, or written into a file."""

    line: int
    mark: str
    text: str
    does: str | None
    file: str | None


def steps() -> Iterator[Step]:
    page = text_of(TUTORIAL)
    for found in _STEP.finditer(page):
        line = page.count("\n", 0, found.start()) + 1
        yield Step(line, found["mark"], found["text"], found["does"], found["file"])


def _fill_in(text: str, answers: str) -> str:
    """Return a file with each line that asks replaced by the answer of the same key, in order."""
    left = answers.splitlines()
    lines = []
    for line in text.splitlines():
        if left and "!todo '" in line:
            asked, given = _KEY.match(line), _KEY.match(left[0])
            assert asked is not None
            assert given is not None
            assert asked[0] == given[0], f"{line} is not answered by {left[0]}"
            lines.append(left.pop(0))
        else:
            lines.append(line)
    assert left == [], f"nothing asks for {left}"
    return "\n".join([*lines, ""])


def _change(text: str, diff: str) -> str:
    old = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line[0] == "-")
    new = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line[0] == "+")
    assert text.count(old) == 1, old
    return text.replace(old, new)


def _write(step: Step) -> None:
    assert step.file is not None
    path = Path(step.file)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    match step.does:
        case "fill in":
            after = _fill_in(before, step.text)
        case "change":
            after = _change(before, step.text)
        case "add to":
            after = before + step.text
        case _:
            after = step.text
    path.write_text(after, encoding="utf-8")


@pytest.mark.slow
def test_the_tutorial_is_walked_from_an_empty_folder_to_a_configuration_that_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0

    for step in steps():
        if step.does is not None:
            _write(step)
        elif step.mark == "console":
            for example in examples(Block(str(step.line), step.mark, step.text)):
                printed, code = run(example.command, monkeypatch)
                told = f"line {step.line}: {example.command}\n{printed}"
                assert pattern(example.printed).fullmatch(printed), told
                assert code == (1 if "error[" in printed else 0) or "explain" in told, told
                ran += 1

    assert ran >= 12
    assert "!todo '" not in Path("profiles/caucasus/kutaisi.yaml").read_text(encoding="utf-8")
    assert Path("profiles/schemas/config.schema.json").is_file()
    config = read_config(Path("marshall.yaml"), dict(os.environ))
    assert config.theatre.resolve() == tmp_path / "profiles" / "caucasus"
