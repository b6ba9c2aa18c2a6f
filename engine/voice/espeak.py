"""Many quick voices with eSpeak NG, through its C library.

Robotic, but instant and various: variants, pitches and rates tell stations and simulated pilots
apart, and a hundred voices stress a recogniser more than one good one. The library keeps its state
in globals and is not thread-safe, so there is one handle in a process and one lock round it.

eSpeak NG is GPL-3 and an optional extra (docs/adr/0003-speech-engines.md).
"""

from __future__ import annotations

import ctypes
import threading
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.model.errors import SpeechError, SpeechMissing
from engine.voice.pcm import Pcm, levelled, resample
from engine.voice.synthesiser import VoiceSpec, speakable

__all__ = ["VOICE_NAMES", "EspeakSynthesiser"]

# The variants that a recogniser follows best, of those without flutter: eSpeak's flutter runs on
# from clip to clip, so any other variant gives slightly different samples each time.
VOICE_NAMES = (
    "en-us+benjamin",
    "en+adam",
    "en-us+michel",
    "en-us+Denis",
    "en-us+Hugo",
    "en-gb-x-rp+adam",
    "en-us+Henrique",
    "en-us+edward2",
)

_INSTALL = "eSpeak voices need the voices extra: pip install 'marshall[voices]'"

# speak_lib.h of eSpeak NG 1.52: names kept close to the header's.
_AUDIO_OUTPUT_SYNCHRONOUS = 2
_INITIALIZE_DONT_EXIT = 0x8000
_CHARS_UTF8 = 1
_PHONEMES_IN_BRACKETS = 0x100
_PARAMETER_RATE = 1
_PARAMETER_PITCH = 3
_OK = 0
_SEED = 1
_NORMAL_RATE_WPM = 165
_NORMAL_PITCH = 50
_MAX_PITCH = 99

_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)
_LOCK = threading.Lock()


class EspeakSynthesiser:
    """Speaks with any voice and variant of eSpeak NG ("en-us", "en-gb+f3")."""

    def __init__(self) -> None:
        with _LOCK:
            self._library, self._rate_hz, self._variants = _library()

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the text as sound; the same text and voice give the same samples."""
        line = speakable(text)
        pieces: list[Pcm] = []

        def collect(samples: Any, count: int, _events: Any) -> int:  # C pointers
            if samples and count > 0:
                pieces.append(np.ctypeslib.as_array(samples, shape=(count,)).astype(np.int16))
            return 0

        callback = _Callback(collect)
        encoded = line.encode("utf-8")
        with _LOCK:
            self._set_voice(voice)
            # Breath is drawn from a generator of its own: seeded, a clip repeats exactly.
            self._library.espeak_ng_SetRandSeed(_SEED)
            self._library.espeak_SetSynthCallback(callback)
            status = self._library.espeak_Synth(
                encoded,
                len(encoded) + 1,
                0,
                0,
                0,
                _CHARS_UTF8 | _PHONEMES_IN_BRACKETS,
                None,
                None,
            )
        if status != _OK or not pieces:
            message = f"eSpeak could not say {line!r} (status {status})"
            raise SpeechError(message)
        return levelled(resample(np.concatenate(pieces), self._rate_hz))

    def _set_voice(self, voice: VoiceSpec) -> None:
        name = voice.name or VOICE_NAMES[0]
        variant = name.partition("+")[2]
        # An unknown variant is not refused by the library: it speaks with the plain voice.
        is_known = not variant or variant in self._variants
        if not is_known or self._library.espeak_SetVoiceByName(name.encode("utf-8")) != _OK:
            message = f"eSpeak has no voice '{name}'; try one of: {', '.join(VOICE_NAMES)}"
            raise SpeechMissing(message)
        rate_wpm = round(_NORMAL_RATE_WPM * voice.rate)
        pitch = min(_MAX_PITCH, round(_NORMAL_PITCH * voice.pitch))
        self._library.espeak_SetParameter(_PARAMETER_RATE, rate_wpm, 0)
        self._library.espeak_SetParameter(_PARAMETER_PITCH, pitch, 0)


@cache
def _library() -> tuple[Any, int, frozenset[str]]:
    try:
        import espeakng_loader  # noqa: PLC0415  # optional, holds a native library
    except ImportError as error:
        raise SpeechMissing(_INSTALL) from error
    try:
        library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = Path(espeakng_loader.get_data_path())
        variants = frozenset(file.name for file in (data / "voices" / "!v").iterdir())
    except (OSError, RuntimeError) as error:
        message = f"the eSpeak NG library of espeakng-loader cannot be loaded here; {_INSTALL}"
        raise SpeechMissing(message) from error
    library.espeak_ng_SetRandSeed.argtypes = [ctypes.c_long]
    library.espeak_ng_SetRandSeed.restype = None
    library.espeak_SetSynthCallback.argtypes = [_Callback]
    library.espeak_SetSynthCallback.restype = None
    library.espeak_Synth.argtypes = [
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_uint,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.c_uint,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]
    rate_hz = library.espeak_Initialize(
        _AUDIO_OUTPUT_SYNCHRONOUS, 0, str(data.parent).encode("utf-8"), _INITIALIZE_DONT_EXIT
    )
    if rate_hz <= 0:
        message = "eSpeak NG does not find its data; install espeakng-loader again, in a short path"
        raise SpeechMissing(message)
    return library, int(rate_hz), variants
