"""Was what he read back what he was told?

Judged by value against what was actually said to him: "four thousand" answers "descend to four
thousand" whatever the words around it. What was read back right stays right over further
transmissions, so only the rest is asked for. A bare number is taken for the item it fits; a number
that fits an item's shape but not its value is that item, wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.language.address import address_of
from engine.language.intents import Intents, pilot_value
from engine.language.lexer import tokens_of
from engine.language.lexicon import Lexicon
from engine.language.phrasebook import Phrasebook
from engine.language.quantities import read_slot
from engine.language.tokens import Token
from engine.model.directive import Directive
from engine.model.slots import SlotValue

__all__ = [
    "Expected",
    "Item",
    "ReadbackVerdict",
    "Told",
    "expected_of",
    "expected_of_text",
    "judge",
    "said_back",
]

CALLSIGN = "callsign"


class Told(Protocol):
    """Something that was said to him: a directive, or a record of one."""

    @property
    def kind(self) -> str:
        """Return the kind of directive."""
        ...

    @property
    def slots(self) -> Mapping[str, SlotValue]:
        """Return its slots."""
        ...


_ITEM_OF_SLOT: Mapping[str, tuple[str, str]] = {
    # slot as a pilot's call names it: item, and the rule by which a bare number may be it
    "altitude_ft": ("altitude", "altitude_explicit"),
    "heading_deg": ("heading", "heading"),
    "degrees": ("heading", ""),
    "turn": ("turn", ""),
    "frequency_mhz": ("frequency", "frequency"),
    "squawk": ("squawk", "squawk"),
    "qnh_hpa": ("altimeter", "pressure"),
    "altimeter_inhg": ("altimeter", "pressure_in"),
    "speed_kt": ("speed", "speed_bare"),
    "runway": ("runway", "runway"),
    "hold_short": ("hold_short", ""),
    "cross_runway": ("cross_runway", ""),
    "taxiways": ("taxi_route", "letters"),
    "clearance": ("clearance", ""),
    "approach": ("approach", ""),
    "destination": ("clearance_limit", ""),
    "route": ("route", ""),
    "plan": ("route", ""),
    "fix": ("fix", ""),
    "hold_position": ("hold_position", ""),
    "action": ("stop_turn", ""),
    "inbound_deg": ("inbound", "heading"),
    "turns": ("turns", ""),
    "efc": ("efc", "time"),
    "condition": ("condition", ""),
    "distance_nm": ("distance", "range"),
    "radial_deg": ("radial", "heading"),
    "number": ("sequence", ""),
}
_SLOT_OF_DIRECTIVE = {
    "heading_deg_mag": "heading_deg",
    "inbound_deg_mag": "inbound_deg",
    "frequency_hz": "frequency_mhz",
}
_CLEARANCES = {"cleared_to_land": "land", "cleared_approach": "approach"}
_SAID_BY_INTENT = {"go_around": "report_missed"}
_RUNWAY_CLEARANCES = frozenset({"land", "takeoff", "line_up", "approach"})
_ONLY_WHEN_SAID = frozenset({"turn", "taxi_route"})
"""A direction need not be repeated with a right heading; a wrong one is always wrong."""
_SILENCING = frozenset({"do_not_acknowledge"})


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that was said and must come back: its name, its slot and its value."""

    name: str
    slot: str
    value: SlotValue
    required: bool = True


@dataclass(frozen=True, slots=True)
class Expected:
    """What must still come back from whom. Empty `items` means nothing does."""

    callsign: str
    items: tuple[Item, ...]

    @property
    def complete(self) -> bool:
        """Tell whether nothing required is left."""
        return not any(one.required for one in self.items)


@dataclass(frozen=True, slots=True)
class ReadbackVerdict:
    """What came of a read-back: items that are wrong, items still missing, and what is left."""

    correct: bool
    missing: tuple[str, ...]
    wrong: tuple[str, ...]
    left: Expected

    @property
    def summary(self) -> str:
        """Return `correct`, `wrong:ITEMS` or `missing:ITEMS`."""
        if self.correct:
            return "correct"
        if self.wrong:
            return f"wrong:{','.join(self.wrong)}"
        return f"missing:{','.join(self.missing)}"


@dataclass(frozen=True, slots=True)
class _Said:
    """What words hold: values by slot, the intents beside, and the tokens no phrase took."""

    values: Mapping[str, tuple[SlotValue, ...]]
    intents: frozenset[str]
    loose: tuple[Token, ...]
    callsign: str | None


def expected_of(
    directives: Sequence[Directive], *, callsign: str, phrasebook: Phrasebook
) -> Expected:
    """Return what must come back of these directives by the authority's own lists."""
    if any(one.kind in _SILENCING for one in directives):
        return Expected(callsign, ())
    items: list[Item] = []
    for one in directives:
        for name in phrasebook.entries[one.kind].readback:
            items.extend(_item(one, name))
    return Expected(callsign, tuple(items))


def _item(one: Directive, name: str) -> list[Item]:
    if name == "kind":
        if one.kind in _CLEARANCES:
            return [Item("clearance", "clearance", _CLEARANCES[one.kind])]
        return [Item(one.kind, "intent", _SAID_BY_INTENT.get(one.kind, one.kind))]
    value = one.slots.get(name)
    if value is None:
        return []
    slot = _SLOT_OF_DIRECTIVE.get(name, name)
    if one.kind == "hold" and name == "turn":
        slot = "turns"
    item = _ITEM_OF_SLOT[slot][0]
    return [Item(item, slot, pilot_value(slot, value), required=item not in _ONLY_WHEN_SAID)]


def expected_of_text(
    said: str, *, callsign: str, phrasebook: Phrasebook, intents: Intents, lexicon: Lexicon
) -> Expected:
    """Return what must come back of words that were said freely, as a human controller does."""
    held = _held(said, intents, lexicon)
    if phrasebook.silencing and _says(said, phrasebook.silencing):
        return Expected(callsign, ())
    items = []
    for slot, value in ((name, all_[0]) for name, all_ in held.values.items()):
        if slot not in _ITEM_OF_SLOT:
            continue
        item = _ITEM_OF_SLOT[slot][0]
        if item in phrasebook.readback_items and not (
            slot == "clearance" and value not in _RUNWAY_CLEARANCES
        ):
            items.append(Item(item, slot, value, required=item not in _ONLY_WHEN_SAID))
    return Expected(callsign, tuple(items))


def _says(text: str, phrases: Sequence[str]) -> bool:
    lowered = text.lower()
    return any(one in lowered for one in phrases)


def judge(
    readback: str,
    expected: Expected,
    *,
    intents: Intents,
    lexicon: Lexicon,
    callsign_required: bool = False,
) -> ReadbackVerdict:
    """Judge a read-back; `left` is what the next one must still hold.

    `callsign_required` asks for his callsign as well; otherwise the identity of his radio will do.
    """
    if not expected.items:
        return ReadbackVerdict(True, (), (), expected)
    known = lexicon.with_callsigns([expected.callsign])
    values = frozenset(str(one.value) for one in expected.items) - {expected.callsign}
    held = _held(readback, intents, known, numbers=values)
    missing: list[str] = []
    wrong: list[str] = []
    left: list[Item] = []
    for item, value in _assigned(expected.items, held):
        if value is not None and _same(value, item.value):
            continue
        if value is not None:
            wrong.append(item.name)
        elif item.required:
            missing.append(item.name)
        left.append(item)
    if callsign_required and held.callsign != expected.callsign:
        (wrong if held.callsign else missing).append(CALLSIGN)
    order = [one.name for one in expected.items] + [CALLSIGN]
    wrong = sorted(dict.fromkeys(wrong), key=order.index)
    missing = sorted((one for one in dict.fromkeys(missing) if one not in wrong), key=order.index)
    correct = not wrong and not missing
    return ReadbackVerdict(
        correct,
        tuple(missing),
        tuple(wrong),
        replace(expected, items=() if correct else tuple(left)),
    )


def said_back(
    readback: str, told: Sequence[Told], *, intents: Intents, lexicon: Lexicon
) -> tuple[tuple[str, SlotValue], ...]:
    """Return the values in a call that answer what he was told, by the slots of a pilot's call.

    A bare number is given to the item it fits: "four thousand, one zero one three" answers a level
    and a pressure, though neither is named. A value that fits no item is left out.
    """
    items = [
        Item(_ITEM_OF_SLOT[slot][0], slot, pilot_value(slot, value))
        for one in told
        for slot, value in _pilot_slots(one)
    ]
    held = _held(readback, intents, lexicon)
    return tuple((item.slot, value) for item, value in _assigned(items, held) if value is not None)


def _pilot_slots(one: Told) -> list[tuple[str, SlotValue]]:
    named = [(_SLOT_OF_DIRECTIVE.get(name, name), value) for name, value in one.slots.items()]
    if one.kind in _CLEARANCES:
        named.append(("clearance", _CLEARANCES[one.kind]))
    return [(slot, value) for slot, value in named if slot in _ITEM_OF_SLOT]


def _assigned(items: Sequence[Item], held: _Said) -> list[tuple[Item, SlotValue | None]]:
    """Give each item the value that was said for it, right or wrong; None when there is none."""
    loose = list(held.loose)
    found: dict[int, SlotValue | None] = {}
    ranked = sorted(range(len(items)), key=lambda one: _evidence(items[one], held, loose))
    for number in ranked:
        found[number] = _value_of(items[number], held, loose, items)
    return [(item, found[number]) for number, item in enumerate(items)]


def _evidence(item: Item, held: _Said, loose: Sequence[Token]) -> int:
    """Order items so that a bare number goes to the one whose value it is."""
    if item.slot in held.values:
        return 0
    rule = _ITEM_OF_SLOT.get(item.slot, ("", ""))[1]
    return 1 if any(_is(one, rule, item) for one in loose) else 2


def _value_of(
    item: Item, held: _Said, loose: list[Token], items: Sequence[Item]
) -> SlotValue | None:
    if item.slot == "intent":
        return item.value if item.value in held.intents else None
    others = [one.value for one in items if one.slot == item.slot]
    said = held.values.get(item.slot, ())
    if any(_same(one, item.value) for one in said):
        return item.value
    strange = [one for one in said if not any(_same(one, other) for other in others)]
    if strange:
        return strange[0]
    rule = _ITEM_OF_SLOT[item.slot][1]
    for token in loose:
        if _is(token, rule, item):
            loose.remove(token)
            return item.value
    for slot, values in held.values.items():
        if slot != item.slot and _ITEM_OF_SLOT.get(slot, ("",))[0] == item.name:
            return f"{slot} {values[0]}"  # "heading zero one zero" for "turn left ten degrees"
    taken = [one.value for one in items if one.slot != item.slot]
    for token in loose:
        bare = _bare(token, rule, item.slot)
        if bare is not None and not any(_same(bare, one) for one in taken):
            loose.remove(token)
            return bare
    return None


def _same(one: SlotValue | None, other: SlotValue | None) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) < 1e-6
    return one == other


def _bare(token: Token, rule: str, slot: str, also: tuple[str, ...] = ()) -> SlotValue | None:
    """Return the value that a token alone would have for a slot, or None."""
    if not rule or not token.is_number:
        return None
    kind = token.types[0]
    if kind not in _SHAPES.get(rule, ()) and kind not in also:
        return None
    value = read_slot(rule, ((kind, token.values[kind]),))
    return None if value is None else pilot_value(slot, value)


def _is(token: Token, rule: str, item: Item) -> bool:
    """Tell whether a token alone is an item's value."""
    bare = _bare(token, rule, item.slot, _WHEN_RIGHT.get(rule, ()))
    return bare is not None and _same(bare, item.value)


def _as_number(token: Token) -> Token:
    """Return a side number as the number that it also is."""
    digits = str(token.values["CALLSIGN"])
    kinds = tuple(one for one in token.types if one != "CALLSIGN")
    return replace(token, types=kinds, digits=digits)


_SHAPES: Mapping[str, tuple[str, ...]] = {
    "altitude_explicit": ("THOU", "D4", "D5"),
    "heading": ("D3",),
    "frequency": ("DEC", "D4", "D5", "D6"),
    "squawk": ("D4",),
    "pressure": ("D4", "D3"),
    "pressure_in": ("D4", "DEC"),
    "speed_bare": ("D3", "D2"),
    "runway": ("D2", "D1"),
    "time": ("D4", "D2"),
    "range": ("D2", "D1"),
}
_WHEN_RIGHT: Mapping[str, tuple[str, ...]] = {"frequency": ("D3",)}
"""Shapes that too many other numbers have to be a wrong value: "one three one" for 131.0."""


def _held(
    text: str, intents: Intents, lexicon: Lexicon, *, numbers: frozenset[str] = frozenset()
) -> _Said:
    """Read what words hold; `numbers` are values, though somebody's side number be the same."""
    tokens = tuple(
        _as_number(one) if one.values.get("CALLSIGN") in numbers and len(one.types) > 1 else one
        for one in tokens_of(text, lexicon=lexicon, vocabulary=intents.vocabulary)
    )
    address = address_of(tokens, lexicon=lexicon, known=intents.known_terminals)
    chosen, loose = intents.items(address.content)
    values: dict[str, tuple[SlotValue, ...]] = {}
    for _, match in chosen:
        for name, value in match.slots.items():
            values[name] = (*values.get(name, ()), pilot_value(name, value))
    names = frozenset(intent for intent, _ in chosen)
    return _Said(values, names, loose, address.callsign)
