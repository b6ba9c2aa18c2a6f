"""Whether every number and name on the air stands in a directive of that transmission.

The words are read again with the controller-side grammar, and each slot found must be a slot of a
recorded directive of the same kind. Numbers that no slot explains count as well, and a transmission
that cannot be read at all counts once and for every number in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.capture import AirRecord
from engine.model.directive import Directive
from engine.model.understood import Instruction, Understood

__all__ = ["Unbacked", "number_words", "unbacked"]

_NUMBER_WORD = re.compile(
    r"\b(zero|one|two|three|four|five|six|seven|eight|niner?|ten|hundred|thousand|\d+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unbacked:
    """Something said that nothing decided."""

    transmission_id: str
    what: str


def number_words(words: str) -> list[str]:
    """Return the number words of a text."""
    return [found.group(0).lower() for found in _NUMBER_WORD.finditer(words)]


def unbacked(record: AirRecord, understood: Understood | None) -> list[Unbacked]:
    """Return what a keyed transmission says that its directives do not."""
    identity = record.transmission_id
    if understood is None:
        numbers = number_words(record.words)
        return [
            Unbacked(identity, f"cannot be read: {record.words}"),
            *(Unbacked(identity, f"number {word}") for word in numbers),
        ]
    found: list[Unbacked] = []
    unused = list(record.directives)
    for one in understood.instructions:
        match = _best(one, unused)
        if match is not None:
            unused.remove(match)
        found.extend(Unbacked(identity, text) for text in _differences(one, match))
    for text in understood.unexplained:
        found.extend(Unbacked(identity, f"number {word}") for word in number_words(text))
    return found


def _best(one: Instruction, candidates: Sequence[Directive]) -> Directive | None:
    same = [each for each in candidates if each.kind == one.kind]
    exact = [each for each in same if dict(each.slots) == dict(one.slots)]
    return next(iter(exact or same), None)


def _differences(one: Instruction, match: Directive | None) -> list[str]:
    if match is None:
        names = [f"{one.kind}.{name}={value}" for name, value in one.slots.items()]
        return names or [one.kind]
    return [
        f"{one.kind}.{name}={value}, decided {match.slots.get(name)}"
        for name, value in one.slots.items()
        if match.slots.get(name) != value
    ]
