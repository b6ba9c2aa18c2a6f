"""Speech to text with Whisper, through faster-whisper and CTranslate2.

A clip is looked at once, and again in other ways for as long as what was read is not `enough`:

1. by the small model, at once;
2. of the same sound, readings without commas, which differ in words;
3. by the larger model, where there is one;
4. with the noise turned down and another prompt, by the larger model or again by the small one.

Each look goes wrong in other places, and all readings are rescored by what they mean. The small
model alone is right most of the time and takes a quarter of the time of them all, so most answers
come soon (figures in docs/how-it-is-checked.md). Too little padding of the window makes a model go
round in circles; such a reading is tried once more with the full window.

The language is fixed, nothing is carried over from call to call, temperature is zero: the same clip
and prompt give the same readings. There is one worker thread. A caller whose deadline passes while
it waits is dropped undecoded, so that a busy machine answers late calls with "say again" instead of
with a growing backlog.
"""

from __future__ import annotations

import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.model.errors import SpeechError
from engine.voice.denoise import denoised
from engine.voice.hallucination import is_hallucination
from engine.voice.recogniser import (
    Clip,
    Enough,
    Hypothesis,
    Outcome,
    Recognition,
    sure_of_words,
)
from engine.voice.silero import best_detector
from engine.voice.whisper_model import LEAD_S, LONGEST_S, WINDOW_S, WhisperModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.voice.activity import SpeechDetector
    from engine.voice.models import ModelChoice

__all__ = ["WhisperRecogniser", "WhisperSettings"]

# Whisper's own rule for "nobody spoke": it says so, and is not sure of the words either. Over music
# it was at 0.43 to 0.60 and -2.6; over speech in noise at 0.00 to 0.16 and -1.0 or above.
_DOUBT_OF_SPEECH = 0.4
_DOUBT_OF_WORDS = -1.0
# Over an engine it wrote "You can't do it" at 0.19 to 0.47 and -2.1; of 1,568 calls in four voices,
# half of them in noise, none was at 0.10 or above and at -1.6 or below at once.
_SOME_DOUBT_OF_SPEECH = 0.12
_GREAT_DOUBT_OF_WORDS = -1.6
_READINGS_AGAIN = 3
_READINGS_UNPUNCTUATED = 5


@dataclass(frozen=True, slots=True)
class WhisperSettings:
    """How the model is run; the defaults were measured on two cores without a GPU."""

    threads: int = 1
    beam: int = 3
    padding_s: float = 8.0


@dataclass(frozen=True, slots=True)
class _Question:
    """A clip to be read, and how."""

    clip: Clip
    prompt: str
    hypotheses: int
    enough: Enough
    give_up_s: float


class WhisperRecogniser:
    """Recognises with a Whisper model, and a larger one in doubt, on one worker thread."""

    def __init__(
        self,
        model: ModelChoice,
        settings: WhisperSettings = WhisperSettings(),
        *,
        larger: ModelChoice | None = None,
        detector: SpeechDetector | None = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model = WhisperModel(model, threads=settings.threads)
        self._larger = None if larger is None else WhisperModel(larger, threads=settings.threads)
        self._detector = best_detector() if detector is None else detector
        self._settings = settings
        self._now_s = monotonic_s
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recogniser")

    def close(self) -> None:
        """Let the worker finish what it is decoding and end it."""
        self._worker.shutdown(wait=True, cancel_futures=True)

    def count_tokens(self, text: str) -> int:
        """Return how many tokens of the model a text takes."""
        return self._model.count_tokens(text)

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,
    ) -> Recognition:
        """Return readings within `deadline_s` of now: up to `hypotheses`, more where in doubt."""
        if not self._detector.has_speech(clip.pcm):
            return Recognition(Outcome.NO_SPEECH, (), clip.audio_s)
        give_up_s = self._now_s() + deadline_s
        question = _Question(clip, prompt, max(1, hypotheses), enough, give_up_s)
        try:
            job = self._worker.submit(self._decode, question)
        except RuntimeError as error:
            message = "the recogniser was closed"
            raise SpeechError(message) from error
        try:
            return job.result(timeout=max(0.0, deadline_s))
        except (FutureTimeout, CancelledError):
            job.cancel()
            return Recognition(Outcome.TOO_LATE, (), clip.audio_s, decode_s=max(0.0, deadline_s))

    def _decode(self, asked: _Question) -> Recognition:
        clip = asked.clip
        started_s = self._now_s()
        if started_s >= asked.give_up_s:
            return Recognition(Outcome.TOO_LATE, (), clip.audio_s)
        readings: tuple[Hypothesis, ...] = ()
        looks: list[int] = []
        no_speech = 0.0
        try:
            for seen, doubt in self._looks(asked):
                is_first = not looks
                is_doubtful = bool(seen) and _is_doubtful(seen[0], doubt)
                if is_first:
                    no_speech = doubt
                    if is_doubtful:
                        return self._nothing(Outcome.NO_SPEECH, clip, doubt, started_s)
                    if seen and is_hallucination(seen[0].text, asked.prompt, doubt):
                        return self._nothing(Outcome.NOISE_WORDS, clip, doubt, started_s)
                if is_first or not is_doubtful:
                    readings += _real(seen, asked.prompt, no_speech, known=readings)
                looks.append(len(readings))
                is_late = self._now_s() >= asked.give_up_s
                if is_late or asked.hypotheses == 1 or (readings and asked.enough(readings)):
                    break
        except (RuntimeError, ValueError) as error:
            message = "the speech model failed on this clip"
            raise SpeechError(message) from error
        return Recognition(
            Outcome.HEARD if readings else Outcome.NOT_UNDERSTOOD,
            readings,
            clip.audio_s,
            no_speech_probability=no_speech,
            decode_s=self._now_s() - started_s,
            truncated=clip.audio_s > LONGEST_S,
            looks=tuple(looks),
        )

    def _nothing(
        self, outcome: Outcome, clip: Clip, no_speech: float, started_s: float
    ) -> Recognition:
        """Return that there was no call in a clip."""
        decode_s = self._now_s() - started_s
        return Recognition(
            outcome, (), clip.audio_s, no_speech_probability=no_speech, decode_s=decode_s
        )

    def _looks(self, asked: _Question) -> Iterator[tuple[tuple[Hypothesis, ...], float]]:
        """Yield the readings of one look after the other, and how much each doubts of speech."""
        small, larger, clip = self._model, self._larger, asked.clip
        first, _, second = asked.prompt.partition("\n")
        features = small.features(clip)
        window_s = min(WINDOW_S, LEAD_S + clip.audio_s + self._settings.padding_s)
        sound = small.encoded(features, window_s=window_s)
        seen = self._read(small, sound, first, clip, asked.hypotheses)
        if not seen[0] and window_s < WINDOW_S and self._now_s() < asked.give_up_s:
            sound = small.encoded(features, window_s=WINDOW_S)
            seen = self._read(small, sound, first, clip, asked.hypotheses)
        yield seen
        yield self._read(small, sound, first, clip, _READINGS_UNPUNCTUATED, punctuated=False)
        if larger is not None:
            sound = larger.encoded(features, window_s=window_s)
            yield self._read(larger, sound, first, clip, _READINGS_AGAIN)
        again = small if larger is None else larger
        sound = again.encoded(small.features(Clip(denoised(clip.pcm))), window_s=window_s)
        yield self._read(again, sound, second or first, clip, _READINGS_AGAIN)

    def _read(
        self,
        model: WhisperModel,
        sound: Any,
        prompt: str,
        clip: Clip,
        count: int,
        *,
        punctuated: bool = True,
    ) -> tuple[tuple[Hypothesis, ...], float]:
        return model.read(
            sound,
            prompt=prompt,
            audio_s=clip.audio_s,
            beam=self._settings.beam,
            count=count,
            punctuated=punctuated,
        )


def _real(
    seen: tuple[Hypothesis, ...],
    prompt: str,
    no_speech_probability: float,
    *,
    known: tuple[Hypothesis, ...],
) -> tuple[Hypothesis, ...]:
    """Return the readings that are new and that somebody said."""
    texts = {one.text for one in known}
    return tuple(
        one
        for one in seen
        if one.text not in texts and not is_hallucination(one.text, prompt, no_speech_probability)
    )


def _is_doubtful(reading: Hypothesis, no_speech_probability: float) -> bool:
    words = reading.mean_log_probability
    return (no_speech_probability >= _DOUBT_OF_SPEECH and words <= _DOUBT_OF_WORDS) or (
        no_speech_probability >= _SOME_DOUBT_OF_SPEECH and words <= _GREAT_DOUBT_OF_WORDS
    )
