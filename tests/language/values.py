"""Random values for every kind of slot, within what can be meant by it."""

from __future__ import annotations

from random import Random

from engine.language.lexicon import Lexicon
from engine.model.directive import DIRECTIVE_TYPES, Directive, directive
from engine.model.slots import SlotSpec, SlotType, SlotValue

__all__ = ["another", "random_directive", "random_value"]


def random_value(spec: SlotSpec, rng: Random, lexicon: Lexicon) -> SlotValue:
    """Return a random value of a slot."""
    kind = spec.type
    numbers = {
        SlotType.HEADING: (1, 360),
        SlotType.RANGE: (0, 120),
        SlotType.SPEED: (0, 600),
        SlotType.COUNT: (0, 60),
        SlotType.SECONDS: (1, 130),
        SlotType.MINUTES: (1, 60),
        SlotType.PRESSURE: (920, 1060),
        SlotType.PRESSURE_IN: (2750, 3150),
        SlotType.DEGREES: (1, 180),
    }
    if kind in numbers:
        return rng.randint(*numbers[kind])
    if kind is SlotType.CHOICE:
        return rng.choice(spec.values)
    if kind is SlotType.ALTITUDE:
        hundreds, thousands = rng.randrange(1, 450) * 100, rng.randrange(1, 45) * 1000
        return rng.choice([hundreds, thousands, rng.randrange(1, 5000)])
    if kind is SlotType.RUNWAY:
        return f"{rng.randint(1, 36):02d}{rng.choice(['', '', 'L', 'R', 'C'])}"
    if kind is SlotType.STATION:
        return rng.choice(list(lexicon.stations))
    if kind is SlotType.FREQUENCY:
        # the 25 kHz channels of the VHF and the UHF band
        channel = rng.choice([rng.randint(118 * 40, 137 * 40), rng.randint(225 * 40, 399 * 40)])
        return channel * 25_000
    message = f"no random value for {kind}"
    raise AssertionError(message)


def random_directive(kind: str, rng: Random, lexicon: Lexicon) -> Directive:
    """Return a directive of that kind with random slots."""
    declared = DIRECTIVE_TYPES[kind]
    slots: dict[str, SlotValue] = {
        spec.name: random_value(spec, rng, lexicon)
        for spec in declared.slots
        if spec.required or rng.random() < 0.5
    }
    if kind == "altimeter":  # exactly one of its two slots
        spec = rng.choice(declared.slots)
        slots = {spec.name: random_value(spec, rng, lexicon)}
    if "turn" in slots and declared.slot("heading_deg_mag") and "heading_deg_mag" not in slots:
        del slots["turn"]  # nobody turns to no heading
    return directive(kind, rule="test", **slots)


def another(one: Directive, slot: str, rng: Random, lexicon: Lexicon) -> Directive:
    """Return the directive with one slot changed."""
    spec = one.type.slot(slot)
    assert spec is not None
    while True:
        value = random_value(spec, rng, lexicon)
        if value != one.slots[slot]:
            return Directive(one.kind, {**one.slots, slot: value}, one.rule)
