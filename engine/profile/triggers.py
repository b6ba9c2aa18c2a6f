"""What a phase can be left on: seen by the sim, said by a pilot, or decided by the rules.

Control gives these names; a profile that waits for another waits for ever. A call is named by its
intent, so that there is no second list of those.
"""

from __future__ import annotations

import re

from engine.model.intent import Intent

__all__ = ["DECIDED", "SAID", "SEEN", "is_trigger", "trigger_name", "written"]

_NOT_A_NAME = re.compile(r"[^a-z0-9]+")

SEEN = ("sim_airborne", "sim_landed", "sim_vacated", "sim_parked", "established", "missed_seen")
"""What radar or the sim shows, whatever anybody decides."""

DECIDED = (
    "clearance_read_back",
    "taxi_cleared",
    "taxi_out_cleared",
    "line_up_cleared",
    "take_off_cleared",
    "released",
    "hold_given",
    "vectors_given",
    "approach_cleared",
    "approach_cancelled",
    "go_around_ordered",
    "handed_to_ground",
    "task_given",
    "task_ended",
    "on_station",
)
"""What a controller decides."""

SAID = (*SEEN, *DECIDED)
_INTENTS = frozenset(intent.value for intent in Intent if intent is not Intent.NONE)


def trigger_name(text: str) -> str:
    """Return the name of a trigger as compiled: `sim landed` becomes `sim_landed`."""
    return _NOT_A_NAME.sub("_", text.casefold()).strip("_")


def written(name: str) -> str:
    """Return a trigger as profiles write it."""
    for prefix in ("sim_", "call_"):
        if name.startswith(prefix):
            return prefix[:-1] + " " + name.removeprefix(prefix)
    return name


def is_trigger(name: str) -> bool:
    """Tell whether something that happens has this name."""
    return name in SAID or (name.removeprefix("call_") in _INTENTS and name.startswith("call_"))
