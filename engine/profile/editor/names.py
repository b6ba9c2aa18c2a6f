"""Names across the files of a theatre: where each is declared, and where it is used.

What is declared in a field is that field's own; phases, fixes, rungs and types are everybody's. The
tables below are the only place that knows which keys hold names. A variant speaks of the names of
the field that it extends, so the two have them in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.profile.diagnostic import Edit, Span
from engine.profile.files import kind_of
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.overlay import base_of
from engine.profile.source import Source

__all__ = ["Mention", "family_of", "kind_of_name", "mention_at", "mentions", "renamed", "same_name"]

_Pattern = tuple[str, ...]

_DECLARED: Mapping[str, Mapping[_Pattern, str]] = {
    "airfield": {
        ("stations", "*"): "station",
        ("runways", "#", "ends", "#"): "runway",
        ("approaches", "*"): "approach",
        ("holding", "*"): "holding pattern",
        ("handoffs", "#", "name"): "rung",
        ("navaids", "*"): "navaid",
        ("taxi", "nodes", "*"): "node",
        ("taxi", "holding_points", "*"): "holding point",
        ("taxi", "stands", "*"): "stand",
    },
    "theatre": {("stations", "*"): "station", ("fixes", "*"): "fix", ("navaids", "*"): "navaid"},
    "phases": {("phases", "*"): "phase"},
    "handoffs": {("handoffs", "#", "name"): "rung"},
    "airframes": {("airframes", "*"): "airframe"},
    "scenarios": {},
}
"""Keys (`*`), or values of list items (`#`), that give a name."""

_USED: Mapping[str, Mapping[_Pattern, str]] = {
    "airfield": {
        ("approaches", "*", "runway"): "runway",
        ("approaches", "*", "worked_by"): "station",
        ("approaches", "*", "lost_communication", "call"): "station",
        ("approaches", "*", "navaid"): "navaid",
        ("holding", "*", "at", "fix"): "fix",
        ("handoffs", "#", "replaces"): "rung",
        ("airframes", "#"): "airframe",
        ("taxi", "edges", "#", "through", "#"): "node",
        ("taxi", "edges", "#", "runway"): "runway",
        ("taxi", "holding_points", "*", "at"): "node",
        ("taxi", "holding_points", "*", "runways", "#"): "runway",
        ("taxi", "stands", "*", "at"): "node",
        ("taxi", "stands", "*", "joins"): "node",
    },
    "theatre": {},
    "phases": {
        ("initial", "on_ground"): "phase",
        ("initial", "airborne"): "phase",
        ("phases", "*", "exits", "*"): "phase",
        ("common_exits", "*", "*"): "phase",
    },
    "handoffs": {},
    "airframes": {},
    "scenarios": {
        ("given", "aircraft", "*", "type"): "airframe",
        ("given", "staffed", "#"): "station",
        ("given", "unstaffed", "#"): "station",
        ("scenarios", "#", "given", "aircraft", "*", "type"): "airframe",
        ("scenarios", "#", "given", "staffed", "#"): "station",
        ("scenarios", "#", "given", "unstaffed", "#"): "station",
        ("scenarios", "#", "then", "#", "phase"): "phase",
        ("scenarios", "#", "steps", "#", "then", "#", "phase"): "phase",
    },
}

_GUARDS = frozenset({"when", "where", "or_when", "enter_when"})
_PHASE_WORDS = re.compile(
    r"\bphase\s+is\s+(?:not\s+)?([A-Za-z_][A-Za-z_ ]*?)(?=\s+(?:and|or)\b|\)|$)"
)
_UNTIL, _COVERS = " until", "covers"
_CLAIM = re.compile(r"^(?:phase (?P<of>\w+)|rung (?P<rung>.+)|(?P<start>\w+) to (?P<end>\w+))$")
_EVERYBODYS = frozenset({"phase", "fix", "airframe"})
_FIELDS_OR_COMMON = frozenset({"station", "navaid", "rung"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A name where it is written: of what, in which file of the theatre, declared or used.

    `family` is the field that a variant extends in the end; for any other file it is the file.
    """

    what: str
    name: str
    source: str
    span: Span
    declares: bool
    quote: str = ""
    family: str = ""


def mentions(sources: Mapping[str, Source]) -> Iterator[Mention]:
    """Yield every name in the files of a theatre, declared or used."""
    for source, file in sources.items():
        kind = kind_of(source)
        if file.root is not None and kind in _DECLARED:
            family = family_of(sources, source)
            base = sources[family].root if family != source else None
            given = {
                (one.what, one.name)
                for one in (_walk(base, family, kind, ()) if base is not None else ())
                if one.declares
            }
            for one in _walk(file.root, source, kind, ()):
                # What the field declares, a variant only speaks of.
                own = one.declares and (one.what, one.name) not in given
                yield replace(one, family=family, declares=own)
            if family != source and isinstance(file.root, Table):
                for one in _in_without(file.root.get("without"), source):
                    yield replace(one, family=family)


def family_of(sources: Mapping[str, Source], source: str) -> str:
    """Return the field at the end of a chain of `extends`; a circle ends where it began."""
    seen = [source]
    while seen[-1] in sources:
        base = base_of(sources[seen[-1]])
        if not isinstance(base, Scalar) or base.raw in seen or base.raw not in sources:
            break
        seen.append(base.raw)
    return seen[-1]


def _in_without(listed: Node | None, source: str) -> Iterator[Mention]:
    """Yield the names in what a variant has not: `approaches.asr-13` names an approach."""
    for item in listed.items if isinstance(listed, Items) else ():
        steps = item.raw.split(".") if isinstance(item, Scalar) else []
        for pattern, what in _DECLARED["airfield"].items():
            at = len(pattern) - 1
            if pattern[-1] != "*" or not _fits(pattern, steps[: at + 1]):
                continue
            before = sum(len(step) + 1 for step in steps[:at])
            shift = before + (1 if isinstance(item, Scalar) and item.quoted else 0)
            span = item.span.part(shift, len(steps[at]))
            yield Mention(what, steps[at], source, span, declares=False)


def _walk(node: Node, source: str, kind: str, path: tuple[str | int, ...]) -> Iterator[Mention]:
    if isinstance(node, Table):
        for key, value in node.pairs():
            here = (*path, key.raw)
            yield from _named(key, here, source, kind, is_key=True)
            yield from _walk(value, source, kind, here)
    elif isinstance(node, Items):
        for index, item in enumerate(node.items):
            yield from _walk(item, source, kind, (*path, index))
    elif isinstance(node, Scalar) and path:
        yield from _named(node, path, source, kind, is_key=False)
        if path[-1] in _GUARDS or str(path[-1]).endswith(_UNTIL):
            yield from _in_guard(node, source)
        if path[-2:-1] == (_COVERS,):
            yield from _in_claim(node, source)


def _named(
    value: Scalar, path: Sequence[str | int], source: str, kind: str, *, is_key: bool
) -> Iterator[Mention]:
    for table, declares in ((_DECLARED[kind], True), (_USED[kind], False)):
        for pattern, what in table.items():
            if (pattern[-1] == "*") is is_key and _fits(pattern, path):
                yield Mention(what, value.raw, source, value.span, declares, _quote(value))


def _in_guard(value: Scalar, source: str) -> Iterator[Mention]:
    """Yield the phases that a guard on one line names."""
    shift = 1 if value.quoted else 0
    if value.span.line != value.span.end_line:
        return
    for found in _PHASE_WORDS.finditer(value.raw):
        span = value.span.part(shift + found.start(1), len(found.group(1)))
        yield Mention("phase", found.group(1), source, span, declares=False)


def _in_claim(value: Scalar, source: str) -> Iterator[Mention]:
    """Yield the phases, or the rung, that a scenario says it will exercise."""
    found = _CLAIM.match(value.raw)
    shift = 1 if value.quoted else 0
    for part, name in found.groupdict().items() if found is not None else ():
        if found is not None and name is not None:
            span = value.span.part(shift + found.start(part), len(name))
            what = "rung" if part == "rung" else "phase"
            yield Mention(what, name, source, span, declares=False)


def _fits(pattern: _Pattern, path: Sequence[str | int]) -> bool:
    return len(pattern) == len(path) and all(
        isinstance(step, int) if part == "#" else part in ("*", step)
        for part, step in zip(pattern, path, strict=True)
    )


def _quote(value: Scalar) -> str:
    """Return the quote a name stands in; a rename keeps it."""
    return '"' if value.quoted else ""


def kind_of_name(kind: str, path: Sequence[str | int], *, is_key: bool) -> str | None:
    """Return what is named by a use at a path of a kind of file, or None."""
    for pattern, what in _USED.get(kind, {}).items():
        if (pattern[-1] == "*") is is_key and _fits(pattern, path):
            return what
    return None


def mention_at(all_: Sequence[Mention], file: str, line: int, column: int) -> Mention | None:
    """Return the name at a place (from 1), or None."""
    return next(
        (
            one
            for one in all_
            if one.span.file == file
            and (one.span.line, one.span.column) <= (line, column)
            and (line, column) <= (one.span.end_line, one.span.end_column)
        ),
        None,
    )


def same_name(all_: Sequence[Mention], wanted: Mention) -> tuple[Mention, ...]:
    """Return every mention of the very thing that one of them names, that one too."""
    alike = [one for one in all_ if one.what == wanted.what and _plain(one) == _plain(wanted)]
    if wanted.what in _EVERYBODYS:
        return tuple(alike)
    homes = {one.family for one in alike if one.declares}
    home = _home(wanted.family, homes, wanted.what)
    return tuple(one for one in alike if _home(one.family, homes, one.what) == home)


def _home(family: str, homes: set[str], what: str) -> str:
    """Return the file whose name it is: its own, else the one that all share."""
    if family in homes or what not in _FIELDS_OR_COMMON:
        return family
    return next((shared for shared in ("theatre", "common/handoffs") if shared in homes), family)


def _plain(mention: Mention) -> str:
    return mention.name.replace(" ", "_") if mention.what == "phase" else mention.name


def renamed(all_: Sequence[Mention], wanted: Mention, name: str) -> tuple[Edit, ...]:
    """Return the edits that give a thing another name wherever it is mentioned."""
    return tuple(Edit(one.span, f"{one.quote}{name}{one.quote}") for one in same_name(all_, wanted))
