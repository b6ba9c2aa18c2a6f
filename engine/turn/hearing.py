"""What may be named on a frequency now: the lexicon and the recogniser's vocabulary.

Both come from one source, the board and the profile, so that what the recogniser was primed with
is what the matcher can match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.control.board import Board
from engine.language.hear import Hearing
from engine.language.lexicon import Lexicon, name_words, spoken_callsign
from engine.language.readback import Told
from engine.model.call import Call, Hypothesis
from engine.model.intent import Intent
from engine.profile.theatre import Runway, Station, Theatre

__all__ = [
    "UNINTELLIGIBLE",
    "Listening",
    "is_clear",
    "lexicon_for",
    "listening_to",
    "live_labels",
    "spoken_names",
    "static_lexicon",
]

UNINTELLIGIBLE = "(unintelligible)"
"""What stands for the words of somebody who spoke and could not be made out: he is asked again."""

_CLEAR = 0.8
"""Confidence from which on a call is taken as it was read. Of 360 spoken calls 62 % were, and the
rest gained as much from further looks as when all were looked at again."""


@dataclass(frozen=True, slots=True)
class Listening:
    """How whoever talks on a radio now is understood: by the live names and what he was told."""

    hearing: Hearing
    lexicon: Lexicon
    likely_callsign: str | None
    told: tuple[Told, ...] = ()

    def hear(self, hypotheses: Sequence[Hypothesis]) -> Call:
        """Return what a transmission means; never raises."""
        return self.hearing.hear(
            hypotheses,
            lexicon=self.lexicon,
            likely_callsign=self.likely_callsign,
            told=self.told,
        )


def listening_to(hearing: Hearing, static: Lexicon, board: Board, guid: str) -> Listening:
    """Return how a radio is listened to as the board stands."""
    strip = board.strip(board.aircraft_of(guid))
    readback = strip.readback if strip is not None else None
    return Listening(
        hearing,
        lexicon_for(static, board, speaker_guid=guid),
        strip.label if strip is not None else None,
        tuple(readback.directives) if readback is not None else (),
    )


def is_clear(call: Call) -> bool:
    """Tell whether a call says who speaks and something that he means, with little left over."""
    means_something = call.understood and call.readings[0].intent != Intent.NONE
    return means_something and call.callsign is not None and call.confidence >= _CLEAR


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
