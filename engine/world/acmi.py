"""A recording as a feed: Tacview's ACMI 2.x, at once or at the pace it was flown.

Played at once it gives the same updates every time, so a recorded landing is a test. Each aircraft
is shown once a second of recording time, whether the recorder mentioned it or not: it leaves out
what stands still.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path

from engine.model.picture import FeedReset, FeedUpdate, SimEvent, SimEventKind, TrackGone
from engine.model.projection import Projection
from engine.world.acmi_lines import logical_lines, open_recording
from engine.world.acmi_objects import AcmiObject, Reference
from engine.world.acmi_records import GLOBAL_OBJECT, Frame, Removal, Update, parse_record
from engine.world.feed import FeedCondition, FeedState, StateObserver, ignore_state

__all__ = ["AcmiFeed", "recorded_looks"]

LOOK_S = 1.0
NEW_MISSION_BACK_S = 30.0
"""Frames go back by hundredths of a second; by more than this it is another mission."""

LONGEST_GAP_S = 60.0
"""A longer silence of the recorder is skipped, not filled with looks."""

_EVENT_KINDS = {
    "TakenOff": SimEventKind.TAKEOFF,
    "Landed": SimEventKind.LAND,
    "Destroyed": SimEventKind.DEAD,
}

Look = tuple[float, tuple[FeedUpdate, ...]]


class AcmiFeed:
    """Plays one recording; a `Feed` that ends.

    `pace` is how many recorded seconds pass in a real one; None plays it at once.
    """

    def __init__(
        self,
        path: Path,
        projection: Projection,
        *,
        pace: float | None = None,
        on_state: StateObserver = ignore_state,
    ) -> None:
        self._path = path
        self._projection = projection
        self._pace = pace
        self._on_state = on_state

    async def updates(self) -> AsyncIterator[FeedUpdate]:
        """Yield the recording's updates to its end.

        Raises:
            FeedRefused: it is no recording that can be read.
        """
        loop = asyncio.get_running_loop()
        started: tuple[float, float] | None = None
        name = self._path.name
        with open_recording(self._path) as lines:
            self._on_state(FeedState(FeedCondition.CONNECTED, f"playing the recording {name}"))
            for look_s, updates in recorded_looks(lines, self._projection):
                started = started or (loop.time(), look_s)
                wait_s = 0.0
                if self._pace is not None:
                    due_s = started[0] + (look_s - started[1]) / self._pace
                    wait_s = max(0.0, due_s - loop.time())
                await asyncio.sleep(wait_s)
                for update in updates:
                    yield update
        self._on_state(FeedState(FeedCondition.ENDED, f"the recording {name} has ended"))


def recorded_looks(lines: Iterable[str], projection: Projection) -> Iterator[Look]:
    """Yield each look with its time: what ended and happened since the last, then every aircraft.

    `lines` are those after the file's two header lines. The time of a look is whole seconds.
    """
    recording = _Recording(projection)
    for line in logical_lines(lines):
        record = parse_record(line)
        if isinstance(record, Frame):
            yield from recording.frame(record.time_s)
        elif isinstance(record, Removal):
            recording.remove(record.object_id)
        elif isinstance(record, Update) and record.object_id == GLOBAL_OBJECT:
            recording.describe(record)
        elif isinstance(record, Update):
            recording.update(record)
    yield from recording.finish()


class _Recording:
    """What the records so far add up to."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._reference = Reference()
        self._objects: dict[str, AcmiObject] = {}
        self._since_look: list[FeedUpdate] = []
        self._time_s: float | None = None
        self._next_look_s = 0.0
        self._recorded = ""
        self._missions = 0
        self._session = ""

    def frame(self, time_s: float) -> Iterator[Look]:
        """Move to a frame's time, giving the looks that are due before it."""
        before_s = self._time_s
        if before_s is None or time_s < before_s - NEW_MISSION_BACK_S:
            self._begin(time_s)
        elif time_s > before_s + LONGEST_GAP_S:
            yield from self._looks_before(before_s + LOOK_S)
            self._next_look_s = math.ceil(time_s)
        else:
            yield from self._looks_before(time_s)
        self._time_s = time_s

    def finish(self) -> Iterator[Look]:
        """Give the looks that are due at the end."""
        if self._time_s is not None:
            yield from self._looks_before(math.nextafter(self._time_s, math.inf))

    def describe(self, record: Update) -> None:
        """Take in the recording's own properties and its events."""
        for key, value in record.properties:
            if key == "ReferenceLongitude":
                self._reference.longitude_deg = _degrees(value)
            elif key == "ReferenceLatitude":
                self._reference.latitude_deg = _degrees(value)
            elif key == "RecordingTime":
                self._recorded = value
            elif key == "Event":
                self._happen(value)

    def update(self, record: Update) -> None:
        """Take in an object's properties and place."""
        time_s = self._time_s or 0.0
        properties = dict(record.properties)
        known = self._objects.get(record.object_id)
        if known is not None and known.is_replaced_by(properties):
            self.remove(record.object_id)
            known = None
        if known is None:
            known = AcmiObject(record.object_id, time_s)
            self._objects[record.object_id] = known
        transform = properties.pop("T", None)
        known.properties.update(properties)
        if transform is not None:
            known.move(transform, time_s, self._reference, self._projection)

    def remove(self, object_id: str) -> None:
        """End an object."""
        known = self._objects.pop(object_id, None)
        if known is not None and known.is_aircraft():
            identifier = known.identifier(self._session)
            self._since_look.append(TrackGone(identifier, known.unit_name(), self._time_s or 0.0))

    def _begin(self, time_s: float) -> None:
        # Objects declared before the first frame belong to it; those of an earlier mission do not.
        if self._time_s is None:
            for known in self._objects.values():
                known.first_seen_s = max(known.first_seen_s, time_s)
        else:
            self._objects.clear()
        self._missions += 1
        self._session = f"acmi-{self._recorded.replace('/', '-')}-{self._missions}"
        reason = "a recording begins" if self._missions == 1 else "the recorded mission restarted"
        self._since_look = [FeedReset(self._session, reason)]
        self._next_look_s = math.ceil(time_s)

    def _looks_before(self, time_s: float) -> Iterator[Look]:
        while self._next_look_s < time_s:
            yield self._next_look_s, self._look(self._next_look_s)
            self._next_look_s += LOOK_S

    def _look(self, now_s: float) -> tuple[FeedUpdate, ...]:
        ended, self._since_look = self._since_look, []
        tracks = (
            known.track(
                session=self._session,
                now_s=now_s,
                reference=self._reference,
                projection=self._projection,
            )
            for known in self._objects.values()
        )
        return (*ended, *(track for track in tracks if track is not None))

    def _happen(self, text: str) -> None:
        name, *ids = text.split("|")
        kind = _EVENT_KINDS.get(name)
        if kind is None:
            return
        known = next((self._objects[i.lower()] for i in ids if i.lower() in self._objects), None)
        identifier = known.identifier(self._session) if known and known.is_aircraft() else None
        self._since_look.append(SimEvent(kind, identifier, self._time_s or 0.0))


def _degrees(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
