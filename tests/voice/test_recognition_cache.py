"""A clip is recognised once; what cannot be read again is made again."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.errors import SpeechError
from engine.voice.pcm import silence
from engine.voice.recogniser import Clip, Enough, Hypothesis, Outcome, Recognition, sure_of_words
from engine.voice.recognition_cache import CachedRecogniser

HEARD = Recognition(
    Outcome.HEARD,
    (Hypothesis("Pony one one", -1.5, -0.3), Hypothesis("Tony one one", -1.9, -0.4)),
    0.5,
    no_speech_probability=0.1,
    looks=(1, 2),
)
CLIP = Clip(silence(500))


class Counting:
    """Gives one answer and counts how often it was asked."""

    def __init__(self, answer: Recognition = HEARD) -> None:
        self.answer = answer
        self.asked = 0

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,
    ) -> Recognition:
        assert not enough(self.answer.hypotheses)
        self.asked += 1
        return self.answer

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def _ask(
    inner: Counting,
    folder: Path,
    *,
    clip: Clip = CLIP,
    prompt: str = "names",
    label: str = "tiny",
    wanted: int = 9,
) -> Recognition:
    cached = CachedRecogniser(inner, folder=folder, label=label)
    assert cached.count_tokens("two words") == 2
    return cached.recognise(
        clip, prompt=prompt, deadline_s=1.0, hypotheses=3, enough=lambda seen: len(seen) >= wanted
    )


@pytest.mark.parametrize(("wanted", "looks"), [(1, (1,)), (2, (1, 2)), (9, (1, 2))])
def test_every_look_is_kept_and_those_that_were_enough_are_given(
    tmp_path: Path, wanted: int, looks: tuple[int, ...]
) -> None:
    inner = Counting()
    _ask(inner, tmp_path)

    found = _ask(inner, tmp_path, wanted=wanted)

    assert found.looks == looks
    assert found.hypotheses == HEARD.hypotheses[: looks[-1]]
    assert inner.asked == 1


def test_a_run_that_is_started_again_finds_what_the_first_one_made(tmp_path: Path) -> None:
    inner = Counting()

    assert _ask(inner, tmp_path) == HEARD
    assert _ask(inner, tmp_path) == HEARD
    assert inner.asked == 1


def test_another_clip_prompt_or_model_is_recognised_anew(tmp_path: Path) -> None:
    inner = Counting()

    _ask(inner, tmp_path)
    _ask(inner, tmp_path, clip=Clip(silence(501)))
    _ask(inner, tmp_path, prompt="other names")
    _ask(inner, tmp_path, label="base")

    assert inner.asked == 4


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"outcome": "heard", "hypotheses": [1]}'])
def test_a_damaged_entry_is_made_again(tmp_path: Path, damage: str) -> None:
    inner = Counting()
    _ask(inner, tmp_path)
    for entry in tmp_path.iterdir():
        entry.write_text(damage, encoding="utf-8")

    assert _ask(inner, tmp_path) == HEARD
    assert inner.asked == 2


def test_an_answer_that_came_too_late_is_not_kept(tmp_path: Path) -> None:
    inner = Counting(Recognition(Outcome.TOO_LATE, (), 0.5))

    _ask(inner, tmp_path)
    _ask(inner, tmp_path)

    assert inner.asked == 2


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(SpeechError, match="file cannot be made"):
        _ask(Counting(), tmp_path / "file")
