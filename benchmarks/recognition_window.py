"""Measure what the padding of the recogniser's window costs in words and in time.

Calls are spoken by several offline voices, sent through Opus in white noise at 15 dB, and
recognised with the vocabulary prompt on. Run from the root of the project:

    python -m benchmarks.recognition_window --padding 4 6 8 30 --threads 1

Measured with 80 calls of 3.7 s, beam 3, three readings, 0.5 s of silent lead, one thread:

| model   | window       | similarity | median s |
|---------|--------------|------------|----------|
| tiny.en | clip + 4 s   | 88.9       | 0.11     |
| tiny.en | clip + 6 s   | 90.1       | 0.14     |
| tiny.en | clip + 8 s   | 90.4       | 0.17     |
| tiny.en | 30 s         | 90.4       | 0.48     |
| base    | clip + 4 s   | 89.1       | 0.34     |
| base    | clip + 6 s   | 91.1       | 0.38     |

The base model ran with two threads on a busy machine. A second thread gained nothing with tiny.en.
Without the lead, tiny.en with 8 s of padding had 89.8 and with 4 s 87.1.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from engine.voice.effects import add_noise
from engine.voice.espeak import EspeakSynthesiser
from engine.voice.models import ModelChoice, find_model
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.piper import PiperSynthesiser
from engine.voice.recogniser import Clip, Recogniser
from engine.voice.synthesiser import VoiceBank, VoiceSpec
from engine.voice.whisper import WhisperRecogniser, WhisperSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

SNR_DB = 15.0
PROMPT = (
    "Runway one three, runway three one, fly heading, descend and maintain, altimeter, squawk, "
    "request radar approach, Kobuleti Tower, Senaki Approach, Batumi Ground, Batumi Tower, "
    "Colt two one, Viper one one, Pony one one, Batumi Approach."
)
CALLS = (
    "Batumi Approach, Pony one one, request radar approach.",
    "Batumi Approach, Colt two one, radio check on one two four decimal zero.",
    "Turn left heading one two zero, Pony one one.",
    "Descend and maintain two thousand, altimeter two niner niner two, Pony one one.",
    "Batumi Tower, Viper one one, ready for departure runway one three.",
    "Pony one one, six miles on final, gear down.",
    "Climb and maintain one one thousand, Viper one one.",
    "Batumi Ground, Colt two one, request taxi, information Bravo.",
    "Contact Tower two six zero decimal zero, Pony one one.",
    "Going around, Viper one one.",
    "Say again altimeter, Colt two one.",
    "Unable, Pony one one, request vectors.",
    "Cleared radar approach runway one three, Pony one one.",
    "Squawk four six two one, Viper one one.",
    "Mayday, mayday, mayday, Colt two one, engine failure, ten miles north of Kobuleti.",
    "Batumi Approach, Viper one one flight of two, twelve miles west, six thousand, inbound.",
    "Cleared to land runway one three, Colt two one.",
    "Standing by, Pony one one.",
    "Heading zero niner zero, maintain three thousand until established, Viper one one.",
    "Batumi Tower, Pony one one, clear of the runway.",
)
VOICES = (
    VoiceSpec("piper"),
    VoiceSpec("piper", pitch=0.88),
    VoiceSpec("piper", pitch=1.12, rate=1.1),
    VoiceSpec("espeak", "en-us+benjamin"),
)
_DIGITS = dict(
    zip(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
        "0123456789",
        strict=True,
    )
) | {"niner": "9", "decimal": ".", "point": ".", "thousand": "000", "to": "2", "for": "4"}


def plain(text: str) -> str:
    """Return a transcript with numbers as digits and without spaces, to compare by."""
    words = re.findall(r"[a-z]+|\d", text.lower())
    return "".join(_DIGITS.get(word, word) for word in words)


def similarity(said: str, heard: str) -> float:
    """Return how much of what was said was heard, in per cent."""
    return 100.0 * Levenshtein.normalized_similarity(plain(said), plain(heard))


def spoken() -> list[tuple[str, VoiceSpec, Clip]]:
    """Return every call, each in one of the voices in turn, as a receiver hears it."""
    bank = VoiceBank({"piper": PiperSynthesiser(), "espeak": EspeakSynthesiser()})
    rng = random.Random(1)
    clips = []
    for index, call in enumerate(CALLS):
        for offset in range(4):
            voice = VOICES[(index + offset) % len(VOICES)]
            noisy = add_noise(bank.synthesise(call, voice), snr_db=SNR_DB, rng=rng)
            clips.append((call, voice, Clip(decode_packets(encode_frames(noisy)))))
    return clips


def measure(
    recogniser: Recogniser, clips: Sequence[tuple[str, VoiceSpec, Clip]], *, hypotheses: int
) -> str:
    """Return one line of figures."""
    scores: dict[str, list[float]] = {}
    times, empty = [], 0
    for call, voice, clip in clips:
        started_s = time.perf_counter()
        result = recogniser.recognise(clip, prompt=PROMPT, deadline_s=30.0, hypotheses=hypotheses)
        times.append(time.perf_counter() - started_s)
        empty += not result.hypotheses
        scores.setdefault(voice.engine, []).append(similarity(call, result.text))
    every = [score for part in scores.values() for score in part]
    by_engine = " ".join(f"{name} {statistics.mean(part):5.1f}" for name, part in scores.items())
    times.sort()
    return (
        f"similarity {statistics.mean(every):5.1f} ({by_engine})  nothing {empty:2}  "
        f"median {statistics.median(times):.2f} s  p95 {times[int(len(times) * 0.95)]:.2f} s"
    )


def main() -> None:
    """Print one line for each padding."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--padding", type=float, nargs="+", default=[4.0, 6.0, 8.0, 10.0, 30.0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--beam", type=int, default=3)
    parser.add_argument("--hypotheses", type=int, default=3)
    parser.add_argument("--model", default="")
    options = parser.parse_args()
    folder = Path(options.model)
    model = ModelChoice(folder.name, folder) if options.model else find_model()
    clips = spoken()
    sys.stdout.write(
        f"{model.label}, {options.threads} threads, beam {options.beam}, {len(clips)} clips of "
        f"{statistics.mean(clip.audio_s for _, _, clip in clips):.1f} s\n"
    )
    for padding_s in options.padding:
        settings = WhisperSettings(threads=options.threads, beam=options.beam, padding_s=padding_s)
        recogniser = WhisperRecogniser(model, settings)
        line = measure(recogniser, clips, hypotheses=options.hypotheses)
        recogniser.close()
        sys.stdout.write(f"clip + {padding_s:4.1f} s  {line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
