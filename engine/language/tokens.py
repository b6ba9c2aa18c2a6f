"""Tokens: words given their grammatical type, and digits gathered into numbers.

A token may have several types ("left" the side, "left" the word; "Kutaisi" the fix, "Kutaisi" the
station); the parser takes the one that fits where it stands. How long a number is decides what it
can be: three digits are a heading, four a squawk or a pressure, a count of thousands an altitude.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.language.normalise import Word, is_digit_homophone
from engine.model.slots import SlotValue

__all__ = ["Token", "is_known", "keyword", "number_at", "number_tokens", "run_end", "split_digits"]

_MAX_DIGITS = 6
_HEADING_DIGITS = 3
_MAX_DECIMALS = 3
_DECIMAL_WORDS = frozenset({"decimal", "point", "dot"})
_DICTATED = frozenset(
    [
        "heading",
        "squawk",
        "squawking",
        "qnh",
        "altimeter",
        "decimal",
        "point",
        "runway",
        "left",
        "right",
        "vector",
        "code",
    ]
)
"""After these a run is dictated digit by digit, so that "to" and "for" inside it are digits."""
_CLIMBING = frozenset(
    ["climb", "climbing", "descend", "descending", "maintain", "descent", "maintaining"]
)


@dataclass(frozen=True, slots=True)
class Token:
    """What the parser sees: possible types, the value under each, and where it was said."""

    types: tuple[str, ...]
    start: int
    end: int
    text: str
    values: dict[str, SlotValue] = field(default_factory=dict)
    gap: int = 0
    parts: tuple[Word, ...] = ()
    digits: str | None = None

    @property
    def is_number(self) -> bool:
        """Tell whether this is a number."""
        return self.types[0] in {"THOU", "DEC"} or self.digits is not None


@lru_cache(maxsize=4096)
def keyword(word: str) -> str:
    """Return the terminal name of a plain word."""
    return "_W_" + word.upper().replace("-", "_").replace("/", "_")


def is_known(token: Token, known: frozenset[str]) -> bool:
    """Tell whether a token is a word that some phrase uses; `known` are their terminals."""
    return any(kind in known for kind in token.types)


def _plain(digits: str, parts: Sequence[Word], gap: int) -> Token:
    kind = f"D{len(digits)}" if len(digits) <= _MAX_DIGITS else "DX"
    return Token(
        (kind, keyword(digits)),
        parts[0].start,
        parts[-1].end,
        digits,
        {kind: digits},
        gap,
        tuple(parts),
        digits,
    )


def split_digits(token: Token, count: int) -> tuple[Token, Token] | None:
    """Part a run of dictated digits after `count` of them, or None when it was not dictated."""
    if token.digits is None or len(token.parts) != len(token.digits) or count >= len(token.digits):
        return None
    head = _plain(token.digits[:count], token.parts[:count], token.gap)
    return head, _plain(token.digits[count:], token.parts[count:], 0)


def number_at(words: Sequence[Word], at: int, end: int) -> bool:
    """Tell whether a number starts at `at`."""
    if at >= end:
        return False
    word = words[at]
    if word.digits is not None:
        return True
    after = words[at + 1] if at + 1 < end else None
    if after is None or after.gap:
        return False
    if word.text in {"o", "won", "ate"}:
        return after.single
    if word.text in {"to", "for"}:
        return _dictated_whole(words, at, end)
    # "Ground point seven", but not "missed approach point zero decimal six"
    before = words[at - 1].text if at else ""
    return word.text in _DECIMAL_WORDS and after.single and before != "approach"


def _dictated_whole(words: Sequence[Word], at: int, end: int) -> bool:
    """Tell "heading to for zero", which is 240, from "heading to zero niner zero"."""
    if at == 0 or words[at - 1].text != "heading" or at + _HEADING_DIGITS > end:
        return False
    said = words[at : at + _HEADING_DIGITS]
    whole = all(is_digit_homophone(one) for one in said) and not any(one.gap for one in said[1:])
    more = at + _HEADING_DIGITS < end and words[at + _HEADING_DIGITS].single
    return whole and not (more and not words[at + _HEADING_DIGITS].gap)


def run_end(words: Sequence[Word], at: int, end: int) -> int:
    """Return where the run of number words that starts at `at` ends."""
    before = words[at - 1].text if at else ""
    dictated = before in _DICTATED
    index = at
    if words[at].text in {"to", "for"} and _dictated_whole(words, at, end):
        index = at + _HEADING_DIGITS
    while index < end:
        word = words[index]
        if index > at and word.gap and not _joined_by_comma(words, index):
            break
        if not (word.digits is not None or word.text in {"thousand", "hundred"}):
            after = words[index + 1] if index + 1 < end else None
            beside = after is not None and not after.gap and after.digits is not None
            digit_word = is_digit_homophone(word) is not None
            if word.text in _DECIMAL_WORDS:
                if not beside and not (after and after.digits and after.gap == 1):
                    break
            elif word.text in {"to", "for"}:
                if not (dictated and beside and index > at and words[index - 1].single):
                    break
            elif not (digit_word and (beside or (index > at and words[index - 1].single))):
                break
        index += 1
    return index


def _joined_by_comma(words: Sequence[Word], index: int) -> bool:
    """Tell whether a comma before this word is dictation: "1, 2, 4 decimal 0"."""
    word, before = words[index], words[index - 1]
    if word.gap != 1:
        return False
    left = before.numeral and before.single
    right = word.numeral and word.single
    decimal = word.text in _DECIMAL_WORDS or before.text in _DECIMAL_WORDS
    return (left and right) or (decimal and (left or right))


def number_tokens(words: Sequence[Word], at: int, end: int) -> tuple[list[Token], int]:
    """Return the numbers of the run that starts at `at`, and where the run ends."""
    stop = run_end(words, at, end)
    builder = _Run(words, at)
    for index in range(at, stop):
        builder.add(words[index])
    return builder.finish(), max(stop, at + 1)


class _Run:
    """Gathers number words into tokens, deciding which digits belong to which number."""

    def __init__(self, words: Sequence[Word], at: int) -> None:
        self._before = words[at - 1].text if at else ""
        self._gap = words[at].gap
        self._tokens: list[Token] = []
        self._digits: list[tuple[str, Word]] = []
        self._decimals: list[tuple[str, Word]] | None = None
        self._mark: Word | None = None
        self._scaled: tuple[int, list[Word]] | None = None

    def add(self, word: Word) -> None:
        """Take the next word of the run."""
        if word.text == "thousand":
            self._thousand(word)
        elif word.text == "hundred":
            self._hundred(word)
        elif word.text in _DECIMAL_WORDS:
            self._flush_scaled()
            self._decimals, self._mark = [], word
        elif word.whole:
            self._flush()
            self._emit_value(int(word.digits or 0), [word])
        elif word.decimals is not None:
            self._flush()
            self._emit_decimal(word.digits or "0", word.decimals, [word])
        else:
            self._digit(is_digit_homophone(word) or word.digits or "", word)

    def finish(self) -> list[Token]:
        """Return the tokens."""
        self._flush()
        return self._tokens

    def _digit(self, digits: str, word: Word) -> None:
        if self._decimals is not None:
            room = _MAX_DECIMALS - sum(len(one) for one, _ in self._decimals)
            if len(digits) <= room and (len(digits) == 1 or not self._decimals):
                self._decimals.append((digits, word))
                return
            self._flush()
        if self._scaled is not None and digits.endswith("00") and len(digits) == 3:
            value, parts = self._scaled
            self._scaled = None
            self._emit_value(value + int(digits), [*parts, word])
            return
        joins = len(digits) == 1 and all(len(one) == 1 for one, _ in self._digits)
        if self._digits and not joins:
            self._flush_digits()
        self._digits.append((digits, word))

    def _take(self, most: int) -> tuple[int, list[Word]]:
        """Take the digits that count thousands or hundreds, leaving an earlier number behind."""
        spoken = self._digits
        size = len(spoken)
        keep = size if size <= most else min(most, max(1, size - 3))
        if size == 3 and most == 2:
            # "climb to one two thousand" heard as "climb two one two thousand"
            keep = 2
            if spoken[0][0] in "24" and self._before in _CLIMBING:
                spoken = spoken[1:]
        taken = spoken[len(spoken) - keep :]
        self._digits = spoken[: len(spoken) - keep]
        self._flush_digits()
        number = int("".join(one for one, _ in taken) or "1")
        return number, [word for _, word in taken]

    def _thousand(self, word: Word) -> None:
        if self._decimals is not None:
            self._scale_decimal(word)
            return
        self._flush_scaled()
        number, parts = self._take(2)
        self._scaled = (number * 1000, [*parts, word])

    def _scale_decimal(self, word: Word) -> None:
        whole = "".join(one for one, _ in self._digits) or "0"
        tenths = "".join(one for one, _ in self._decimals or [])
        parts = [part for _, part in self._digits] + [part for _, part in self._decimals or []]
        self._digits, self._decimals = [], None
        self._emit_value(round(float(f"{whole}.{tenths or 0}") * 1000), [*parts, word])

    def _hundred(self, word: Word) -> None:
        if self._scaled is not None and self._digits:
            value, parts = self._scaled
            self._scaled = None
            number, more = self._take(1)
            self._emit_value(value + number * 100, [*parts, *more, word])
            return
        number, parts = self._take(3 if len(self._digits) == 3 else 2)
        self._emit_value(number * 100, [*parts, word])

    def _flush(self) -> None:
        if self._decimals is not None:
            whole = "".join(one for one, _ in self._digits)
            decimals = "".join(one for one, _ in self._decimals)
            parts = [word for _, word in self._digits]
            parts += [self._mark] if self._mark else []
            parts += [word for _, word in self._decimals]
            self._digits, self._decimals = [], None
            self._emit_decimal(whole, decimals, parts)
        self._flush_scaled()
        self._flush_digits()

    def _flush_scaled(self) -> None:
        if self._scaled is not None:
            value, parts = self._scaled
            self._scaled = None
            self._emit_value(value, parts)

    def _flush_digits(self) -> None:
        self._flush_scaled()
        if self._digits:
            self._push(
                _plain(
                    "".join(one for one, _ in self._digits),
                    [word for _, word in self._digits],
                    self._next_gap(),
                )
            )
            self._digits = []

    def _emit_value(self, value: int, parts: list[Word]) -> None:
        self._push(
            Token(
                ("THOU",),
                parts[0].start,
                parts[-1].end,
                str(value),
                {"THOU": value},
                self._next_gap(),
                tuple(parts),
            )
        )

    def _emit_decimal(self, whole: str, decimals: str, parts: list[Word]) -> None:
        text = f"{whole or '0'}.{decimals or '0'}"
        self._push(
            Token(
                ("DEC",),
                parts[0].start,
                parts[-1].end,
                text,
                {"DEC": text},
                self._next_gap(),
                tuple(parts),
            )
        )

    def _next_gap(self) -> int:
        return 0 if self._tokens else self._gap

    def _push(self, token: Token) -> None:
        self._tokens.append(token)
