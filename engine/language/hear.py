"""A pilot's transcript to a call: who speaks to whom, and what he means.

The words are searched for phrases of every intent; of all ways to lay phrases over the words the
best is taken (weighted intervals, so the time is linear in the words). Order does not matter, words
that mean nothing are skipped, and a call may mean several things. What is not for us is told apart
before anything can come of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.language.address import Address, address_of
from engine.language.intents import CORE, DETAIL, Found, Intents, pilot_value
from engine.language.keywords_by_sound import KeywordsBySound
from engine.language.layout import Layout, lay
from engine.language.lexer import tokens_of
from engine.language.lexicon import Lexicon
from engine.language.normalise import Word, words_of
from engine.language.not_for_us import ControllersVoice, Overheard
from engine.language.phrasebook import Phrasebook
from engine.language.readback import Told, said_back
from engine.language.unsaid import ASKING, asked_once, only_ready, silence_unsaid
from engine.model.call import Call, Hypothesis, Reading, Span
from engine.model.intent import Intent
from engine.model.slots import SlotValue

__all__ = ["Hearing"]

_MIN_COVERAGE = 0.6
"""An unaddressed call is only taken for one when so much of it means something."""
_WORDS_WEIGH = 0.1
"""How much the recogniser's own log probability counts against what a reading means.

Readings that are laid out as a call are worth more than one that sounds a little likelier: on 80
noisy calls the whole weight removed 10 % of the first reading's errors, this 40 %.
"""
_TO_OTHERS = frozenset({"controller_speech", "ship_to_ship", "other_station"})
_ORDERS = frozenset(
    {
        *("climb", "descend", "maintain", "climb maintain", "descend maintain", "squawk", "fly"),
        *("climb and maintain", "descend and maintain", "reduce", "increase", "turn"),
    }
)
"""How a controller's instruction begins after a name; who reads it back says "climbing"."""
_WIND = "wind"
"""A clearance comes with the wind, and is read back without."""
_HERE = "field"
_SENTENCE = 2
_FT_PER_LEVEL = 100
_LOWEST_LEVEL_FT = 10_000
_CHECKING_IN = frozenset({"altitude", "report_position", "check_in", "report_altitude"})
_GRAVEST: Mapping[SlotValue, int] = {"mayday": 0, "pan": 1, "emergency": 2}
"""A distress call is one whatever else he called it: "engine is on fire, mayday"."""
_ALONE_ORDER = (
    *("request_landing", "report_fuel", "readback", "check_in", "report_position"),
    *("report_altitude", "answer", "request_taxi"),
)


class Hearing:
    """Hears pilots' calls by the compiled intents."""

    def __init__(self, intents: Intents, controllers: Sequence[Phrasebook]) -> None:
        self._intents = intents
        controllers = tuple(controllers)
        self._sounds = KeywordsBySound(
            intents.known_terminals,
            intents.vocabulary,
            others=frozenset(one for book in controllers for one in book.grammar.terminals),
        )
        self._overheard = Overheard(intents.not_for_us, controllers)

    @property
    def intents(self) -> Intents:
        """Return the compiled intents."""
        return self._intents

    def hear(
        self,
        heard: str | Sequence[Hypothesis],
        *,
        lexicon: Lexicon,
        likely_callsign: str | None = None,
        expects_readback: bool = False,
        told: Sequence[Told] = (),
    ) -> Call:
        """Return what a transmission means; never raises.

        Args:
            heard: the transcript, or the hypotheses of a recogniser, which are rescored by whether
                and how well they parse and by who may be talking.
            lexicon: the names that are live.
            likely_callsign: whose radio it came from, if known: his name is found however it was
                damaged, and a hypothesis that holds it is likelier.
            expects_readback: the caller was just given an instruction, so his words that sound like
                a controller's are his read-back.
            told: what he has still to read back; bare numbers that answer it are understood as its
                values ("four thousand, one zero one three").
        """
        expects_readback = expects_readback or bool(told)
        if isinstance(heard, str):
            heard = (Hypothesis(heard),)
        if likely_callsign is not None:
            lexicon = lexicon.with_callsigns((likely_callsign,))
        best: Call | None = None
        best_score = float("-inf")
        for hypothesis in heard:
            call = self._hear(hypothesis.text, lexicon, likely_callsign, expects_readback)
            if told:
                call = self._answered(call, told, lexicon)
            score = _WORDS_WEIGH * hypothesis.log_probability + _plausibility(call, likely_callsign)
            if score > best_score:
                best, best_score = call, score
        return best if best is not None else Call("", (_none("noise"),), confidence=1.0)

    def _hear(self, text: str, lexicon: Lexicon, own: str | None, expects_readback: bool) -> Call:
        words = words_of(text)
        if not any(any(one.isalnum() for one in word.text) for word in words):
            return Call(text, (_none("noise"),), confidence=1.0)
        words, kind = self._overheard.cut(_before_break(words))
        tokens = tokens_of(words, lexicon=lexicon, vocabulary=self._intents.vocabulary)
        address = address_of(tokens, lexicon=lexicon, known=self._intents.known_terminals, own=own)
        if address.addressed:
            address = replace(address, content=self._sounds.in_place(address.content))
        if kind is None or (address.addressed and tokens):
            kind = self._overheard.kind_of(words, address)
        if kind is None:
            call = self._mean(text, address)
            if expects_readback:
                return call
            if own is None and _tells_nothing(address):
                return Call(text, (_none("noise"),), confidence=0.7)
            if own is None and _asks_nobody(call, address):
                return Call(text, (_none("chatter"),), confidence=0.7)
            voice = self._overheard.controller(words, address, lexicon)
            echoed = own is None or address.callsign != own or address.station is not None
            instructs = echoed and _instructs(call, address)
            asks = self._asks(call) and voice is not ControllersVoice.ALL
            if asks or (voice is ControllersVoice.NONE and not instructs):
                return call
            kind = "controller_speech"
        named = (address.station, address.callsign, address.heard)
        return Call(text, (_none(kind),), *named, confidence=0.9)

    def _asks(self, call: Call) -> bool:
        """Tell whether a call holds something that only a pilot says."""
        specs = self._intents.specs
        return any(one.intent in specs and not specs[one.intent].weak for one in call.readings)

    def _answered(self, call: Call, told: Sequence[Told], lexicon: Lexicon) -> Call:
        """Read a call as the answer to what he was told, if it holds any of it."""
        said = said_back(call.transcript, told, intents=self._intents, lexicon=lexicon)
        if not said:
            return call
        slots: list[dict[str, SlotValue]] = []
        for name, value in said:
            free = next((one for one in slots if name not in one or one[name] == value), None)
            if free is None:
                slots.append({name: value})
            else:
                free[name] = value
        specs = self._intents.specs
        tokens = tokens_of(call.transcript, lexicon=lexicon, vocabulary=self._intents.vocabulary)
        asks = any(ASKING in one.types for one in tokens)
        others = tuple(
            one
            for one in call.readings
            if one.intent in specs
            and not specs[one.intent].weak
            and (asks or not _only_repeats(one, said))
        )
        confidence = max(call.confidence, 0.8)
        answers = tuple(Reading(Intent.READBACK.value, one, confidence=confidence) for one in slots)
        return replace(call, readings=(*others, *answers), confidence=confidence)

    def _mean(self, text: str, address: Address) -> Call:
        tokens = asked_once(address.content)
        address = replace(address, content=tokens)
        found = self._intents.find(tokens)
        silence_unsaid(found, tokens)
        layout = lay(found, frozenset())
        cores = {one.intent for one in layout.chosen if one.role == CORE}
        if cores:
            layout = lay(found, frozenset(cores))
        readings = self._readings(layout, address)
        meaningful = sum(1 for one in tokens if one.types[0] not in _IGNORABLE)
        coverage = layout.covered / max(meaningful, 1)
        doubtful = address.stranger and all(
            self._intents.specs[one.intent].weak for one in readings
        )
        if not address.addressed and (not readings or doubtful or coverage < _MIN_COVERAGE):
            return Call(text, (_none("chatter"),), confidence=0.7)
        confidence = min(1.0, 0.4 + 0.6 * coverage) * (0.85 if address.heard else 1.0)
        readings = tuple(
            Reading(one.intent, one.slots, one.spans, confidence, one.missing) for one in readings
        )
        return Call(
            text,
            readings,
            address.station,
            address.callsign,
            address.heard,
            self._runner_up(found, layout, readings),
            confidence if readings else 0.0,
        )

    def _readings(self, layout: Layout, address: Address) -> tuple[Reading, ...]:
        specs = self._intents.specs
        cores = sorted(
            {one.intent for one in layout.chosen if one.role == CORE},
            key=lambda name: specs[name].rank,
        )
        strong = [name for name in cores if not specs[name].weak]
        if len(strong) > 1:
            strong = [
                name for name in strong if not only_ready(name, layout, address.content)
            ] or strong
        names = strong or cores[:1]
        if not names:
            alone = self._alone(layout, address)
            if alone is None:
                return ()
            names = [alone]
        corrected_at = address.corrected_at
        own: dict[str, tuple[dict[str, SlotValue], dict[str, Span]]] = {
            name: ({}, {}) for name in names
        }
        for one in layout.chosen:
            name = one.intent if one.intent in own else names[0]
            slots, spans = own[name]
            start = address.content[one.match.start].start
            for slot, value in one.match.slots.items():
                # "down and clear" is two phrases of one report, and the second says more
                new = slot not in slots or (slots[slot] is False and value is True)
                new = new or (corrected_at is not None and start >= corrected_at)
                new = new or (slot == "level" and _GRAVEST.get(value, 9) < _GRAVEST[slots[slot]])
                if new and slot in self._intents.allowed[name]:
                    slots[slot] = pilot_value(slot, value)
                    if slot in one.match.spans:
                        spans[slot] = one.match.spans[slot]
        said = {slot for slots, _ in own.values() for slot in slots}
        for name, spec in specs.items():
            if spec.implied_by and name not in own and said.issuperset(spec.implied_by):
                own[name] = ({}, {})
                names = [*names, name]
        return tuple(self._reading(name, *own[name], address) for name in names)

    def _reading(
        self, name: str, slots: dict[str, SlotValue], spans: dict[str, Span], address: Address
    ) -> Reading:
        intent = self._become(name, slots, address)
        _round_level(slots)
        allowed = self._intents.allowed[intent]
        kept = {slot: value for slot, value in slots.items() if slot in allowed}
        missing = tuple(
            one.partition("|")[0]
            for one in self._intents.specs[intent].needs
            if not any(name in kept for name in one.split("|"))
        )
        return Reading(intent, kept, spans, missing=missing)

    def _become(self, name: str, slots: Mapping[str, SlotValue], address: Address) -> str:
        for rule in self._intents.specs[name].becomes:
            at = (address.station or "").endswith(rule.at)
            if at and all(slot in slots for slot in rule.having):
                return rule.intent
        return name

    def _alone(self, layout: Layout, address: Address) -> str | None:
        """Return the intent of a call that holds only facts."""
        if not layout.chosen:
            # "Batumi Approach, Pony one one": he calls, and waits to be told to go on
            bare = address.station and address.callsign and not address.content
            return Intent.CHECK_IN.value if bare else None
        votes = {one.intent for one in layout.chosen if one.role == DETAIL}
        fixes = {str(one.match.slots.get("fix", _HERE)).lower() for one in layout.chosen}
        if fixes != {_HERE}:  # a position by another place than the field is a report of it
            return Intent.REPORT_POSITION.value
        if Intent.REQUEST_LANDING.value in votes:
            return Intent.REQUEST_LANDING.value
        if address.station and Intent.REQUEST_TAXI.value in votes - {Intent.READBACK.value}:
            return Intent.REQUEST_TAXI.value
        if address.station and votes & _CHECKING_IN:
            return Intent.CHECK_IN.value
        votes = {Intent.REPORT_ALTITUDE.value if one == "altitude" else one for one in votes}
        return next((one for one in _ALONE_ORDER if one in votes), None)

    def _runner_up(
        self, found: Sequence[Sequence[Found]], layout: Layout, readings: Sequence[Reading]
    ) -> Reading | None:
        taken = {one.intent for one in readings}
        others = [
            one for here in found for one in here if one.role == CORE and one.intent not in taken
        ]
        if not others:
            return None
        best = max(others, key=lambda one: one.score)
        slots = {name: pilot_value(name, value) for name, value in best.match.slots.items()}
        share = best.score / max(layout.score, best.score, 1.0)
        return Reading(best.intent, slots, dict(best.match.spans), round(0.9 * share, 3))


_IGNORABLE = frozenset({"_W_OVER", "_W_OKAY", "_W_THANKS", "_W_GOOD", "_W_DAY", "_W_SIR"})


def _only_repeats(reading: Reading, said: Sequence[tuple[str, SlotValue]]) -> bool:
    """Tell whether a reading holds nothing but what he was told: "radar approach runway 13"."""
    return bool(reading.slots) and all(one in said for one in reading.slots.items())


def _none(kind: str) -> Reading:
    return Reading(Intent.NONE.value, {"kind": kind})


def _round_level(slots: dict[str, SlotValue]) -> None:
    """Read "flight level one five zero for two one zero" as two levels."""
    level = slots.get("altitude_ft")
    beside = slots.get("passing_ft", slots.get("leaving_ft"))
    if isinstance(level, int) and isinstance(beside, int) and level < 10 * _FT_PER_LEVEL <= beside:
        high = beside >= _LOWEST_LEVEL_FT
        slots["altitude_ft"] = level * _FT_PER_LEVEL if high else level


def _before_break(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words before "Break.", after which he speaks to somebody else."""
    for at in range(1, len(words) - 1):
        alone = words[at].gap == _SENTENCE and words[at + 1].gap == _SENTENCE
        if words[at].text == "break" and (alone or words[at + 1].text == "break"):
            return words[:at]
    return words


def _instructs(call: Call, address: Address) -> bool:
    """Tell whether somebody is told what a pilot would read back: his name first, or ours after it.

    "Falcon one one, hold at RONKA"; "Falcon one one, Incirlik Approach, expect ILS". Pilots call
    the station first, and end a read-back with their name.
    """
    repeats = bool(call.readings) and all(one.intent == Intent.READBACK for one in call.readings)
    asks = any(ASKING in one.types for one in address.content)
    if not repeats or asks or not address.may_be_controller:
        return False
    holds = any(one.slots.get("clearance") == "hold" for one in call.readings)
    orders = bool(address.content) and address.content[0].text in _ORDERS
    orders = orders or any(one.text == _WIND for one in address.content)
    return address.station is not None or holds or orders


def _tells_nothing(address: Address) -> bool:
    """Tell whether there are only numbers, of nobody to nobody."""
    return not address.addressed and all(one.is_number for one in address.content)


def _asks_nobody(call: Call, address: Address) -> bool:
    """Tell whether nobody asks nobody: "what's the tower frequency again?"."""
    return not address.addressed and all(one.intent == Intent.REQUEST_INFO for one in call.readings)


def _plausibility(call: Call, likely_callsign: str | None) -> float:
    """Return how much likelier a hypothesis is for what it means, in units of log probability."""
    if not call.understood:
        return -1.0
    if call.readings[0].intent == Intent.NONE:
        # who is told by his words to speak to another is not made to speak to us by a worse reading
        return 2.5 if call.readings[0].slots.get("kind") in _TO_OTHERS else -1.5
    score = 2.0 * call.confidence
    if call.callsign is not None:
        score += 0.5
    if likely_callsign is not None and call.callsign == likely_callsign:
        score += 1.0
    elif likely_callsign is not None and call.callsign is not None:
        score -= 1.0
    return score - 0.3 * len(call.readings[0].missing)
