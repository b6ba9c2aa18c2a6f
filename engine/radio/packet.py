"""Read and write the datagrams of the SRS voice channel.

What we send is strict: a header, one Opus packet, the frequency blocks and a tail of 57 bytes.
What we accept is tolerant: some bots put stray bytes between the blocks and the tail, the server
forwards them unchanged, and a strict reader would be deaf to them. So audio and blocks are read
from the front and the tail from the end (SRS 2.4 source). The port is open to the world: anything
else is a `Refusal`, a value to count, and never an exception.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from enum import StrEnum

from engine.model.errors import InternalError
from engine.radio.frequency import Modulation
from engine.radio.guid import GUID_LENGTH, is_sendable_guid, is_tolerable_guid

__all__ = [
    "FrequencyBlock",
    "PacketRefusal",
    "VoicePacket",
    "decode_packet",
    "encode_packet",
    "encode_ping",
    "is_ping",
]

_HEADER = struct.Struct("<HHH")
_BLOCK = struct.Struct("<dBB")
_TAIL = struct.Struct(f"<IQB{GUID_LENGTH}s{GUID_LENGTH}s")
_MAX_UINT8 = 0xFF
_MAX_UINT16 = 0xFFFF
_MAX_UINT32 = 0xFFFF_FFFF
_MAX_UINT64 = 0xFFFF_FFFF_FFFF_FFFF


class PacketRefusal(StrEnum):
    """Why a datagram is not a voice packet."""

    TOO_SHORT = "shorter than an empty voice packet"
    LENGTH_MISMATCH = "length header differs from the datagram"
    RAGGED_BLOCKS = "frequency section is not whole blocks"
    OVERRUN = "segments reach past the end"
    BAD_FREQUENCY = "frequency is not a number"
    BAD_GUID = "GUID is not visible ASCII"


@dataclass(frozen=True, slots=True)
class FrequencyBlock:
    """One frequency that a packet is sent on; key 0 is clear speech."""

    frequency_hz: float
    modulation: int
    encryption_key: int = 0


@dataclass(frozen=True, slots=True)
class VoicePacket:
    """One Opus packet on the air, with who spoke and who put it on the wire."""

    audio: bytes
    blocks: tuple[FrequencyBlock, ...]
    unit_id: int
    number: int
    origin_guid: str
    sender_guid: str
    hop: int = 0


def encode_ping(guid: str) -> bytes:
    """Return the datagram that registers our voice endpoint: the GUID and nothing else.

    Raises:
        InternalError: the GUID is not one that the server could find again.
    """
    if not is_sendable_guid(guid):
        message = f"GUID {guid!r} cannot be sent; it needs 22 of A-Z a-z 0-9 _ -"
        raise InternalError(message)
    return guid.encode("ascii")


def is_ping(datagram: bytes) -> bool:
    """Tell whether a datagram is a ping or its echo, by its length as the server does."""
    return len(datagram) == GUID_LENGTH


def encode_packet(packet: VoicePacket) -> bytes:
    """Return the bytes that every SRS client reads as `packet`.

    Raises:
        InternalError: a field does not fit its place; a caller's bug, named in the message.
    """
    blocks_length = len(packet.blocks) * _BLOCK.size
    length = _HEADER.size + len(packet.audio) + blocks_length + _TAIL.size
    _require_sendable(packet, length)
    return b"".join(
        (
            _HEADER.pack(length, len(packet.audio), blocks_length),
            packet.audio,
            *(
                _BLOCK.pack(block.frequency_hz, block.modulation, block.encryption_key)
                for block in packet.blocks
            ),
            _TAIL.pack(
                packet.unit_id,
                packet.number,
                packet.hop,
                packet.origin_guid.encode("ascii"),
                packet.sender_guid.encode("ascii"),
            ),
        )
    )


def decode_packet(datagram: bytes) -> VoicePacket | PacketRefusal:
    """Return the voice packet in a datagram, or why there is none.

    An empty audio section and an empty list of blocks are read as they stand: they are lawful on
    the wire, and it is for the listener to make nothing of them.
    """
    if len(datagram) < _HEADER.size + _TAIL.size:
        return PacketRefusal.TOO_SHORT
    length, audio_length, blocks_length = _HEADER.unpack_from(datagram)
    if length != len(datagram):
        return PacketRefusal.LENGTH_MISMATCH
    if blocks_length % _BLOCK.size:
        return PacketRefusal.RAGGED_BLOCKS
    blocks_start = _HEADER.size + audio_length
    blocks_end = blocks_start + blocks_length
    tail_start = len(datagram) - _TAIL.size
    if blocks_end > tail_start:
        return PacketRefusal.OVERRUN
    blocks = tuple(
        FrequencyBlock(*fields) for fields in _BLOCK.iter_unpack(datagram[blocks_start:blocks_end])
    )
    if not all(math.isfinite(block.frequency_hz) for block in blocks):
        return PacketRefusal.BAD_FREQUENCY
    unit_id, number, hop, origin, sender = _TAIL.unpack_from(datagram, tail_start)
    origin_guid, sender_guid = origin.decode("latin-1"), sender.decode("latin-1")
    if not (is_tolerable_guid(origin_guid) and is_tolerable_guid(sender_guid)):
        return PacketRefusal.BAD_GUID
    return VoicePacket(
        audio=datagram[_HEADER.size : blocks_start],
        blocks=blocks,
        unit_id=unit_id,
        number=number,
        origin_guid=origin_guid,
        sender_guid=sender_guid,
        hop=hop,
    )


def _require_sendable(packet: VoicePacket, length: int) -> None:
    faults = [
        (not packet.audio, "it has no audio"),
        (not packet.blocks, "it has no frequency, so no server forwards it"),
        (length > _MAX_UINT16, f"it is {length} bytes and a datagram holds {_MAX_UINT16}"),
        (not 0 <= packet.unit_id <= _MAX_UINT32, f"unit id {packet.unit_id} is not 32 bits"),
        (not 0 < packet.number <= _MAX_UINT64, f"number {packet.number} is not 1 or more, 64 bits"),
        (not 0 <= packet.hop <= _MAX_UINT8, f"hop count {packet.hop} is not a byte"),
        (
            not is_sendable_guid(packet.origin_guid),
            f"origin GUID {packet.origin_guid!r} is not one",
        ),
        (
            not is_sendable_guid(packet.sender_guid),
            f"sender GUID {packet.sender_guid!r} is not one",
        ),
        *(_block_fault(block) for block in packet.blocks),
    ]
    for is_faulty, complaint in faults:
        if is_faulty:
            message = f"voice packet cannot be sent: {complaint}"
            raise InternalError(message)


def _block_fault(block: FrequencyBlock) -> tuple[bool, str]:
    is_sound = (
        math.isfinite(block.frequency_hz)
        and block.frequency_hz > 0
        and block.modulation in tuple(Modulation)
        and 0 <= block.encryption_key <= _MAX_UINT8
    )
    return not is_sound, f"{block} is not a frequency to speak on"
