"""The parse tables of the guard language, made once from its grammar and shipped.

Building them takes longer than everything else that a check of a theatre does. They are kept with
the digest of the grammar: when that has changed they are built again, and a test says so. Run
`python -m engine.profile.guard_tables` after a change of grammars/guard.lark.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
from pathlib import Path
from typing import Any

from engine.resources import grammars_dir

__all__ = ["grammar_text", "guard_parser", "is_fresh", "tables"]

_FILE = Path(__file__).resolve().parent / "guard_tables.json"


def grammar_text() -> str:
    """Return the grammar of the guard language."""
    return (grammars_dir() / "guard.lark").read_text(encoding="utf-8")


def guard_parser() -> Any:
    """Return the parser, from the shipped tables when they are those of the grammar."""
    from lark import Lark  # noqa: PLC0415 - 50 ms that `--help` saves

    kept = _kept()
    if kept is not None:
        # Lark reads its tables from a pickle alone; this one is made here, from our own JSON.
        return Lark.load(io.BytesIO(pickle.dumps(kept)))
    return _built()


def is_fresh() -> bool:
    """Tell whether the shipped tables are those of the grammar as it stands."""
    return _kept() is not None


def tables() -> str:
    """Return the text of the shipped file for the grammar as it stands."""
    from lark.grammar import Rule  # noqa: PLC0415
    from lark.lexer import TerminalDef  # noqa: PLC0415

    data, memo = _built().memo_serialize([TerminalDef, Rule])
    whole = {"grammar": _digest(), "data": data, "memo": memo}
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), default=sorted) + "\n"


def _built() -> Any:
    from lark import Lark  # noqa: PLC0415

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",  # keywords are keywords everywhere; one lexer instead of one for each state
        propagate_positions=True,
        maybe_placeholders=False,
    )


def _digest() -> str:
    import lark  # noqa: PLC0415

    # The form of the tables is Lark's own, so its version is part of what they are made from.
    return hashlib.sha256(f"{lark.__version__}\0{grammar_text()}".encode()).hexdigest()


def _kept() -> dict[str, Any] | None:
    try:
        whole = json.loads(_FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if whole.get("grammar") != _digest():
        return None
    states = whole["data"]["parser"]["parser"]["states"]
    whole["data"]["parser"]["parser"]["states"] = {
        int(state): {int(token): tuple(action) for token, action in actions.items()}
        for state, actions in states.items()
    }
    memo = {int(number): value for number, value in whole["memo"].items()}
    tokens = whole["data"]["parser"]["parser"]["tokens"]
    whole["data"]["parser"]["parser"]["tokens"] = {int(k): v for k, v in tokens.items()}
    return {"data": whole["data"], "memo": memo}


if __name__ == "__main__":
    _FILE.write_text(tables(), encoding="utf-8", newline="\n")
