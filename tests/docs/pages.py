"""The pages as the tests read them: fenced blocks, tables, links and commands.

Conventions of the pages:
- a block marked `console` is run: `$ ` lines are commands, the lines below are what they print,
  where `...` stands for anything, and a line of it for any lines;
- a block marked `sh`, or not at all, is not run, but its `marshall` and `make` lines must be valid;
- a block marked `yaml` must load; one that is a host's configuration must be usable;
- a table below `<!-- answers: MHZ after "CALL" -->` is flown, each row by itself; `...` again is
  anything, and numbers and directions are examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "designer" / "tutorial.md"
"""Its blocks build on one another and write files, so it is walked as a whole in a folder of its
own (test_tutorial.py)."""

_FENCE = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_INLINE = re.compile(r"`(marshall [a-z][^`]*)`")
_ANSWERS = re.compile(
    r'^<!-- answers: (?P<mhz>[\d.]+)(?: after "(?P<after>[^"]+)")? -->\n\n(?P<table>(?:\|.*\n)+)',
    re.MULTILINE,
)
_QUOTED = re.compile(r'"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: where it begins, how it is marked, what is in it."""

    where: str
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A row of a table of answers; `answer` None is silence."""

    mhz: float
    after: str | None
    call: str
    answer: str | None


def pages() -> tuple[Path, ...]:
    """Return the readme and the pages under docs.

    Decisions are history, and the pages of rules are written and held by the rules themselves.
    """
    docs = ROOT / "docs"
    found = (
        page
        for page in docs.rglob("*.md")
        if not {"adr", "rules"} & set(page.relative_to(docs).parts)
    )
    return (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(found))


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(mark: str) -> tuple[Block, ...]:
    walked = {"console", "yaml"}
    return tuple(
        block
        for page in pages()
        if page != TUTORIAL or mark not in walked
        for block in _blocks(page)
        if block.mark == mark
    )


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return _FENCE.sub("", text_of(page))


def links(page: Path) -> tuple[str, ...]:
    """Return the links of a page that lead nowhere outside."""
    return tuple(link for link in _LINK.findall(prose(page)) if "://" not in link)


def anchors(page: Path) -> frozenset[str]:
    """Return the names of a page's headings as links write them."""
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in _HEADING.findall(prose(page)))
    return frozenset(heading.replace(" ", "-") for heading in kept)


def commands() -> tuple[tuple[str, str], ...]:
    """Return every `marshall` line of blocks that are not run and of the text, with its page."""
    found = [
        (block.where, line)
        for block in (*blocks("sh"), *blocks(""))
        for line in block.text.splitlines()
        if line.startswith("marshall ")
    ]
    for page in pages():
        found += [(name_of(page), line) for line in _INLINE.findall(prose(page))]
    return tuple(found)


def answers(page: Path) -> tuple[Answer, ...]:
    return tuple(
        Answer(float(table["mhz"]), table["after"], call, answer)
        for table in _ANSWERS.finditer(text_of(page))
        for call, answer in _rows(table["table"])
    )


def _rows(table: str) -> Iterator[tuple[str, str | None]]:
    for line in table.splitlines()[2:]:
        call, answer = line.strip("| ").split(" | ")
        said = _QUOTED.search(answer)
        yield _QUOTED.findall(call)[0], said[1] if said is not None else None


@cache
def _blocks(page: Path) -> tuple[Block, ...]:
    text = text_of(page)
    return tuple(
        Block(f"{name_of(page)}:{text.count(chr(10), 0, one.start()) + 1}", one[1], one[2])
        for one in _FENCE.finditer(text)
    )
