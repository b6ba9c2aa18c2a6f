"""Clips are made once, kept within bounds, and made again when damaged."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.model.errors import SpeechError
from engine.voice.cache import CacheCounts, CachedSynthesiser, clip_key
from engine.voice.synthesiser import VoiceSpec
from engine.voice.tone import ToneSynthesiser

if TYPE_CHECKING:
    from pathlib import Path

    from engine.voice.pcm import Pcm

TEXT = "Pony one one, cleared to land"
VOICE = VoiceSpec("tone")


class CountingSynthesiser:
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._tones = ToneSynthesiser()

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        self.asked.append(text)
        return self._tones.synthesise(text, voice)


def test_the_same_words_in_the_same_voice_are_made_once() -> None:
    inner = CountingSynthesiser()
    cache = CachedSynthesiser(inner)

    first, again = cache.synthesise(TEXT, VOICE), cache.synthesise(TEXT, VOICE)

    assert inner.asked == [TEXT]
    assert np.array_equal(first, again)
    assert cache.counts == CacheCounts(memory_hits=1, made=1)


@pytest.mark.parametrize(
    "other",
    [
        replace(VOICE, name="b"),
        replace(VOICE, rate=1.1),
        replace(VOICE, pitch=0.9),
        replace(VOICE, engine="piper"),
    ],
)
def test_another_voice_is_another_clip(other: VoiceSpec) -> None:
    assert clip_key(TEXT, VOICE) != clip_key(TEXT, other)
    assert clip_key(TEXT, VOICE) != clip_key(TEXT + ".", VOICE)


def test_a_caller_cannot_spoil_a_kept_clip() -> None:
    cache = CachedSynthesiser(ToneSynthesiser())
    wanted = ToneSynthesiser().synthesise(TEXT, VOICE)

    cache.synthesise(TEXT, VOICE)[:] = 0

    assert np.array_equal(cache.synthesise(TEXT, VOICE), wanted)


def test_a_clip_on_disk_outlives_the_process(tmp_path: Path) -> None:
    inner = CountingSynthesiser()
    made = CachedSynthesiser(inner, folder=tmp_path).synthesise(TEXT, VOICE)

    found = CachedSynthesiser(inner, folder=tmp_path).synthesise(TEXT, VOICE)

    assert np.array_equal(made, found)
    assert inner.asked == [TEXT]


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "foreign", "odd"])
def test_a_damaged_clip_is_made_again(tmp_path: Path, damage: str) -> None:
    inner = CountingSynthesiser()
    wanted = CachedSynthesiser(inner, folder=tmp_path).synthesise(TEXT, VOICE)
    (file,) = tmp_path.glob("??/*.clip")
    raw = file.read_bytes()
    file.write_bytes(
        {
            "cut": raw[: len(raw) // 2],
            "flipped": raw[:-1] + bytes([raw[-1] ^ 1]),
            "empty": b"",
            "foreign": b"RIFF" + raw[4:],
            "odd": raw + b"x",
        }[damage]
    )

    cache = CachedSynthesiser(inner, folder=tmp_path)
    found = cache.synthesise(TEXT, VOICE)

    assert np.array_equal(found, wanted)
    assert cache.counts == CacheCounts(made=1, damaged=1)
    assert file.read_bytes() == raw


def test_memory_throws_out_what_was_used_longest_ago() -> None:
    inner = CountingSynthesiser()
    clip_bytes = ToneSynthesiser().synthesise("a", VOICE).nbytes
    cache = CachedSynthesiser(inner, memory_bytes=2 * clip_bytes)

    for text in ("a", "b", "a", "c", "a", "b"):
        cache.synthesise(text, VOICE)

    assert inner.asked == ["a", "b", "c", "b"]


def test_disk_stays_within_its_cap(tmp_path: Path) -> None:
    clip_bytes = ToneSynthesiser().synthesise("a", VOICE).nbytes + 64
    cache = CachedSynthesiser(
        ToneSynthesiser(), folder=tmp_path, memory_bytes=0, disk_bytes=3 * clip_bytes
    )

    for text in "abcdefgh":
        cache.synthesise(text, VOICE)

    kept = list(tmp_path.rglob("*.clip"))
    assert 1 <= len(kept) <= 3
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} == {".clip"}


def test_a_folder_that_cannot_be_written_only_costs_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    cache = CachedSynthesiser(ToneSynthesiser(), folder=blocked)

    made = cache.synthesise(TEXT, VOICE)

    assert len(made)
    assert "was not kept on disk" in caplog.text
    assert str(tmp_path) not in caplog.text


def test_a_failure_is_not_kept() -> None:
    cache = CachedSynthesiser(ToneSynthesiser())

    with pytest.raises(SpeechError, match="nothing to say"):
        cache.synthesise("...", VOICE)

    assert cache.counts == CacheCounts()


def test_many_threads_get_the_right_clips() -> None:
    cache = CachedSynthesiser(ToneSynthesiser())
    wrong: list[str] = []

    def speak(text: str) -> None:
        wanted = ToneSynthesiser().synthesise(text, VOICE)
        if not np.array_equal(cache.synthesise(text, VOICE), wanted):
            wrong.append(text)

    threads = [threading.Thread(target=speak, args=("abc"[index % 3],)) for index in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=5.0)

    assert wrong == []
