"""The words of a theatre, for the one decision that needs them: was a read-back right?

Compiled once for each content of the profile. Nothing here chooses what is said or how.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.language.compile import Language, compile_language
from engine.language.lexicon import Lexicon
from engine.profile.theatre import Airfield, Theatre

__all__ = ["Words", "readback_slots", "words_of_theatre"]


@dataclass(frozen=True, slots=True)
class Words:
    """How a theatre speaks, and the names its profile lets be named."""

    language: Language
    lexicon: Lexicon


_COMPILED: dict[str, Words] = {}


def words_of_theatre(theatre: Theatre) -> Words | None:
    """Return the theatre's words, or None where it has no phraseology to go by."""
    if not theatre.phraseology or not theatre.intents:
        return None
    words = _COMPILED.get(theatre.config_hash)
    if words is None:
        words = Words(compile_language(theatre.intents, theatre.phraseology), _lexicon(theatre))
        _COMPILED[theatre.config_hash] = words
    return words


def readback_slots(
    theatre: Theatre, airfield: Airfield | None, kind: str
) -> tuple[str, ...] | None:
    """Return the slots of a directive that are read back here, None where nothing says so."""
    words = words_of_theatre(theatre)
    if words is None or airfield is None:
        return None
    book = words.language.phrasebooks.get(airfield.phraseology)
    entry = book.entries.get(kind) if book is not None else None
    return entry.readback if entry is not None else None


def _lexicon(theatre: Theatre) -> Lexicon:
    fields = theatre.fields.values()
    ends = {end.designator for field in fields for runway in field.runways for end in runway.ends}
    return Lexicon(
        stations={
            station.name: tuple(channel.frequency_hz for channel in station.channels)
            for station in theatre.all_stations()
        },
        fixes=tuple(sorted(theatre.fixes)),
        runways=tuple(sorted(ends)),
    )
