"""Flight progress strips and radios: one row of the board each.

A strip is keyed by aircraft id. Its label is what he is called on the air, guessed or given, and
is never used to find him. A strip whose aircraft is only a radio has no phase, level, runway or
letdown: he is answered, and asked who and where he is, until radar has him.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.control.guidance import Guidance
from engine.model.directive import AircraftId, Priority, StationId
from engine.model.picture import Coalition, TrackId
from engine.model.slots import SlotValue

__all__ = ["Pending", "Radio", "Readback", "Said", "SaidDirective", "Strip", "radio_aircraft"]


def radio_aircraft(guid: str) -> AircraftId:
    """Return the aircraft id of a radio that no track is known for."""
    return f"radio:{guid}"


@dataclass(frozen=True, slots=True)
class SaidDirective:
    """A directive as it stands on a strip: kind and slots, without its evidence."""

    kind: str
    slots: Mapping[str, SlotValue] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A transmission that went out to him."""

    transmission_id: str
    station: StationId
    directives: tuple[SaidDirective, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Readback:
    """What he still has to read back: slots by position in `directives`, and how often asked.

    `owed` is `wrong` or `missing` while he is still to be asked again, for want of a free channel.
    """

    station: StationId
    directives: tuple[SaidDirective, ...]
    wanted: tuple[tuple[int, str], ...]
    since_ms: int
    phase: str
    asked: int = 0
    owed: str = ""


@dataclass(frozen=True, slots=True)
class Pending:
    """A transmission that was decided and has not been reported keyed or dropped.

    `told` and `changes` are what deciding it did to the strip, as (before, after), so that one
    that never went on the air is taken back and decided anew.
    """

    transmission_id: str
    station: StationId
    to: AircraftId | None
    directives: tuple[SaidDirective, ...]
    priority: Priority
    created_ms: int
    expires_ms: int
    readback: tuple[tuple[int, str], ...] = ()
    told: tuple[str, ...] = ()
    changes: Mapping[str, tuple[SlotValue | None, SlotValue | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Radio:
    """A radio on the voice server and the aircraft it speaks for.

    `aircraft` is a track id while it is bound, else `radio:<guid>`. `gone_ms` is when it left; a
    radio that left is kept a while so that a new one of the same name, side and unit takes its
    place.
    """

    guid: str
    name: str
    unit_type: str
    unit_id: int
    coalition: Coalition
    frequencies_hz: tuple[int, ...]
    aircraft: AircraftId
    authority: str = ""
    bound_ms: int = 0
    heard_ms: int | None = None
    gone_ms: int | None = None
    name_corrected: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """Everything known about one aircraft that is being worked.

    `station` works him. `approach` is the key of the approach he has asked for, at `field`;
    `flown_kind` the kind he flew last, which says who works him once he is down. `queued_ms` is
    when he joined the arrival sequence, `letdown_ms` when the letdown became his. `guidance` is
    what his last vector was made from, `guidance_before` the one before, in case the last never
    goes on the air. `level_ft`, `heading_deg_mag` and `speed_kt` are what he was last told;
    `told` are the kinds of directive he has had and need not hear again. `touchdown_s` (of the sim)
    and `touchdown_kt` are when and how fast he last touched down, `rolled_out` that he has slowed.
    `climbing_s` (of the sim) is since when radar shows him climb away from an approach.
    """

    aircraft: AircraftId
    label: str
    opened_ms: int
    track_id: TrackId | None = None
    type_name: str = ""
    coalition: Coalition = Coalition.NEUTRAL
    phase: str = ""
    phase_since_ms: int = 0
    has_flown: bool = False
    touchdown_s: float | None = None
    touchdown_kt: float | None = None
    rolled_out: bool = False
    station: StationId | None = None
    greeted: tuple[StationId, ...] = ()
    field: str | None = None
    approach: str | None = None
    flown_kind: str | None = None
    queued_ms: int | None = None
    letdown_ms: int | None = None
    hold: str | None = None
    hold_level_ft: int | None = None
    number: int | None = None
    level_ft: int | None = None
    level_at_ms: int | None = None
    heading_deg_mag: int | None = None
    heading_at_ms: int | None = None
    guidance: Guidance | None = None
    guidance_before: Guidance | None = None
    speed_kt: int | None = None
    speed_at_ms: int | None = None
    mile_called: int | None = None
    correction_ms: int | None = None
    apart_ms: int | None = None
    missed_count: int = 0
    missed_ms: int | None = None
    missed_step: str | None = None
    climbing_s: float | None = None
    emergency: str | None = None
    told: tuple[str, ...] = ()
    last_said: Said | None = None
    readback: Readback | None = None
    heard_ms: int | None = None
    said_ms: int | None = None
    seen_ms: int | None = None
    not_understood: int = 0
    asked: str | None = None
    prompted_ms: int | None = None
    standby_until_ms: int | None = None

    @property
    def identified(self) -> bool:
        """Tell whether radar has him."""
        return self.track_id is not None

    def was_told(self, kind: str) -> bool:
        """Tell whether he has had that directive."""
        return kind in self.told
