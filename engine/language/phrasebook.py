"""A phrasebook: what one authority says for each directive, and how it is understood.

One entry of a phraseology file has three uses. From its template come the words (`body`), from the
same template the controller-side grammar (`engine.language.understand`), and from its `readback`
the judge (`engine.language.readback`). A transmission is addressed once and carries directives in
order, so templates hold no callsign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.language.grammar import PatternGrammar
from engine.language.grammar_text import Production, wording
from engine.language.lexer import Vocabulary
from engine.language.lexicon import Lexicon, spoken_callsign
from engine.language.normalise import Word
from engine.language.numbers import NumberStyle
from engine.language.patterns import Pattern, Slot, render, sequences
from engine.language.quantities import rule_for
from engine.language.understand import Understood, understand
from engine.model.directive import (
    ALL_STATIONS,
    DIRECTIVE_TYPES,
    Directive,
    DirectiveType,
    Transmission,
)
from engine.model.errors import InternalError
from engine.model.slots import SlotSpec, SlotType, SlotValue

__all__ = ["Address", "Entry", "Phrasebook", "Wordings"]

Wordings = Mapping[str, tuple[str, ...]]
"""The values of a closed slot and how each sounds; the first is said, all are understood."""

_EMPTY = Lexicon()


@dataclass(frozen=True, slots=True)
class Entry:
    """How one directive is said, understood and read back."""

    type: DirectiveType
    say: Pattern
    understand: tuple[Pattern, ...] = ()
    readback: tuple[str, ...] = ()
    reply: Pattern | None = None
    words: Mapping[str, Wordings] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Address:
    """The frames by which a transmission is addressed."""

    plain: Pattern
    named: Pattern
    broadcast: Pattern


@dataclass(frozen=True)
class Phrasebook:
    """The words of one authority."""

    authority: str
    numbers: NumberStyle
    address: Address
    entries: Mapping[str, Entry]
    vocabulary: Vocabulary
    readback_items: frozenset[str] = frozenset()
    """Items that must be read back of a clearance given in any words."""
    silencing: tuple[str, ...] = ()
    """Words after which nothing is read back."""
    grammar: PatternGrammar = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "grammar", PatternGrammar(_productions(self.entries.values()), self.vocabulary)
        )

    def body(self, directive: Directive) -> str:
        """Return the words of one directive, without an address.

        Raises:
            InternalError: the directive has no entry, or a slot that cannot be said.
        """
        entry = self.entries.get(directive.kind)
        if entry is None:
            message = f"{self.authority} phraseology has no words for {directive.kind}"
            raise InternalError(message)
        words = render(entry.say, lambda slot: self._say(slot, entry, directive.slots))
        if words is None:
            message = f"{directive.kind}: no wording fits the slots {dict(directive.slots)}"
            raise InternalError(message)
        return words

    def reply(self, directive: Directive) -> str:
        """Return what a pilot says back to one directive: its items, else "roger".

        Raises:
            InternalError: the directive has no entry.
        """
        entry = self.entries.get(directive.kind)
        if entry is None:
            message = f"{self.authority} phraseology has no words for {directive.kind}"
            raise InternalError(message)
        if entry.reply is not None:
            words = render(entry.reply, lambda slot: self._say(slot, entry, directive.slots))
            return words or "roger"
        return self.body(directive) if entry.readback else "roger"

    def say(
        self,
        transmission: Transmission,
        *,
        lexicon: Lexicon | None = None,
        station_name: str = "",
    ) -> str:
        """Return the words of a whole transmission.

        `station_name` is the spoken name of the transmitting station; it is said when the
        transmission names its station, and always in a broadcast.
        """
        return self.say_directives(
            transmission.directives,
            callsign=transmission.callsign,
            station_name=station_name
            if transmission.names_station or transmission.to is None
            else "",
            lexicon=lexicon,
        )

    def say_directives(
        self,
        directives: Sequence[Directive],
        *,
        callsign: str,
        station_name: str = "",
        lexicon: Lexicon | None = None,
    ) -> str:
        """Return directives addressed to a callsign, as one transmission."""
        address = self._addressed(callsign, station_name, lexicon or _EMPTY)
        bodies = [self.body(one) for one in directives]
        sentences = [f"{address}, {bodies[0]}" if bodies else address, *bodies[1:]]
        return " ".join(_sentence(one) for one in sentences)

    def understand(self, text: str | Sequence[Word], *, lexicon: Lexicon) -> Understood:
        """Return what a controller's transmission means; never raises."""
        return understand(text, grammar=self.grammar, vocabulary=self.vocabulary, lexicon=lexicon)

    def _addressed(self, callsign: str, station: str, lexicon: Lexicon) -> str:
        broadcast = callsign == ALL_STATIONS
        frame = self.address.broadcast if broadcast else self.address.named
        if not station:
            frame = self.address.plain
        spoken = (
            callsign
            if broadcast
            else spoken_callsign(callsign, flight=lexicon.is_formation(callsign))
        )
        named = {"callsign": spoken, "station": station or None}
        return render(frame, lambda slot: named.get(slot.name)) or spoken

    def _say(self, slot: Slot, entry: Entry, slots: Mapping[str, SlotValue]) -> str | None:
        value = slots.get(slot.name)
        spec = entry.type.slot(slot.name)
        if value is None or spec is None:
            return None
        if spec.type is SlotType.CHOICE:
            return entry.words[slot.name][str(value)][0]
        return self.quantity(spec.type, value, slot.style)

    def quantity(self, kind: SlotType, value: SlotValue, style: str = "") -> str:
        """Return one value in words, as this authority says its kind."""
        if isinstance(value, str):
            return self._text(kind, value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return ""
        number = round(value)
        numbers = self.numbers
        sayings = {
            SlotType.ALTITUDE: numbers.altitude_digits if style == "digits" else numbers.altitude,
            SlotType.HEADING: numbers.heading,
            SlotType.DEGREES: numbers.degrees,
            SlotType.FREQUENCY: numbers.frequency,
            SlotType.RANGE: numbers.distance,
            SlotType.SPEED: numbers.count if style == "bare" else numbers.speed,
            SlotType.COUNT: numbers.distance_tenths if style == "tenths" else numbers.count,
            SlotType.SECONDS: numbers.seconds,
            SlotType.MINUTES: numbers.minutes,
            SlotType.PRESSURE: numbers.pressure,
            SlotType.PRESSURE_IN: numbers.pressure_in,
            SlotType.FUEL: numbers.fuel,
        }
        return sayings[kind](number)

    def _text(self, kind: SlotType, value: str) -> str:
        if kind is SlotType.RUNWAY:
            return self.numbers.runway(value)
        if kind is SlotType.SQUAWK:
            return self.numbers.squawk(value)
        if kind is SlotType.LETTER:
            return self.numbers.letter(value)
        if kind is SlotType.CALLSIGN:
            return spoken_callsign(value)
        return value


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _productions(entries: Iterable[Entry]) -> list[Production]:
    found: list[Production] = []
    for entry in entries:
        choices: dict[str, Mapping[str, tuple[tuple[str, ...], ...]]] = {
            name: {value: tuple(wording(one) for one in ways) for value, ways in words.items()}
            for name, words in entry.words.items()
        }
        for pattern in (entry.say, *entry.understand):
            for way in sequences(pattern):
                kinds = {}
                for symbol in way:
                    if isinstance(symbol, Slot):
                        spec = entry.type.slot(symbol.name)
                        if spec is None:
                            message = f"{entry.type.name} has no slot {symbol.name}"
                            raise InternalError(message)
                        key = f"{symbol.name}:{symbol.style}" if symbol.style else symbol.name
                        kinds[key] = _rule(spec, symbol.style)
                if _complete(entry.type, way):
                    found.append(Production(entry.type.name, way, kinds, choices))
    return found


def _complete(kind: DirectiveType, way: Sequence[str | Slot]) -> bool:
    """Tell whether a wording carries every slot that the directive requires."""
    said = {symbol.name for symbol in way if isinstance(symbol, Slot)}
    return all(spec.name in said for spec in kind.slots if spec.required)


_UNITS = {
    SlotType.RANGE: "range_spoken",
    SlotType.SPEED: "speed_spoken",
    SlotType.SECONDS: "seconds_spoken",
    SlotType.MINUTES: "minutes_spoken",
    SlotType.PRESSURE: "pressure_spoken",
}


def _rule(spec: SlotSpec, style: str) -> str:
    if spec.type is SlotType.COUNT and style == "tenths":
        return "distance_tenths"
    if not style and spec.type in _UNITS:
        return _UNITS[spec.type]
    return rule_for(spec.type, style)


def complete(entries: Mapping[str, Entry]) -> list[str]:
    """Return the directives that have no entry."""
    return [name for name in DIRECTIVE_TYPES if name not in entries]
