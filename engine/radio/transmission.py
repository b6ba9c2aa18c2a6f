"""What a station hears: the start of a transmission, each of its frames, and the whole at its end.

Frames are handed on as they come, so that a listener can decode while the pilot still speaks; the
whole is what the record keeps. Times are milliseconds of the real monotonic clock, because the
silence after the last packet is where a reply's latency is counted from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.radio.frequency import Channel, Modulation

__all__ = [
    "EndReason",
    "RadioEvent",
    "Speaker",
    "Transmission",
    "TransmissionEnded",
    "TransmissionFrame",
    "TransmissionStarted",
    "VoiceFrame",
]


class EndReason(StrEnum):
    """Why a transmission was taken to be over."""

    SILENCE = "silence"
    STUCK_MICROPHONE = "stuck microphone"
    CHANGED_CHANNEL = "changed channel"
    LINK_LOST = "link lost"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks, as the roster has him now; names are empty when it does not know him."""

    origin_guid: str
    name: str
    unit_type: str
    unit_id: int
    coalition: int
    allow_record: bool


@dataclass(frozen=True, slots=True)
class VoiceFrame:
    """One Opus packet in its place, and when it was heard."""

    number: int
    payload: bytes
    heard_ms: int


@dataclass(frozen=True, slots=True)
class TransmissionStarted:
    """Somebody keyed on a channel of the station."""

    transmission_id: str
    station: str
    speaker: Speaker
    channel: Channel
    start_ms: int
    is_encrypted: bool


@dataclass(frozen=True, slots=True)
class TransmissionFrame:
    """The next frame of a transmission, in order; `missing_before` were lost just before it."""

    transmission_id: str
    frame: VoiceFrame
    missing_before: int


@dataclass(frozen=True, slots=True)
class Transmission:
    """A whole transmission as one station heard it.

    `end_ms` is when the last packet was heard, not when the silence had lasted long enough. An
    encrypted one has no frames: it was noise to us, and noise is not speech.
    """

    transmission_id: str
    station: str
    speaker: Speaker
    channel: Channel
    start_ms: int
    end_ms: int
    frames: tuple[VoiceFrame, ...]
    missing_frames: int
    is_stepped_on: bool
    is_encrypted: bool

    @property
    def origin_guid(self) -> str:
        """The GUID of who spoke."""
        return self.speaker.origin_guid

    @property
    def frequency_hz(self) -> int:
        """The station's frequency on which it was heard."""
        return self.channel.frequency_hz

    @property
    def modulation(self) -> Modulation:
        """The modulation on which it was heard."""
        return self.channel.modulation


@dataclass(frozen=True, slots=True)
class TransmissionEnded:
    """A transmission is over."""

    transmission: Transmission
    reason: EndReason


RadioEvent = TransmissionStarted | TransmissionFrame | TransmissionEnded
