"""One interface for every way of hearing: a clip in, ranked readings out.

Several hypotheses are asked for because the right one is often not the first: the words are
rescored later by whether they parse and fit who may be talking. A clip that is not speech, or
that a recogniser could not make out in time, is an answer with a reason and never an exception:
a pilot keying an empty carrier is an ordinary event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from engine.voice.pcm import Pcm, duration_s

__all__ = [
    "Clip",
    "Enough",
    "Hypothesis",
    "Outcome",
    "Recogniser",
    "Recognition",
    "sure_of_words",
]

# Mean log probability from which on the model is sure: of 392 calls 315 were right with this and
# 216 second looks, 316 with -0.12 and 347 looks, 302 with none.
_SURE = -0.3


class Outcome(StrEnum):
    """Why a recognition has the words it has, or none."""

    HEARD = "heard"
    """There are words."""
    NO_SPEECH = "no_speech"
    """Silence, hiss, clicks, a tone: nobody spoke, so nothing is answered."""
    NOISE_WORDS = "noise_words"
    """Only a stock phrase or an echo of the prompt, which recognisers write when nobody spoke."""
    NOT_UNDERSTOOD = "not_understood"
    """Somebody spoke, but the reading went round in circles or left the language."""
    TOO_LATE = "too_late"
    """The deadline passed before there was a reading; what it would say is stale."""

    @property
    def deserves_reply(self) -> bool:
        """Whether somebody spoke, so that a controller would at least say "say again"."""
        return self in {Outcome.HEARD, Outcome.NOT_UNDERSTOOD, Outcome.TOO_LATE}


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """One transmission as it was heard."""

    pcm: Pcm

    def __post_init__(self) -> None:
        if self.pcm.dtype != np.int16 or self.pcm.ndim != 1:
            message = f"a clip is one channel of int16; got {self.pcm.ndim}-d {self.pcm.dtype}"
            raise ValueError(message)

    @property
    def audio_s(self) -> float:
        """Return how long the clip lasts."""
        return duration_s(self.pcm)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One reading of a clip.

    `log_probability` is that of the whole reading (natural logarithm), so two readings of one clip
    compare by it; `mean_log_probability` is per token, so readings of two clips do.
    """

    text: str
    log_probability: float
    mean_log_probability: float


Enough = Callable[[tuple[Hypothesis, ...]], bool]
"""Tells whether the readings so far will do, or the clip is worth another look.

Only who knows the language and the frequency can tell best, so the caller brings it; it is asked
on the recogniser's worker."""


def sure_of_words(readings: tuple[Hypothesis, ...]) -> bool:
    """Tell whether the recogniser itself is sure of the likeliest reading."""
    return bool(readings) and readings[0].mean_log_probability >= _SURE


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a recogniser made of a clip, the likeliest reading first.

    `looks` says how many readings there were after each time the clip was looked at.
    """

    outcome: Outcome
    hypotheses: tuple[Hypothesis, ...]
    audio_s: float
    no_speech_probability: float = 0.0
    decode_s: float = 0.0
    truncated: bool = False
    looks: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """Return the likeliest words, or nothing."""
        return self.hypotheses[0].text if self.hypotheses else ""


class Recogniser(Protocol):
    """Turns speech into text; blocks, so it runs off the event loop. One clip at a time."""

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,
    ) -> Recognition:
        """Return readings within `deadline_s` of now: up to `hypotheses`, more where in doubt.

        `prompt` holds the names that may be spoken (see `engine.voice.prompt`); a second line of it
        is for reading a doubtful call once more. Readings are distinct, the likeliest first, and
        there are none unless the outcome is HEARD. Until they are `enough`, and where more than one
        was asked for, the clip is looked at in other ways; those readings follow the first.

        Raises:
            SpeechError: the recogniser itself failed.
        """
        ...

    def count_tokens(self, text: str) -> int:
        """Return how much of a prompt budget a text takes."""
        ...
