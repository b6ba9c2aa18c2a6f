"""Where the cursor stands: on which key or value of which path.

A file that is being typed is seldom whole, so the path is also found from the text alone, by
indentation and open brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.profile.diagnostic import Span
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.source import Source, lines_of

__all__ = ["Cursor", "Step", "cursor_at", "cursor_in_text"]

Step = str | int

_KEY = re.compile(
    r"""^(?P<indent>\s*)(?P<dash>(?:-\s+)*)(?P<key>"[^"]*"|'[^']*'|[^\s#:'"{}\[\],][^#:{}\[\],]*?)\s*:(?:\s|$)"""
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A path of keys and indexes; whether it is the key that the cursor is on; what stands there.

    `before` is what is written of the word up to the cursor.
    """

    path: tuple[Step, ...]
    on_key: bool
    span: Span | None = None
    before: str = ""


def cursor_at(source: Source, line: int, column: int) -> Cursor | None:
    """Return what is at a place (from 1) of a file that could be read; None between things."""
    return _find(source.root, line, column, ()) if source.root is not None else None


def _find(node: Node, line: int, column: int, path: tuple[Step, ...]) -> Cursor | None:
    if isinstance(node, Table):
        for key, value in node.pairs():
            if _holds(key.span, line, column):
                return Cursor((*path, key.raw), on_key=True, span=key.span)
            found = _find(value, line, column, (*path, key.raw))
            if found is not None:
                return found
        return None
    if isinstance(node, Items):
        for index, item in enumerate(node.items):
            found = _find(item, line, column, (*path, index))
            if found is not None:
                return found
        return None
    if isinstance(node, Scalar) and _holds(node.span, line, column):
        return Cursor(path, on_key=False, span=node.span)
    return None


def _holds(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)


def cursor_in_text(text: str, line: int, column: int) -> Cursor:
    """Return where something that is typed at a place (from 1) would belong."""
    lines = lines_of(text)
    here = lines[line - 1][: column - 1] if line <= len(lines) else ""
    bracket = _open_bracket(here)
    if bracket is not None:
        start, inner = bracket
        outer = _block(lines, line, here[:start])
        return _flow(outer, here[start:], inner)
    return _block(lines, line, here)


def _block(lines: list[str], line: int, here: str) -> Cursor:
    """Return the place of a word in lines that are ordered by indentation."""
    dashes = [opener for opener in _openers(here) if opener[1] == _ITEM]
    match = _KEY.match(here)
    word = here[dashes[-1][0] + 1 :] if dashes else here
    column = len(here) - len(word.lstrip())
    above = [opener for text in lines[: line - 1] for opener in _openers(text)]
    path = _parents([*above, *dashes], column)
    if match is None:
        return Cursor(path, on_key=True, before=word.strip().strip("\"'"))
    before = here[match.end() :].lstrip()
    return Cursor((*path, _name(match["key"])), on_key=False, before=before.strip("\"'"))


_ITEM = "-"


def _openers(text: str) -> list[tuple[int, str]]:
    """Return what a line opens: items by the column of their dash, then a key by its own."""
    if text.lstrip().startswith("#"):
        return []
    found: list[tuple[int, str]] = []
    at = len(text) - len(text.lstrip())
    while text[at : at + 1] == _ITEM and text[at + 1 : at + 2] in {"", " "}:
        found.append((at, _ITEM))
        rest = text[at + 1 :]
        at += 1 + len(rest) - len(rest.lstrip())
    match = _KEY.match(text)
    if match is not None:
        found.append((at, _name(match["key"])))
    return found


def _parents(openers: list[tuple[int, str]], column: int) -> tuple[Step, ...]:
    """Return the path of the section that something at a column belongs to.

    Only what is further left can hold it; a list may also stand right under its key.
    """
    path: list[Step] = []
    limit, in_item = column, False
    for number in range(len(openers) - 1, -1, -1):
        at, what = openers[number]
        if at > limit or (at == limit and (what == _ITEM or not in_item)):
            continue
        in_item = what == _ITEM
        path.append(_index(openers, number) if in_item else what)
        limit = at
    return tuple(reversed(path))


def _index(openers: list[tuple[int, str]], number: int) -> int:
    """Return how many items of the same list stand before one."""
    at = openers[number][0]
    before = 0
    for other, what in reversed(openers[:number]):
        if other < at or (other == at and what != _ITEM):
            break
        before += other == at
    return before


def _open_bracket(here: str) -> tuple[int, list[tuple[int, str]]] | None:
    """Return where brackets that are still open begin in a line, outermost first."""
    stack: list[tuple[int, str]] = []
    quote = ""
    for index, letter in enumerate(here):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'" and (index == 0 or here[index - 1] in " [{,:"):
            quote = letter
        elif letter == "#" and index and here[index - 1] == " ":
            break
        elif letter in "{[":
            stack.append((index, letter))
        elif letter in "}]" and stack:
            stack.pop()
    return (stack[0][0], stack) if stack else None


def _flow(outer: Cursor, written: str, stack: list[tuple[int, str]]) -> Cursor:
    """Return the place of a word inside brackets; `outer` is where the first bracket stands."""
    path = list(outer.path)
    first = stack[0][0]
    for position, (start, bracket) in enumerate(stack):
        until = stack[position + 1][0] if position + 1 < len(stack) else first + len(written)
        inside = written[start - first + 1 : until - first]
        parts = _split(inside)
        last = parts[-1]
        if bracket == "[":
            path.append(len(parts) - 1)
            if position + 1 == len(stack):
                return Cursor(tuple(path), on_key=False, before=last.strip().strip("\"'"))
            continue
        name, colon, value = last.partition(":")
        if colon:
            path.append(_name(name))
            if position + 1 == len(stack):
                return Cursor(tuple(path), on_key=False, before=value.strip().strip("\"'"))
            continue
        return Cursor(tuple(path), on_key=True, before=name.strip())
    return Cursor(tuple(path), on_key=True)


def _split(inside: str) -> list[str]:
    """Return the parts between commas that stand in no bracket of their own."""
    parts, depth = [""], 0
    for letter in inside:
        depth += letter in "{["
        depth -= letter in "}]"
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _name(key: str) -> str:
    return key.strip().strip("\"'")
