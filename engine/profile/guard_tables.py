"""The parse tables of the guard language, made once from its grammar by Lark and shipped.

Building them takes longer than everything else that a check of a theatre does. They are kept with
the digest of the grammar: when that has changed they are built again, and a test says so. Run
`python -m engine.profile.guard_tables` after a change of grammars/guard.lark.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.profile.guard_parser import GuardParser, Tables
from engine.resources import grammars_dir

__all__ = ["grammar_text", "guard_parser", "is_fresh", "shipped_text", "tables"]

_FILE = Path(__file__).resolve().parent / "guard_tables.json"
_FORM = 2
"""Of the file: another one has another form of tables."""


def grammar_text() -> str:
    """Return the grammar of the guard language."""
    return (grammars_dir() / "guard.lark").read_text(encoding="utf-8")


def guard_parser() -> GuardParser:
    """Return the parser, from the shipped tables when they are those of the grammar."""
    kept = _kept() or json.loads(tables())
    return GuardParser(
        Tables(
            words=kept["words"],
            ignored=kept["ignored"],
            rules=kept["rules"],
            states=kept["states"],
            end=kept["end"],
        )
    )


def is_fresh() -> bool:
    """Tell whether the shipped tables are those of the grammar as it stands."""
    return _kept() is not None


def shipped_text() -> str:
    """Return the text of the shipped file."""
    return _FILE.read_text(encoding="utf-8")


def tables() -> str:
    """Return the text that the shipped file should have for the grammar as it stands."""
    from lark import Lark  # noqa: PLC0415 - only a change of the grammar pays for the import
    from lark.grammar import Rule  # noqa: PLC0415

    lark = Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",  # keywords are keywords everywhere; one lexer instead of one for each state
        maybe_placeholders=False,
    )
    data, memo = lark.memo_serialize([Rule])
    automaton = data["parser"]["parser"]
    (start,), (end,) = automaton["start_states"].values(), automaton["end_states"].values()
    numbers = {number: place for place, number in enumerate(sorted(memo))}
    states, place_of = _laid_out(automaton, start, numbers)
    whole = {
        "grammar": _digest(),
        "words": {one.name: one.pattern.to_regexp() for one in _as_tried(lark.terminals)},
        "ignored": sorted(lark.ignore_tokens),
        "rules": [_rule(memo[number]) for number in sorted(memo)],
        "states": states,
        "end": place_of[end],
    }
    return json.dumps(whole, separators=(",", ":")) + "\n"


def _as_tried(terminals: Iterable[Any]) -> list[Any]:
    """Return the terminals in the order in which Lark's lexer tries them."""
    return sorted(
        terminals,
        key=lambda one: (-one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name),
    )


def _laid_out(
    automaton: Any, start: int, numbers: dict[int, int]
) -> tuple[list[dict[str, int]], dict[int, int]]:
    """Return the states from the first on, and the place of each: Lark's numbers change."""
    place_of, order = {start: 0}, [start]
    states: list[dict[str, int]] = []
    for state in order:
        steps = {automaton["tokens"][key]: to for key, to in automaton["states"][state].items()}
        row: dict[str, int] = {}
        for symbol, (is_reduction, to) in sorted(steps.items()):
            if is_reduction:
                row[symbol] = ~numbers[to["@"]]
                continue
            if to not in place_of:
                place_of[to] = len(order)
                order.append(to)
            row[symbol] = place_of[to]
        states.append(row)
    return states, place_of


def _rule(rule: Any) -> tuple[str, int, str, bool, list[int], list[int]]:
    """Return a rule as `Tables` has it, shaped as Lark shapes trees.

    Keywords and brackets are left out; what Lark made for a repetition (`__`) is opened; `?` lets
    a single child stand for a rule that has no other name.
    """
    origin, alias, symbols = rule["origin"]["name"], rule["alias"], rule["expansion"]
    kept = [place for place, one in enumerate(symbols) if not one.get("filter_out", False)]
    opened = [place for place in kept if symbols[place]["name"].startswith("__")]
    stands_alone = bool(rule["options"]["expand1"]) and not alias
    return origin, len(symbols), alias or origin, stands_alone, kept, opened


def _digest() -> str:
    return hashlib.sha256(f"{_FORM}\0{grammar_text()}".encode()).hexdigest()


def _kept() -> dict[str, Any] | None:
    try:
        whole: dict[str, Any] = json.loads(shipped_text())
    except (OSError, ValueError):
        return None
    return whole if whole.get("grammar") == _digest() else None


if __name__ == "__main__":
    _FILE.write_text(tables(), encoding="utf-8", newline="\n")
