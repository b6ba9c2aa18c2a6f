"""Measure how long hearing takes, from the end of a call to its meaning.

Calls of about five seconds are sent packet by packet, in their own time, to the ears of the service
with the offline model and its prompt; a call is known to be over 350 ms after its last packet, and
its meaning is there when the hypotheses have been parsed. Run from the root of the project, on a
machine that does nothing else:

    python -m benchmarks.hearing_latency --calls 20

`decode` is the processor's time for one call; on a busy machine only that means something. The
padding was chosen by figures of an earlier way of reading: tiny.en on one thread, five readings and
a second look without the prompt, a prompt of 186 tokens, calls of 5.5 s, two cores busy with other
work, in milliseconds of one core:

| part                         | padding 8 s | 6 s | 4 s |
|------------------------------|-------------|-----|-----|
| speech or not, features      | 28          | 28  | 28  |
| encoder                      | 132         | 79  | 68  |
| five readings with prompt    | 211         | 211 | 203 |
| three readings with prompt   | 162         | 149 | 150 |
| three readings without       | 89          | 95  | 86  |

The whole took 514 ms with 8 s and 483 ms with 6 s; 190 ms of that pass before a call is known to
be over, since reading starts 160 ms into the pause. Of 80 noisy calls 88 % were understood with
8 s and five readings, 81 % with 6 s and three, 84 % with 4 s and three.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from benchmarks.recognition_window import VOICES
from cli.language_files import load_language
from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.model.call import Hypothesis
from engine.radio import (
    Channel,
    EndReason,
    Speaker,
    Transmission,
    TransmissionEnded,
    TransmissionFrame,
    TransmissionStarted,
    VoiceFrame,
)
from engine.service.ears import Ears, HeardAudio
from engine.turn.hearing import Listening, is_clear
from engine.voice.effects import add_noise
from engine.voice.espeak import EspeakSynthesiser
from engine.voice.models import find_larger, find_model
from engine.voice.opus import FRAME_MS, encode_frames
from engine.voice.pcm import duration_s
from engine.voice.piper import PiperSynthesiser
from engine.voice.prompt import PILOT_PHRASES, Vocabulary, two_looks
from engine.voice.recogniser import Hypothesis as Recognised
from engine.voice.synthesiser import VoiceBank
from engine.voice.whisper import WhisperRecogniser, WhisperSettings

OVER_MS = 350
"""A transmission is over when nothing came for so long."""
SNR_DB = 15.0
CHANNEL = Channel.parse("124.425 AM")
PONY = Speaker("PonyPonyPonyPonyPony11", "Pony 1-1", "P-51D-30-NA", 101, 2, allow_record=True)
LEXICON = Lexicon(
    callsigns=("Pony 1-1", "Colt 2-1", "Viper 1-1"),
    stations={"Batumi Approach": (), "Batumi Tower": (), "Batumi Ground": ()},
    runways=("13", "31"),
)
CALLS = (
    "Batumi Approach, Pony one one, twenty miles north at six thousand, request radar approach.",
    "Turn left heading one two zero, descend to two thousand, QNH one zero one three, Pony one.",
    "Batumi Tower, Pony one one, flight of two, holding short one three, ready for departure.",
    "Contact Tower on two six zero decimal zero, altimeter two niner niner two, Pony one one.",
    "Batumi Approach, Pony one one, field in sight, request visual approach runway one three.",
)


@dataclass
class Timing:
    """What was measured, in milliseconds."""

    meaning_ms: list[float] = field(default_factory=list)
    decode_ms: list[float] = field(default_factory=list)
    parse_ms: list[float] = field(default_factory=list)
    looks: Counter[int] = field(default_factory=Counter)


def clips(count: int) -> list[tuple[bytes, ...]]:
    """Return the packets of calls, in several voices and a little noise."""
    bank = VoiceBank({"piper": PiperSynthesiser(), "espeak": EspeakSynthesiser()})
    rng = Random(1)
    made = []
    for number in range(count):
        text, voice = CALLS[number % len(CALLS)], VOICES[number % len(VOICES)]
        sound = add_noise(bank.synthesise(text, voice), snr_db=SNR_DB, rng=rng)
        made.append(encode_frames(sound))
        sys.stderr.write(f"\rcall {number + 1} of {duration_s(sound):.1f} s ")
    return made


async def send(ears: Ears, number: int, packets: Sequence[bytes]) -> float:
    """Send a call in its own time; return when it was over, in seconds of the monotonic clock."""
    name, began = f"call-{number}", time.monotonic()
    start_ms = int(began * 1000)
    ears.on_event(
        TransmissionStarted(name, "batumi/approach", PONY, CHANNEL, start_ms, is_encrypted=False)
    )
    frames = []
    for place, packet in enumerate(packets):
        await asyncio.sleep(max(0.0, began + place * FRAME_MS / 1000 - time.monotonic()))
        frames.append(VoiceFrame(place + 1, packet, int(time.monotonic() * 1000)))
        ears.on_event(TransmissionFrame(name, frames[-1], 0))
    last = time.monotonic()
    await asyncio.sleep(OVER_MS / 1000)
    whole = Transmission(
        name,
        "batumi/approach",
        PONY,
        CHANNEL,
        start_ms,
        int(last * 1000),
        tuple(frames),
        0,
        is_stepped_on=False,
        is_encrypted=False,
    )
    over = time.monotonic()
    ears.on_event(TransmissionEnded(whole, EndReason.SILENCE))
    return over


async def measure(
    recogniser: WhisperRecogniser, language: Language, calls: Sequence[Sequence[bytes]], prompt: str
) -> Timing:
    """Send every call, one after the other, and time its meaning."""
    timing = Timing()
    heard: asyncio.Queue[HeardAudio] = asyncio.Queue()
    listening = Listening(language.hearing, LEXICON, "Pony 1-1")
    ears = Ears(
        recogniser,
        prompt_for=lambda _station, _guid: prompt,
        enough_for=lambda _guid: lambda seen: is_clear(listening.hear(readings(seen))),
        on_heard=heard.put_nowait,
        on_trouble=lambda line: print(line, file=sys.stderr),  # noqa: T201 - a benchmark
    )
    running = asyncio.create_task(ears.run())
    for number, packets in enumerate(calls):
        busy = time.process_time()
        over = await send(ears, number, packets)
        audio = await heard.get()
        decoded = time.process_time() - busy
        began = time.perf_counter()
        listening.hear(readings(audio.recognition.hypotheses))
        timing.looks[len(audio.recognition.looks)] += 1
        timing.parse_ms.append(1000 * (time.perf_counter() - began))
        timing.meaning_ms.append(1000 * (time.monotonic() - over))
        timing.decode_ms.append(1000 * decoded)
    ears.close()
    running.cancel()
    return timing


def readings(recognised: Iterable[Recognised]) -> tuple[Hypothesis, ...]:
    """Return what a recogniser read as the language takes it."""
    return tuple(Hypothesis(one.text, one.log_probability) for one in recognised)


def line(name: str, values: Sequence[float]) -> str:
    """Return one line of figures."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"{name:<8} median {statistics.median(values):6.1f} ms   p95 {high:6.1f} ms\n"


def main() -> None:
    """Print the figures of one setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20)
    parser.add_argument("--padding", type=float, default=WhisperSettings().padding_s)
    parser.add_argument("--beam", type=int, default=WhisperSettings().beam)
    parser.add_argument("--threads", type=int, default=WhisperSettings().threads)
    parser.add_argument("--model", default="")
    options = parser.parse_args()
    model, larger = find_model(options.model), find_larger(options.model)
    settings = WhisperSettings(options.threads, options.beam, options.padding)
    recogniser = WhisperRecogniser(model, settings, larger=larger)
    language = load_language()
    language.build()
    prompt = two_looks(
        Vocabulary(
            stations=tuple(LEXICON.stations),
            callsigns=("Pony one one", "Colt two one", "Viper one one"),
            runways=("runway one three", "runway three one"),
            phrases=PILOT_PHRASES,
        ),
        count_tokens=recogniser.count_tokens,
    )
    timing = asyncio.run(measure(recogniser, language, clips(options.calls), prompt))
    recogniser.close()
    beside = f", in doubt {larger.label}" if larger is not None else ""
    sys.stdout.write(f"\n{model.label}{beside}, {options}\n")
    sys.stdout.write(line("meaning", timing.meaning_ms))
    sys.stdout.write(line("decode", timing.decode_ms))
    sys.stdout.write(line("parse", timing.parse_ms))
    for count, calls in sorted(timing.looks.items()):
        sys.stdout.write(f"{calls} calls after {count} looks\n")


if __name__ == "__main__":
    main()
