"""Reads a table that a Lua file assigns, as data: nothing in it is ever run.

A mission of the sim is such a file, written by the sim or by a stranger. Its size, its depth and
the number of its values are bounded, and whatever is not a table of plain values is refused.
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias

__all__ = ["LuaError", "LuaTable", "LuaValue", "read_table"]

LuaValue: TypeAlias = "str | float | bool | LuaTable | None"
LuaTable: TypeAlias = "dict[str | float | bool, LuaValue]"

_MOST_CHARACTERS = 64_000_000
_MOST_VALUES = 3_000_000
_DEEPEST = 64
_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:--\[\[.*?\]\]|--[^\n]*)?[ \t\r\n]*(?:
    \[\[(?P<long>.*?)\]\]
    |(?P<mark>[{}\[\]=,;])
    |"(?P<double>(?:[^"\\]|\\.)*)"
    |'(?P<single>(?:[^'\\]|\\.)*)'
    |(?P<number>-?(?:0[xX][0-9a-fA-F]{1,16}|(?:[0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,4})?))
    |(?P<word>[A-Za-z_][A-Za-z0-9_]*)
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(\d{1,3}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "nil": None}


class LuaError(ValueError):
    """A file is no table of plain values; the message says where it stops being one."""


def read_table(text: str, name: str) -> LuaTable:
    """Return the table that a file assigns to a name.

    Raises:
        LuaError: the file is too large, or holds anything but that table.
    """
    if len(text) > _MOST_CHARACTERS:
        message = f"more than {_MOST_CHARACTERS:,} characters"
        raise LuaError(message)
    reader = _Reader(text)
    if reader.take() != ("word", name) or reader.take() != ("mark", "="):
        message = f"it does not begin with `{name} =`"
        raise LuaError(message)
    value = reader.value()
    if not isinstance(value, dict):
        message = f"`{name}` is no table"
        raise LuaError(message)
    return value


class _Reader:
    """Reads tokens one by one, with a stack of its own instead of recursion."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._count = 0

    def take(self) -> tuple[str, str]:
        match = _TOKEN.match(self._text, self._at)
        if match is None or match.lastgroup is None:
            raise self._wrong()
        self._at = match.end()
        return match.lastgroup, match[match.lastgroup]

    def peek(self) -> tuple[str, str]:
        before = self._at
        token = self.take()
        self._at = before
        return token

    def value(self) -> LuaValue:
        """Return the next value, with everything in it."""
        kind, text = self.take()
        if (kind, text) != ("mark", "{"):
            return self._plain(kind, text)
        root: LuaTable = {}
        open_tables: list[tuple[LuaTable, int]] = [(root, 1)]
        while open_tables:
            table, following = open_tables[-1]
            kind, text = self.take()
            if (kind, text) == ("mark", "}"):
                open_tables.pop()
                self._skip_comma()
                continue
            key: str | float | bool
            if (kind, text) == ("mark", "["):
                given = self._plain(*self.take())
                self._expect("]")
                self._expect("=")
                if given is None or isinstance(given, dict):
                    raise self._wrong()
                key = given
                kind, text = self.take()
            elif kind == "word" and text not in _WORDS and self.peek() == ("mark", "="):
                key = text
                self._expect("=")
                kind, text = self.take()
            else:
                key = float(following)
                open_tables[-1] = (table, following + 1)
            self._count += 1
            if self._count > _MOST_VALUES:
                message = f"more than {_MOST_VALUES:,} values"
                raise LuaError(message)
            if (kind, text) == ("mark", "{"):
                if len(open_tables) >= _DEEPEST:
                    message = f"tables are nested more than {_DEEPEST} deep"
                    raise LuaError(message)
                inner: LuaTable = {}
                table[key] = inner
                open_tables.append((inner, 1))
                continue
            table[key] = self._plain(kind, text)
            self._skip_comma()
        return root

    def _plain(self, kind: str, text: str) -> LuaValue:
        if kind in ("double", "single"):
            return _ESCAPE.sub(_unescaped, text) if "\\" in text else text
        if kind == "long":
            return text
        if kind == "number":
            try:
                number = float(int(text, 16)) if "x" in text.lower() else float(text)
            except (OverflowError, ValueError):
                raise self._wrong() from None
            if not math.isfinite(number):
                raise self._wrong()
            return number
        if kind == "word" and text in _WORDS:
            return _WORDS[text]
        raise self._wrong()

    def _skip_comma(self) -> None:
        match = _TOKEN.match(self._text, self._at)
        if match is not None and match["mark"] in (",", ";"):
            self._at = match.end()

    def _expect(self, mark: str) -> None:
        if self.take() != ("mark", mark):
            raise self._wrong()

    def _wrong(self) -> LuaError:
        line = self._text.count("\n", 0, self._at) + 1
        return LuaError(f"line {line} is no part of a table of plain values")


def _unescaped(match: re.Match[str]) -> str:
    what = match[1]
    if what.isdigit():
        return chr(int(what))
    return _ESCAPES.get(what, what)
