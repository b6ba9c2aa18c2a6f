"""A controller's transmission read back into directives: what a listener makes of it.

Virtual pilots obey it and the judge of a sortie holds it against what was decided, both through the
one grammar compiled from the phraseology; this is the little that they need of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.model.slots import SlotValue

__all__ = ["ControllerGrammar", "Instruction", "Understood"]


@dataclass(frozen=True, slots=True)
class Instruction:
    """One directive as heard: its kind and slots."""

    kind: str
    slots: Mapping[str, SlotValue] = field(default_factory=dict)

    def number(self, name: str) -> int | None:
        """Return an integer slot, or None when it was not said."""
        value = self.slots.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def word(self, name: str) -> str | None:
        """Return a string slot, or None when it was not said."""
        value = self.slots.get(name)
        return value if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class Understood:
    """A controller's transmission as heard: the callsign as spoken, and what was said to him.

    `unexplained` holds the words that belong to no directive.
    """

    callsign: str | None
    instructions: tuple[Instruction, ...]
    unexplained: tuple[str, ...] = ()


class ControllerGrammar(Protocol):
    """Reads a controller's words back into directives."""

    def understand(self, words: str) -> Understood | None:
        """Return what was said, or None when it cannot be read."""
        ...
