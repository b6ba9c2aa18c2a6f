"""Opus as SRS carries it: 16 kHz mono, 40 ms a packet, encoded strictly and decoded tolerantly.

SRS clients encode 640 samples with application VOIP, in-band error correction off (SRS 2.4 source).
Other tools send 20 or 60 ms frames, or encode at 48 kHz; libopus turns any of them into 16 kHz as
long as each call is given room for the longest packet there can be (120 ms). A packet that is lost
or cannot be decoded is concealed for the time it would have lasted and counted: one bad datagram
must not shorten a call or end it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from engine.model.errors import SpeechError, SpeechMissing
from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "FRAME_MS",
    "FRAME_SAMPLES",
    "DecodeCounts",
    "Decoder",
    "Encoder",
    "OpusDecoder",
    "OpusEncoder",
    "TransmissionDecoder",
    "decode_packets",
    "encode_frames",
]

FRAME_MS = 40
FRAME_SAMPLES = SAMPLE_RATE_HZ * FRAME_MS // 1000

# SRS leaves the default of 17.5 kbit/s; every client accepts more, and names gain from it.
BITRATE_BPS = 24_000
# RFC 6716 section 3.2.5: a packet holds at most 120 ms.
MAX_PACKET_SAMPLES = SAMPLE_RATE_HZ * 120 // 1000
# A gap of 400 ms ends a transmission for SRS's own decoder, so no gap inside one is longer. A
# packet number is not to be trusted: without a bound a forged one would ask for hours of sound.
MAX_CONCEALED_FRAMES = 10

_INSTALL = "radio audio needs the radio extra: pip install 'marshall[radio]'"


class Encoder(Protocol):
    """Turns one frame of sound into one packet, keeping state from frame to frame."""

    def encode(self, frame: Pcm) -> bytes:
        """Return the packet of exactly `FRAME_SAMPLES` samples."""
        ...


class Decoder(Protocol):
    """Turns packets of one sender into sound, keeping state from packet to packet."""

    def decode(self, packet: bytes) -> Pcm:
        """Return the sound of a packet; raises SpeechError when it cannot be decoded."""
        ...

    def conceal(self, samples: int) -> Pcm:
        """Return a guess at `samples` of sound that was lost."""
        ...


class OpusEncoder:
    """Encodes with libopus, as an SRS client does."""

    def __init__(self) -> None:
        opus = _opus()
        self._error: type[Exception] = opus.OpusError
        self._state = opus.Encoder(SAMPLE_RATE_HZ, 1, "voip")
        self._state.bitrate = BITRATE_BPS
        self._state.inband_fec = 0

    def encode(self, frame: Pcm) -> bytes:
        """Return the packet of exactly `FRAME_SAMPLES` samples."""
        if len(frame) != FRAME_SAMPLES:
            message = f"an SRS frame is {FRAME_SAMPLES} samples; got {len(frame)}"
            raise SpeechError(message)
        try:
            packet: bytes = self._state.encode(frame.astype("<i2").tobytes(), FRAME_SAMPLES)
        except self._error as error:
            message = f"a frame could not be encoded: {error}"
            raise SpeechError(message) from error
        return packet


class OpusDecoder:
    """Decodes with libopus to 16 kHz, whatever rate and frame length the sender used."""

    def __init__(self) -> None:
        opus = _opus()
        self._error: type[Exception] = opus.OpusError
        self._state = opus.Decoder(SAMPLE_RATE_HZ, 1)

    def decode(self, packet: bytes) -> Pcm:
        """Return the sound of a packet; raises SpeechError when it cannot be decoded."""
        if not packet:
            message = "an empty packet carries no sound"
            raise SpeechError(message)
        return self._run(packet, MAX_PACKET_SAMPLES)

    def conceal(self, samples: int) -> Pcm:
        """Return libopus's own continuation of what came before."""
        return self._run(b"", samples)

    def _run(self, packet: bytes, room_samples: int) -> Pcm:
        try:
            raw: bytes = self._state.decode(packet, room_samples)
        except self._error as error:
            message = f"a packet of {len(packet)} bytes could not be decoded: {error}"
            raise SpeechError(message) from error
        return np.frombuffer(raw, dtype=np.int16)


@dataclass(frozen=True, slots=True)
class DecodeCounts:
    """What became of the packets of one transmission."""

    decoded: int = 0
    concealed: int = 0
    corrupt: int = 0

    @property
    def is_poor(self) -> bool:
        """Whether more than one packet in twenty was bad: worth naming the sender to the host."""
        return (self.concealed + self.corrupt) * 20 > self.decoded + self.concealed + self.corrupt


class TransmissionDecoder:
    """Grows the sound of one transmission packet by packet; never shared between senders.

    Recognition may start on what has come so far (`pcm`) while the pilot still talks.
    """

    def __init__(self, decoder: Decoder | None = None) -> None:
        self._decoder: Decoder = OpusDecoder() if decoder is None else decoder
        self._pieces: list[Pcm] = []
        self._last_samples = FRAME_SAMPLES
        self._decoded = 0
        self._concealed = 0
        self._corrupt = 0

    @property
    def counts(self) -> DecodeCounts:
        """Return what became of the packets so far."""
        return DecodeCounts(self._decoded, self._concealed, self._corrupt)

    def push(self, packet: bytes) -> Pcm:
        """Decode the next packet and return its sound; an empty one is a lost one."""
        if not packet:
            return self.lose(1)
        try:
            piece = self._decoder.decode(packet)
        except SpeechError:
            self._corrupt += 1
            piece = self._guess()
        else:
            self._decoded += 1
            self._last_samples = len(piece)
        self._pieces.append(piece)
        return piece

    def lose(self, packets: int) -> Pcm:
        """Conceal packets that did not come, each as long as the one before them."""
        lost = min(max(packets, 0), MAX_CONCEALED_FRAMES)
        self._concealed += lost
        guesses = [self._guess() for _ in range(lost)]
        piece = np.concatenate(guesses) if guesses else np.zeros(0, dtype=np.int16)
        self._pieces.append(piece)
        return piece

    def pcm(self) -> Pcm:
        """Return everything heard so far."""
        if not self._pieces:
            return np.zeros(0, dtype=np.int16)
        self._pieces = [np.concatenate(self._pieces)]
        return self._pieces[0].copy()

    def _guess(self) -> Pcm:
        try:
            return self._decoder.conceal(self._last_samples)
        except SpeechError:
            return np.zeros(self._last_samples, dtype=np.int16)


def encode_frames(pcm: Pcm) -> tuple[bytes, ...]:
    """Return the packets of a whole transmission, in order.

    The last frame is filled up with silence. One silent frame leads in and one leads out, so that a
    listener whose radio opens late loses no syllable.
    """
    encoder = OpusEncoder()
    missing = -len(pcm) % FRAME_SAMPLES
    padded = np.pad(pcm.astype(np.int16), (FRAME_SAMPLES, missing + FRAME_SAMPLES))
    return tuple(encoder.encode(frame) for frame in padded.reshape(-1, FRAME_SAMPLES))


def decode_packets(packets: Iterable[bytes | None]) -> Pcm:
    """Return the sound of one transmission; None stands for a packet that was lost."""
    decoder = TransmissionDecoder()
    for packet in packets:
        if packet is None:
            decoder.lose(1)
        else:
            decoder.push(packet)
    return decoder.pcm()


def _opus() -> Any:  # an untyped package
    try:
        import opuslib_next  # noqa: PLC0415  # heavy and optional: only when audio is wanted
    except ImportError as error:
        raise SpeechMissing(_INSTALL) from error
    except (OSError, RuntimeError) as error:
        message = f"the Opus library of opuslib-next-bundled cannot be loaded here; {_INSTALL}"
        raise SpeechMissing(message) from error
    return opuslib_next
