"""A controller's words that anybody can read: `Pony 1-1: vector heading_deg_mag=120 turn=left`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.model.directive import DIRECTIVE_TYPES, Directive
from engine.model.slots import SlotValue
from engine.model.understood import Instruction, Understood

__all__ = ["PlainGrammar", "say"]


def say(callsign: str, directives: Sequence[Directive]) -> str:
    """Return a transmission in plain words."""
    said = (
        " ".join([one.kind, *(f"{name}={_shown(value)}" for name, value in one.slots.items())])
        for one in directives
    )
    return f"{callsign}: {'; '.join(said)}"


def _shown(value: SlotValue) -> str:
    return str(value).replace(" ", "~")


class PlainGrammar:
    """Reads what `say` writes, and nothing else."""

    def understand(self, words: str) -> Understood | None:
        """Return the instructions, or None when a word is not one of ours."""
        callsign, separator, rest = words.partition(": ")
        if not separator:
            return None
        instructions: list[Instruction] = []
        for part in rest.split("; "):
            kind, *slots = part.split(" ")
            if kind not in DIRECTIVE_TYPES:
                return None
            values: dict[str, SlotValue] = {}
            for slot in slots:
                name, equals, value = slot.partition("=")
                if not equals:
                    return None
                numeric = re.fullmatch(r"\d+", value) and name != "runway"
                values[name] = int(value) if numeric else value.replace("~", " ")
            instructions.append(Instruction(kind, values))
        return Understood(callsign, tuple(instructions))
