"""The names that are live now: who may be talking, to whom, and what they may name.

One lexicon feeds the recogniser's prompt, the matcher and the pronunciation of the voice. Callsigns
are matched against it and never guessed from "any word and a number", because that makes ghosts
("level four", "need two").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.language.normalise import FILLERS, words_of

__all__ = ["CallsignForm", "Lexicon", "Names", "callsign_form", "name_words", "spoken_callsign"]

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FUNCTIONS = ("Approach", "Tower", "Ground", "Departure", "Center", "Clearance", "Marshal", "Radar")
_FUNCTION_WORDS = {
    "Clearance": ("delivery", "clearance delivery"),
    "Center": ("control",),
    "Approach": ("radar",),
}
_DIGIT_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "niner")


def name_words(name: str) -> tuple[str, ...]:
    """Return a name as the words it is heard by; digits one by one.

    >>> name_words("Samovar One"), name_words("Pony 1-1")
    (('samovar', '1'), ('pony', '1', '1'))
    """
    found: list[str] = []
    for word in words_of(_CAMEL.sub(" ", name)):
        if word.digits is not None:
            found.extend(word.digits)
        elif word.text not in FILLERS or len(name) < len("the a"):
            found.append(word.text)
    return tuple(found)


def spoken_callsign(label: str, *, flight: bool = False) -> str:
    """Say a callsign: the word as it stands, its digits one by one.

    >>> spoken_callsign("Pony 1-1"), spoken_callsign("203"), spoken_callsign("Pony 1", flight=True)
    ('Pony one one', 'two zero three', 'Pony one flight')
    """
    parts = [
        _DIGIT_WORDS[int(one)] if one.isdigit() else one
        for one in re.findall(r"\d|[^\d\s-]+", label)
    ]
    return " ".join([*parts, "flight"] if flight else parts)


@dataclass(frozen=True, slots=True)
class CallsignForm:
    """A callsign as it is matched: its words, then its digits."""

    label: str
    stem: tuple[str, ...]
    digits: str


@lru_cache(maxsize=1024)
def callsign_form(label: str) -> CallsignForm:
    """Return a callsign as it is matched."""
    words = name_words(label)
    stem = tuple(word for word in words if not word.isdigit())
    return CallsignForm(label, stem, "".join(word for word in words if word.isdigit()))


@dataclass(frozen=True, slots=True)
class Names:
    """The closed sets of a lexicon, indexed for the lexer.

    `phrases` maps the first word of a name to the names that start so: words, type and label,
    longest first. `stems` maps the words of a callsign to its digits and labels, and `stem_words`
    are those that may begin one.
    """

    phrases: Mapping[str, tuple[tuple[tuple[str, ...], str, str], ...]]
    stems: Mapping[tuple[str, ...], Mapping[str, str]]
    modexes: frozenset[str]
    stem_lengths: tuple[int, ...]
    stem_words: frozenset[str]
    places: frozenset[str]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """What may be named: all of it is data of the moment, none of it is code.

    `stations` gives each station's frequencies; `pronunciations` how a voice should say a name that
    it would otherwise get wrong.
    """

    callsigns: tuple[str, ...] = ()
    stations: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    fixes: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    runways: tuple[str, ...] = ()
    pronunciations: Mapping[str, str] = field(default_factory=dict)
    names: Names = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", _index(self))

    def with_callsigns(self, callsigns: Iterable[str]) -> Lexicon:
        """Return a lexicon that knows these callsigns too."""
        missing = tuple(one for one in dict.fromkeys(callsigns) if one not in self.callsigns)
        return replace(self, callsigns=self.callsigns + missing) if missing else self

    def with_stations(self, stations: Iterable[str]) -> Lexicon:
        """Return a lexicon that knows these stations too."""
        missing = [one for one in dict.fromkeys(stations) if one not in self.stations]
        if not missing:
            return self
        return replace(self, stations={**self.stations, **dict.fromkeys(missing, ())})

    def is_formation(self, label: str) -> bool:
        """Tell whether a callsign is that of a whole formation."""
        return label in self.formations

    def pronounce(self, text: str) -> str:
        """Return the words with each name replaced by how it is to be pronounced."""
        for name in sorted(self.pronunciations, key=len, reverse=True):
            text = re.sub(rf"\b{re.escape(name)}\b", self.pronunciations[name], text)
        return text


def _station_phrases(name: str) -> list[tuple[str, ...]]:
    """Return the ways to say a station: "Batumi Clearance", "Batumi Delivery"."""
    ways = list(_written(name))
    for words in tuple(ways):
        for function, others in _FUNCTION_WORDS.items():
            if words and words[-1] == function.lower():
                ways.extend((*words[:-1], *other.split()) for other in others)
            elif words and words[-1] in others:
                ways.append((*words[:-1], function.lower()))
    return ways


def _written(name: str) -> tuple[tuple[str, ...], ...]:
    """Return a name's words, a capital within a word beginning another and not: "McCarran".

    It is said as it is written, and a recogniser may write it either way.
    """
    return tuple(dict.fromkeys((name_words(name), name_words(name.lower()))))


class _Index:
    """Gathers the names of a lexicon."""

    def __init__(self) -> None:
        self.phrases: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        self.places: set[str] = set()
        self.stems: dict[tuple[str, ...], dict[str, str]] = {}
        self.modexes: set[str] = set()

    def add(self, words: tuple[str, ...], kind: str, label: str) -> None:
        if words:
            entries = self.phrases.setdefault(words[0], [])
            if not any(one == words and known == kind for one, known, _ in entries):
                entries.append((words, kind, label))

    def station(self, station: str) -> None:
        """Add a station's whole name; its bare function and place come later, behind all names."""
        for way in _station_phrases(station):
            self.add(way, "STATION", station)

    def bare_station(self, station: str) -> None:
        words = name_words(station)
        function = next((one for one in _FUNCTIONS if words and words[-1] == one.lower()), None)
        if function is None:
            return
        for way in _station_phrases(function):
            self.add(way, "STATION", function)
        if len(words) > 1:
            place = station.rsplit(" ", 1)[0]
            self.places.add(place)
            for way in _written(station):
                self.add(way[:-1], "PLACE", place)

    def callsign(self, label: str) -> None:
        for form in (callsign_form(label), callsign_form(label.lower())):
            if form.stem:
                self.stems.setdefault(form.stem, {}).setdefault(form.digits, label)
            elif form.digits:
                self.modexes.add(form.digits)

    def names(self) -> Names:
        """Return the index."""
        return Names(
            {
                first: tuple(sorted(found, key=lambda one: -len(one[0])))
                for first, found in self.phrases.items()
            },
            self.stems,
            frozenset(self.modexes),
            tuple(sorted({len(stem) for stem in self.stems}, reverse=True)),
            frozenset(stem[0] for stem in self.stems),
            frozenset(self.places),
        )


def _index(lexicon: Lexicon) -> Names:
    index = _Index()
    for station in lexicon.stations:
        index.station(station)
    for station in lexicon.stations:
        index.bare_station(station)
    for fix in lexicon.fixes:
        for words in _written(fix):
            index.add(words, "FIX", fix)
    for plan in lexicon.plans:
        index.add(name_words(plan), "PLAN", plan)
        index.add((plan.lower().replace(" ", ""),), "PLAN", plan)
    for label in (*lexicon.callsigns, *lexicon.formations):
        index.callsign(label)
    return index.names()
