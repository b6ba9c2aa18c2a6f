"""The aircraft of one mission as its unit stream tells of them.

The stream is economical to a fault: the first look carries time 0.0, an aircraft that stands still
is not mentioned, a player who re-slots takes over a unit name without a word, and a reconnect says
nothing of what left meanwhile. This makes of it what a feed promises: every live aircraft about
once a second, each sortie under its own id, an end to each.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.model.geometry import range_nm
from engine.model.picture import FeedUpdate, SimEvent, SimEventKind, Track, TrackGone, TrackId
from engine.model.projection import Projection
from engine.world.dcs_decode import is_aircraft, track_from_unit, with_transform
from engine.world.proto import common_pb2, unit_pb2
from engine.world.track_ids import TrackIds, session_of

__all__ = ["DcsRoster"]

LOOK_S = 1.0
"""Every live aircraft is shown this often."""

SAME_BIRTH_S = 5.0
"""A birth event this soon after the unit was first streamed tells of the same birth."""

_STANDING_KT = 1.0
_JUMP_NM = 1.0
_FASTEST_NM_PER_S = 0.6  # about 2,150 kt, beyond any aircraft of DCS

_ENDS_A_TRACK = frozenset({SimEventKind.DEAD, SimEventKind.UNIT_LOST})


@dataclass(slots=True)
class _Aircraft:
    track: Track
    heard_s: float
    born_s: float
    confirmed: bool


class DcsRoster:
    """Live aircraft by unit name, in one session."""

    def __init__(
        self, session: str, projection: Projection, *, known: Iterable[Track] = ()
    ) -> None:
        known = [track for track in known if session_of(track.track_id) == session]
        self.session = session
        self._projection = projection
        self._ids = TrackIds(session, known)
        self._aircraft = {
            track.unit_name: _Aircraft(track, track.sim_time_s, track.sim_time_s, confirmed=False)
            for track in known
        }
        self._resync_until_s: float | None = None

    def live_track(self, unit_name: str) -> TrackId | None:
        """Return the id of the aircraft that now has this unit name."""
        aircraft = self._aircraft.get(unit_name)
        return aircraft.track.track_id if aircraft else None

    def track_of_player(self, player_name: str, *, born_by_s: float) -> TrackId | None:
        """Return the id of the aircraft a player sat in, not of one he took since."""
        return next(
            (
                aircraft.track.track_id
                for aircraft in self._aircraft.values()
                if aircraft.track.player_name == player_name and aircraft.born_s <= born_by_s
            ),
            None,
        )

    def silent_movers(self, now_s: float, silence_s: float) -> tuple[str, ...]:
        """Return the unit names that were moving when last heard, which was too long ago."""
        return tuple(
            name
            for name, aircraft in self._aircraft.items()
            if aircraft.track.speed_kt > _STANDING_KT and now_s - aircraft.heard_s > silence_s
        )

    def begin_resync(self, now_s: float, for_s: float) -> None:
        """Expect every aircraft to be listed anew; what is not, once time has moved, has gone."""
        for aircraft in self._aircraft.values():
            aircraft.confirmed = False
        self._resync_until_s = now_s + for_s

    def unit(self, unit: common_pb2.Unit, *, time_s: float, now_s: float) -> list[FeedUpdate]:
        """Return what a unit of the stream changes; `time_s` 0.0 means the sim did not say."""
        if not is_aircraft(unit):
            return []
        heard_s = time_s or now_s
        old = self._aircraft.get(unit.name)
        seen = track_from_unit(unit, identifier="", sim_time_s=heard_s, projection=self._projection)
        if seen is None:
            return []
        if old is not None and _same_sortie(old.track, seen):
            old.confirmed = True
            # A closer look may have come in between; an older one would move the aircraft back.
            if heard_s < old.heard_s:
                return []
            return [self._moved(old, replace(seen, track_id=old.track.track_id), heard_s)]
        updates = self.gone(unit.name, time_s=heard_s)
        track = replace(seen, track_id=self._ids.born(unit.name))
        self._aircraft[unit.name] = _Aircraft(track, heard_s, heard_s, confirmed=True)
        return [*updates, track]

    def transform(
        self, unit_name: str, transform: unit_pb2.GetTransformResponse
    ) -> list[FeedUpdate]:
        """Return what a closer look at one aircraft changes."""
        aircraft = self._aircraft.get(unit_name)
        if aircraft is None or transform.time < aircraft.heard_s:
            return []
        seen = with_transform(
            aircraft.track,
            transform,
            sim_time_s=transform.time,
            projection=self._projection,
        )
        return [] if seen is None else [self._moved(aircraft, seen, transform.time)]

    def gone(self, unit_name: str, *, time_s: float) -> list[FeedUpdate]:
        """Return the end of the aircraft under this unit name, if there is one."""
        aircraft = self._aircraft.pop(unit_name, None)
        if aircraft is None:
            return []
        return [TrackGone(aircraft.track.track_id, unit_name, max(time_s, aircraft.heard_s))]

    def event(self, event: SimEvent) -> list[FeedUpdate]:
        """Return an event of the sim with what it ends."""
        aircraft = next(
            (a for a in self._aircraft.values() if a.track.track_id == event.track_id), None
        )
        if aircraft is None:
            return [event]
        name = aircraft.track.unit_name
        if event.kind in _ENDS_A_TRACK:
            return [event, *self.gone(name, time_s=event.sim_time_s)]
        if event.kind is SimEventKind.BIRTH and _is_second_birth(aircraft, event):
            # The new sortie is not streamed yet: the event must not be pinned on the old one.
            ended = self.gone(name, time_s=event.sim_time_s)
            return [*ended, replace(event, track_id=None)]
        return [event]

    def tick(self, now_s: float) -> list[FeedUpdate]:
        """Return the looks that are due at aircraft standing still, and what a resync missed."""
        updates: list[FeedUpdate] = []
        if self._resync_until_s is not None and now_s >= self._resync_until_s:
            self._resync_until_s = None
            missing = [name for name, a in self._aircraft.items() if not a.confirmed]
            for name in missing:
                updates += self.gone(name, time_s=now_s)
        for aircraft in self._aircraft.values():
            track = aircraft.track
            standing = track.speed_kt <= _STANDING_KT
            if aircraft.confirmed and standing and now_s - track.sim_time_s >= LOOK_S:
                aircraft.track = replace(track, sim_time_s=now_s)
                updates.append(aircraft.track)
        return updates

    @staticmethod
    def _moved(aircraft: _Aircraft, seen: Track, heard_s: float) -> Track:
        aircraft.heard_s = heard_s
        aircraft.track = replace(seen, sim_time_s=max(heard_s, aircraft.track.sim_time_s))
        return aircraft.track


def _same_sortie(old: Track, seen: Track) -> bool:
    if (old.unit_id, old.player_name, old.type_name) != (
        seen.unit_id,
        seen.player_name,
        seen.type_name,
    ):
        return False
    flyable_nm = _JUMP_NM + _FASTEST_NM_PER_S * max(0.0, seen.sim_time_s - old.sim_time_s)
    return range_nm(old.position.grid, seen.position.grid) <= flyable_nm


def _is_second_birth(aircraft: _Aircraft, event: SimEvent) -> bool:
    return event.sim_time_s - aircraft.born_s > SAME_BIRTH_S
