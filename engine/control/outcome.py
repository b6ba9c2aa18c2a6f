"""What a capability is given and what it gives back: values in, values out.

A capability looks at a frozen context and answers with events (what changes on the board) and
things to say. It never changes anything itself: the turn applies its events, reconciles what is
to be said to one authority per aircraft, and keys it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.control.board import Board
from engine.model.call import Call, Reading
from engine.model.directive import AircraftId, Directive, StationId
from engine.model.event import Event
from engine.model.slots import SlotValue
from engine.model.stimulus import Stimulus
from engine.profile.theatre import Theatre

__all__ = ["Capability", "Context", "Outcome", "Request", "Say"]


@dataclass(frozen=True, slots=True)
class Context:
    """Everything a decision may rest on, as of one instant."""

    theatre: Theatre
    board: Board
    now_ms: int
    sim_time_s: float


@dataclass(frozen=True, slots=True)
class Request:
    """One step of a plan: for whom, on which station, because of what.

    `reading` is the part of the call that this step answers; None for steps that a sweep, a timer
    or an event started.
    """

    aircraft: AircraftId | None
    station: StationId | None
    stimulus: Stimulus
    call: Call | None = None
    reading: Reading | None = None
    arguments: Mapping[str, SlotValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Say:
    """A directive for one aircraft (None: everybody) on one station.

    `frequency_hz` narrows it to one of the station's channels; None keys all of them.
    """

    to: AircraftId | None
    station: StationId
    directive: Directive
    frequency_hz: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a capability decided."""

    events: tuple[Event, ...] = ()
    says: tuple[Say, ...] = ()


Capability = Callable[[Context, Request], Outcome]
"""A rule set with a name in the registry; pure."""
