"""What the sim shows: tracks, events, weather; the values every feed produces.

A feed (DCS-gRPC, an ACMI recording, the built-in sim) yields these and nothing else, so the rest
of the engine cannot tell one from another. Kinematics come first and events second: DCS loses
events, sends them late, or sends them without an aircraft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.model.geometry import Position

__all__ = [
    "Coalition",
    "FeedReset",
    "FeedUpdate",
    "SimEvent",
    "SimEventKind",
    "SurfaceWeather",
    "Track",
    "TrackGone",
    "TrackId",
    "WeatherReport",
]

TrackId = str
"""`track:<sim session>/<unit name>/<birth number>`; a recording has object id and first seen."""


class Coalition(StrEnum):
    """Whose side an aircraft or a radio is on."""

    NEUTRAL = "neutral"
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Track:
    """One aircraft as of one look.

    Altitude is feet above mean sea level, headings and track are grid degrees, speed is over the
    ground in knots, vertical speed in feet a minute. `sim_time_s` is the sim's own clock.
    `player_name` is None for an AI aircraft. `on_ground` is None where the feed does not say.
    """

    track_id: TrackId
    unit_id: int
    unit_name: str
    type_name: str
    player_name: str | None
    coalition: Coalition
    position: Position
    altitude_ft: float
    heading_deg_grid: float
    course_deg_grid: float
    speed_kt: float
    vertical_fpm: float
    sim_time_s: float
    helicopter: bool = False
    on_ground: bool | None = None


@dataclass(frozen=True, slots=True)
class TrackGone:
    """A track ended: despawn, crash, slot change; the feed rarely says which."""

    track_id: TrackId
    unit_name: str
    sim_time_s: float


class SimEventKind(StrEnum):
    """The sim's events that a controller can use, always as hints beside kinematics."""

    BIRTH = "birth"
    TAKEOFF = "takeoff"
    LAND = "land"
    RUNWAY_TOUCH = "runway_touch"
    RUNWAY_TAKEOFF = "runway_takeoff"
    CRASH = "crash"
    DEAD = "dead"
    EJECTION = "ejection"
    PILOT_DEAD = "pilot_dead"
    UNIT_LOST = "unit_lost"
    ENTER_UNIT = "enter_unit"
    LEAVE_UNIT = "leave_unit"
    CHANGE_SLOT = "change_slot"
    CONNECT = "connect"
    DISCONNECT = "disconnect"
    MISSION_START = "mission_start"
    MISSION_END = "mission_end"


@dataclass(frozen=True, slots=True)
class SimEvent:
    """Something the sim said happened; `track_id` is None when it did not say to whom."""

    kind: SimEventKind
    track_id: TrackId | None
    sim_time_s: float
    place: str | None = None
    player_name: str | None = None


@dataclass(frozen=True, slots=True)
class SurfaceWeather:
    """Weather near a field: wind FROM in grid degrees and knots, pressure in hPa.

    `qnh_hpa` is reduced to sea level; `qfe_hpa` is at field elevation.
    """

    wind_from_deg_grid: float
    wind_speed_kt: float
    qnh_hpa: float
    qfe_hpa: float
    temperature_c: float = 15.0


@dataclass(frozen=True, slots=True)
class WeatherReport:
    """Weather by airfield name, as of `sim_time_s`."""

    by_field: Mapping[str, SurfaceWeather] = field(default_factory=dict)
    sim_time_s: float = 0.0


@dataclass(frozen=True, slots=True)
class FeedReset:
    """The mission restarted or the feed was lost: every earlier track is void."""

    session: str
    reason: str


FeedUpdate = Track | TrackGone | SimEvent | WeatherReport | FeedReset
"""What a feed yields."""
