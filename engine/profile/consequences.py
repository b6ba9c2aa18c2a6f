"""One mistake, one finding: what only follows from another finding is not told.

A sector that cannot be read makes the floor jump, and then every platform over it is too low; a
heading that is off its thresholds is not opposite to the other end either. Which finding is the
cause and which the consequence is settled here, once, for all rules: a table of causes, with what
they explain and how far they reach. A warning never takes an error away: a profile would fly with
it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from engine.profile.codes import CODES, Severity
from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.source import Source

__all__ = ["without_consequences"]

_FIRST_OF_MEANING = "M2"
_FLOORS = ("minimum_vectoring_altitude", "minimum_safe_altitude")
_READ_FROM_FLOORS = frozenset({"M411", "M412", "M417"})
_TABLE_CAUSES = frozenset({"M419", "M428", "M429", "M432", "M434", "M438"})
_MACHINE = frozenset(f"M30{number}" for number in range(1, 10))
_LADDER = frozenset({"M208", "M209", "M215", "M216", "M306", "M307"})
_ALTITUDES = frozenset(
    {"M411", "M412", "M413", "M414", "M415", "M416", "M417", "M418", "M431", "M434", "M435"}
    | {"M436", "M437"}
)
_PLACES = frozenset({"M402", "M421", "M422", "M423", "M424", "M425", "M426", "M427", "M443"})

# What a section that cannot be read, or that is wrong itself, leaves without sense in its file.
_OF_A_SECTION: Mapping[str, frozenset[str]] = {
    "minimum_vectoring_altitude": _READ_FROM_FLOORS | _TABLE_CAUSES,
    "minimum_safe_altitude": _READ_FROM_FLOORS | _TABLE_CAUSES,
    "runways": _ALTITUDES | _PLACES | {"M207", "M441", "M444", "M451", "M454"},
    "reference_point": _ALTITUDES | _PLACES | {"M430", "M432"},
    "elevation_ft": _ALTITUDES | {"M453"},
    "stations": frozenset({"M203", "M208", "M445", "M447"}),
    "airspace": frozenset({"M431", "M435", "M445"}),
    "handoffs": _LADDER,
    "taxi": frozenset({"M440", "M441", "M442", "M443", "M454"}),
    "fixes": frozenset({"M205", "M423"}),
}
_WRONG_ITSELF: Mapping[str, frozenset[str]] = {
    "runways": frozenset({"M201", "M425"}),
    "elevation_ft": frozenset({"M413", "M434", "M460"}),
    "airspace": frozenset({"M435"}),
}
# What a file that cannot be read leaves without sense in every file of its theatre.
_OF_A_FILE: Mapping[str, frozenset[str]] = {
    "common/phases": _MACHINE | _LADDER | {"M204", "M708", "M858"},
    "common/handoffs": _LADDER | {"M858"},
    "common/airframes": frozenset({"M439", "M512", "M513"}),
    "common/intents": frozenset({"M704", "M707", "M708"}),
}
_IN_A_FILE: Mapping[str, frozenset[str]] = {
    "M204": _MACHINE | {"M215", "M216"},
    "M213": _MACHINE,
    "M422": frozenset({"M451"}),
    "M233": frozenset({"M447"}),
    "M462": frozenset({"M447"}),
    "M465": frozenset({"M451"}),
    "M301": frozenset({"M302", "M303", "M309"}),
    "M303": frozenset({"M309"}),
}

# What a scenario names of a field, and the sections of the field's file that it is looked up in.
_LOOKED_UP_IN: Mapping[str, frozenset[str]] = {
    "M203": frozenset({"stations"}),
    "M207": frozenset({"runways"}),
    "M442": frozenset({"taxi"}),
    "M853": frozenset({"approaches"}),
    "M854": frozenset({"runways"}),
    "M855": frozenset({"stations"}),
    "M858": frozenset({"approaches", "handoffs"}),
}

# What is not told of a file whose own sections cannot all be read.
_OF_AN_UNREAD_FILE = frozenset({"M851", "M856"})

# On one line the code on the left explains those on the right.
_ON_ONE_LINE: Mapping[str, frozenset[str]] = {
    "M016": frozenset({"M101", "M102", "M103", "M107"}),
    "M101": frozenset({"M102"}),
    "M103": frozenset({"M102"}),
    "M105": frozenset({"M102"}),
    "M201": frozenset({"M421", "M422"}),
    "M419": frozenset({"M429", "M432", "M434", "M438"}),
    "M434": frozenset({"M429", "M432", "M438"}),
    "M429": frozenset({"M432"}),
    "M432": frozenset({"M438"}),
    "M438": frozenset({"M429"}),
    "M416": frozenset({"M411", "M412", "M413", "M414", "M415", "M417", "M420", "M431", "M435"}),
    "M420": frozenset({"M411", "M435"}),
    "M510": frozenset({"M503", "M504", "M512"}),
    "M503": frozenset({"M504", "M512", "M514", "M531"}),
    "M512": frozenset({"M531"}),
    "M504": frozenset({"M512", "M531"}),
    "M501": frozenset({"M531"}),
}
# In one entry (an approach, a runway, a hold, a station) likewise.
_IN_ONE_ENTRY: Mapping[str, frozenset[str]] = {
    "M416": frozenset({"M411", "M412", "M413", "M414", "M415", "M417", "M420", "M436", "M437"}),
    "M411": frozenset({"M461"}),
    "M462": frozenset({"M305"}),
    "M418": frozenset({"M412", "M414", "M415", "M417", "M437"}),
    "M412": frozenset({"M413", "M415", "M436", "M437"}),
    "M413": frozenset({"M414", "M415", "M418", "M436", "M437"}),
    "M414": frozenset({"M412", "M415", "M437"}),
    "M415": frozenset({"M437", "M435"}),
    "M435": frozenset({"M412", "M415", "M437"}),
    "M422": frozenset({"M421", "M424", "M426"}),
    "M452": frozenset({"M444"}),
    "M444": frozenset({"M412", "M413", "M414", "M415", "M417", "M418", "M437"}),
}
_COPIED = "M427"
_OF_A_COPY = frozenset({"M201", "M430", "M501", "M505", "M702"})
"""What a field that is still a copy of another shares with it."""
_STRANDED = "M307"
"""Told of the common ladder, it holds for every field."""
_DISPLACED = "M463"
"""With another projection every place of the theatre lies elsewhere."""
_OF_A_PLACE = frozenset(code for code in CODES if code.startswith("M4")) - {_DISPLACED} | {"M901"}
_NOTHING: AbstractSet[str] = frozenset()
_CAN_BE_EXPLAINED = frozenset(code for codes in _IN_ONE_ENTRY.values() for code in codes)
_TOLD_ONCE = frozenset(
    {"M203", "M204", "M205", "M301", "M303", "M309", "M402", "M411", "M412", "M413", "M414"}
    | {"M415", "M417", "M423", "M431"}
)
"""What one wrong value gives in many places, in the same words: the rest are second labels."""
_QUOTED = re.compile(r"`[^`]*`")
_BY_LAST_NAME = frozenset({"M203", "M204", "M205"})
_BY_CODE = frozenset({"M301", "M303", "M309"})


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in a file a finding is: its section, and the entry of the section."""

    section: str
    entry: str


def without_consequences(
    found: Iterable[Diagnostic], sources: Mapping[str, Source]
) -> list[Diagnostic]:
    """Return the findings without those that another one explains; `sources` by what they are."""
    every = list(found)
    if len(every) < 2:
        return every
    graver = _Causes((one for one in every if one.severity is Severity.ERROR), sources)
    causes = _Causes(every, sources)
    return list(
        _once(
            one
            for one in every
            if not (graver if one.severity is Severity.ERROR else causes).explain(one)
        )
    )


class _Causes:
    """The codes of errors by line, by section and by entry."""

    def __init__(self, every: Iterable[Diagnostic], sources: Mapping[str, Source]) -> None:
        self._roots = {source.file: source.root for source in sources.values()}
        self._names = {source.file: name for name, source in sources.items()}
        self._on_line: dict[tuple[str, int], set[str]] = {}
        self._in_file: dict[str, set[str]] = {}
        self._in_entry: dict[tuple[str, _Place], set[str]] = {}
        self._wrong_in: dict[str, set[str]] = {}
        self._unread: set[str] = set()
        self._copies: list[set[str]] = []
        self._of_the_ladder: set[str] = set()
        self._senseless: set[str] = set()
        self._senseless_in: dict[str, set[str]] = {}
        for one in every:
            if one.severity is not Severity.INFORMATION:
                self._note(one)

    def _note(self, one: Diagnostic) -> None:
        file = one.span.file
        self._on_line.setdefault((file, one.span.line), set()).add(one.code)
        self._in_file.setdefault(file, set()).add(one.code)
        unreadable = one.code < _FIRST_OF_MEANING and one.severity is Severity.ERROR
        name = self._names.get(file, "")
        if one.code == _COPIED:
            self._copies.append({file, *(label.span.file for label in one.related)})
        if one.code == _STRANDED and name == "common/handoffs":
            self._of_the_ladder.add(_STRANDED)
        if one.code == _DISPLACED:
            self._senseless |= _OF_A_PLACE
        if unreadable:
            self._senseless |= _OF_A_FILE.get(name, _NOTHING)
            self._unread.add(name)
        for span in (one.span, *(label.span for label in one.related)):
            there = self._place(span)
            if there is not None:
                of = self._names.get(span.file, "")
                self._wrong_in.setdefault(of, set()).add(there.section)
        place = self._place(one.span)
        if place is None:
            return
        self._in_entry.setdefault((file, place), set()).add(one.code)
        if unreadable or one.code in _WRONG_ITSELF.get(place.section, _NOTHING):
            gone = self._senseless_in.setdefault(file, set())
            gone |= _OF_A_SECTION.get(place.section, _NOTHING) - {one.code}
        elif place.section in _FLOORS and one.code in _TABLE_CAUSES:
            self._senseless_in.setdefault(file, set()).update(_READ_FROM_FLOORS)

    def explain(self, one: Diagnostic) -> bool:
        """Tell whether a finding follows from another."""
        file = one.span.file
        beside = self._on_line.get((file, one.span.line), _NOTHING)
        if any(one.code in _ON_ONE_LINE.get(code, _NOTHING) for code in beside):
            return True
        if one.code < _FIRST_OF_MEANING:
            return False
        if any(code < _FIRST_OF_MEANING for code in beside):
            return True
        if one.about and (self._is_open(one, one.about) or self._is_open(one, "theatre")):
            return True
        if one.code in _OF_A_COPY:
            both = {file, *(label.span.file for label in one.related)}
            if any(both <= copies for copies in self._copies):
                return True
        if one.code in self._of_the_ladder and self._names.get(file) != "common/handoffs":
            return True
        if one.code in _OF_AN_UNREAD_FILE and self._names.get(file, "") in self._unread:
            return True
        if one.code in self._senseless or one.code in self._senseless_in.get(file, _NOTHING):
            return True
        in_file = self._in_file.get(file, _NOTHING)
        if any(one.code in _IN_A_FILE.get(code, _NOTHING) for code in in_file):
            return True
        place = self._place(one.span) if one.code in _CAN_BE_EXPLAINED else None
        around = _NOTHING if place is None else self._in_entry.get((file, place), _NOTHING)
        return any(one.code in _IN_ONE_ENTRY.get(code, _NOTHING) for code in around)

    def _is_open(self, one: Diagnostic, name: str) -> bool:
        """Tell whether the file that another one speaks of is still to be put right there."""
        wrong = self._wrong_in.get(name, set())
        return name in self._unread or bool(wrong & _LOOKED_UP_IN.get(one.code, _NOTHING))

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
        if one.code in _BY_LAST_NAME and (names := _QUOTED.findall(one.message)):
            key = ("", one.code, names[-1])
        elif one.code in _BY_CODE:
            key = (one.span.file, one.code, "")
        if one.code in _TOLD_ONCE and key in first:
            before = kept[first[key]]
            if one.span != before.span:
                label = Label(one.span, "and here")
                kept[first[key]] = replace(before, related=(*before.related, label))
            continue
        first.setdefault(key, len(kept))
        kept.append(one)
    yield from kept
