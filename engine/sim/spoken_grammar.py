"""The phraseology's own grammar, as a virtual pilot and the judge listen through it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.language.lexicon import Lexicon
from engine.language.phrasebook import Phrasebook
from engine.model.understood import Instruction, Understood
from engine.profile.theatre import Theatre

__all__ = ["SpokenGrammar"]


class SpokenGrammar:
    """Reads a controller's words by one authority's phrasebook, knowing who may be called."""

    def __init__(self, phrasebook: Phrasebook, lexicon: Lexicon) -> None:
        self._phrasebook = phrasebook
        self._lexicon = lexicon

    @staticmethod
    def of(theatre: Theatre, phrasebook: Phrasebook, callsigns: Iterable[str]) -> SpokenGrammar:
        """Return the grammar for the callsigns of a sortie and the stations of a theatre."""
        lexicon = Lexicon(
            callsigns=tuple(callsigns),
            stations={
                station.name: tuple(one.frequency_hz for one in station.channels)
                for station in theatre.all_stations()
            },
        )
        return SpokenGrammar(phrasebook, lexicon)

    def understand(self, words: str) -> Understood | None:
        """Return what was said, or None when no directive can be read in it."""
        heard = self._phrasebook.understand(words, lexicon=self._lexicon)
        if not heard.directives:
            return None
        return Understood(
            callsign=heard.callsign,
            instructions=tuple(Instruction(one.kind, one.slots) for one in heard.directives),
            unexplained=heard.leftover,
        )
