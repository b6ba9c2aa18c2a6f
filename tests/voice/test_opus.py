"""Sound through real Opus, and what arrives when packets do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import opuslib_next
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import SpeechError
from engine.voice.opus import (
    FRAME_SAMPLES,
    MAX_CONCEALED_FRAMES,
    DecodeCounts,
    OpusDecoder,
    OpusEncoder,
    TransmissionDecoder,
    decode_packets,
    encode_frames,
)
from engine.voice.pcm import Pcm, level_dbfs, silence
from engine.voice.synthesiser import VoiceSpec
from tests.voice.sounds import tone

if TYPE_CHECKING:
    from engine.voice.espeak import EspeakSynthesiser

# RFC 6716 section 3.1: configuration 10 is SILK wideband with 40 ms frames; mono, one frame.
_TOC_SRS = 0x50


@pytest.fixture(scope="module")
def speech(espeak: EspeakSynthesiser) -> Pcm:
    return espeak.synthesise("Batumi Approach, Pony one one.", VoiceSpec("espeak"))


def _spectrum_db(pcm: Pcm) -> npt.NDArray[np.float64]:
    frames = pcm[: len(pcm) // 320 * 320].astype(float).reshape(-1, 320)
    power = np.abs(np.fft.rfft(frames * np.hanning(320), axis=1)) ** 2
    bands: npt.NDArray[np.float64] = power[:, :128].reshape(len(frames), 16, 8).sum(axis=2)
    levels: npt.NDArray[np.float64] = 10 * np.log10(bands + 1e3)
    return levels


def test_speech_keeps_its_level_and_spectrum(speech: Pcm) -> None:
    heard = decode_packets(encode_frames(speech))
    # The codec's look-ahead of 6.5 ms shifts everything after the silent first frame.
    shift = FRAME_SAMPLES + 104
    kept = heard[shift : shift + len(speech)]

    assert level_dbfs(kept) == pytest.approx(level_dbfs(speech), abs=1.0)
    difference = np.abs(_spectrum_db(kept) - _spectrum_db(speech)[: len(kept) // 320])
    assert float(np.median(difference)) < 4.0


def test_a_packet_is_what_an_srs_client_sends(speech: Pcm) -> None:
    packets = encode_frames(speech)

    assert {packet[0] for packet in packets} == {_TOC_SRS}
    assert max(map(len, packets)) < 300


@pytest.mark.parametrize(
    ("samples", "frames"), [(0, 2), (1, 3), (640, 3), (641, 4), (1_280, 4), (16_000, 27)]
)
def test_the_last_frame_is_filled_and_silence_leads_in_and_out(samples: int, frames: int) -> None:
    packets = encode_frames(np.full(samples, 1_000, dtype=np.int16))

    heard = decode_packets(packets)

    assert len(packets) == frames
    assert len(heard) == frames * FRAME_SAMPLES
    assert level_dbfs(heard[:FRAME_SAMPLES]) < -60.0


def test_a_frame_of_another_length_is_refused() -> None:
    with pytest.raises(SpeechError, match="640 samples; got 320"):
        OpusEncoder().encode(silence(20))


@pytest.mark.parametrize("frame_ms", [10, 20, 40, 60])
@pytest.mark.parametrize("rate_hz", [16_000, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_other_frame_lengths_rates_and_channels_are_heard(
    frame_ms: int, rate_hz: int, channels: int
) -> None:
    encoder = opuslib_next.Encoder(rate_hz, channels, "voip")
    samples = rate_hz * frame_ms // 1000
    time_s = np.arange(samples * 20) / rate_hz
    wave = np.repeat((8_000 * np.sin(2 * np.pi * 500 * time_s)).astype("<i2"), channels)
    packets = [
        encoder.encode(part.tobytes(), samples) for part in wave.reshape(20, samples * channels)
    ]

    heard = decode_packets(packets)

    assert len(heard) == 20 * 16 * frame_ms
    assert level_dbfs(heard[len(heard) // 2 :]) == pytest.approx(-15.3, abs=2.0)


def test_several_frames_in_one_packet_are_all_heard() -> None:
    encoder = opuslib_next.Encoder(16_000, 1, "voip")
    packet = encoder.encode(tone(500.0, 0.12).tobytes(), 1_920)

    assert len(decode_packets([packet])) == 1_920


def test_a_lost_packet_is_concealed_for_the_time_it_would_have_lasted() -> None:
    packets: list[bytes | None] = list(encode_frames(tone(400.0, 1.0)))
    whole = decode_packets(packets)
    packets[10] = None

    heard = decode_packets(packets)

    assert len(heard) == len(whole)
    gap = heard[10 * FRAME_SAMPLES : 11 * FRAME_SAMPLES]
    assert level_dbfs(gap) > level_dbfs(whole) - 6.0


def test_losses_and_damage_are_counted_apart() -> None:
    packets = encode_frames(tone(400.0, 0.4))
    decoder = TransmissionDecoder()

    for packet in packets[:5]:
        decoder.push(packet)
    decoder.lose(2)
    decoder.push(b"")
    decoder.push(b"\xff" * 40)

    assert decoder.counts == DecodeCounts(decoded=5, concealed=3, corrupt=1)
    assert decoder.counts.is_poor
    assert len(decoder.pcm()) == 9 * FRAME_SAMPLES


def test_one_loss_in_a_long_call_is_not_poor() -> None:
    assert not DecodeCounts(decoded=99, concealed=1).is_poor
    assert not DecodeCounts().is_poor


def test_a_forged_gap_does_not_make_hours_of_sound() -> None:
    decoder = TransmissionDecoder()
    decoder.push(encode_frames(silence(40))[0])

    decoder.lose(2**62)
    decoder.lose(-5)

    assert decoder.counts.concealed == MAX_CONCEALED_FRAMES
    assert len(decoder.pcm()) == (1 + MAX_CONCEALED_FRAMES) * FRAME_SAMPLES


def test_sound_grows_packet_by_packet_as_the_pilot_talks() -> None:
    packets = encode_frames(tone(400.0, 0.4))
    decoder = TransmissionDecoder()
    lengths = []

    for packet in packets:
        piece = decoder.push(packet)
        assert len(piece) == FRAME_SAMPLES
        lengths.append(len(decoder.pcm()))

    assert lengths == [FRAME_SAMPLES * count for count in range(1, len(packets) + 1)]
    assert np.array_equal(decoder.pcm(), decode_packets(packets))


def test_nothing_received_is_no_sound() -> None:
    assert len(TransmissionDecoder().pcm()) == len(decode_packets([])) == 0


def test_two_senders_do_not_disturb_each_other() -> None:
    first, second = encode_frames(tone(300.0, 0.4)), encode_frames(tone(900.0, 0.4))
    one, other = TransmissionDecoder(), TransmissionDecoder()

    for mine, theirs in zip(first, second, strict=True):
        one.push(mine)
        other.push(theirs)

    assert np.array_equal(one.pcm(), decode_packets(first))
    assert np.array_equal(other.pcm(), decode_packets(second))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.none() | st.binary(max_size=80), max_size=12))
def test_any_bytes_give_sound_of_bounded_length_and_never_fail(
    packets: list[bytes | None],
) -> None:
    heard = decode_packets(packets)

    assert len(heard) <= 1_920 * len(packets)
    assert heard.dtype == np.int16


def test_an_empty_packet_is_not_decoded() -> None:
    with pytest.raises(SpeechError, match="no sound"):
        OpusDecoder().decode(b"")


def test_a_failing_decoder_still_gives_the_time_that_passed() -> None:
    class Broken:
        def decode(self, packet: bytes) -> Pcm:
            raise SpeechError(str(len(packet)))

        def conceal(self, samples: int) -> Pcm:
            raise SpeechError(str(samples))

    decoder = TransmissionDecoder(Broken())

    assert len(decoder.push(b"x")) == FRAME_SAMPLES
    assert decoder.counts.corrupt == 1
