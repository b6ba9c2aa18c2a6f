"""Every code has a page, a failing example that gives exactly it, and a passing one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.profile.codes import CODES
from engine.profile.diagnostic import Severity
from engine.profile.loader import load_theatre
from engine.profile.source import lines_of
from tests.profile.desk import copy_of_desk
from tests.profile.rule_examples import EXAMPLES, Example
from tests.profile.rule_pages import PAGES, WITHOUT_EXAMPLE, bare_page, loaded_example, page

# A bad suppression silences nothing, so what it stood for is reported beside it.
_WITH_ANOTHER = {"M902": {"M501"}, "M903": {"M432"}}


# The words that ship are used as they are: their lines move whenever a phrase is added.
_LIVING = ("common/phraseology/", "common/intents")


def _without_lines(text: str) -> str:
    return re.sub(r"[ \d]+", " ", text)


def test_the_desk_theatre_has_nothing_wrong(tmp_path: Path) -> None:
    loaded = load_theatre(copy_of_desk(tmp_path))

    assert [d.code for d in loaded.diagnostics if d.severity is not Severity.INFORMATION] == []
    assert loaded.theatre is not None


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.code)
def test_an_example_gives_its_code_alone_and_its_page_says_so(
    tmp_path: Path, example: Example
) -> None:
    loaded = loaded_example(example, tmp_path)

    found = [d for d in loaded.diagnostics if d.severity is not Severity.INFORMATION]
    own = [d for d in loaded.diagnostics if d.code == example.code]
    assert own
    assert {d.code for d in found} - {example.code} == _WITH_ANOTHER.get(example.code, set())
    for one in own:
        lines = lines_of(loaded.texts.get(one.span.file, ""))
        assert one.span.line <= max(len(lines), 1) or example.encoding != "utf-8"
        assert "\n" not in one.message
        assert not one.message.endswith(".")
        assert len(one.message) <= 110
    if example.encoding == "utf-8":
        text = (PAGES / f"{example.code}.md").read_text(encoding="utf-8")
        wanted = page(example, loaded)
        if example.file.startswith(_LIVING):
            text, wanted = _without_lines(text), _without_lines(wanted)
        assert text == wanted, "run python -m tests.profile.rule_pages"


def test_every_code_has_a_page_a_law_and_a_slug_of_its_own() -> None:
    assert {example.code for example in EXAMPLES} | set(WITHOUT_EXAMPLE) == set(CODES)
    assert len({code.slug for code in CODES.values()}) == len(CODES)
    for code in CODES.values():
        assert 0 < len(code.law) <= 80, code
        assert (PAGES / f"{code.code}.md").is_file()
    for name in WITHOUT_EXAMPLE:
        assert (PAGES / f"{name}.md").read_text(encoding="utf-8") == bare_page(name)
