"""Told apart before anything can come of it: what is not for us.

Ship to ship, another station, our own voice heard back, chatter, and the stock phrases that a
recogniser writes when nobody spoke. The words that tell are data (`not_for_us` of the intents
file); how a call is addressed tells the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto

from engine.language.address import Address
from engine.language.intents import NotForUs
from engine.language.lexicon import Lexicon
from engine.language.normalise import FILLERS, Word
from engine.language.phrasebook import Phrasebook

__all__ = ["ControllersVoice", "Overheard"]

_HALLUCINATION = "hallucination"
_WIND = "wind"
_MOST_LEFT_OVER = 3
_REFUSALS = frozenset({"readback_wrong"})
_AGAIN = "again"
_DISTRESS = frozenset({"mayday", "pan"})
"""Whoever is called, a call of distress is for everybody."""
_CONTROLLER_ONLY = frozenset(
    {
        *("vector", "cleared_to_land", "cleared_approach", "contact", "hold", "range_call"),
        *("identified", "course_correction", "go_around", "expect_approach", "vacate_runway"),
        *("minimum_descent", "do_not_acknowledge", "sequence", "radio_check_reply"),
        *("not_identified", "readback_correct", "readback_wrong", "continue_approach"),
        *("over_missed_approach_point", "on_course_report", "stop_transmitting", "say_missing"),
        *("distress_ended", "emergency_acknowledged", "runway_in_use", "lost_communication"),
    }
)


class ControllersVoice(Enum):
    """How much of what was heard a controller says."""

    NONE = auto()
    SOME = auto()
    ALL = auto()


class Overheard:
    """Knows what is not for us."""

    def __init__(self, kinds: Sequence[NotForUs], controllers: Sequence[Phrasebook]) -> None:
        self._controllers = tuple(controllers)
        self._telling = {one.kind: _by_first(one.always) for one in kinds}
        self._stock = {one.kind: _by_first((*one.always, *one.alone)) for one in kinds}

    def cut(self, words: tuple[Word, ...]) -> tuple[tuple[Word, ...], str | None]:
        """Cut stock phrases that a recogniser adds; tell when nothing else was there."""
        if _HALLUCINATION not in self._telling:
            return words, None
        said = [one.text for one in words]
        if _nothing_but(said, self._stock[_HALLUCINATION]):
            return words, _HALLUCINATION
        at = _first_of(said, self._telling[_HALLUCINATION])
        if at is None:
            return words, None
        return (words[:at], None) if at > 2 else (words, _HALLUCINATION)

    def kind_of(self, words: Sequence[Word], address: Address) -> str | None:
        """Return what kind of call this is that is not for us, or None."""
        if address.station:
            return None
        if address.elsewhere and not any(one.text in _DISTRESS for one in words):
            return "other_station"
        if address.addressee or address.bare_number:
            return "ship_to_ship"
        plain = [one.text for one in words if one.text not in FILLERS]
        for kind, phrases in self._telling.items():
            if _first_of(plain, phrases) is not None:
                return kind
        if address.stranger and not address.callsign_last and address.callsign:
            return "other_station"
        return None

    def controller(
        self, words: Sequence[Word], address: Address, lexicon: Lexicon
    ) -> ControllersVoice:
        """Tell whether these are a controller's words: our own voice, or another's, heard back."""
        if address.callsign_last or address.corrected_at is not None:
            return ControllersVoice.NONE
        if not address.may_be_controller and not any(one.text == _WIND for one in address.content):
            return ControllersVoice.NONE
        for book in self._controllers:
            understood = book.understand(words, lexicon=lexicon)
            kinds = {one.kind for one in understood.directives}
            telling = kinds & _CONTROLLER_ONLY
            if not telling or len(understood.leftover) > _MOST_LEFT_OVER:
                continue
            if telling == _REFUSALS and not any(one.text == _AGAIN for one in words):
                continue  # "negative" alone is a pilot's as well
            # a pilot reads back a clearance, and never the wind with it
            if address.may_be_controller or _WIND in kinds:
                return ControllersVoice.SOME if understood.leftover else ControllersVoice.ALL
        return ControllersVoice.NONE


_Phrases = Mapping[str, tuple[tuple[str, ...], ...]]
"""Phrases by their first word, longest first."""


def _by_first(phrases: Sequence[tuple[str, ...]]) -> _Phrases:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        plain = tuple(one for one in phrase if one not in FILLERS) or phrase
        found.setdefault(plain[0], []).append(plain)
    return {first: tuple(all_) for first, all_ in found.items()}


def _taken(words: Sequence[str], at: int, phrases: _Phrases) -> int:
    """Return how many words a phrase takes from `at`, or 0."""
    for phrase in phrases.get(words[at], ()):
        if tuple(words[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _first_of(words: Sequence[str], phrases: _Phrases) -> int | None:
    return next((at for at in range(len(words)) if _taken(words, at, phrases)), None)


def _nothing_but(words: Sequence[str], phrases: _Phrases) -> bool:
    """Tell whether the words are these phrases and fillers alone."""
    at = 0
    while at < len(words):
        taken = _taken(words, at, phrases)
        if not taken and words[at] not in FILLERS:
            return False
        at += taken or 1
    return True
