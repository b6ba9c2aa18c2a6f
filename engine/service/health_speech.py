"""Check speech both ways: every voice says a sentence, and the recogniser hears one."""

from __future__ import annotations

import time
from collections.abc import Iterable

from engine.model.errors import MarshallError
from engine.service.build_speech import make_engine, make_recogniser
from engine.service.config import Config
from engine.service.health_check import Check, ok, problem
from engine.voice.pcm import Pcm, duration_s
from engine.voice.recogniser import Clip
from engine.voice.synthesiser import VoiceSpec

__all__ = ["check_recogniser", "check_voices"]

SLOW_RECOGNITION_S = 2.0
"""With the 0.35 s that end a call and the voice, an answer is then later than a pilot expects."""

SLOW_VOICE_S = 2.0
_SENTENCE = "Batumi Approach, Pony one one, radio check."
_DEADLINE_S = 60.0


def check_voices(config: Config) -> Iterable[tuple[Check, Pcm | None]]:
    """Return a check of each voice that is configured, with what it said."""
    voices = dict.fromkeys((config.voice, *config.voices.values()))
    return [_check_voice(config, voice) for voice in voices]


def check_recogniser(config: Config, spoken: Pcm | None) -> Check:
    """Return whether speech is recognised, by which model and how fast."""
    started_s = time.monotonic()
    try:
        recogniser, models = make_recogniser(config)
        loaded_s = time.monotonic() - started_s
        if spoken is None:
            line = f"the model {models} loads in {loaded_s:.1f} s; no voice to try it with"
            return ok("recognition", line)
        clip = Clip(spoken)
        recogniser.recognise(
            clip, prompt="", deadline_s=_DEADLINE_S, hypotheses=3, enough=lambda _: False
        )
        started_s = time.monotonic()
        heard = recogniser.recognise(
            clip, prompt="", deadline_s=_DEADLINE_S, hypotheses=config.speech.hypotheses
        )
    except MarshallError as error:
        return problem("recognition", str(error))
    took_s = time.monotonic() - started_s
    line = (
        f"{models} hears {clip.audio_s:.1f} s of speech in {took_s:.1f} s "
        f"(loads in {loaded_s:.1f} s): {heard.text!r}"
    )
    if took_s > SLOW_RECOGNITION_S:
        advice = "answers will be late: a smaller `speech: {model: tiny.en}`, or more `threads`"
        return problem("recognition", line, advice)
    return ok("recognition", line)


def _check_voice(config: Config, voice: VoiceSpec) -> tuple[Check, Pcm | None]:
    name = f"voice {voice.engine}{' ' + voice.name if voice.name else ''}"
    try:
        engine = make_engine(voice.engine, config)
        engine.synthesise("test", voice)
        started_s = time.monotonic()
        spoken = engine.synthesise(_SENTENCE, voice)
    except MarshallError as error:
        return problem(name, str(error)), None
    took_s = time.monotonic() - started_s
    line = f"says {duration_s(spoken):.1f} s of speech in {took_s:.1f} s"
    if took_s > SLOW_VOICE_S:
        return problem(name, line, "answers will be late: espeak is the quickest engine"), spoken
    return ok(name, line), spoken
