"""Parse tables kept on disk, by what they were built from.

A file is named by a digest of every rule in it, so that a changed phraseology finds no file and can
never be read by old tables. It holds a digest of its own content too: a file that was cut off, or
written by something else, is built again and not believed. Files are put in place whole, so that
two services that start together do no harm. JSON, because a pickle found in a folder would be a
program found in a folder.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from engine.language.tables import Rule, State

__all__ = ["digest_of", "read_tables", "table_file", "write_tables"]

_FORMAT = "marshall-tables-1"
_DIGEST_CHARACTERS = 32


def digest_of(rules: Iterable[Rule]) -> str:
    """Return what tells one grammar from another."""
    lines = (f"{one.origin}>{' '.join(one.symbols)}>{one.name}>{one.rank}\n" for one in rules)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def table_file(cache: Path, digests: Sequence[str]) -> Path:
    """Return the file that holds the tables of these grammars."""
    whole = hashlib.sha256("\n".join((_FORMAT, *digests)).encode()).hexdigest()
    return cache / f"{whole[:_DIGEST_CHARACTERS]}.tables"


def read_tables(path: Path, sizes: Sequence[int]) -> list[list[State]] | None:
    """Return the tables in a file, or None when there are none to be trusted.

    `sizes` gives the number of rules of each grammar: no state may name another.
    """
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if head != _seal(body):
        return None
    collects = gc.isenabled()
    gc.disable()  # thousands of small tables, none of them garbage: a collection takes longer
    try:
        tables = json.loads(body)
    except ValueError:
        return None
    finally:
        if collects:
            gc.enable()
    fits = isinstance(tables, list) and len(tables) == len(sizes)
    return tables if fits and all(map(_sound, tables, sizes)) else None


def _sound(states: object, rules: int) -> bool:
    """Tell whether states lead to states, and reduce by rules, that are there."""
    if not isinstance(states, list) or not states:
        return False
    return all(
        isinstance(state, dict)
        and all(type(step) is int and -rules <= step < len(states) for step in state.values())
        for state in states
    )


def write_tables(path: Path, tables: Sequence[Sequence[State]]) -> None:
    """Put tables in a file; one that cannot be written is only missed."""
    body = json.dumps(tables, separators=(",", ":")).encode()
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(_seal(body) + b"\n" + body)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _seal(body: bytes) -> bytes:
    return f"{_FORMAT} {hashlib.sha256(body).hexdigest()}".encode()
