"""Hold a read-back against what was said, item by item.

The slots of the call decide first; where they are not complete the words themselves are judged,
since a pilot may say a bare number and nothing else. An item is right if either says so: asking a
pilot for what he has just said is the fault that makes him stop reading back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.control.outcome import Context
from engine.control.spoken import Words, words_of_theatre
from engine.control.strip import Readback, SaidDirective, Strip
from engine.language.phrasebook import Phrasebook
from engine.language.readback import Expected, Item, expected_of
from engine.language.readback import judge as judge_words
from engine.model.call import Call
from engine.model.directive import Directive
from engine.model.slots import SlotValue

__all__ = ["Verdict", "judge", "judge_slots"]

Wanted = tuple[int, str]

_HEARD_AS: Mapping[str, tuple[str, ...]] = {
    "heading_deg_mag": ("heading_deg",),
    "inbound_deg_mag": ("inbound_deg",),
    "frequency_hz": ("frequency_mhz",),
}
"""The slots of a pilot's call that hold a slot of a directive, where the name is another."""
_NEED_NOT_BE_SAID = frozenset(("turn",))
"""A right heading needs no direction with it; a wrong direction is still wrong."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was right, wrong and left out, as (index of the directive, slot)."""

    right: tuple[Wanted, ...]
    wrong: tuple[Wanted, ...]
    missing: tuple[Wanted, ...]

    @property
    def complete(self) -> bool:
        """Tell whether nothing is left to ask."""
        return not self.wrong and not self.missing


def judge(context: Context, strip: Strip, readback: Readback, call: Call) -> Verdict:
    """Return what is right, wrong and missing in a call that reads back."""
    by_slots = judge_slots(readback, call)
    words = words_of_theatre(context.theatre)
    if by_slots.complete or words is None or len(call.transcript.split()) < 2:
        return by_slots
    airfield = context.theatre.fields.get(readback.station.split("/", maxsplit=1)[0])
    authority = airfield.phraseology if airfield is not None else ""
    if authority not in words.language.phrasebooks:
        return by_slots
    right, wrong = _by_words(strip, readback, call, words, authority)
    good = set(by_slots.right) | right
    bad = (set(by_slots.wrong) | wrong) - good
    return Verdict(
        right=tuple(one for one in readback.wanted if one in good),
        wrong=tuple(one for one in readback.wanted if one in bad),
        missing=tuple(one for one in by_slots.missing if one not in good | bad),
    )


def judge_slots(readback: Readback, call: Call) -> Verdict:
    """Judge by the slots of the call alone.

    A value that fits no item of its kind is wrong; where several items are of one kind (two
    altitudes in one instruction) each is satisfied by any value that equals it.
    """
    said = _values(call)
    right, wrong, missing = [], [], []
    for index, slot in readback.wanted:
        value = readback.directives[index].slots[slot]
        given = said.get(_HEARD_AS.get(slot, (slot,))[0], ())
        others = {one.slots[slot] for one in readback.directives if slot in one.slots}
        if any(_same(slot, value, one) for one in given):
            right.append((index, slot))
        elif any(not any(_same(slot, other, one) for other in others) for one in given):
            wrong.append((index, slot))
        elif slot in _NEED_NOT_BE_SAID:
            right.append((index, slot))
        else:
            missing.append((index, slot))
    return Verdict(tuple(right), tuple(wrong), tuple(missing))


def _by_words(
    strip: Strip, readback: Readback, call: Call, words: Words, authority: str
) -> tuple[set[Wanted], set[Wanted]]:
    """Return what the words themselves show to be right, and to be wrong."""
    book = words.language.phrasebook(authority)
    items: dict[Wanted, Item] = {}
    for index, slot in readback.wanted:
        item = _item(strip.label, readback.directives[index], slot, book)
        if item is not None:
            items[index, slot] = item
    verdict = judge_words(
        call.transcript,
        Expected(strip.label, tuple(items.values())),
        intents=words.language.hearing.intents,
        lexicon=words.lexicon,
    )
    left = () if verdict.correct else verdict.left.items
    right = {wanted for wanted, item in items.items() if item not in left}
    wrong = {
        wanted for wanted, item in items.items() if item in left and item.name in verdict.wrong
    }
    return right, wrong


def _item(callsign: str, said: SaidDirective, slot: str, book: Phrasebook) -> Item | None:
    alone = Directive(said.kind, {slot: said.slots[slot]}, said.rule)
    found = expected_of((alone,), callsign=callsign, phrasebook=book)
    return next((item for item in found.items if item.slot not in ("intent", "clearance")), None)


def _values(call: Call) -> dict[str, tuple[SlotValue, ...]]:
    said: dict[str, tuple[SlotValue, ...]] = {}
    for reading in call.readings:
        for slot, value in reading.slots.items():
            said[slot] = (*said.get(slot, ()), value)
    return said


def _same(slot: str, wanted: SlotValue, given: SlotValue) -> bool:
    """Compare exactly; frequencies and altimeters come in the pilot's unit, north as 0 or 360."""
    if not isinstance(given, (int, float)) or not isinstance(wanted, (int, float)):
        return given == wanted
    if slot == "frequency_hz" and given < 10_000:
        return round(given * 1_000_000) == wanted
    if slot == "altimeter_inhg" and given < 100:
        return round(given * 100) == wanted
    if slot in ("heading_deg_mag", "inbound_deg_mag"):
        return given % 360 == wanted % 360
    return given == wanted
