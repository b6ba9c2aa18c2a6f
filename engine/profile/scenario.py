"""A designer's scenario, compiled: who is where, what happens, and what is to be heard.

Stations and approaches are names here (`tower`, `asr`), as one scenario may run at several fields;
they are found at the field it runs at. Every line knows its place in the file, because a failure
is told there; `places` are those of its values by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.profile.diagnostic import Span
from engine.profile.guard import Guard

__all__ = [
    "Action",
    "Expectation",
    "Given",
    "Placement",
    "Player",
    "Scenario",
    "SlotWish",
    "Step",
]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where an aircraft begins: `way` is `bearing`, `final` or `ground`."""

    way: str
    bearing_deg_grid: float = 0.0
    range_nm: float = 0.0
    final: str = ""
    off_deg: float = 0.0
    place: str = ""
    stand: str = ""
    runway: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """An aircraft with its pilot; what is None is chosen for where it is."""

    key: str
    callsign: str
    type_name: str
    at: Placement
    radio: str
    side: str = "blue"
    altitude_ft: int | None = None
    height_ft: int | None = None
    heading_deg_grid: float | None = None
    speed_kt: int | None = None
    on: str | None = None
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Given:
    """How a scenario begins; `staffed` and `unstaffed` change who is at work.

    `unread` are aircraft that could not be made out, which has its diagnostic.
    """

    players: tuple[Player, ...]
    wind: tuple[float, float] | None = None
    qnh_hpa: float = 1013.0
    cloud_base_ft: float = 3000.0
    visibility_nm: float = 10.0
    staffed: tuple[str, ...] = ()
    unstaffed: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    def player(self, key: str) -> Player | None:
        """Return the aircraft of that name, or None."""
        return next((one for one in self.players if one.key == key), None)


@dataclass(frozen=True, slots=True)
class Action:
    """A line of `when`: `kind` is says, does, tunes, until, flies or wait."""

    kind: str
    span: Span
    player: str = ""
    text: str = ""
    on: str = ""
    guard: Guard | None = None
    within_s: float = 900.0
    wait_s: float = 0.0
    heading_deg_mag: int | None = None
    altitude_ft: int | None = None
    speed_kt: int | None = None
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SlotWish:
    """What a slot of a directive is to be: a value, or a number between two."""

    name: str
    span: Span
    value: str | float | None = None
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line of `then`: `kind` is says, never, hands_off, phase or silence."""

    kind: str
    span: Span
    directive: str = ""
    to: str = ""
    station: str = ""
    by: str = ""
    on: str = ""
    phase: str = ""
    slots: tuple[SlotWish, ...] = ()
    within_s: float | None = None
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """What happens, then what is expected of it."""

    when: tuple[Action, ...]
    then: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file, for each of its fields.

    `manners` is by aircraft; `until` and `within_min` bound the flight and `fly_span` tells
    of it. `complete` asks of its fields that everything is exercised.
    """

    name: str
    span: Span
    source: str
    fields: tuple[str, ...]
    given: Given
    steps: tuple[Step, ...]
    needs: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    manners: Mapping[str, str] = field(default_factory=dict)
    until: str = ""
    within_min: float = 15.0
    complete: bool = False
    fly_span: Span | None = None
    places: Mapping[str, Span] = field(default_factory=dict)
