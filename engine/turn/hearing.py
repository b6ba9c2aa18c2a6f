"""What may be named on a frequency now: the lexicon and the recogniser's vocabulary.

Both come from one source, the board and the profile, so that what the recogniser was primed with
is what the matcher can match.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.control.board import Board
from engine.language.lexicon import Lexicon, name_words, spoken_callsign
from engine.profile.theatre import Runway, Station, Theatre

__all__ = ["UNINTELLIGIBLE", "lexicon_for", "live_labels", "spoken_names", "static_lexicon"]

UNINTELLIGIBLE = "(unintelligible)"
"""What stands for the words of somebody who spoke and could not be made out: he is asked again."""


def static_lexicon(theatre: Theatre) -> Lexicon:
    """Return what the profile alone lets be named: stations, fixes, runways, plans."""
    return Lexicon(
        stations={
            station.name: tuple(channel.frequency_hz for channel in station.channels)
            for station in theatre.all_stations()
        },
        fixes=tuple(sorted(theatre.fixes)),
        plans=tuple(sorted(theatre.plans)),
        runways=_runways(theatre),
        pronunciations=theatre.pronunciation,
    )


def live_labels(board: Board, *, first: str | None = None) -> tuple[str, ...]:
    """Return the labels of everybody who may talk, `first` leading, in a fixed order."""
    labels = {strip.label for strip in board.strips.values() if strip.label}
    labels |= {radio.name for radio in board.radios.values() if radio.gone_ms is None}
    rest = sorted(label for label in labels if label and label != first)
    return ((first,) if first else ()) + tuple(rest)


def lexicon_for(static: Lexicon, board: Board, *, speaker_guid: str | None = None) -> Lexicon:
    """Return the profile's lexicon with the callsigns that are live."""
    return static.with_callsigns(live_labels(board, first=_label_of(board, speaker_guid)))


def spoken_names(
    theatre: Theatre, board: Board, station: Station, *, speaker_guid: str | None
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return stations, callsigns and runways as they are spoken, the most relevant first."""
    own = [station.name]
    same_field = [s.name for s in theatre.all_stations() if s.field == station.field]
    stations = tuple(dict.fromkeys([*own, *same_field]))
    labels = live_labels(board, first=_label_of(board, speaker_guid))
    callsigns = tuple(dict.fromkeys(spoken_callsign(label) for label in labels))
    airfield = theatre.field_of(station)
    names = _runways_of(airfield.runways if airfield else ())
    return stations, callsigns, tuple(f"runway {' '.join(name_words(name))}" for name in names)


def _label_of(board: Board, guid: str | None) -> str | None:
    radio = board.radios.get(guid) if guid is not None else None
    if radio is None:
        return None
    strip = board.strip(radio.aircraft)
    return strip.label if strip is not None and strip.label else radio.name


def _runways(theatre: Theatre) -> tuple[str, ...]:
    names = [
        name for key in sorted(theatre.fields) for name in _runways_of(theatre.fields[key].runways)
    ]
    return tuple(dict.fromkeys(names))


def _runways_of(runways: Iterable[Runway]) -> tuple[str, ...]:
    return tuple(end.designator for runway in runways for end in runway.ends)
