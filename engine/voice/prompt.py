"""The names a recogniser is told to expect, within its budget.

Without a prompt most names are misheard; with too long a one it is silently cut, and some models
lose their footing. Whisper keeps the end of a prompt and gives the most weight to what comes last,
so names are chosen most relevant first and written most relevant last. The station comes after the
callsigns on purpose: a pilot says "Batumi Approach, Pony one one", so a transcript in the prompt's
own order is an echo of it and not a call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "DEFAULT_BUDGET_TOKENS",
    "PILOT_PHRASES",
    "Prompt",
    "Vocabulary",
    "build_prompt",
    "two_looks",
    "worked_calls",
]

# Of the 223 that Whisper takes. With tiny.en on 80 calls in 10 dB noise the intent of the first
# reading was right in 51 % with names alone and in 70 % with the phrases below; 160 or 220 tokens
# made no difference, so there is room for both.
DEFAULT_BUDGET_TOKENS = 220

PILOT_PHRASES = (
    *("request taxi", "request start", "request clearance", "ready for departure"),
    *("request radar approach", "request vectors", "request descent", "request the overhead"),
    *("inbound for landing", "runway vacated", "clear of the active", "holding short"),
    *("line up and wait", "airborne", "passing", "going around", "missed approach"),
    *("waving off", "field in sight", "traffic in sight", "established", "localizer"),
    *("gear down", "downwind", "initial", "squawking", "altimeter two niner niner two"),
    *("decimal", "descend and maintain", "flight of two", "angels", "with you", "unable"),
    *("wilco", "roger", "affirm", "say again", "stand by", "say wind", "radio check"),
    *("ready to copy", "mayday", "emergency", "cleared to land", "minimum fuel", "gyro"),
    "information Alpha",
)
"""Words that pilots use and models mishear without being told of them."""

_CALLS = (
    "{me}, turn left heading one two zero, descend to four thousand, {runway}.",
    "{me}, ready to copy, request taxi, ready for departure.",
    (
        "{station}, {me}, with you at angels six, ten miles north, field in sight, request radar "
        "approach, request descent, request the overhead."
    ),
    "{me}, minimum fuel.",
    "{me}, unable, wilco, say again, affirm.",
    (
        "{me}, runway vacated, going around, missed approach, established localizer, downwind, "
        "initial, gear down."
    ),
    "{me}, mayday, squawking, altimeter two niner niner two, information Alpha, traffic in sight.",
    "{station}, {me}, radio check, holding short, flight of two, line up and wait.",
)
_OTHERS_NAMED = 8

_CALLERS = 4
"""So many callsigns come before the phrases: he, and who else is likeliest to be named."""
_RUNWAYS = 4


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What may be spoken on a frequency now, each list with the most relevant first.

    `stations` starts with the frequency's own; `callsigns` are those on frequency or expected.
    Write everything as it is spoken ("Pony one one", "runway one three").
    """

    stations: tuple[str, ...] = ()
    callsigns: tuple[str, ...] = ()
    runways: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    fixes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt that fits, with what did not; the host's log shows both."""

    text: str
    tokens: int
    left_out: tuple[str, ...]


def build_prompt(
    vocabulary: Vocabulary, *, budget_tokens: int, count_tokens: Callable[[str], int]
) -> Prompt:
    """Return the most relevant names that fit `budget_tokens`, the most relevant last.

    >>> build_prompt(
    ...     Vocabulary(stations=("Batumi Tower",), callsigns=("Pony one one",)),
    ...     budget_tokens=5,
    ...     count_tokens=lambda text: len(text.split()),
    ... ).text
    'Pony one one, Batumi Tower.'
    """
    chosen: list[str] = []
    left_out: list[str] = []
    for name in _by_relevance(vocabulary):
        if count_tokens(_written([*chosen, name])) <= budget_tokens:
            chosen.append(name)
        else:
            left_out.append(name)
    text = _written(chosen)
    return Prompt(text, count_tokens(text) if text else 0, tuple(left_out))


def worked_calls(vocabulary: Vocabulary) -> str:
    """Return a prompt that is the caller's talk on this frequency so far, as it might have been.

    Whisper reads on in the manner of its prompt, so calls lead it elsewhere than a list of names
    does. The last one must be whole: after a call that is broken off it takes the opening of the
    next for said, and leaves it out. Of 80 calls, half of them noisy, 46 were wholly right with
    this on the sound as it came and the list on the cleaned sound, 38 with the list on both.

    >>> worked_calls(Vocabulary(stations=("Batumi Tower",), callsigns=("Pony one one",)))[-60:]
    'radio check, holding short, flight of two, line up and wait.'
    """
    me = _first_of(vocabulary.callsigns, "Station")
    station = _first_of(vocabulary.stations, "Tower")
    names = [*vocabulary.callsigns[1:_OTHERS_NAMED], *vocabulary.fixes[:_OTHERS_NAMED]]
    runway = _first_of(vocabulary.runways, "runway in use")
    calls = (one.format(me=me, station=station, runway=runway) for one in _CALLS)
    return " ".join((*([f"{', '.join(names)}."] if names else []), *calls))


def two_looks(
    vocabulary: Vocabulary,
    *,
    count_tokens: Callable[[str], int],
    budget_tokens: int = DEFAULT_BUDGET_TOKENS,
) -> str:
    """Return the prompts of both readings of a call, a line each."""
    names = build_prompt(vocabulary, budget_tokens=budget_tokens, count_tokens=count_tokens)
    return f"{worked_calls(vocabulary)}\n{names.text}"


def _first_of(names: tuple[str, ...], otherwise: str) -> str:
    return " ".join(names[0].split()) if names else otherwise


def _by_relevance(vocabulary: Vocabulary) -> Iterable[str]:
    """Return every name once: who is called and who calls, then what they talk about."""
    ordered = (
        *vocabulary.stations[:1],
        *vocabulary.callsigns[:_CALLERS],
        *vocabulary.runways[:_RUNWAYS],
        *vocabulary.phrases,
        *vocabulary.callsigns[_CALLERS:],
        *vocabulary.runways[_RUNWAYS:],
        *vocabulary.stations[1:],
        *vocabulary.fixes,
    )
    return dict.fromkeys(line for name in ordered if (line := " ".join(name.split()).strip(",.")))


def _written(names: list[str]) -> str:
    return ", ".join(reversed(names)) + "." if names else ""
