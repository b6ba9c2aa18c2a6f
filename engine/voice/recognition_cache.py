"""Keep what a recogniser made of a clip, so that a long measurement can be stopped and resumed.

What is rescored and parsed afterwards changes from day to day; what the model hears in one clip
with one prompt does not. So every look is taken and kept, and those that were enough are given. An
entry that cannot be read is made again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from engine.model.errors import SpeechError
from engine.voice.recogniser import (
    Clip,
    Enough,
    Hypothesis,
    Outcome,
    Recogniser,
    Recognition,
    sure_of_words,
)

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["CachedRecogniser"]

# Raised when the way a recogniser reads a clip changes, so that old readings are not found.
_EPOCH = 3


class CachedRecogniser:
    """Recognises through another recogniser, and only what it has not recognised before.

    `label` names the model: readings of another model are never found.
    """

    def __init__(self, inner: Recogniser, *, folder: Path, label: str) -> None:
        self._inner = inner
        self._folder = folder
        self._label = label
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"the folder {folder.name} cannot be made: {error.strerror}"
            raise SpeechError(message) from error

    def count_tokens(self, text: str) -> int:
        """Return how much of a prompt budget a text takes."""
        return self._inner.count_tokens(text)

    def recognise(
        self,
        clip: Clip,
        *,
        prompt: str,
        deadline_s: float,
        hypotheses: int,
        enough: Enough = sure_of_words,
    ) -> Recognition:
        """Return the readings, found or made; those that came too late are not kept."""
        path = self._folder / f"{self._key(clip, prompt, hypotheses)}.json"
        found = _read(path)
        if found is None:
            found = self._inner.recognise(
                clip,
                prompt=prompt,
                deadline_s=deadline_s,
                hypotheses=hypotheses,
                enough=_never,
            )
            if found.outcome is not Outcome.TOO_LATE:
                _write(path, found)
        return _until(found, enough)

    def _key(self, clip: Clip, prompt: str, hypotheses: int) -> str:
        digest = hashlib.sha256(clip.pcm.astype("<i2").tobytes())
        digest.update("\0".join(map(str, (_EPOCH, self._label, hypotheses, prompt))).encode())
        return digest.hexdigest()


def _never(_: tuple[Hypothesis, ...]) -> bool:
    return False


def _until(made: Recognition, enough: Enough) -> Recognition:
    """Return a recognition as it would have ended with the first look that was enough."""
    for number, count in enumerate(made.looks, start=1):
        readings = made.hypotheses[:count]
        if enough(readings):
            return replace(made, hypotheses=readings, looks=made.looks[:number])
    return made


def _read(path: Path) -> Recognition | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        readings = tuple(Hypothesis(**one) for one in data.pop("hypotheses"))
        looks = tuple(data.pop("looks"))
        return Recognition(Outcome(data.pop("outcome")), readings, looks=looks, **data)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _write(path: Path, made: Recognition) -> None:
    """Write the entry beside its place and move it there, so that none is ever half an entry."""
    part = path.with_suffix(".part")
    try:
        part.write_text(json.dumps(asdict(made)), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        message = f"{path.parent.name} cannot be written: {error.strerror}"
        raise SpeechError(message) from error
