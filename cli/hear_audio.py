"""Speak known calls, send them over a poor radio, and score what comes of them.

The whole path: voice, noise, Opus, recogniser with its prompt, grammar. The first reading alone and
the readings rescored are scored side by side, so that it shows what rescoring is worth.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.language.lexicon import Lexicon, name_words, spoken_callsign
from engine.language.normalise import words_of
from engine.language.numbers import ICAO
from engine.language.score import flat
from engine.language.score_file import Line
from engine.model.call import Hypothesis
from engine.model.intent import Intent
from engine.voice.effects import add_noise
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.prompt import (
    DEFAULT_BUDGET_TOKENS,
    PILOT_PHRASES,
    Vocabulary,
    build_prompt,
)
from engine.voice.recogniser import Clip, Recogniser
from engine.voice.synthesiser import Synthesiser, VoiceSpec

if TYPE_CHECKING:
    from engine.language.hear import Hearing

__all__ = ["CONDITIONS", "VOICES", "AudioScore", "Take", "recognised", "score_takes", "spoken_form"]

VOICES = (
    VoiceSpec("piper"),
    VoiceSpec("piper", pitch=0.9),
    VoiceSpec("piper", pitch=1.1, rate=1.08),
    VoiceSpec("espeak", "en-us+benjamin"),
)
CONDITIONS: Mapping[str, float | None] = {"clean": None, "noisy": 10.0}
"""Signal to noise in dB, white noise over the whole band; none is added to a clean call."""
_HYPOTHESES = 5
_DEADLINE_S = 60.0
"""A benchmark waits: how long hearing takes is measured by another one."""
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "niner")
_SEPARATED = re.compile(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")


@dataclass(frozen=True, slots=True)
class Take:
    """One line as one voice spoke it under one condition, and the readings of it."""

    line: Line
    condition: str
    voice: str
    readings: tuple[Hypothesis, ...]


@dataclass
class AudioScore:
    """How many calls were understood, by the first reading alone and by all of them."""

    takes: int = 0
    first_right: int = 0
    rescored_right: int = 0
    false_actions: int = 0
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    misses: list[dict[str, Any]] = field(default_factory=list)

    @property
    def intent_accuracy(self) -> float:
        """Return the share of calls whose intent is right."""
        return self.rescored_right / self.takes if self.takes else 0.0

    @property
    def first_accuracy(self) -> float:
        """Return the same for the first reading alone."""
        return self.first_right / self.takes if self.takes else 0.0

    @property
    def errors_removed(self) -> float:
        """Return the share of the first reading's errors that rescoring removes."""
        wrong = self.takes - self.first_right
        return (self.rescored_right - self.first_right) / wrong if wrong else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the figures and lists as plain data."""
        return {
            "takes": self.takes,
            "intent_accuracy": round(self.intent_accuracy, 4),
            "first_accuracy": round(self.first_accuracy, 4),
            "errors_removed": round(self.errors_removed, 4),
            "false_actions": self.false_actions,
            "confusion": [
                {"intent": wanted, "heard_as": got, "count": count}
                for (wanted, got), count in sorted(self.confusion.items())
            ],
            "misses": self.misses,
        }


def spoken_form(utterance: str) -> str:
    """Return a written line as it is spoken: digits one by one, thousands as thousands.

    >>> spoken_form("Pony11, climb 10,000, 133.0")
    'Pony one one, climb one zero thousand, one three three decimal zero'
    """
    text = _SEPARATED.sub(" ", utterance)
    pieces: list[str] = []
    at = 0
    for word in words_of(text):
        if not word.numeral or word.digits is None:
            continue
        before = text[at : word.start]
        in_digits = word.decimals is None and "squawk" in before.lower()
        pieces += [before, _said(word.digits, word.decimals, whole=word.whole, spelled=in_digits)]
        at = word.end
    return " ".join("".join([*pieces, text[at:]]).replace("-", " ").split())


def _said(digits: str, decimals: str | None, *, whole: bool, spelled: bool) -> str:
    if decimals is None and not spelled and len(digits) >= 4 and (whole or digits.endswith("00")):
        return ICAO.altitude(int(digits))
    words = " ".join(_DIGITS[int(one)] for one in digits)
    if decimals is not None:
        words += " decimal " + " ".join(_DIGITS[int(one)] for one in decimals)
    return words


def recognised(
    lines: Sequence[Line],
    *,
    lexicon: Lexicon,
    recogniser: Recogniser,
    synthesiser: Synthesiser,
    on_take: Callable[[int], None] = lambda _: None,
) -> Iterator[Take]:
    """Yield each line in each voice under each condition, as the recogniser wrote it."""
    count = 0
    for number, line in enumerate(lines):
        prompt = _prompt(line, lexicon, recogniser)
        for voice in VOICES:
            studio = synthesiser.synthesise(spoken_form(line.utterance), voice)
            for condition, snr_db in CONDITIONS.items():
                rng = random.Random(f"{number} {voice} {condition}")
                sound = studio if snr_db is None else add_noise(studio, snr_db=snr_db, rng=rng)
                clip = Clip(decode_packets(encode_frames(sound)))
                heard = recogniser.recognise(
                    clip, prompt=prompt, deadline_s=_DEADLINE_S, hypotheses=_HYPOTHESES
                )
                readings = tuple(
                    Hypothesis(one.text, one.log_probability) for one in heard.hypotheses
                )
                count += 1
                on_take(count)
                yield Take(line, condition, f"{voice.engine} {voice.pitch}", readings)


def _prompt(line: Line, lexicon: Lexicon, recogniser: Recogniser) -> str:
    """Return the prompt of a station that knows whose radio it is, as the service makes it."""
    own = str(line.slots.get("callsign", ""))
    station = str(line.slots.get("station", ""))
    stations = [one for one in lexicon.stations if one.endswith(station)]
    others = [one for one in lexicon.stations if one not in stations]
    callsigns = [*([own] if own else []), *(one for one in lexicon.callsigns if one != own)]
    vocabulary = Vocabulary(
        stations=(*stations, *others),
        callsigns=tuple(spoken_callsign(one) for one in callsigns),
        runways=tuple(f"runway {_spelled(one)}" for one in lexicon.runways),
        phrases=PILOT_PHRASES,
        fixes=lexicon.fixes,
    )
    made = build_prompt(
        vocabulary, budget_tokens=DEFAULT_BUDGET_TOKENS, count_tokens=recogniser.count_tokens
    )
    return made.text


def _spelled(runway: str) -> str:
    return " ".join(
        _DIGITS[int(one)] if one.isdigit() else one for one in name_words(runway) if one
    )


def score_takes(
    takes: Sequence[Take], hearing: Hearing, lexicon: Lexicon
) -> Mapping[str, AudioScore]:
    """Return the score of each condition."""
    scores = {name: AudioScore() for name in CONDITIONS}
    for take in takes:
        score, wanted = scores[take.condition], take.line.intent
        own = take.line.slots.get("callsign")
        label = str(own) if own in lexicon.callsigns else None

        def intent(readings: Sequence[Hypothesis], label: str | None = label) -> str:
            call = hearing.hear(readings, lexicon=lexicon, likely_callsign=label)
            return flat(call, hearing)[0]

        first, rescored = intent(take.readings[:1]), intent(take.readings)
        score.takes += 1
        score.first_right += first == wanted
        score.rescored_right += rescored == wanted
        score.confusion[wanted, rescored] += 1
        if wanted == Intent.NONE and rescored in {one.value for one in Intent} - {Intent.NONE}:
            score.false_actions += 1
        if rescored != wanted:
            score.misses.append(
                {
                    "utterance": take.line.utterance,
                    "voice": take.voice,
                    "intent": wanted,
                    "heard_as": rescored,
                    "first": first,
                    "readings": [one.text for one in take.readings],
                }
            )
    return scores
