"""Engines that take a while to load, loaded once."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from engine.voice.espeak import EspeakSynthesiser
from engine.voice.models import find_larger, find_model
from engine.voice.piper import PiperSynthesiser
from engine.voice.whisper import WhisperRecogniser

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def rng() -> random.Random:
    return random.Random(20)


@pytest.fixture(scope="session")
def espeak() -> EspeakSynthesiser:
    return EspeakSynthesiser()


@pytest.fixture(scope="session")
def piper() -> PiperSynthesiser:
    return PiperSynthesiser()


@pytest.fixture(scope="session")
def whisper() -> Iterator[WhisperRecogniser]:
    recogniser = WhisperRecogniser(find_model(), larger=find_larger())
    yield recogniser
    recogniser.close()
