"""How well hearing does on lines whose meaning is known.

A line is right when its intent is; its slots are scored apart (micro F1), and a whole call is right
when everything is. `heard*` is how a name was written, so it is not scored; `also`, the further
intents of a call, is a set. A false action is a call that is not for us and would have caused one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.language.hear import Hearing
from engine.language.lexicon import Lexicon
from engine.language.score_file import Line
from engine.model.call import Call
from engine.model.intent import Intent

__all__ = ["NOT_UNDERSTOOD", "Score", "flat", "score"]

NOT_UNDERSTOOD = "not_understood"


@dataclass
class Score:
    """The result of scoring."""

    lines: int = 0
    intents_right: int = 0
    calls_right: int = 0
    slots_right: int = 0
    slots_missed: int = 0
    slots_invented: int = 0
    false_actions: int = 0
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    misses: list[dict[str, Any]] = field(default_factory=list)

    @property
    def intent_accuracy(self) -> float:
        """Return the share of lines whose intent is right."""
        return self.intents_right / self.lines if self.lines else 0.0

    @property
    def call_accuracy(self) -> float:
        """Return the share of lines that are wholly right."""
        return self.calls_right / self.lines if self.lines else 0.0

    @property
    def slot_accuracy(self) -> float:
        """Return the micro F1 of the slots."""
        total = 2 * self.slots_right + self.slots_missed + self.slots_invented
        return 2 * self.slots_right / total if total else 1.0

    def count(self, line: Line, intent: str, slots: Mapping[str, Any], **more: object) -> bool:
        """Count what a line was heard as; tell whether its intent is right.

        `more` is kept with a miss, to look into it.
        """
        wanted, heard = Counter(_comparable(line.slots)), Counter(_comparable(slots))
        self.lines += 1
        self.slots_right += (wanted & heard).total()
        self.slots_missed += (wanted - heard).total()
        self.slots_invented += (heard - wanted).total()
        self.confusion[(line.intent, intent)] += 1
        if line.intent == Intent.NONE and intent not in {Intent.NONE, NOT_UNDERSTOOD}:
            self.false_actions += 1
        right = intent == line.intent
        self.intents_right += right
        self.calls_right += right and wanted == heard
        if not right or wanted != heard:
            self.misses.append(
                {
                    "utterance": line.utterance,
                    "intent": line.intent,
                    "heard_as": intent,
                    "missed": _listed(wanted - heard),
                    "invented": _listed(heard - wanted),
                    **more,
                }
            )
        return right

    def as_json(self) -> dict[str, Any]:
        """Return the figures and lists as plain data."""
        return {
            "intent_accuracy": round(self.intent_accuracy, 4),
            "slot_accuracy": round(self.slot_accuracy, 4),
            "call_accuracy": round(self.call_accuracy, 4),
            "false_actions": self.false_actions,
            "lines": self.lines,
            "confusion": [
                {"intent": wanted, "heard_as": got, "count": count}
                for (wanted, got), count in sorted(self.confusion.items())
            ],
            "misses": self.misses,
        }


def flat(call: Call, hearing: Hearing) -> tuple[str, dict[str, Any]]:
    """Return a call as one intent and one set of slots, as the lines are written."""
    if not call.readings:
        return NOT_UNDERSTOOD, {}
    first = call.readings[0]
    if first.intent == Intent.NONE:
        return first.intent, dict(first.slots)
    allowed = hearing.intents.allowed[first.intent]
    slots: dict[str, Any] = {}
    for reading in reversed(call.readings):
        slots.update({name: value for name, value in reading.slots.items() if name in allowed})
    if call.station is not None:
        slots.setdefault("station", call.station)
    if call.callsign is not None:
        slots["callsign"] = call.callsign
    if len(call.readings) > 1:
        slots["also"] = [one.intent for one in call.readings[1:]]
    return first.intent, slots


def score(lines: Iterable[Line], hearing: Hearing, lexicon: Lexicon) -> Score:
    """Score hearing on lines."""
    result = Score()
    for line in lines:
        call = hearing.hear(line.utterance, lexicon=lexicon)
        result.count(line, *flat(call, hearing))
    return result


def _comparable(slots: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    found = []
    for name, value in slots.items():
        if name.startswith("heard"):
            continue
        if name == "also":
            several = value if isinstance(value, list | tuple) else [value]
            found.append((name, json.dumps(sorted({str(one) for one in several}))))
        elif isinstance(value, list | tuple):
            found.append((name, json.dumps(list(value))))
        elif isinstance(value, bool) or not isinstance(value, int | float):
            found.append((name, json.dumps(value)))
        else:
            found.append((name, json.dumps(round(float(value), 4))))
    return found


def _listed(counted: Counter[tuple[str, str]]) -> list[str]:
    return [f"{name}={value}" for name, value in sorted(counted)]
