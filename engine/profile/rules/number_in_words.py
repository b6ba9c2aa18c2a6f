"""M605: numbers are slots, never written into a phrase: digits would be said as one number.

A flight level, a heading and an altimeter setting are each said in their own way, which the slot
knows and a literal does not; and a number that no rule decided may not be spoken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.phrases import phrases_of
from engine.profile.project import Project

__all__ = ["check"]

_DIGITS = re.compile(r"(?<![\w{:])[0-9][0-9.,]*")
_FREQUENCY = re.compile(r"[1-3][0-9]{2}\.[0-9]{1,3}")


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each number that is written into words that are said."""
    for phrase in phrases_of(project):
        if phrase.part == "understand":
            continue
        for match in _DIGITS.finditer(phrase.text):
            if _FREQUENCY.fullmatch(match[0]):
                continue  # M514 looks at those
            yield Diagnostic(
                "M605",
                f"the number {match[0]} is written into what is said",
                phrase.place(match.start(), len(match[0])),
                hint="use a slot, or write it as words",
            )
