"""Stimuli as events and back: what came in, exactly as a decision saw it.

Replay feeds the recorded stimuli to the same rules, so nothing of a stimulus may be lost here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.control.codec import from_json, to_json
from engine.model.errors import InternalError
from engine.model.event import Event
from engine.model.stimulus import (
    Heard,
    KeyingReport,
    RadioGone,
    RadioPresent,
    Stimulus,
    Sweep,
)

__all__ = [
    "STIMULUS_KINDS",
    "stimulus_event",
    "stimulus_from_json",
    "stimulus_kind",
    "stimulus_to_json",
]

_TYPES: Mapping[str, type[Any]] = {
    "heard": Heard,
    "radio_present": RadioPresent,
    "radio_gone": RadioGone,
    "sweep": Sweep,
    "keyed": KeyingReport,
    "expired": KeyingReport,
    "withheld": KeyingReport,
    "failed": KeyingReport,
}

STIMULUS_KINDS = tuple(_TYPES)
"""The event kinds whose data is a stimulus; a keying report goes by its outcome."""


def stimulus_kind(stimulus: Stimulus) -> str:
    """Return the event kind that records a stimulus.

    Raises:
        InternalError: a keying report has an outcome that is not one of the four.
    """
    if isinstance(stimulus, KeyingReport):
        if stimulus.outcome not in _TYPES:
            wanted = "keyed, expired, withheld or failed"
            message = f"a keying report says {stimulus.outcome!r}; wanted {wanted}"
            raise InternalError(message)
        return stimulus.outcome
    return next(kind for kind, declared in _TYPES.items() if isinstance(stimulus, declared))


def stimulus_to_json(stimulus: Stimulus) -> dict[str, Any]:
    """Return a stimulus as a JSON object."""
    data: dict[str, Any] = to_json(stimulus)
    return data


def stimulus_from_json(kind: str, data: Mapping[str, Any]) -> Stimulus:
    """Return the stimulus that an event of that kind records.

    Raises:
        InternalError: the kind is not a stimulus's, or the data is not of that kind.
    """
    declared = _TYPES.get(kind)
    if declared is None:
        message = f"{kind!r} is not a stimulus; those are {', '.join(_TYPES)}"
        raise InternalError(message)
    stimulus: Stimulus = from_json(declared, data)
    return stimulus


def stimulus_event(stimulus: Stimulus, now_ms: int, sim_time_s: float = 0.0) -> Event:
    """Return the event that records a stimulus."""
    return Event(
        kind=stimulus_kind(stimulus),
        t_ms=now_ms,
        data=stimulus_to_json(stimulus),
        station=stimulus.station if isinstance(stimulus, Heard) else None,
        sim_t=sim_time_s,
    )
