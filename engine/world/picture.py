"""The radar picture: what a feed has said so far, folded, and swept once a look.

Pure of time: the stream's own time is all it knows, so a paused sim grows nothing stale, and a
jet that stands still (which feeds show every second all the same) never fades.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from engine.model.picture import (
    FeedReset,
    FeedUpdate,
    SimEvent,
    Track,
    TrackGone,
    TrackId,
    WeatherReport,
)
from engine.model.stimulus import Sweep

__all__ = ["FADED_AFTER_S", "GONE_AFTER_S", "HISTORY_S", "RadarPicture", "sweep"]

FADED_AFTER_S = 10.0
"""A track not seen for so long is left out of sweeps, and not yet given up."""

GONE_AFTER_S = 60.0
"""A track not seen for so long has gone: DCS does not always say that an aircraft ended."""

HISTORY_S = 120.0
"""How far back the looks at one aircraft are kept."""


class RadarPicture:
    """Live tracks with their recent looks; `fold` takes in updates, `sweep` gives them out."""

    def __init__(self, known: Sequence[Track] = ()) -> None:
        self._looks: dict[TrackId, deque[Track]] = {}
        self._gone: list[TrackGone] = []
        self._events: list[SimEvent] = []
        self._weather: WeatherReport | None = None
        self._reset: FeedReset | None = None
        self._time_s = 0.0
        for track in known:
            self.fold(track)

    @property
    def time_s(self) -> float:
        """Return the latest sim time that the feed has mentioned."""
        return self._time_s

    def fold(self, update: FeedUpdate) -> None:
        """Take in one update of a feed."""
        if isinstance(update, Track):
            self._see(update)
        elif isinstance(update, TrackGone):
            self._time_s = max(self._time_s, update.sim_time_s)
            if self._looks.pop(update.track_id, None) is not None:
                self._gone.append(update)
        elif isinstance(update, SimEvent):
            self._time_s = max(self._time_s, update.sim_time_s)
            self._events.append(update)
        elif isinstance(update, WeatherReport):
            self._time_s = max(self._time_s, update.sim_time_s)
            self._weather = update
        else:
            # What had not been swept yet is as void as the tracks are.
            self._looks.clear()
            self._gone.clear()
            self._events.clear()
            self._weather = None
            self._time_s = 0.0
            self._reset = update

    def history(self, track_id: TrackId) -> tuple[Track, ...]:
        """Return the recent looks at an aircraft, oldest first; empty when it is not live."""
        return tuple(self._looks.get(track_id, ()))

    def tracks(self) -> tuple[Track, ...]:
        """Return the latest look at each aircraft that has not faded, by track id."""
        return tuple(
            looks[-1]
            for _, looks in sorted(self._looks.items())
            if self._time_s - looks[-1].sim_time_s <= FADED_AFTER_S
        )

    def take_sweep(self) -> Sweep:
        """Return the picture with what ended and happened since the last sweep."""
        for track_id, looks in sorted(self._looks.items()):
            if self._time_s - looks[-1].sim_time_s > GONE_AFTER_S:
                del self._looks[track_id]
                self._gone.append(TrackGone(track_id, looks[-1].unit_name, looks[-1].sim_time_s))
        taken = Sweep(
            tracks=self.tracks(),
            gone=tuple(self._gone),
            events=tuple(self._events),
            weather=self._weather,
            reset=self._reset,
        )
        self._gone.clear()
        self._events.clear()
        self._weather = None
        self._reset = None
        return taken

    def _see(self, track: Track) -> None:
        looks = self._looks.setdefault(track.track_id, deque())
        if looks and track.sim_time_s < looks[-1].sim_time_s:
            return
        if looks and track.sim_time_s == looks[-1].sim_time_s:
            looks.pop()
        looks.append(track)
        self._time_s = max(self._time_s, track.sim_time_s)
        while looks[0].sim_time_s < track.sim_time_s - HISTORY_S:
            looks.popleft()


def sweep(picture: RadarPicture) -> Sweep:
    """Return one look at the radar, with what ended and happened since the last."""
    return picture.take_sweep()
