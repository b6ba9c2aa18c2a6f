"""Hears every example of the words that ship: `python -m engine.profile.hear_stamp`.

To be run after the intents or a phraseology changed; a test says when it was forgotten.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from engine.profile.heard_examples import digest_of, missed, write_stamp
from engine.profile.source import read_source
from engine.resources import profiles_dir

__all__ = ["main", "words_that_ship"]


def words_that_ship() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the intents and the phraseologies as they are read."""
    common = profiles_dir() / "common"
    paths = sorted((common / "phraseology").glob("*.yaml"))
    return _read(common / "intents.yaml"), {path.stem: _read(path) for path in paths}


def main() -> int:
    """Hear, and stamp what was heard; end with 1 when an example is heard otherwise."""
    intents, words = words_that_ship()
    misses = missed(intents, words)
    for miss in misses:
        sys.stderr.write(f"{miss.intent}, example {miss.index + 1}: {miss.message}\n")
    if not misses:
        write_stamp(digest_of(intents, words))
    return int(bool(misses))


def _read(path: Path) -> Any:
    root = read_source(path.name, path.read_bytes()).root
    return {} if root is None else root.plain()


if __name__ == "__main__":
    sys.exit(main())
