"""The board: everything the controllers know, a fold over the event log.

It is replaced as a whole by every event that changes it (`engine.control.fold`), and is never
changed in any other way, so that a restart or a replay arrives at the same board.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.control.codec import from_json, to_json
from engine.control.strip import Pending, Radio, Strip
from engine.model.directive import AircraftId, StationId
from engine.model.event import canonical_json
from engine.model.picture import Coalition, Track, TrackId, WeatherReport
from engine.world.movement import Movement

__all__ = ["Board", "board_from_json", "board_to_json"]


@dataclass(frozen=True, slots=True)
class Board:
    """Strips, radios, radar picture and reservations, as of one event.

    `looks` are the last seconds of each track, oldest first, for judging how it moves; `movement`
    is the last judgement that was not "unknown".
    `letdown` is the holder per field key; `runways` the one aircraft that is cleared to use a
    runway, by `<field key>/<runway key>`; `silence` the aircraft in distress by station.
    `swept_ms` is when the last look came, `new_second` whether it was the first of its second:
    what needs no closer look (vectors, timers, handoffs) is decided then, and only a talk-down at
    every look.
    """

    strips: Mapping[AircraftId, Strip] = field(default_factory=dict)
    radios: Mapping[str, Radio] = field(default_factory=dict)
    tracks: Mapping[TrackId, Track] = field(default_factory=dict)
    looks: Mapping[TrackId, tuple[Track, ...]] = field(default_factory=dict)
    movement: Mapping[TrackId, Movement] = field(default_factory=dict)
    weather: WeatherReport | None = None
    letdown: Mapping[str, AircraftId] = field(default_factory=dict)
    runways: Mapping[str, AircraftId] = field(default_factory=dict)
    silence: Mapping[StationId, AircraftId] = field(default_factory=dict)
    pending: Mapping[str, Pending] = field(default_factory=dict)
    coalition: Coalition = Coalition.BLUE
    session: str = ""
    swept_ms: int | None = None
    new_second: bool = True
    transmissions: int = 0

    def strip(self, aircraft: AircraftId | None) -> Strip | None:
        """Return the strip of an aircraft, or None."""
        return self.strips.get(aircraft) if aircraft is not None else None

    def track_of(self, aircraft: AircraftId | None) -> Track | None:
        """Return where radar has an aircraft, or None."""
        return self.tracks.get(aircraft) if aircraft is not None else None

    def aircraft_of(self, guid: str) -> AircraftId | None:
        """Return whom a radio speaks for, or None for a radio never met."""
        radio = self.radios.get(guid)
        return radio.aircraft if radio is not None else None

    def radios_of(self, aircraft: AircraftId) -> tuple[Radio, ...]:
        """Return the radios that are on the air for an aircraft."""
        return tuple(
            radio
            for radio in self.radios.values()
            if radio.aircraft == aircraft and radio.gone_ms is None
        )

    def worked(self) -> Iterator[Strip]:
        """Yield every strip that radar has, in the order of their ids."""
        for aircraft in sorted(self.strips):
            if self.strips[aircraft].track_id is not None:
                yield self.strips[aircraft]

    def holds_letdown(self, aircraft: AircraftId) -> bool:
        """Tell whether the letdown of some field is his."""
        return aircraft in self.letdown.values()


def board_to_json(board: Board) -> str:
    """Return the board as canonical JSON: equal boards give equal text."""
    return canonical_json(to_json(board))


def board_from_json(text: str) -> Board:
    """Return the board that `board_to_json` wrote.

    Raises:
        InternalError: the text is not such a board.
    """
    board: Board = from_json(Board, json.loads(text))
    return board
