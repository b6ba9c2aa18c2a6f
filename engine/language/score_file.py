"""The files that hearing is scored by: lines of calls whose meaning is known, and rosters of names.

Written by hand, by `marshall review` and by spreadsheets, so a byte order mark, other line ends,
a line of headings and a spreadsheet's quotes are taken for what they are. What cannot be meant is
refused with the number of its line: a line left out in silence would flatter the score.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.language.lexicon import Lexicon
from engine.model.errors import ConfigurationError
from engine.model.intent import Intent

__all__ = ["Line", "lexicon_from_roster", "read_lines"]

_HEADINGS = ("utterance", "intent", "slots")
_LISTS = ("callsigns", "stations", "fixes", "formations", "plans", "runways")
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance with its meaning."""

    utterance: str
    intent: str
    slots: Mapping[str, Any]


def read_lines(text: str) -> list[Line]:
    """Read lines of utterance, intent and slots as JSON, parted by tabs.

    Empty lines and lines that begin with # are left out.

    Raises:
        ConfigurationError: a line is not of that form, or there is none; the message tells which.
    """
    found: list[Line] = []
    # not splitlines: an utterance may hold any of the marks that it would part a line at
    for number, ended in enumerate(text.removeprefix(_BYTE_ORDER_MARK).split("\n"), 1):
        row = ended.rstrip("\r\t ")
        if not row.strip() or row.startswith("#"):
            continue
        columns = [_unquoted(one) for one in row.split("\t")]
        if not found and tuple(one.strip().lower() for one in columns) == _HEADINGS:
            continue
        found.append(_line(columns, number))
    if not found:
        message = "there is no line to score: wanted utterance, intent and slots parted by tabs"
        raise ConfigurationError(message)
    return found


def _unquoted(column: str) -> str:
    """Return a column without the quotes in which a spreadsheet puts one that holds quotes."""
    whole = column.strip()
    inner = whole[1:-1]
    quoted = len(whole) > 1 and whole[0] == whole[-1] == '"'
    if quoted and '"' not in inner.replace('""', ""):
        return inner.replace('""', '"')
    return column


def _line(columns: list[str], number: int) -> Line:
    if len(columns) != len(_HEADINGS):
        message = (
            f"line {number}: wanted utterance, intent and slots parted by tabs, "
            f"and there are {len(columns)} columns"
        )
        raise ConfigurationError(message)
    utterance, intent, slots = columns
    intent = intent.strip()
    known = {one.value for one in Intent}
    if intent not in known:
        message = f"line {number}: {intent!r} is no intent: there are {', '.join(sorted(known))}"
        raise ConfigurationError(message)
    try:
        given = json.loads(slots)
    except (ValueError, RecursionError):
        message = f"line {number}: the slots are not JSON: {slots[:80]}"
        raise ConfigurationError(message) from None
    if not isinstance(given, dict):
        message = f"line {number}: the slots must be a JSON object: {slots[:80]}"
        raise ConfigurationError(message)
    return Line(utterance, intent, given)


def lexicon_from_roster(roster: Mapping[str, Any]) -> Lexicon:
    """Return the lexicon of a roster: lists of names under the names of the lexicon's fields.

    A mapping gives its keys, as `stations` with their frequencies do. A key that begins with an
    underscore is a remark.

    Raises:
        ConfigurationError: the roster has a list that no lexicon has, or something else than one.
    """
    wrong = sorted(one for one in set(roster) - set(_LISTS) if not one.startswith("_"))
    if wrong:
        message = f"the roster has {', '.join(wrong)}: it may have {', '.join(_LISTS)}"
        raise ConfigurationError(message)
    lists = {name: _names(name, roster.get(name)) for name in _LISTS}
    return Lexicon(
        callsigns=lists["callsigns"],
        stations=dict.fromkeys(lists["stations"], ()),
        fixes=lists["fixes"],
        formations=lists["formations"],
        plans=lists["plans"],
        runways=lists["runways"],
    )


def _names(name: str, given: object) -> tuple[str, ...]:
    if given is None:
        return ()
    plain = isinstance(given, list | tuple | Mapping) and all(
        isinstance(one, str | int) and not isinstance(one, bool) for one in given
    )
    if not isinstance(given, list | tuple | Mapping) or not plain:
        message = f'{name} of the roster must be a list of names, such as ["Pony 1-1"]'
        raise ConfigurationError(message)
    return tuple(dict.fromkeys(str(one).strip() for one in given if str(one).strip()))
