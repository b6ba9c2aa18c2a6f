"""Calls: what a pilot's transmission meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.model.slots import SlotValue

__all__ = ["Call", "Hypothesis", "Reading", "Span"]

Span = tuple[int, int]
"""Start and end character in the transcript."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One transcript a recogniser offers, with its log probability (higher is likelier)."""

    text: str
    log_probability: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """One intent with its slots, each with its span, and a confidence between 0 and 1.

    `missing` names required slots that he did not say, so that only those are asked.
    """

    intent: str
    slots: Mapping[str, SlotValue] = field(default_factory=dict)
    spans: Mapping[str, Span] = field(default_factory=dict)
    confidence: float = 1.0
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """The meaning of one transmission.

    `readings` come most pressing first; empty means not understood. `intent` `none` is a call that
    is not for us, with slot `kind`. `station` and `callsign` are what was spoken, matched against
    the closed sets (None when absent); `heard` is the callsign as written when it differs.
    `runner_up` is the reading that came second.
    """

    transcript: str
    readings: tuple[Reading, ...]
    station: str | None = None
    callsign: str | None = None
    heard: str | None = None
    runner_up: Reading | None = None
    confidence: float = 0.0

    @property
    def understood(self) -> bool:
        """Tell whether there is a reading at all."""
        return bool(self.readings)

    def reading(self, intent: str) -> Reading | None:
        """Return the reading with that intent, or None."""
        return next((one for one in self.readings if one.intent == intent), None)
