"""What a pilot says: his own calls, and his read-backs of what he was told.

Simulated pilots and the console speak with it. Calls come from the same intents file by which they
are heard, read-backs from the same phraseology by which they are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.language.intents import Intents
from engine.language.lexicon import spoken_callsign
from engine.language.patterns import Pattern, Slot, render
from engine.language.phrasebook import Phrasebook
from engine.model.directive import Directive
from engine.model.errors import InternalError
from engine.model.slots import Slots, SlotType, SlotValue

__all__ = ["PilotVoice"]

_KINDS = {
    "altitude": SlotType.ALTITUDE,
    "heading": SlotType.HEADING,
    "degrees": SlotType.DEGREES,
    "frequency": SlotType.FREQUENCY,
    "range": SlotType.RANGE,
    "speed": SlotType.SPEED,
    "count": SlotType.COUNT,
    "minutes": SlotType.MINUTES,
    "time": SlotType.SQUAWK,
    "pressure": SlotType.PRESSURE,
    "pressure_in": SlotType.PRESSURE_IN,
    "squawk": SlotType.SQUAWK,
    "letter": SlotType.LETTER,
    "runway": SlotType.RUNWAY,
    "fuel": SlotType.FUEL,
    "callsign": SlotType.CALLSIGN,
    "modex": SlotType.SQUAWK,
}
_NO_REPLY = frozenset({"do_not_acknowledge"})


@dataclass(frozen=True, slots=True)
class PilotVoice:
    """The words of a pilot who speaks by these intents and this phraseology."""

    intents: Intents
    phrasebook: Phrasebook

    def say_call(
        self,
        intent: str,
        slots: Slots,
        *,
        station: str = "",
        callsign: str,
        rng: Random | None = None,
    ) -> str:
        """Return a call; `rng` chooses among the wordings that can carry every slot.

        Raises:
            InternalError: no wording of the intent can be said with these slots.
        """
        spec = self.intents.specs.get(intent)
        if spec is None:
            message = f"no intent is called {intent!r}: there are {', '.join(self.intents.specs)}"
            raise InternalError(message)
        said = [
            (self._carried(pattern, slots), text)
            for pattern in spec.say
            if (text := self._render(pattern, slots, station, callsign)) is not None
        ]
        if not said:
            message = f"{intent}: no wording fits the slots {dict(slots)}"
            raise InternalError(message)
        most = max(carried for carried, _ in said)
        fitting = [text for carried, text in said if carried == most]
        text = fitting[0] if rng is None else rng.choice(fitting)
        return text[:1].upper() + text[1:] + "."

    def _carried(self, pattern: Pattern, slots: Slots) -> int:
        return sum(1 for slot in pattern.slots() if slot.name in slots)

    def _render(self, pattern: Pattern, slots: Slots, station: str, callsign: str) -> str | None:
        def say(slot: Slot) -> str | None:
            if slot.name == "callsign":
                return spoken_callsign(callsign)
            if slot.name == "station" and "station" not in slots:
                return station
            value = slots.get(slot.name)
            return None if value is None else self._value(slot, value)

        text = render(pattern, say)
        return text.lstrip(", ") if text else None

    def _value(self, slot: Slot, value: SlotValue) -> str:
        hearing = self.intents.slots.get(slot.name)
        if hearing is None:
            return str(value)
        if hearing.values:
            return hearing.values[str(value)][0]
        if isinstance(value, int | float) and slot.name.endswith("_mhz"):
            value = round(value * 1_000_000)
        elif isinstance(value, int | float) and slot.name.endswith("_inhg"):
            value = round(value * 100)
        kind = _KINDS.get(hearing.kind)
        if kind is None:
            return str(value)
        if kind is SlotType.RANGE and slot.style == "plain":
            kind = SlotType.COUNT
        return self.phrasebook.quantity(kind, value)

    def say_readback(
        self, directives: Sequence[Directive], *, callsign: str, named: str | None = None
    ) -> str:
        """Return the read-back of these directives, callsign last.

        Empty when nothing may be said: after "do not acknowledge further transmissions" a pilot
        keeps silent.
        """
        if any(one.kind in _NO_REPLY for one in directives):
            return ""
        parts = [reply for one in directives if (reply := self.phrasebook.reply(one))]
        items = [one for one in parts if one not in {"roger", "wilco"}]
        if not items:
            items = ["wilco" if "wilco" in parts else "roger"]
        text = ", ".join([*items, named or spoken_callsign(callsign)])
        return text[:1].upper() + text[1:] + "."
