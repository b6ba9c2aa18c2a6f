"""Directives: what the rules decided to say, as typed values.

A transmission is addressed once (callsign, station) and carries one or more directives in order:
"Pony one one, Batumi Approach, identified one two miles northwest. QNH one zero one three." The
words of each come from phraseology data; only the slots declared here can be spoken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.model.directive_types import DIRECTIVE_TYPES, DirectiveType, Priority
from engine.model.errors import InternalError
from engine.model.fact import Fact
from engine.model.slots import SlotValue

__all__ = [
    "ALL_STATIONS",
    "DIRECTIVE_TYPES",
    "AircraftId",
    "Directive",
    "DirectiveType",
    "Priority",
    "StationId",
    "Transmission",
    "directive",
]

AircraftId = str
"""`track:...` once a radio is tied to a sim track, else `radio:<guid>`; never a spoken name."""
StationId = str
"""`<field key>/<station key>`, e.g. `batumi/approach`; a theatre's own is `/<station key>`."""

ALL_STATIONS = "all stations"
"""The addressee of a broadcast."""


@dataclass(frozen=True, slots=True)
class Directive:
    """One decision to say something: what, the rule that fired, and the facts it rests on."""

    kind: str
    slots: Mapping[str, SlotValue]
    rule: str
    facts: tuple[Fact, ...] = ()

    @property
    def type(self) -> DirectiveType:
        """Return the declaration of this kind."""
        return DIRECTIVE_TYPES[self.kind]


def directive(
    kind: str, /, *, rule: str, facts: tuple[Fact, ...] = (), **slots: SlotValue | None
) -> Directive:
    """Make a directive, checking its slots against the declaration; None leaves a slot out.

    Raises:
        InternalError: the kind is unknown, a slot is unknown, missing or outside its closed list.
    """
    declared = DIRECTIVE_TYPES.get(kind)
    if declared is None:
        message = f"no directive is called {kind!r}"
        raise InternalError(message)
    given = {name: value for name, value in slots.items() if value is not None}
    known = {spec.name for spec in declared.slots}
    wrong = sorted(set(given) - known)
    missing = [s.name for s in declared.slots if s.required and s.name not in given]
    if wrong or missing:
        message = f"directive {kind}: unknown slots {wrong}, missing slots {missing}"
        raise InternalError(message)
    for spec in declared.slots:
        if spec.values and spec.name in given and given[spec.name] not in spec.values:
            message = (
                f"directive {kind}: {spec.name}={given[spec.name]!r} is not one of {spec.values}"
            )
            raise InternalError(message)
    ordered = {spec.name: given[spec.name] for spec in declared.slots if spec.name in given}
    return Directive(kind, ordered, rule, facts)


@dataclass(frozen=True, slots=True)
class Transmission:
    """Directives for one addressee on one station, to be keyed as one transmission.

    `to` is None for a broadcast. `callsign` is how he is addressed: his label, or ALL_STATIONS.
    `frequencies_hz` empty means all of the station's. `expires_ms` is engine time after which it
    is dropped, recorded, and decided anew; `priority` is the most urgent of its directives'.
    """

    transmission_id: str
    station: StationId
    to: AircraftId | None
    callsign: str
    directives: tuple[Directive, ...]
    priority: Priority
    created_ms: int
    expires_ms: int
    frequencies_hz: tuple[int, ...] = ()
    reply_to: str | None = field(default=None)
    names_station: bool = False
