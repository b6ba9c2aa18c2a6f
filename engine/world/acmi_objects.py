"""The aircraft of a recording: what their records add up to, and each as a track."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.geometry import FEET_PER_METRE, GridPoint, Position, normalise_deg
from engine.model.picture import Coalition, Track, TrackId
from engine.model.projection import Projection, convergence_deg, to_grid
from engine.world.acmi_records import Transform
from engine.world.motion import WINDOW_S, Sample, motion
from engine.world.track_ids import track_id

__all__ = ["AcmiObject", "Reference"]

SHOWN_AFTER_S = 1.0
"""An aircraft is shown once its motion can be told from its positions."""

_IDENTITY = ("Name", "Type", "Pilot", "Coalition")
_AIRCRAFT = frozenset({"FixedWing", "Rotorcraft"})

# DCS's recorder names the sides so; neutral objects are Neutrals, chaff and flares Neutral.
_COALITIONS = {"Allies": Coalition.RED, "Enemies": Coalition.BLUE}


@dataclass(slots=True)
class Reference:
    """Degrees that every position of the recording is relative to; may come after the first."""

    longitude_deg: float = 0.0
    latitude_deg: float = 0.0


@dataclass(slots=True)
class AcmiObject:
    """One object of the recording, from when it was first seen."""

    object_id: str
    first_seen_s: float
    properties: dict[str, str] = field(default_factory=dict)
    transform: Transform = field(default_factory=Transform)
    samples: list[Sample] = field(default_factory=list)
    transformed_s: float | None = None

    def is_aircraft(self) -> bool:
        """Tell whether it flies: parachutists are `Air` too, so that tag says nothing."""
        return not _AIRCRAFT.isdisjoint(self.properties.get("Type", "").split("+"))

    def is_replaced_by(self, properties: dict[str, str]) -> bool:
        """Tell whether the id is being used again for something else."""
        return any(
            key in properties and self.properties.get(key, properties[key]) != properties[key]
            for key in _IDENTITY
        )

    def move(self, text: str, time_s: float, reference: Reference, projection: Projection) -> None:
        """Take in a `T=` value; one from an earlier frame than the last moves nothing back."""
        first = self.transformed_s is None
        if self.transformed_s is not None and time_s < self.transformed_s:
            return
        transform = self.transform.updated(text, first=first)
        if transform is None:
            return
        self.transform = transform
        self.transformed_s = time_s
        if not self.is_aircraft():
            return
        position = self._position(reference, projection)
        sample = Sample(
            time_s=time_s,
            north_m=position.grid.north_m,
            east_m=position.grid.east_m,
            altitude_m=transform.altitude_m or 0.0,
        )
        if self.samples and self.samples[-1].time_s == time_s:
            self.samples.pop()
        self.samples.append(sample)
        while len(self.samples) > 2 and self.samples[1].time_s <= time_s - WINDOW_S:
            self.samples.pop(0)

    def identifier(self, session: str) -> TrackId:
        """Return its track id: object id and when it was first seen, since ids are used again."""
        return track_id(session, self.object_id, f"{self.first_seen_s:.2f}")

    def unit_name(self) -> str:
        """Return what stands for a unit name: a player's name, or an AI's unit name."""
        return self.properties.get("Pilot") or self.object_id

    def track(
        self, *, session: str, now_s: float, reference: Reference, projection: Projection
    ) -> Track | None:
        """Return it as of a look, or None while it is no aircraft with a place."""
        if not self.is_aircraft() or not self.samples or now_s < self.first_seen_s + SHOWN_AFTER_S:
            return None
        position = self._position(reference, projection)
        moved = motion(self.samples, now_s)
        heading = self._heading_deg_grid(position, projection)
        if heading is None:
            heading = moved.course_deg_grid or 0.0
        course = heading if moved.course_deg_grid is None else moved.course_deg_grid
        return Track(
            track_id=self.identifier(session),
            unit_id=int(self.object_id, 16),
            unit_name=self.unit_name(),
            type_name=self.properties.get("Name", ""),
            player_name=self.properties.get("Pilot"),
            coalition=_COALITIONS.get(self.properties.get("Coalition", ""), Coalition.NEUTRAL),
            position=position,
            altitude_ft=(self.transform.altitude_m or 0.0) * FEET_PER_METRE,
            heading_deg_grid=normalise_deg(heading),
            course_deg_grid=course,
            speed_kt=moved.speed_kt,
            vertical_fpm=moved.vertical_fpm,
            sim_time_s=now_s,
            helicopter="Rotorcraft" in self.properties.get("Type", "").split("+"),
        )

    def _position(self, reference: Reference, projection: Projection) -> Position:
        latitude = reference.latitude_deg + (self.transform.latitude or 0.0)
        longitude = reference.longitude_deg + (self.transform.longitude or 0.0)
        if self.transform.north_m is None or self.transform.east_m is None:
            grid = to_grid(projection, latitude, longitude)
        else:
            grid = GridPoint(north_m=self.transform.north_m, east_m=self.transform.east_m)
        return Position(grid=grid, latitude_deg=latitude, longitude_deg=longitude)

    def _heading_deg_grid(self, position: Position, projection: Projection) -> float | None:
        if self.transform.heading is not None:
            return self.transform.heading
        if self.transform.yaw is None:
            return None
        return self.transform.yaw - convergence_deg(
            projection, position.latitude_deg, position.longitude_deg
        )
