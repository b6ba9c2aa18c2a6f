"""SRS voice radio: packets, one client per station, and a loopback server; no aviation in it."""

from __future__ import annotations

from engine.radio.client import CLEAR_CHANNEL_MS, StationClient
from engine.radio.frequency import Channel, Modulation
from engine.radio.guid import fresh_guid
from engine.radio.link import (
    KeyedTransmission,
    LinkPhase,
    LinkTimings,
    RadioIdentity,
    StationState,
    VoiceServer,
)
from engine.radio.loopback import LoopbackServer, VoiceCapture
from engine.radio.pacing import FRAME_MS
from engine.radio.packet import (
    FrequencyBlock,
    PacketRefusal,
    VoicePacket,
    decode_packet,
    encode_packet,
)
from engine.radio.reception import END_SILENCE_MS, Reception
from engine.radio.records import ClientRecord, Position, Radio, RadioInfo
from engine.radio.routing import RoutingRefusal, recipients
from engine.radio.settings import ServerSettings
from engine.radio.transmission import (
    EndReason,
    RadioEvent,
    Speaker,
    Transmission,
    TransmissionEnded,
    TransmissionFrame,
    TransmissionStarted,
    VoiceFrame,
)

__all__ = [
    "CLEAR_CHANNEL_MS",
    "END_SILENCE_MS",
    "FRAME_MS",
    "Channel",
    "ClientRecord",
    "EndReason",
    "FrequencyBlock",
    "KeyedTransmission",
    "LinkPhase",
    "LinkTimings",
    "LoopbackServer",
    "Modulation",
    "PacketRefusal",
    "Position",
    "Radio",
    "RadioEvent",
    "RadioIdentity",
    "RadioInfo",
    "Reception",
    "RoutingRefusal",
    "ServerSettings",
    "Speaker",
    "StationClient",
    "StationState",
    "Transmission",
    "TransmissionEnded",
    "TransmissionFrame",
    "TransmissionStarted",
    "VoiceCapture",
    "VoiceFrame",
    "VoicePacket",
    "VoiceServer",
    "decode_packet",
    "encode_packet",
    "fresh_guid",
    "recipients",
]
