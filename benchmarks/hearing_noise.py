"""Count the actions that come of 200 clips in which nobody speaks.

Silence, hiss of several levels, clicks, tones, music, engines, breathing and beeps, each through
Opus, the recogniser with its prompt, and the grammar, as if it came from the radio of a pilot who
is worked. Run from the root of the project:

    python -m benchmarks.hearing_noise
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from benchmarks.hearing_latency import LEXICON
from cli.language_files import load_language
from engine.model.call import Hypothesis
from engine.model.intent import Intent
from engine.turn.hearing import Listening, is_clear
from engine.voice.effects import hiss
from engine.voice.models import find_larger, find_model
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm, silence
from engine.voice.prompt import PILOT_PHRASES, Vocabulary, two_looks
from engine.voice.recogniser import Clip
from engine.voice.recogniser import Hypothesis as Recognised
from engine.voice.whisper import WhisperRecogniser
from tests.voice.sounds import breathing, clicks, engine, music, tone

CLIPS = 200
_KINDS = 8


def sounds() -> Iterator[tuple[str, Pcm]]:
    """Yield clips without a voice."""
    rng = random.Random(4)
    for number in range(CLIPS // _KINDS):
        samples = int(rng.uniform(1.0, 5.0) * SAMPLE_RATE_HZ)
        yield "silence", silence(int(samples * 1000 / SAMPLE_RATE_HZ))
        yield "hiss", hiss(samples, level_dbfs=rng.uniform(-60.0, -12.0), rng=rng)
        yield "clicks", clicks(rng.randint(1, 9), number)
        yield "tone", tone(rng.uniform(150.0, 3000.0), rng.uniform(0.3, 3.0))
        yield "music", music(number)
        yield "engine", engine(rng.uniform(60.0, 240.0), rng.uniform(1.0, 5.0))
        yield "breath", breathing(number, rng.uniform(2.0, 8.0))
        beep = np.concatenate([tone(rng.uniform(300.0, 2000.0), 0.2), silence(150)])
        yield "beeps", np.tile(beep, rng.randint(2, 12))


def readings(recognised: Iterable[Recognised]) -> tuple[Hypothesis, ...]:
    """Return what a recogniser read as the language takes it."""
    return tuple(Hypothesis(one.text, one.log_probability) for one in recognised)


def main() -> None:
    """Print how many clips came to anything, by kind."""
    recogniser = WhisperRecogniser(find_model(), larger=find_larger())
    listening = Listening(load_language().hearing, LEXICON, "Pony 1-1")
    prompt = two_looks(
        Vocabulary(("Batumi Approach",), ("Pony one one",), phrases=PILOT_PHRASES),
        count_tokens=recogniser.count_tokens,
    )
    counted: Counter[tuple[str, str]] = Counter()
    for kind, pcm in sounds():
        clip = Clip(decode_packets(encode_frames(pcm)))
        found = recogniser.recognise(
            clip,
            prompt=prompt,
            deadline_s=60.0,
            hypotheses=3,
            enough=lambda seen: is_clear(listening.hear(readings(seen))),
        )
        call = listening.hear(readings(found.hypotheses))
        acts = any(one.intent != Intent.NONE for one in call.readings)
        counted[kind, "action" if acts else found.outcome.value] += 1
        if acts:
            sys.stdout.write(f"{kind}: {call.transcript!r} was an action\n")
    recogniser.close()
    for (kind, outcome), count in sorted(counted.items()):
        sys.stdout.write(f"{kind:<8} {outcome:<16} {count:3}\n")


if __name__ == "__main__":
    main()
