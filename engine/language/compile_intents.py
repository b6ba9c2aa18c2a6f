"""The intents file compiled to grammars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.language.grammar_text import Production, slot_key, wording
from engine.language.intents import (
    CORE,
    DETAIL,
    WITH,
    Becoming,
    Intents,
    IntentSpec,
    NotForUs,
    SlotHearing,
    is_known,
)
from engine.language.normalise import words_of
from engine.language.patterns import Pattern, Slot, parse_pattern, sequences
from engine.language.quantities import SLOT_RULES
from engine.language.vocabulary import Problem, compile_vocabulary
from engine.model.errors import ProfileError
from engine.model.intent import Intent

__all__ = ["compile_intents"]


def compile_intents(data: Mapping[str, Any]) -> tuple[Intents | None, list[Problem]]:
    """Compile the intents file; return the intents, or None, and the problems found."""
    reader = _Reader(data)
    specs = reader.specs()
    productions = {name: reader.productions(name) for name in specs}
    productions["details"] = reader.details()
    productions["items"] = reader.items()
    if reader.problems:
        return None, reader.problems
    found = Intents(
        specs, reader.slots, productions, compile_vocabulary(data), list(_not_for_us(data))
    )
    return found, []


def _not_for_us(data: Mapping[str, Any]) -> Iterable[NotForUs]:
    for kind, words in data.get("not_for_us", {}).items():
        yield NotForUs(
            str(kind),
            tuple(_plain(one) for one in words.get("always", ())),
            tuple(_plain(one) for one in words.get("alone", ())),
        )


def _plain(text: object) -> tuple[str, ...]:
    return tuple(one.text for one in words_of(str(text)))


class _Reader:
    """Reads the intents file, collecting problems instead of stopping at the first."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self.problems: list[Problem] = []
        self.slots = {
            str(name): self._slot(str(name), given) for name, given in data.get("slots", {}).items()
        }

    def _problem(self, message: str, *path: str | int) -> None:
        self.problems.append(Problem(("intents", *path), message))

    def _slot(self, name: str, given: Mapping[str, Any]) -> SlotHearing:
        kind = str(given.get("kind", ""))
        values = {
            str(value): tuple(str(one) for one in ways)
            for value, ways in given.get("values", {}).items()
        }
        if not values and kind not in SLOT_RULES:
            known = ", ".join(sorted(SLOT_RULES))
            self._problem(f"{kind!r} is no kind of slot: there are {known}", "slots", name)
        return SlotHearing(name, kind, values)

    def specs(self) -> dict[str, IntentSpec]:
        intents = self._data.get("intents", {})
        for one in Intent:
            if one is not Intent.NONE and one.value not in intents:
                self._problem("this intent has no words", "intents", one.value)
        return {str(name): self._spec(str(name), given) for name, given in intents.items()}

    def _spec(self, name: str, given: Mapping[str, Any]) -> IntentSpec:
        if not is_known(name):
            known = ", ".join(one.value for one in Intent)
            self._problem(f"no intent is called so: there are {known}", "intents", name)
        becomes = tuple(
            Becoming(str(one["intent"]), tuple(one["having"]), str(one["at"]))
            for one in given.get("becomes", ())
        )
        return IntentSpec(
            name,
            int(given.get("rank", 50)),
            bool(given.get("weak", False)),
            tuple(str(one) for one in given.get("needs", ())),
            tuple(
                self._pattern(text, "intents", name, "say", number)
                for number, text in enumerate(given.get("say", ()))
            ),
            becomes,
            tuple(str(one) for one in given.get("implied_by", ())),
        )

    def _pattern(self, text: object, *path: str | int) -> Pattern:
        try:
            return parse_pattern(str(text))
        except ProfileError as error:
            self._problem(str(error), *path)
            return Pattern(str(text), ())

    def productions(self, name: str) -> list[Production]:
        """Return the phrases of one intent."""
        given = self._data["intents"][name]
        found: list[Production] = []
        for role, key in ((CORE, "hear"), (WITH, "with")):
            for number, phrase in enumerate(given.get(key, ())):
                path = ("intents", name, key, number)
                found.extend(self._phrase(f"{role}:{name}", phrase, *path))
        return found

    def details(self) -> list[Production]:
        """Return the phrases that fit any call."""
        found: list[Production] = []
        for number, phrase in enumerate(self._data.get("details", ())):
            label = f"{DETAIL}:{phrase.get('alone', 'none')}"
            found.extend(self._phrase(label, phrase, "details", number))
        return found

    def items(self) -> list[Production]:
        """Return the phrases that only the judge of read-backs uses."""
        found: list[Production] = []
        for number, phrase in enumerate(self._data.get("items", ())):
            found.extend(self._phrase(f"{CORE}:readback", phrase, "items", number))
        return found

    def _phrase(self, label: str, phrase: object, *path: str | int) -> list[Production]:
        text = phrase["hear"] if isinstance(phrase, Mapping) else phrase
        means = dict(phrase.get("means", {})) if isinstance(phrase, Mapping) else {}
        pattern = self._pattern(text, *path)
        kinds: dict[str, str] = {}
        choices: dict[str, Mapping[str, tuple[tuple[str, ...], ...]]] = {}
        for slot in pattern.slots():
            self._hearing(slot, kinds, choices, *path)
        try:
            ways = sequences(pattern)
        except ProfileError as error:
            self._problem(str(error), *path)
            return []
        heard = {*choices, *kinds}
        usable = [
            way
            for way in ways
            if all(not isinstance(one, Slot) or slot_key(one) in heard for one in way)
        ]
        return [Production(label, way, kinds, choices, means) for way in usable]

    def _hearing(
        self,
        slot: Slot,
        kinds: dict[str, str],
        choices: dict[str, Mapping[str, tuple[tuple[str, ...], ...]]],
        *path: str | int,
    ) -> None:
        known = self.slots.get(slot.name.lstrip("_"))
        if slot.style in self.slots and self.slots[slot.style].values:
            known = self.slots[slot.style]
        if known is None:
            self._problem(f"{slot.name!r} is no slot: it must stand under slots", *path)
        elif known.values:
            choices[slot_key(slot)] = {
                value: tuple(wording(one) for one in ways) for value, ways in known.values.items()
            }
        else:
            kind = slot.style or known.kind
            if kind == "decimal":
                kind = f"{known.kind}_decimal"
            if kind not in SLOT_RULES:
                self._problem(f"{kind!r} is no kind of slot", *path)
            else:
                kinds[slot_key(slot)] = kind
