"""A recogniser that hears what it is told: for runs without sound and for tests of other rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.voice.activity import EnergyDetector
from engine.voice.hallucination import without_stock_tail
from engine.voice.recogniser import Clip, Enough, Hypothesis, Outcome, Recognition, sure_of_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["ScriptedRecogniser"]

# Each further reading is this much less likely than the one before.
_STEP_LOG_PROBABILITY = 1.0


class ScriptedRecogniser:
    """Gives the next line of a script for each clip that holds sound.

    A line is one reading or several, likeliest first. When the script has ended, nothing more is
    understood.
    """

    def __init__(self, lines: Iterable[str | Sequence[str]]) -> None:
        self._lines = [(line,) if isinstance(line, str) else tuple(line) for line in lines]
        self._detector = EnergyDetector()
        self.prompts: list[str] = []

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,  # noqa: ARG002 - a script holds one look
    ) -> Recognition:
        """Return the next line's readings, at most `hypotheses` of them."""
        self.prompts.append(prompt)
        if not self._detector.has_speech(clip.pcm):
            return Recognition(Outcome.NO_SPEECH, (), clip.audio_s)
        if deadline_s <= 0.0:
            return Recognition(Outcome.TOO_LATE, (), clip.audio_s)
        if not self._lines:
            return Recognition(Outcome.NOT_UNDERSTOOD, (), clip.audio_s)
        texts = dict.fromkeys(without_stock_tail(text) for text in self._lines.pop(0))
        readings = tuple(
            Hypothesis(text, -_STEP_LOG_PROBABILITY * rank, -_STEP_LOG_PROBABILITY * rank)
            for rank, text in enumerate(list(texts)[: max(1, hypotheses)], start=1)
        )
        return Recognition(Outcome.HEARD, readings, clip.audio_s, looks=(len(readings),))

    def count_tokens(self, text: str) -> int:
        """Return the number of words."""
        return len(text.split())
