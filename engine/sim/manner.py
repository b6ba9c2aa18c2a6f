"""How a pilot takes what he is told: not all do as they should, and a controller must cope."""

from __future__ import annotations

import re
from enum import StrEnum

__all__ = ["Manner", "misread"]

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_READ_BACK = re.compile(
    r"\b(heading|QNH|altimeter|maintain|climb|descend|number|speed|runway)\s+"
    rf"({'|'.join(_DIGITS)})",
    re.IGNORECASE,
)


class Manner(StrEnum):
    """What he does with instructions: `scripted` says and flies only what a script has him do."""

    OBEYS = "obeys"
    IGNORES = "ignores"
    MISREADS = "misreads"
    SILENT = "silent"
    SCRIPTED = "scripted"

    @property
    def listens(self) -> bool:
        """Tell whether he takes part: hears, obeys and looks out."""
        return self not in (Manner.IGNORES, Manner.SCRIPTED)


def misread(words: str) -> str | None:
    """Return a read-back with its first number wrong, or None where it has none.

    >>> misread("Turn left heading one two zero, Pony one one.")
    'Turn left heading two two zero, Pony one one.'
    """
    found = _READ_BACK.search(words)
    if found is None:
        return None
    digit = found[2].lower()
    other = "two" if digit == "one" else "one"
    return words[: found.start(2)] + other + words[found.end(2) :]
