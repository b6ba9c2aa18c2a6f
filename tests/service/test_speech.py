"""Speech that is keyed before it is whole: nothing is lost, and urgent pieces go first."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import SpeechError
from engine.service.speech import Speech, VoiceWorks, pieces_of
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.pcm import Pcm
from engine.voice.synthesiser import VoiceSpec
from engine.voice.tone import ToneSynthesiser

TONE = VoiceSpec("tone")


def tone(words: str) -> Pcm:
    return ToneSynthesiser().synthesise(words, TONE)


def speech(*pieces: str, voice: Callable[[str], Pcm] = tone) -> Speech:
    return Speech(pieces, voice, priority=4, ready=lambda: None)


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        ("Pony one one, roger.", ("Pony one one, roger.",)),
        (
            "Pony one one, identified. Expect radar approach. QNH one zero one three.",
            ("Pony one one, identified.", "Expect radar approach.", "QNH one zero one three."),
        ),
        (
            "Pony one one, two miles from touchdown, on track, descend to eight hundred.",
            ("Pony one one, two miles from touchdown,", "on track, descend to eight hundred."),
        ),
        ("", ("",)),
    ],
)
def test_words_are_made_in_the_pieces_a_controller_breathes_in(
    words: str, pieces: tuple[str, ...]
) -> None:
    assert pieces_of(words) == pieces


@given(st.text(alphabet="abc ,.?!", max_size=120), st.sampled_from(("", "a,", "Pony one one,")))
def test_no_word_is_lost_between_the_pieces(words: str, opening: str) -> None:
    assert " ".join(pieces_of(words, opening)).split() == words.split()


def test_what_is_made_already_is_a_piece_of_its_own() -> None:
    words = "Pony one one, turn left heading one two zero. Descend to two thousand."

    assert pieces_of(words, "Pony one one,") == (
        "Pony one one,",
        "turn left heading one two zero.",
        "Descend to two thousand.",
    )


def test_pieces_make_the_sound_of_the_whole() -> None:
    made = speech("Pony one one,", "descend to eight hundred.")
    made.make_next()
    made.make_next()

    whole = np.concatenate([tone("Pony one one,"), tone("descend to eight hundred.")])
    assert made.is_finished
    assert tuple(made) == encode_frames(whole)


def test_what_is_late_is_filled_with_silence_and_then_comes_whole() -> None:
    made = speech("one two,", "three four.")
    made.make_next()
    ready = len(made)
    sent = []
    for frame in made:
        sent.append(frame)
        if len(sent) == ready + 3:
            made.make_next()

    assert sent[:ready] == list(made)[:ready]
    assert sent[ready + 3 :] == list(made)[ready:]
    assert np.abs(decode_packets(sent[ready : ready + 3]).astype(int)).max() < 200


def test_a_piece_that_fails_ends_it_with_the_reason() -> None:
    def voice(words: str) -> Pcm:
        if words == "bad":
            raise KeyError(words)
        return tone(words)

    made = speech("good", "bad", "never", voice=voice)
    for _ in range(3):
        made.make_next()

    assert isinstance(made.error, SpeechError)
    assert "KeyError" in str(made.error)
    assert list(made) == made[:]


def test_one_that_is_given_up_is_made_no_further() -> None:
    asked: list[str] = []

    def voice(words: str) -> Pcm:
        asked.append(words)
        return tone(words)

    made = speech("one", "two", voice=voice)
    made.make_next()
    made.cancel()
    made.make_next()

    assert asked == ["one"]
    assert made.is_finished


def test_the_most_urgent_piece_is_made_first_and_what_is_on_the_air_before_all() -> None:
    order: list[str] = []
    may_go = threading.Event()
    done = threading.Semaphore(0)

    def voice(words: str) -> Pcm:
        may_go.wait(5.0)
        order.append(words)
        return tone(words)

    works = VoiceWorks()
    works.make(("First.",), voice, priority=5, ready=done.release)
    on_air = works.make(("Air one.", "Air two."), voice, priority=5, ready=done.release)
    works.make(("Weather.",), voice, priority=5, ready=done.release)
    works.make(("Mayday.",), voice, priority=0, ready=done.release)
    on_air.hurry()
    may_go.set()
    for _ in range(5):
        assert done.acquire(timeout=5.0)
    works.close()

    rest = [word for word in order if word != "First."]
    assert rest == ["Air one.", "Air two.", "Mayday.", "Weather."]
