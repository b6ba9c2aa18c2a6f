"""What a radio channel and a poor microphone do to a voice, and sound files to listen to it.

Used by simulated pilots and by tests: a recogniser that only ever hears studio sound proves
nothing. Randomness is an argument, so a noisy call is the same call every time.
"""

from __future__ import annotations

import io
import math
import wave
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.model.errors import SpeechError
from engine.voice.pcm import FULL_SCALE, SAMPLE_RATE_HZ, Pcm, resample, to_pcm

if TYPE_CHECKING:
    import random
    from pathlib import Path

__all__ = [
    "VOICE_HIGH_HZ",
    "VOICE_LOW_HZ",
    "add_noise",
    "band_pass",
    "hiss",
    "radio_channel",
    "read_wav",
    "scale",
    "wav_bytes",
    "write_wav",
]

# Voice channel of an aircraft radio: ITU-T G.712 telephone band, used for airband AM as well.
VOICE_LOW_HZ = 300.0
VOICE_HIGH_HZ = 3400.0
# How gently the edges of the band fall, as a share of the edge frequency.
_EDGE_SHARE = 0.15

# A stretch of 20 ms counts as speech when it is within 20 dB of the loudest one.
_LEVEL_FRAME_SAMPLES = SAMPLE_RATE_HZ // 50
_ACTIVE_SHARE = 0.01

_EIGHT_BIT_BYTES = 1
_SIXTEEN_BIT_BYTES = 2


def band_pass(pcm: Pcm, *, low_hz: float = VOICE_LOW_HZ, high_hz: float = VOICE_HIGH_HZ) -> Pcm:
    """Return the clip with only the voice band left, edges rounded so that they do not ring."""
    if not len(pcm):
        return pcm.copy()
    spectrum = np.fft.rfft(pcm.astype(np.float64))
    frequency_hz = np.fft.rfftfreq(len(pcm), d=1.0 / SAMPLE_RATE_HZ)
    rise = np.clip((frequency_hz - low_hz) / (low_hz * _EDGE_SHARE) + 0.5, 0.0, 1.0)
    fall = np.clip((high_hz - frequency_hz) / (high_hz * _EDGE_SHARE) + 0.5, 0.0, 1.0)
    return to_pcm(np.fft.irfft(spectrum * rise * fall, n=len(pcm)) / FULL_SCALE)


def hiss(samples: int, *, level_dbfs: float, rng: random.Random) -> Pcm:
    """Return white noise of a level: an open carrier with nobody speaking."""
    return to_pcm(_gaussian(samples, rng) * 10.0 ** (level_dbfs / 20.0))


def add_noise(pcm: Pcm, *, snr_db: float, rng: random.Random) -> Pcm:
    """Return the clip in white noise, `snr_db` below the level of its speech.

    The level is taken over the parts that carry speech (as ITU-T P.56 does), or a clip with long
    pauses would be given less noise than the ratio asks for.
    """
    if not len(pcm):
        return pcm.copy()
    clean = pcm.astype(np.float64) / FULL_SCALE
    noise_rms = math.sqrt(_active_power(clean)) * 10.0 ** (-snr_db / 20.0)
    return to_pcm(clean + _gaussian(len(pcm), rng) * noise_rms)


def radio_channel(pcm: Pcm, *, snr_db: float, rng: random.Random) -> Pcm:
    """Return the clip as an airband receiver gives it: in noise, then through the voice band."""
    return band_pass(add_noise(pcm, snr_db=snr_db, rng=rng))


def scale(pcm: Pcm, gain_db: float) -> Pcm:
    """Return the clip louder or quieter; what exceeds full scale is clipped."""
    return to_pcm(pcm.astype(np.float64) / FULL_SCALE * 10.0 ** (gain_db / 20.0))


def wav_bytes(pcm: Pcm) -> bytes:
    """Return the clip as a WAV file in memory."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(_SIXTEEN_BIT_BYTES)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes(pcm.astype("<i2").tobytes())
    return buffer.getvalue()


def write_wav(path: Path, pcm: Pcm) -> None:
    """Write the clip as a WAV file."""
    try:
        path.write_bytes(wav_bytes(pcm))
    except OSError as error:
        message = f"{path.name} cannot be written: {error.strerror}"
        raise SpeechError(message) from error


def read_wav(source: Path | bytes) -> Pcm:
    """Return a WAV file as 16 kHz mono, whatever PCM rate and channels it has.

    Raises:
        SpeechError: it cannot be read, or is not 8 or 16-bit PCM.
    """
    name = "sound" if isinstance(source, bytes) else source.name
    try:
        raw = source if isinstance(source, bytes) else source.read_bytes()
        with wave.open(io.BytesIO(raw), "rb") as file:
            width, channels, rate_hz = (
                file.getsampwidth(),
                file.getnchannels(),
                file.getframerate(),
            )
            data = file.readframes(file.getnframes())
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise SpeechError(message) from error
    except (wave.Error, EOFError) as error:
        message = f"{name} is not a WAV file: {error or 'it ends too soon'}"
        raise SpeechError(message) from error
    if width not in {_EIGHT_BIT_BYTES, _SIXTEEN_BIT_BYTES} or channels < 1 or rate_hz < 1:
        message = f"{name} has {8 * width}-bit samples; save it as 16-bit PCM"
        raise SpeechError(message)
    whole = len(data) - len(data) % (width * channels)
    if width == _EIGHT_BIT_BYTES:
        samples = (np.frombuffer(data[:whole], dtype=np.uint8).astype(np.int16) - 128) * 256
    else:
        samples = np.frombuffer(data[:whole], dtype="<i2").astype(np.int16)
    mono = np.rint(samples.reshape(-1, channels).mean(axis=1)).astype(np.int16)
    return resample(mono, rate_hz)


def _active_power(samples: npt.NDArray[np.float64]) -> float:
    frames = np.array_split(samples, max(1, len(samples) // _LEVEL_FRAME_SAMPLES))
    powers = np.array([np.mean(np.square(frame)) for frame in frames])
    return float(np.mean(powers[powers >= np.max(powers) * _ACTIVE_SHARE]))


def _gaussian(samples: int, rng: random.Random) -> npt.NDArray[np.float64]:
    generator = np.random.default_rng(rng.getrandbits(64))
    return generator.standard_normal(samples)
