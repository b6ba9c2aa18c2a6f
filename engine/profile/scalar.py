"""Reading a plain YAML scalar by our own rules, from its raw text.

PyYAML reads `010` as 8, `NO` as False, `1:30` as 90 and drops the zeros of `124.800`; in an
aviation file each of those is an accident. Here a plain scalar is null, true or false, a decimal
number, or text; anything that another YAML reader would take for something else is refused with
the way to write it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Reading", "read_plain"]

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z", re.ASCII)
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z", re.ASCII)
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+(?:\.[0-9]*)?\Z", re.ASCII)
_OTHER_NUMBER = re.compile(
    r"[-+]?(?:0[xob][0-9a-f_]+|[0-9][0-9_]*_[0-9_]*(?:\.[0-9_]*)?|\.[0-9]+|[0-9]+\."
    r"|\.inf|\.nan|[0-9]*\.?[0-9]+e[-+]?[0-9]+)\Z"
    r"|\+[0-9]+(?:\.[0-9]+)?\Z",
    re.ASCII | re.IGNORECASE,
)
_BASE_SIXTY = re.compile(r"[-+]?[0-9]+(?::[0-9]{1,2})+(?:\.[0-9]*)?\Z", re.ASCII)
_YES_NO = frozenset({"yes", "no", "on", "off", "y", "n"})
_TRUE_FALSE = {"true": True, "false": False}
_LONGEST_NUMBER = 32
_LONGEST_WORD = len("false")
_LONGEST_KEPT = 40


@dataclass(frozen=True, slots=True)
class Reading:
    """What a plain scalar is; with `code` set, why it is refused and how to write it."""

    value: bool | int | float | str | None
    code: str = ""
    message: str = ""
    hint: str = ""


def read_plain(raw: str) -> Reading:
    """Return the value of an unquoted scalar, or why it cannot stand unquoted."""
    return _short(raw) if len(raw) <= _LONGEST_KEPT else _read(raw)


@lru_cache(maxsize=8192)
def _short(raw: str) -> Reading:
    return _read(raw)


def _read(raw: str) -> Reading:
    if raw in {"", "~", "null"}:
        return Reading(None)
    if raw in _TRUE_FALSE:
        return Reading(_TRUE_FALSE[raw])
    if len(raw) <= _LONGEST_NUMBER:
        if _INTEGER.match(raw):
            return Reading(int(raw))
        if _DECIMAL.match(raw):
            return Reading(float(raw))
    return _refused(raw) or Reading(raw)


def _refused(raw: str) -> Reading | None:
    if raw[0].isalpha() and len(raw) > _LONGEST_WORD:
        return None
    if raw.casefold() in _YES_NO or raw.casefold() in {"true", "false", "null"}:
        return Reading(
            raw,
            "M013",
            f"`{raw}` is true, false or null to many YAML readers",
            f'write "{raw}" in quotes if it is a name, else `true` or `false`',
        )
    if _BASE_SIXTY.match(raw):
        return Reading(
            raw,
            "M014",
            f"`{raw}` is a base-60 number to some YAML readers",
            f'write "{raw}" in quotes',
        )
    if _LEADING_ZERO.match(raw):
        return Reading(
            raw,
            "M012",
            f"`{raw}` is not the same number in every YAML reader",
            f'write "{raw}" in quotes if it is a name, or {_without_zeros(raw)} if it is a number',
        )
    if _OTHER_NUMBER.match(raw):
        return Reading(
            raw,
            "M012",
            f"`{raw}` is not a plain decimal number",
            f'write it in decimal digits, or "{raw}" in quotes if it is a name',
        )
    return None


def _without_zeros(raw: str) -> str:
    sign = "-" if raw.startswith("-") else ""
    digits = raw.lstrip("+-").lstrip("0").rstrip(".")
    if not digits or digits.startswith("."):
        digits = "0" + digits
    return sign + digits
