"""Diagnostics: what is wrong in a profile, where, and what to write instead.

A mistake in a profile is a value that is returned, never an exception, so that a designer learns of
all of them at once. Severity belongs to the code (engine/profile/codes.py) and not to the place
that finds the fault, so one code always means one thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.profile.codes import CODES, Severity

__all__ = [
    "Diagnostic",
    "Edit",
    "Fix",
    "Label",
    "Safety",
    "Severity",
    "Span",
    "in_order",
    "nearest",
    "worst",
]

_LONGEST_FOLDED = 200
"""No name is so long; a text that is has no slip that anybody meant."""


class Span(NamedTuple):
    """A stretch of a file: lines and columns from 1, the end exclusive, in code points.

    A check makes one for every value of every file, and a tuple is made three times as fast as any
    other frozen value.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def within(self, outer: Span) -> bool:
        """Tell whether this stretch lies inside another."""
        return (
            self.file == outer.file
            and (outer.line, outer.column) <= (self.line, self.column)
            and (self.end_line, self.end_column) <= (outer.end_line, outer.end_column)
        )

    def part(self, start: int, length: int) -> Span:
        """Return `length` columns that begin `start` columns into a stretch of one line."""
        column = self.column + start
        return Span(self.file, self.line, column, self.line, column + max(length, 1))


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that matters, and what it is."""

    span: Span
    text: str


class Safety(StrEnum):
    """Whether a fix may be made without asking: safe, or only when it is asked for."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a file, and the text to stand there instead."""

    span: Span
    insert: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that take a finding away; unsafe when they change what a pilot sees or hears."""

    edits: tuple[Edit, ...]
    safety: Safety = Safety.SAFE

    @classmethod
    def replace(cls, span: Span, text: str, *, safety: Safety = Safety.SAFE) -> Fix:
        """Return the fix that writes a text in place of a stretch."""
        return cls((Edit(span, text),), safety)

    @classmethod
    def rename(cls, span: Span, name: str | None, *, quoted: bool) -> Fix | None:
        """Return the fix that writes another name in place of one, or None without a name."""
        if name is None:
            return None
        return cls((Edit(span, f'"{name}"' if quoted else name),))


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `message` stands alone on one line; `label` names the thing under the caret; `notes` give facts
    and sums; `hint` gives the edit in words, `fix` the edit itself where it is certain. `level` is
    another severity than the code's own, for one run (`--warn`, `--error`). `about` is the key of
    the field whose parts are named, where that is not the file it stands in.
    """

    code: str
    message: str
    span: Span
    label: str = ""
    hint: str = ""
    related: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    fix: Fix | None = None
    level: Severity | None = None
    about: str = ""

    @property
    def severity(self) -> Severity:
        """Return how bad this code is, or how bad whoever asked wants it to be."""
        return self.level or CODES[self.code].severity

    @property
    def slug(self) -> str:
        """Return the code's name in words."""
        return CODES[self.code].slug

    @property
    def file(self) -> str:
        """Return the file it is in."""
        return self.span.file


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return them by file, line, column and code, each once."""
    seen: dict[tuple[Span, str, str], Diagnostic] = {}
    for found in diagnostics:
        seen.setdefault((found.span, found.code, found.message), found)
    return tuple(
        sorted(
            seen.values(),
            key=lambda d: (d.span.file, d.span.line, d.span.column, d.code, d.message),
        )
    )


def worst(diagnostics: Iterable[Diagnostic]) -> Severity | None:
    """Return the gravest severity among them, or None when there are none."""
    ranks = list(Severity)
    present = [ranks.index(found.severity) for found in diagnostics]
    return ranks[min(present)] if present else None


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the one known name that `word` is a slip of, or None when that would be a guess.

    A slip is two edits or a third of the word, whichever is more; case, spaces and underscores do
    not count.
    """
    wanted = _folded(word) if len(word) <= _LONGEST_FOLDED else word
    allowed = min(max(2, len(word) // 3), max(len(word) - 1, 0))
    near = [
        (folded, name)
        for name in sorted(set(known))
        if abs(len(folded := _folded(name)) - len(wanted)) <= allowed
    ]
    if not near:
        return None
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only wrong profiles pay for the import

    scored = sorted((OSA.distance(wanted, folded), name) for folded, name in near)
    distance, name = scored[0]
    tied = len(scored) > 1 and scored[1][0] == distance and distance > 0
    return name if distance <= allowed and not tied else None


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    return text.strip().casefold().replace(" ", "_").replace("-", "_")
