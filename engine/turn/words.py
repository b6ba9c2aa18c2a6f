"""From a transmission to words, held against it: the VERIFY state.

The words come from phraseology data. They are then parsed by the controller-side grammar and every
slot is compared both ways. What differs is not keyed, whoever wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.phrasebook import Phrasebook
from engine.language.verify import verify
from engine.model.directive import Transmission
from engine.model.errors import InternalError, ProfileError
from engine.profile.theatre import Theatre

__all__ = ["Worded", "default_authority", "phrasebook_for", "word"]


@dataclass(frozen=True, slots=True)
class Worded:
    """Words for a transmission and the verdict on them; `differences` empty means keyable."""

    transmission: Transmission
    words: str
    differences: tuple[str, ...]
    frequencies_hz: tuple[int, ...]


def default_authority(theatre: Theatre) -> str:
    """Return the authority whose words are spoken where no field says otherwise."""
    fields = sorted(theatre.fields)
    return theatre.fields[fields[0]].phraseology if fields else "icao"


def phrasebook_for(theatre: Theatre, language: Language, station_id: str) -> Phrasebook:
    """Return the phrasebook of a station's field, or of the theatre's first field."""
    station = theatre.station(station_id)
    airfield = theatre.field_of(station) if station is not None else None
    authority = airfield.phraseology if airfield is not None else default_authority(theatre)
    return language.phrasebook(authority)


def word(
    theatre: Theatre, language: Language, transmission: Transmission, *, lexicon: Lexicon
) -> Worded:
    """Return the transmission in words, with what keeps them from being keyed, if anything."""
    station = theatre.station(transmission.station)
    if station is None:
        reason = f"station {transmission.station} is in no profile"
        return Worded(transmission, "", (reason,), ())
    frequencies = transmission.frequencies_hz or tuple(
        channel.frequency_hz for channel in station.channels
    )
    try:
        book = phrasebook_for(theatre, language, transmission.station)
        words = book.say(transmission, lexicon=lexicon, station_name=station.name)
    except (InternalError, ProfileError) as error:
        return Worded(transmission, "", (str(error),), frequencies)
    verdict = verify(
        words, transmission, phrasebook=book, lexicon=lexicon, station_name=station.name
    )
    return Worded(transmission, words, verdict.differences, frequencies)
