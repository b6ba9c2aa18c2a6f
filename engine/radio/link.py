"""What a station's link to the voice server is configured with, and the state it is in."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.model.errors import ConfigurationError
from engine.radio.messages import parse_version
from engine.radio.reception import MAX_TRANSMISSION_MS
from engine.radio.records import (
    STATION_SLOTS,
    ClientRecord,
    Position,
    RadioInfo,
    tuned_radios,
)

if TYPE_CHECKING:
    from engine.radio.frequency import Channel

__all__ = [
    "DEFAULT_PORT",
    "KeyedTransmission",
    "LinkPhase",
    "LinkTimings",
    "RadioIdentity",
    "StationState",
    "VoiceServer",
]

DEFAULT_PORT = 5002
"""Port of an SRS server, the same number for TCP and UDP."""

DEFAULT_VERSION = "2.4.0.0"
"""Version we claim: a server checks it against its minimum only (SRS 2.4 source)."""

BOT_UNIT_ID = 100_000_010
"""Unit id for a client without an aircraft; SRS numbers those from 100000000."""

_UNKNOWN_PLACE = Position()
"""Without a place a station is in range of everybody, whatever the server's settings."""


class LinkPhase(StrEnum):
    """How far the link has come; each phase includes the ones before it."""

    CONNECTING = "connecting"
    REFUSED = "refused"
    SYNCED = "synced"
    EAM_OK = "eam ok"
    DECLARED = "declared"
    VOICE_READY = "voice ready"
    ON_AIR = "on air"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class StationState:
    """The state of one station's link, with one line that says it to an operator."""

    station: str
    phase: LinkPhase
    message: str
    guid: str
    server_version: str


@dataclass(frozen=True, slots=True)
class VoiceServer:
    """Where the voice server is and how to be let in.

    With a password the station logs in for its side and stays off the air if it is refused.
    Without one it declares its side by itself, which SRS believes.
    """

    host: str
    port: int = DEFAULT_PORT
    eam_password: str = field(default="", repr=False)
    version: str = DEFAULT_VERSION

    def __post_init__(self) -> None:
        if parse_version(self.version) is None:
            # A server never answers a version it cannot read, so the fault would look like a
            # dead line.
            message = f"SRS version {self.version!r}: write two to four numbers, like '2.4.0.0'"
            raise ConfigurationError(message)


@dataclass(frozen=True, slots=True)
class RadioIdentity:
    """Who a client is on the air: a controller's station, or an aircraft that is simulated."""

    station: str
    name: str
    channels: tuple[Channel, ...]
    coalition: int
    unit_type: str = "Marshall"
    unit_id: int = BOT_UNIT_ID
    position: Position = _UNKNOWN_PLACE
    allow_record: bool = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.channels) <= STATION_SLOTS:
            message = (
                f"station {self.station!r} has {len(self.channels)} frequencies; "
                f"one SRS client works 1 to {STATION_SLOTS}"
            )
            raise ConfigurationError(message)
        if self.coalition not in (0, 1, 2):
            message = f"station {self.station!r}: coalition {self.coalition} is not 0, 1 or 2"
            raise ConfigurationError(message)

    def record(self, guid: str, coalition: int) -> ClientRecord:
        """Return the complete record to show to the server; every message carries it whole."""
        return ClientRecord(
            guid=guid,
            name=self.name,
            coalition=coalition,
            allow_record=self.allow_record,
            radio_info=RadioInfo(self.unit_type, self.unit_id, tuned_radios(self.channels)),
            position=self.position,
        )


@dataclass(frozen=True, slots=True)
class LinkTimings:
    """How long the link waits for what; the defaults suit an SRS server on the internet."""

    connect_s: float = 10.0
    reply_s: float = 5.0
    broadcast_s: float = 5.0
    send_s: float = 10.0
    control_ping_s: float = 15.0
    radio_update_s: float = 120.0
    first_voice_ping_s: float = 1.0
    voice_ping_s: float = 5.0
    missed_echoes: int = 3
    first_backoff_s: float = 1.0
    longest_backoff_s: float = 60.0
    refused_backoff_s: float = 120.0
    max_transmission_ms: int = MAX_TRANSMISSION_MS


@dataclass(frozen=True, slots=True)
class KeyedTransmission:
    """What a client put on the air, by its numbers and times on the real monotonic clock."""

    guid: str
    channels: tuple[Channel, ...]
    first_number: int
    last_number: int
    start_ms: int
    end_ms: int
