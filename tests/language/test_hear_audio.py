"""Spoken lines are scored by voice and condition, the first reading beside all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from cli import hear_audio, hear_audio_score
from cli.hear_audio import Take
from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.score_file import Line
from engine.model.call import Hypothesis
from engine.voice.pcm import Pcm, silence
from engine.voice.recogniser import Clip, Enough, Outcome, Recognition, sure_of_words
from engine.voice.recogniser import Hypothesis as Reading
from engine.voice.synthesiser import VoiceSpec

LEXICON = Lexicon(callsigns=("Pony 1-1",), stations={"Batumi Ground": ()}, runways=("13",))
CHECK = Line("Batumi Ground, Pony one one, radio check", "radio_check", {"callsign": "Pony 1-1"})
CHATTER = Line("nice landing mate", "none", {"kind": "chatter"})


def _take(line: Line, condition: str, *texts: str, voice: str = "piper") -> Take:
    return Take(line, condition, voice, tuple(Hypothesis(one) for one in texts))


def test_rescoring_is_credited_with_what_the_first_reading_got_wrong(language: Language) -> None:
    takes = [
        _take(CHECK, "clean", "Pony one one, strawberry jam", "Pony one one, radio check"),
        _take(CHECK, "clean", "Pony one one, strawberry jam", voice="espeak"),
        _take(CHECK, "noisy", "Pony one one, radio check"),
    ]

    scores = hear_audio_score.score_takes(takes, language.hearing, LEXICON)

    assert scores["clean"]["all"].first.intents_right == 0
    assert scores["clean"]["all"].errors_removed == pytest.approx(0.5)
    assert scores["clean"]["piper"].rescored.intent_accuracy == 1.0
    assert scores["clean"]["espeak"].rescored.intent_accuracy == 0.0
    assert scores["noisy"]["all"].errors_removed == 0.0


def test_an_action_on_what_was_for_nobody_is_counted(language: Language) -> None:
    takes = [_take(CHATTER, "clean", "Batumi Ground, Pony one one, radio check")]

    data = hear_audio_score.as_json(hear_audio_score.score_takes(takes, language.hearing, LEXICON))

    assert data["clean"]["false_actions"] == 1
    assert data["clean"]["voices"]["piper"]["false_actions"] == 1
    assert data["noisy"]["lines"] == 0


def test_the_report_names_voice_condition_confusion_and_what_was_written(
    language: Language,
) -> None:
    takes = [
        _take(CHECK, "noisy", "Pony one one, strawberry jam"),
        _take(CHECK, "clean", "Pony one one, radio check"),
    ]

    text = hear_audio_score.report(hear_audio_score.score_takes(takes, language.hearing, LEXICON))

    assert "radio_check -> not_understood: 1" in text
    assert "noisy: Batumi Ground, Pony one one, radio check (piper)" in text
    assert "strawberry jam" in text
    assert "100.0%" in text


class _Recorder:
    """Speaks and recognises by rote, and keeps what it was asked."""

    def __init__(self) -> None:
        self.prompts: list[str] = []
        self.said: list[str] = []
        self.clear: list[bool] = []

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        self.said.append(text)
        return np.concatenate([silence(200), np.full(3200, 900, dtype=np.int16)])

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,
    ) -> Recognition:
        self.prompts.append(prompt)
        self.clear.append(
            enough((Reading("Batumi Ground, Pony one one, radio check", -1.0, -0.1),))
        )
        self.clear.append(enough((Reading("red or czech", -1.0, -0.1),)))
        return Recognition(Outcome.HEARD, (Reading("radio check", -1.0, -0.1),), clip.audio_s)

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def _spoken(lines: Sequence[Line], language: Language) -> tuple[list[Take], _Recorder]:
    parts = _Recorder()
    takes = hear_audio.recognised(
        lines, hearing=language.hearing, lexicon=LEXICON, recogniser=parts, synthesiser=parts
    )
    return list(takes), parts


def test_every_line_is_spoken_by_every_voice_under_every_condition(language: Language) -> None:
    takes, parts = _spoken([CHECK], language)

    assert len(takes) == len(hear_audio.VOICES) * len(hear_audio.CONDITIONS)
    assert len({(one.voice, one.condition) for one in takes}) == len(takes)
    assert all("Pony one one" in prompt for prompt in parts.prompts)
    assert parts.clear == [True, False] * len(takes)


def test_a_line_that_nobody_can_say_is_left_out(language: Language) -> None:
    takes, parts = _spoken([Line("...", "none", {"kind": "noise"})], language)

    assert takes == []
    assert parts.said == []
