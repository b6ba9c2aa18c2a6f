"""Voice datagrams: the known vectors, what is refused, and that nothing ever raises."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import InternalError
from engine.radio import FrequencyBlock, PacketRefusal, VoicePacket, decode_packet, encode_packet
from engine.radio.packet import encode_ping, is_ping

MARSHALL = "MarshallTower000000001"
RELAY = "RelayAwacs-_0000000002"

PING = bytes.fromhex("4d61727368616c6c546f776572303030303030303031")

VOICE_1 = VoicePacket(
    audio=b"\x50",
    blocks=(FrequencyBlock(251_000_000.0, 0, 0),),
    unit_id=100_000_002,
    number=1,
    origin_guid=MARSHALL,
    sender_guid=MARSHALL,
)
VOICE_2 = VoicePacket(
    audio=bytes(range(0x10, 0x20)),
    blocks=(
        FrequencyBlock(257_800_000.0, 0, 0),
        FrequencyBlock(118_300_000.0, 0, 0),
        FrequencyBlock(40_500_000.0, 1, 0),
    ),
    unit_id=0x01020304,
    number=0x1122334455667788,
    origin_guid=MARSHALL,
    sender_guid=MARSHALL,
)
VOICE_3 = VoicePacket(
    audio=b"\x50",
    blocks=(FrequencyBlock(305_000_000.0, 0, 5),),
    unit_id=16_777_472,
    number=4_242,
    origin_guid=MARSHALL,
    sender_guid=RELAY,
    hop=1,
)
VECTORS = {
    "voice-1": (
        VOICE_1,
        (
            "4a0001000a005000000080e9ebad41000002e1f5050100000000000000004d61"
            "727368616c6c546f7765723030303030303030314d61727368616c6c546f7765"
            "72303030303030303031"
        ),
    ),
    "voice-2": (
        VOICE_2,
        (
            "6d0010001e00101112131415161718191a1b1c1d1e1f000000806ebbae410000"
            "0000008075349c41000000000000d94f83410100040302018877665544332211"
            "004d61727368616c6c546f7765723030303030303030314d61727368616c6c54"
            "6f776572303030303030303031"
        ),
    ),
    "voice-3": (
        VOICE_3,
        (
            "4a0001000a005000000040ee2db2410005000100019210000000000000014d61"
            "727368616c6c546f77657230303030303030303152656c617941776163732d5f"
            "30303030303030303032"
        ),
    ),
}
TOLERANCE_1 = bytes.fromhex(
    "4b0001000a005000000080e9ebad4100000002e1f5050100000000000000004d"
    "61727368616c6c546f7765723030303030303030314d61727368616c6c546f77"
    "6572303030303030303031"
)

guids = st.from_regex(r"[A-Za-z0-9_-]{22}", fullmatch=True)
blocks = st.builds(
    FrequencyBlock,
    st.floats(min_value=1.0, max_value=1e12),
    st.integers(0, 7),
    st.integers(0, 255),
)
packets = st.builds(
    VoicePacket,
    audio=st.binary(min_size=1, max_size=400),
    blocks=st.lists(blocks, min_size=1, max_size=11).map(tuple),
    unit_id=st.integers(0, 2**32 - 1),
    number=st.integers(1, 2**64 - 1),
    origin_guid=guids,
    sender_guid=guids,
    hop=st.integers(0, 255),
)


def raw(audio: bytes = b"\x50", block_bytes: bytes | None = None, guid: bytes = b"g" * 22) -> bytes:
    """Return a datagram made by hand, so that it may be as wrong as wanted."""
    blocks_part = struct.pack("<dBB", 251e6, 0, 0) if block_bytes is None else block_bytes
    body = audio + blocks_part + struct.pack("<IQB", 1, 1, 0) + guid + guid
    return struct.pack("<HHH", 6 + len(body), len(audio), len(blocks_part)) + body


@pytest.mark.parametrize("name", VECTORS)
def test_known_packets_decode_and_encode_byte_for_byte(name: str) -> None:
    packet, text = VECTORS[name]
    datagram = bytes.fromhex(text)

    assert decode_packet(datagram) == packet
    assert encode_packet(packet) == datagram


def test_a_padded_packet_reads_as_the_packet_it_pads() -> None:
    assert decode_packet(TOLERANCE_1) == VOICE_1


def test_a_ping_is_the_guid_and_nothing_else() -> None:
    assert encode_ping(MARSHALL) == PING
    assert is_ping(PING)
    assert not is_ping(PING + b"\0")


@pytest.mark.parametrize("size", [0, 1, 21, 22, 23, 62])
def test_short_datagrams_are_refused(size: int) -> None:
    assert decode_packet(b"a" * size) is PacketRefusal.TOO_SHORT


@pytest.mark.parametrize("error", [1, -1])
def test_a_wrong_length_header_is_refused(error: int) -> None:
    datagram = bytearray(raw())
    datagram[0] += error

    assert decode_packet(bytes(datagram)) is PacketRefusal.LENGTH_MISMATCH


@pytest.mark.parametrize("extra", [1, 9, 11])
def test_a_frequency_section_of_broken_blocks_is_refused(extra: int) -> None:
    assert decode_packet(raw(block_bytes=b"\0" * extra)) is PacketRefusal.RAGGED_BLOCKS


def test_audio_that_reaches_past_the_tail_is_refused() -> None:
    datagram = bytearray(raw())
    datagram[2:4] = struct.pack("<H", 60_000)

    assert decode_packet(bytes(datagram)) is PacketRefusal.OVERRUN


def test_audio_one_byte_too_long_for_its_place_is_refused() -> None:
    datagram = bytearray(raw())
    datagram[2] += 1

    assert decode_packet(bytes(datagram)) is PacketRefusal.OVERRUN


def test_a_packet_on_no_frequency_is_read_as_such() -> None:
    decoded = decode_packet(raw(block_bytes=b""))

    assert isinstance(decoded, VoicePacket)
    assert decoded.blocks == ()


def test_a_packet_without_audio_is_read_as_such() -> None:
    decoded = decode_packet(raw(audio=b""))

    assert isinstance(decoded, VoicePacket)
    assert decoded.audio == b""


@pytest.mark.parametrize("guid", [b"\xff" * 22, b"caf\xc3\xa9" + b"x" * 17, b"\0" * 22, b" " * 22])
def test_a_guid_that_is_not_visible_ascii_is_refused(guid: bytes) -> None:
    assert decode_packet(raw(guid=guid)) is PacketRefusal.BAD_GUID


@pytest.mark.parametrize("frequency", [float("nan"), float("inf"), float("-inf")])
def test_a_frequency_that_is_no_number_is_refused(frequency: float) -> None:
    block = struct.pack("<dBB", frequency, 0, 0)

    assert decode_packet(raw(block_bytes=block)) is PacketRefusal.BAD_FREQUENCY


@given(st.binary(max_size=200))
def test_no_bytes_ever_raise(datagram: bytes) -> None:
    assert isinstance(decode_packet(datagram), VoicePacket | PacketRefusal)


@given(packet=packets, position=st.integers(0, 5_000), value=st.integers(0, 255))
def test_no_damaged_packet_ever_raises(packet: VoicePacket, position: int, value: int) -> None:
    datagram = bytearray(encode_packet(packet))
    datagram[position % len(datagram)] = value

    assert isinstance(decode_packet(bytes(datagram)), VoicePacket | PacketRefusal)


@given(packets)
def test_what_is_encoded_decodes_to_the_same(packet: VoicePacket) -> None:
    assert decode_packet(encode_packet(packet)) == packet


@pytest.mark.parametrize(
    "faulty",
    [
        replace(VOICE_1, audio=b""),
        replace(VOICE_1, audio=b"x" * 65_500),
        replace(VOICE_1, blocks=()),
        replace(VOICE_1, blocks=(FrequencyBlock(float("nan"), 0),)),
        replace(VOICE_1, blocks=(FrequencyBlock(251e6, 8),)),
        replace(VOICE_1, blocks=(FrequencyBlock(251e6, 0, 256),)),
        replace(VOICE_1, unit_id=-1),
        replace(VOICE_1, unit_id=2**32),
        replace(VOICE_1, number=0),
        replace(VOICE_1, number=2**64),
        replace(VOICE_1, hop=256),
        replace(VOICE_1, origin_guid="short"),
        replace(VOICE_1, sender_guid="é" * 22),
    ],
)
def test_what_no_client_could_read_is_never_sent(faulty: VoicePacket) -> None:
    with pytest.raises(InternalError, match="voice packet cannot be sent"):
        encode_packet(faulty)


@pytest.mark.parametrize("guid", ["", "a" * 21, "a" * 23, "é" * 22, "a" * 21 + "="])
def test_a_ping_of_no_guid_is_never_sent(guid: str) -> None:
    with pytest.raises(InternalError):
        encode_ping(guid)
