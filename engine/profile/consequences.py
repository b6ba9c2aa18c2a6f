"""One mistake, one finding: what only follows from another finding is not told.

A sector that cannot be read makes the floor jump, and then every platform over it is too low; a
heading that is off its thresholds is not opposite to the other end either. Which finding is the
cause and which the consequence is settled here, once, for all rules: a table of causes, with what
they explain and how far they reach.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.profile.codes import Severity
from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.source import Source

__all__ = ["without_consequences"]

_FLOORS = ("minimum_vectoring_altitude", "minimum_safe_altitude")
_READ_FROM_FLOORS = frozenset({"M411", "M412", "M417"})
_TABLE_CAUSES = frozenset({"M419", "M428", "M429", "M432", "M434", "M438"})
_FIRST_OF_MEANING = "M2"

# On one line the code on the left explains those on the right.
_ON_ONE_LINE: Mapping[str, frozenset[str]] = {
    "M419": frozenset({"M429", "M432", "M434", "M438"}),
    "M434": frozenset({"M429", "M432"}),
    "M438": frozenset({"M429", "M432"}),
    "M432": frozenset({"M429"}),
    "M416": frozenset({"M411", "M412", "M413", "M414", "M415", "M417", "M420", "M431", "M435"}),
    "M420": frozenset({"M411", "M435"}),
    "M510": frozenset({"M503", "M504", "M512"}),
    "M503": frozenset({"M504", "M512", "M514"}),
    "M504": frozenset({"M512"}),
}
# In one entry (an approach, a runway, a hold, a station) likewise.
_IN_ONE_ENTRY: Mapping[str, frozenset[str]] = {
    "M416": frozenset({"M411", "M412", "M413", "M414", "M415", "M417", "M420", "M436", "M437"}),
    "M418": frozenset({"M412", "M414", "M415", "M417", "M437"}),
    "M412": frozenset({"M413", "M415", "M436", "M437"}),
    "M413": frozenset({"M414", "M415", "M418", "M436", "M437"}),
    "M414": frozenset({"M412", "M415", "M437"}),
    "M415": frozenset({"M437", "M435"}),
    "M435": frozenset({"M412", "M415", "M437"}),
    "M422": frozenset({"M421", "M424"}),
    "M444": frozenset({"M412", "M413", "M414", "M415", "M417", "M418", "M437"}),
}
_CAN_BE_EXPLAINED = frozenset(code for codes in _IN_ONE_ENTRY.values() for code in codes)
_TOLD_ONCE = frozenset({"M402", "M411", "M412", "M413", "M414", "M415", "M417", "M423", "M431"})
"""What one wrong value gives in many places, in the same words: the rest are second labels."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in a file a finding is: its section, and the entry of the section."""

    section: str
    entry: str


def without_consequences(
    found: Iterable[Diagnostic], sources: Iterable[Source]
) -> list[Diagnostic]:
    """Return the findings without those that another one explains."""
    every = list(found)
    if len(every) < 2:
        return every
    roots = {source.file: source.root for source in sources}
    causes = _Causes(every, roots)
    return list(_once(one for one in every if not causes.explain(one)))


class _Causes:
    """The codes of errors by line, by section and by entry."""

    def __init__(self, every: Iterable[Diagnostic], roots: Mapping[str, Node | None]) -> None:
        self._roots = roots
        self._on_line: dict[tuple[str, int], set[str]] = {}
        self._in_section: dict[tuple[str, str], set[str]] = {}
        self._in_entry: dict[tuple[str, _Place], set[str]] = {}
        for one in every:
            if one.severity is Severity.INFORMATION:
                continue
            file = one.span.file
            self._on_line.setdefault((file, one.span.line), set()).add(one.code)
            place = self._place(one.span)
            if place is not None:
                self._in_section.setdefault((file, place.section), set()).add(one.code)
                self._in_entry.setdefault((file, place), set()).add(one.code)

    def explain(self, one: Diagnostic) -> bool:
        """Tell whether a finding follows from another."""
        if one.code < _FIRST_OF_MEANING:
            return False
        file = one.span.file
        beside = self._on_line.get((file, one.span.line), set())
        if any(
            code < _FIRST_OF_MEANING or one.code in _ON_ONE_LINE.get(code, ()) for code in beside
        ):
            return True
        if one.code in _READ_FROM_FLOORS:
            tables = {code for part in _FLOORS for code in self._in_section.get((file, part), ())}
            if any(code < _FIRST_OF_MEANING or code in _TABLE_CAUSES for code in tables):
                return True
        place = self._place(one.span) if one.code in _CAN_BE_EXPLAINED else None
        if place is None:
            return False
        around = self._in_entry.get((file, place), ())
        return any(one.code in _IN_ONE_ENTRY.get(code, ()) for code in around)

    def _place(self, span: Span) -> _Place | None:
        """Return the section and the entry of a file that a place is in."""
        root = self._roots.get(span.file)
        if not isinstance(root, Table):
            return None
        at = bisect_right(root.entries, (span.line, span.column), key=_begins) - 1
        if at < 0:
            return None
        key, value = root.entries[at]
        if isinstance(value, Table):
            inner = bisect_right(value.entries, (span.line, span.column), key=_begins) - 1
            return _Place(key.raw, value.entries[inner][0].raw if inner >= 0 else "")
        if isinstance(value, Items):
            inner = bisect_right(value.items, (span.line, span.column), key=_item_begins) - 1
            return _Place(key.raw, str(max(inner, 0)))
        return _Place(key.raw, "")


def _begins(entry: tuple[Scalar, Node]) -> tuple[int, int]:
    return entry[0].span.line, entry[0].span.column


def _item_begins(item: Node) -> tuple[int, int]:
    return item.span.line, item.span.column


def _once(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the findings, those in the same words as one label of the first each."""
    first: dict[tuple[str, str, str], int] = {}
    kept: list[Diagnostic] = []
    for one in sorted(found, key=lambda found: found.span):
        key = (one.span.file, one.code, one.message)
        if one.code in _TOLD_ONCE and key in first:
            before = kept[first[key]]
            if one.span != before.span:
                label = Label(one.span, "and here")
                kept[first[key]] = replace(before, related=(*before.related, label))
            continue
        first.setdefault(key, len(kept))
        kept.append(one)
    yield from kept
