"""Speak known calls, send them over a poor radio, and have them recognised.

The whole path: voice, noise, Opus, recogniser with its prompt. What the readings mean is scored in
`cli.hear_audio_score`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.language.hear import Hearing
from engine.language.lexicon import Lexicon, name_words, spoken_callsign
from engine.language.normalise import words_of
from engine.language.numbers import ICAO
from engine.language.score_file import Line
from engine.model.call import Hypothesis
from engine.turn.hearing import Listening, is_clear
from engine.voice import recogniser as speech
from engine.voice.effects import add_noise
from engine.voice.opus import decode_packets, encode_frames
from engine.voice.prompt import PILOT_PHRASES, Vocabulary, two_looks
from engine.voice.recogniser import Clip, Enough, Recogniser
from engine.voice.synthesiser import Synthesiser, VoiceSpec

__all__ = ["CONDITIONS", "VOICES", "Take", "recognised", "spoken_form"]

VOICES = (
    VoiceSpec("piper"),
    VoiceSpec("piper", pitch=1.1, rate=1.08),
    VoiceSpec("espeak", "en-us+benjamin"),
    VoiceSpec("espeak", "en-gb-x-rp+adam"),
)
CONDITIONS: Mapping[str, float | None] = {"clean": None, "noisy": 10.0}
"""Signal to noise in dB, white noise over the whole band; none is added to a clean call."""
_HYPOTHESES = 3
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
    hearing: Hearing,
    lexicon: Lexicon,
    recogniser: Recogniser,
    synthesiser: Synthesiser,
    on_take: Callable[[int], None] = lambda _: None,
) -> Iterator[Take]:
    """Yield each line in each voice under each condition, as the recogniser wrote it."""
    count = 0
    for line in lines:
        if not any(one.isalnum() for one in line.utterance):
            continue  # "..." and a note of music are what a recogniser writes; nobody says them
        prompt = _prompt(line, lexicon, recogniser)
        enough = _enough(line, hearing, lexicon)
        for voice in VOICES:
            studio = synthesiser.synthesise(spoken_form(line.utterance), voice)
            for condition, snr_db in CONDITIONS.items():
                rng = random.Random(f"{line.utterance} {voice} {condition}")
                sound = studio if snr_db is None else add_noise(studio, snr_db=snr_db, rng=rng)
                clip = Clip(decode_packets(encode_frames(sound)))
                heard = recogniser.recognise(
                    clip,
                    prompt=prompt,
                    deadline_s=_DEADLINE_S,
                    hypotheses=_HYPOTHESES,
                    enough=enough,
                )
                readings = _readings(heard.hypotheses)
                count += 1
                on_take(count)
                yield Take(line, condition, _label(voice), readings)


def _enough(line: Line, hearing: Hearing, lexicon: Lexicon) -> Enough:
    """Return whether readings are clear to a station that knows whose radio it is."""
    own = str(line.slots.get("callsign", ""))
    listening = Listening(hearing, lexicon, own if own in lexicon.callsigns else None)
    return lambda readings: is_clear(listening.hear(_readings(readings)))


def _readings(recognised: Iterable[speech.Hypothesis]) -> tuple[Hypothesis, ...]:
    return tuple(Hypothesis(one.text, one.log_probability) for one in recognised)


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
    return two_looks(vocabulary, count_tokens=recogniser.count_tokens)


def _label(voice: VoiceSpec) -> str:
    changed = f" at pitch {voice.pitch:g}" if voice.pitch != 1.0 else ""
    return f"{voice.engine} {voice.name}".strip() + changed


def _spelled(runway: str) -> str:
    return " ".join(
        _DIGITS[int(one)] if one.isdigit() else one for one in name_words(runway) if one
    )
