"""Track ids: which sortie an aircraft is.

A unit name is unique in DCS at one time but not over a mission: a player who re-slots takes the
same name. The birth number tells the sorties apart, and it must come out the same after the engine
restarts, so it can be resumed from the tracks that were known.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.model.picture import Track, TrackId

__all__ = ["TrackIds", "session_of", "track_id"]

_PREFIX = "track:"


def track_id(session: str, unit_name: str, birth: int | str) -> TrackId:
    """Return `track:<session>/<unit name>/<birth number>`."""
    return f"{_PREFIX}{session}/{unit_name}/{birth}"


def session_of(identifier: TrackId) -> str:
    """Return the sim session a track id belongs to, or "" for an id of another kind."""
    if not identifier.startswith(_PREFIX):
        return ""
    return identifier.removeprefix(_PREFIX).partition("/")[0]


class TrackIds:
    """Numbers the births of each unit name in one session."""

    def __init__(self, session: str, known: Iterable[Track] = ()) -> None:
        self.session = session
        self._births: dict[str, int] = {}
        for track in known:
            number = track.track_id.rpartition("/")[2]
            if session_of(track.track_id) == session and number.isdecimal():
                earlier = self._births.get(track.unit_name, 0)
                self._births[track.unit_name] = max(earlier, int(number))

    def born(self, unit_name: str) -> TrackId:
        """Return the id of a new sortie under this unit name."""
        number = self._births.get(unit_name, 0) + 1
        self._births[unit_name] = number
        return track_id(self.session, unit_name, number)
