"""From bytes to a tree in which every value knows its place.

Events come from libyaml through PyYAML, one at a time, so that size, depth, aliases, tags and
documents are judged before anything is built: any bytes at all end in diagnostics, never in a
traceback or a hang. PyYAML's own typing is not used (see engine/profile/scalar.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from engine.profile.comma import joined_by_comma, stands_after_comma
from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.places import MAX_BYTES
from engine.profile.scalar import read_plain

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_VALUES", "Source", "lines_of", "read_source"]

MAX_DEPTH = 40
MAX_VALUES = 60_000

_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"
)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SHORTEST_UTF16 = 2
_TODO_TAG = "!todo"
_BY_INDENT = "compare how far it and the lines above are indented"

# libyaml's words for what it met, and ours for what the author did.
_PLAIN_WORDS = (
    ("found character that cannot start any token", "a value cannot begin with this character"),
    ("mapping values are not allowed", "a second `:` on a line, or a key indented too far"),
    ("did not find expected key", "a line does not fit the section it is in"),
    ("did not find expected '-' indicator", "a line does not fit the list it is in"),
    ("did not find expected ',' or ']'", "a list in [ ] is not closed, or lacks a comma"),
    ("did not find expected ',' or '}'", "a section in { } is not closed, or lacks a comma"),
    ("could not find expected ':'", "a key has no `:` after it"),
    ("found unexpected end of stream", "a quoted text is not closed"),
    ("block sequence entries are not allowed", "a list item cannot begin here"),
    ("block mapping", "a line is not indented like its neighbours"),
    ("found unknown escape character", "an unknown escape in a quoted text"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its shown name, its text, its tree (None if there is none) and what is wrong."""

    file: str
    text: str
    root: Node | None
    diagnostics: tuple[Diagnostic, ...]


def lines_of(text: str) -> list[str]:
    """Return the lines as YAML counts them."""
    return _LINE_BREAK.split(text)


def read_source(file: str, data: bytes) -> Source:
    """Return what a file says, with a diagnostic for everything that cannot be read."""
    if len(data) > MAX_BYTES:
        return _nothing(
            file, "M003", f"the file has {len(data):,} bytes; a profile has at most {MAX_BYTES:,}"
        )
    text, problem = _decode(file, data)
    if problem is not None:
        return Source(file, text, None, (problem,))
    reader = _Reader(file)
    root = reader.read(text)
    return Source(file, text, root, tuple(reader.found))


def _nothing(file: str, code: str, message: str, hint: str = "") -> Source:
    return Source(file, "", None, (Diagnostic(code, message, _start(file), hint=hint),))


def _start(file: str) -> Span:
    return Span(file, 1, 1, 1, 2)


def _decode(file: str, data: bytes) -> tuple[str, Diagnostic | None]:
    utf16 = data[:2] in {b"\xff\xfe", b"\xfe\xff"} or (
        len(data) >= _SHORTEST_UTF16 and 0 in data[:2] and data[:2] != b"\0\0"
    )
    if utf16:
        return "", Diagnostic(
            "M001",
            "the file is UTF-16, not UTF-8",
            _start(file),
            hint="save it as UTF-8 in your editor",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", errors="replace")
        return "", Diagnostic(
            "M001",
            f"byte 0x{data[error.start]:02x} is not UTF-8 text",
            _place(file, before),
            hint="save the file as UTF-8 in your editor",
        )
    odd = _UNPRINTABLE.search(text)
    if odd:
        name = "a NUL" if odd.group() == "\0" else f"a control character U+{ord(odd.group()):04X}"
        return text, Diagnostic(
            "M009",
            f"{name} stands in the text",
            _place(file, text[: odd.start()]),
            hint="delete it",
        )
    return text, None


def _place(file: str, before: str) -> Span:
    lines = lines_of(before)
    column = len(lines[-1]) + 1
    return Span(file, len(lines), column, len(lines), column + 1)


class _Stop(Exception):
    """Nothing more can be read from this file."""


@dataclass(slots=True)
class _Open:
    """A list or section whose end has not been met, or the document itself."""

    start: Any
    anchor: str | None
    is_table: bool
    children: list[Node] = field(default_factory=list)
    weight: int = 1
    height: int = 0


class _Reader:
    """Builds the tree from events, with a stack of its own instead of recursion."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Diagnostic] = []
        self._document = _Open(None, None, is_table=False, weight=0)
        self._open = [self._document]
        self._anchors: dict[str, Node] = {}
        self._anchor_spans: dict[str, Span] = {}
        self._used: set[str] = set()

    def read(self, text: str) -> Node | None:
        """Return the root of the only document, or None when it cannot be had."""
        try:
            self._take_all(text)
        except _Stop:
            return None
        root = self._document.children[0] if self._document.children else None
        if root is None or (isinstance(root, Scalar) and root.value in (None, "")):
            self._report("M008", "the file says nothing", _start(self.file))
            return None
        for name in sorted(set(self._anchor_spans) - self._used):
            self._report(
                "M015",
                f"anchor `&{name}` is never used",
                self._anchor_spans[name],
                hint="delete it",
            )
        return root

    def _take_all(self, text: str) -> None:
        """Take every event of a text, until one cannot be had."""
        try:
            loader = _LOADER(text)
            try:
                while (event := loader.get_event()) is not None:
                    if type(event) is yaml.ScalarEvent:  # three of four
                        self._scalar(event)
                    else:
                        self._take(event)
            finally:
                loader.dispose()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            span = self._span(mark, mark) if mark else _start(self.file)
            self._syntax(str(error.problem or error.context or "unreadable"), span, text)
        except yaml.YAMLError as error:
            self._syntax(str(error), _start(self.file), text)

    def _syntax(self, problem: str, span: Span, text: str) -> None:
        if "nesting depth" in problem:
            self._report("M003", f"sections are nested more than {MAX_DEPTH} deep", span)
            raise _Stop
        words = next((ours for theirs, ours in _PLAIN_WORDS if theirs in problem), problem)
        lines = lines_of(text)
        if span.line > len(lines):  # the mark of an end stands after the last line
            span = _place(self.file, text)
        line = lines[span.line - 1]
        indent = line[: len(line) - len(line.lstrip())]
        if "\t" in indent or "\t" in line[span.column - 1 : span.column]:
            words, hint = "a tab stands where YAML wants spaces", "indent with spaces"
        else:
            hint = _BY_INDENT if words.endswith(" it is in") else ""
        self._report("M002", words, span, hint=hint)
        raise _Stop

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.SequenceStartEvent or kind is yaml.MappingStartEvent:
            self._begin(event)
        elif kind is yaml.SequenceEndEvent or kind is yaml.MappingEndEvent:
            self._end(event)
        elif kind is yaml.AliasEvent:
            self._alias(event)
        elif kind is yaml.DocumentStartEvent and self._document.children:
            span = self._span(event.start_mark, event.end_mark)
            self._report(
                "M004", "a second document begins here", span, hint="put it in its own file"
            )
            raise _Stop

    def _alias(self, event: Any) -> None:
        span = self._span(event.start_mark, event.end_mark)
        name = str(event.anchor)
        if any(part.anchor == name for part in self._open):
            self._report("M006", f"`*{name}` stands inside the anchor `&{name}` it names", span)
            raise _Stop
        node = self._anchors.get(name)
        if node is None:
            self._report("M002", f"alias `*{name}` has no anchor `&{name}` before it", span)
            raise _Stop
        self._used.add(name)
        self._add(node, span)

    def _scalar(self, event: Any) -> None:
        span = self._span(event.start_mark, event.end_mark)
        raw: str = event.value
        if event.tag is not None:
            if event.tag == _TODO_TAG:
                self._todo(event.anchor, raw, span)
                return
            self._refuse_tag(event, span)
        if event.style:  # quoted, or a block
            self._keep(event.anchor, Scalar(span, raw, raw, quoted=True), span)
            return
        reading = read_plain(raw)
        value, code = reading.value, reading.code
        refused = code != ""
        if self._at_key():
            refused = refused and code != "M013"
            if not refused and not isinstance(value, str) and raw != "<<":
                self._report(
                    "M016",
                    f"the key `{raw}` is not text to a YAML reader" if raw else "a key is empty",
                    span,
                    hint=f'write "{raw}" in quotes' if raw else "",
                )
                self._keep(event.anchor, Scalar(span, raw, raw, quoted=False, spoiled=True), span)
                return
            value = raw
        if refused:
            self._report(code, reading.message, span, hint=reading.hint)
        self._keep(event.anchor, Scalar(span, value, raw, quoted=False, spoiled=refused), span)

    def _todo(self, anchor: str | None, raw: str, span: Span) -> None:
        """Keep a place that somebody is still to fill in; nothing else is said about it."""
        wanted = f": {raw}" if raw else ""
        place = span if span.line == span.end_line else span.part(0, len(_TODO_TAG))
        self._report("M110", f"a value is still to be filled in{wanted}", place, hint="write it")
        self._keep(anchor, Scalar(span, raw, raw, quoted=True, spoiled=True), span)

    def _begin(self, event: Any) -> None:
        span = self._span(event.start_mark, event.end_mark)
        if event.tag is not None:
            self._refuse_tag(event, span)
        if self._at_key():
            self._report("M016", "a key is text, not a list or a section", span)
            raise _Stop
        if len(self._open) > MAX_DEPTH:
            self._report("M003", f"sections are nested more than {MAX_DEPTH} deep", span)
            raise _Stop
        is_table = isinstance(event, yaml.MappingStartEvent)
        self._open.append(_Open(event.start_mark, event.anchor, is_table))

    def _end(self, event: Any) -> None:
        part = self._open.pop()
        span = self._span(part.start, event.end_mark)
        size, height = part.weight, part.height + 1
        node: Node
        if part.is_table:
            node = Table(span, self._entries(part.children), size, height)
        else:
            node = Items(span, self._items(part.children), size, height)
        self._keep(part.anchor, node, span)

    def _entries(self, children: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        first: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):  # an alias to a list or section used as a key
                self._report("M016", "a key is text, not a list or a section", key.span)
                continue
            if key.raw == "<<" and not key.quoted:
                self._report(
                    "M011",
                    "merge keys are not read: which value wins differs between YAML readers",
                    key.span,
                    hint="write the keys out, or use an alias for a whole section",
                )
                continue
            if first and isinstance(value, Scalar) and not value.raw:
                name, (owner, last) = next(reversed(first.items()))
                if isinstance(last, Scalar) and stands_after_comma(last, key):
                    first[name] = (owner, self._join(last, key))
                    continue
            before = first.setdefault(key.raw, (key, value))
            if before[0] is not key:
                self._report(
                    "M010",
                    f"the key `{key.raw}` stands twice in one section",
                    key.span,
                    hint="keep one of them",
                    related=(Label(before[0].span, "it stands here already"),),
                )
        return tuple(first.values())

    def _join(self, before: Scalar, after: Scalar) -> Scalar:
        """Return the number that a comma has parted, and say so instead of what was said."""
        self.found = [one for one in self.found if one.span != after.span]
        number, found = joined_by_comma(before, after)
        self.found.append(found)
        return number

    def _items(self, children: list[Node]) -> tuple[Node, ...]:
        items: list[Node] = []
        for child in children:
            spoiled = isinstance(child, Scalar) and child.spoiled
            if spoiled and items and stands_after_comma(items[-1], child):
                items[-1] = self._join(items[-1], child)  # type: ignore[arg-type]
            else:
                items.append(child)
        return tuple(items)

    def _refuse_tag(self, event: Any, span: Span) -> None:
        self._report(
            "M005", f"the tag `{event.tag}` is not read in profiles", span, hint="delete it"
        )

    def _keep(self, anchor: str | None, node: Node, span: Span) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
            self._anchor_spans[anchor] = Span(
                self.file, span.line, span.column, span.line, span.column + 1
            )
        self._add(node, span)

    def _add(self, node: Node, span: Span) -> None:
        part = self._open[-1]
        part.children.append(node)
        part.weight += node.weight
        if part.weight > MAX_VALUES:
            self._report("M007", f"the file holds more than {MAX_VALUES:,} values", span)
            raise _Stop
        if node.height:
            part.height = max(part.height, node.height)
            if len(self._open) + node.height > MAX_DEPTH + 1:
                self._report("M003", f"sections are nested more than {MAX_DEPTH} deep", span)
                raise _Stop

    def _at_key(self) -> bool:
        part = self._open[-1]
        return part.is_table and len(part.children) % 2 == 0

    def _span(self, start: Any, end: Any) -> Span:
        line, column = start.line + 1, start.column + 1
        end_line, end_column = end.line + 1, end.column + 1
        if end_line < line or (end_line == line and end_column <= column):
            end_line, end_column = line, column + 1
        return Span(self.file, line, column, end_line, end_column)

    def _report(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        hint: str = "",
        related: tuple[Label, ...] = (),
    ) -> None:
        self.found.append(Diagnostic(code, message, span, hint=hint, related=related))
