"""DCS-gRPC messages to the values the engine shares.

Headings on the wire are grid headings and speeds are metres a second over the ground; true yaw is
there too, not normalised, and is left alone (docs/adr/0005). Nothing here keeps state.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from engine.model.geometry import (
    FEET_PER_METRE,
    KNOTS_PER_METRE_PER_SECOND,
    GridPoint,
    Position,
    normalise_deg,
)
from engine.model.picture import Coalition, SimEvent, SimEventKind, Track, TrackId
from engine.model.projection import Projection, position_from_geographic
from engine.world.proto import common_pb2, mission_pb2, unit_pb2

__all__ = [
    "coalition_from_wire",
    "event_from_message",
    "is_aircraft",
    "position_from_wire",
    "track_from_unit",
    "with_transform",
]

_STANDING_MS = 0.5
_SECONDS_PER_MINUTE = 60.0

_COALITIONS: dict[int, Coalition] = {
    common_pb2.COALITION_RED: Coalition.RED,
    common_pb2.COALITION_BLUE: Coalition.BLUE,
}

_EVENT_KINDS = {
    "birth": SimEventKind.BIRTH,
    "takeoff": SimEventKind.TAKEOFF,
    "land": SimEventKind.LAND,
    "runway_touch": SimEventKind.RUNWAY_TOUCH,
    "runway_takeoff": SimEventKind.RUNWAY_TAKEOFF,
    "crash": SimEventKind.CRASH,
    "dead": SimEventKind.DEAD,
    "ejection": SimEventKind.EJECTION,
    "pilot_dead": SimEventKind.PILOT_DEAD,
    "unit_lost": SimEventKind.UNIT_LOST,
    # DCS can leave out `dead` for an aircraft destroyed on the ground, but still names the kill.
    "kill": SimEventKind.UNIT_LOST,
    "player_enter_unit": SimEventKind.ENTER_UNIT,
    "player_leave_unit": SimEventKind.LEAVE_UNIT,
    "player_change_slot": SimEventKind.CHANGE_SLOT,
    "connect": SimEventKind.CONNECT,
    "disconnect": SimEventKind.DISCONNECT,
    "mission_start": SimEventKind.MISSION_START,
    "mission_end": SimEventKind.MISSION_END,
}

_WITHOUT_INITIATOR = frozenset(
    {"player_change_slot", "connect", "disconnect", "mission_start", "mission_end"}
)


def coalition_from_wire(value: int) -> Coalition:
    """Return the side; all and unknown are neutral."""
    return _COALITIONS.get(value, Coalition.NEUTRAL)


def is_aircraft(unit: common_pb2.Unit) -> bool:
    """Tell whether the unit is an airplane or a helicopter."""
    return unit.group.category in (
        common_pb2.GROUP_CATEGORY_AIRPLANE,
        common_pb2.GROUP_CATEGORY_HELICOPTER,
    )


def position_from_wire(position: common_pb2.Position, projection: Projection) -> Position:
    """Return the position; the sim's own grid metres where it sends them (0.7 and later do)."""
    if position.u == 0.0 and position.v == 0.0:
        return position_from_geographic(projection, position.lat, position.lon)
    return Position(
        grid=GridPoint(north_m=position.v, east_m=position.u),
        latitude_deg=position.lat,
        longitude_deg=position.lon,
    )


def track_from_unit(
    unit: common_pb2.Unit, *, identifier: TrackId, sim_time_s: float, projection: Projection
) -> Track | None:
    """Return the unit as a track, or None when a number in it is not finite."""
    track = Track(
        track_id=identifier,
        unit_id=unit.id,
        unit_name=unit.name,
        type_name=unit.type,
        player_name=unit.player_name or None,
        coalition=coalition_from_wire(unit.coalition),
        position=position_from_wire(common_pb2.Position(), projection),
        altitude_ft=0.0,
        heading_deg_grid=0.0,
        course_deg_grid=0.0,
        speed_kt=0.0,
        vertical_fpm=0.0,
        sim_time_s=sim_time_s,
        helicopter=unit.group.category == common_pb2.GROUP_CATEGORY_HELICOPTER,
    )
    return with_transform(track, unit, sim_time_s=sim_time_s, projection=projection)


def with_transform(
    track: Track,
    transform: common_pb2.Unit | unit_pb2.GetTransformResponse,
    *,
    sim_time_s: float,
    projection: Projection,
) -> Track | None:
    """Return the track where the transform puts it, or None when a number is not finite."""
    position, velocity = transform.position, transform.velocity
    heading = transform.orientation.heading
    numbers = (
        position.lat,
        position.lon,
        position.alt,
        position.u,
        position.v,
        heading,
        velocity.heading,
        velocity.speed,
        velocity.velocity.y,
        sim_time_s,
    )
    if not all(map(math.isfinite, numbers)):
        return None
    moving = velocity.speed > _STANDING_MS
    return replace(
        track,
        position=position_from_wire(position, projection),
        altitude_ft=position.alt * FEET_PER_METRE,
        heading_deg_grid=normalise_deg(heading),
        course_deg_grid=normalise_deg(velocity.heading if moving else heading),
        speed_kt=velocity.speed * KNOTS_PER_METRE_PER_SECOND,
        vertical_fpm=velocity.velocity.y * FEET_PER_METRE * _SECONDS_PER_MINUTE,
        sim_time_s=sim_time_s,
    )


def event_from_message(
    message: mission_pb2.StreamEventsResponse, live_track: Callable[[str], TrackId | None]
) -> SimEvent | None:
    """Return the event a controller can use, or None for the sim's other chatter.

    `live_track` gives the track of a unit name. An empty initiator is usual (the object has
    already gone); the event is then passed on without a track.
    """
    name = message.WhichOneof("event")
    kind = _EVENT_KINDS.get(name or "")
    if name is None or kind is None:
        return None
    payload = getattr(message, name)
    if name in _WITHOUT_INITIATOR:
        player = payload.name if name == "connect" else ""
        return SimEvent(kind, None, message.time, player_name=player or None)
    actor = payload.target if name == "kill" else payload.initiator
    which = "target" if name == "kill" else "initiator"
    unit = actor.unit if actor.WhichOneof(which) == "unit" else None
    if name == "kill" and (unit is None or not is_aircraft(unit)):
        return None
    place = payload.place.name if "place" in payload.DESCRIPTOR.fields_by_name else ""
    return SimEvent(
        kind=kind,
        track_id=live_track(unit.name) if unit is not None else None,
        sim_time_s=message.time,
        place=place or None,
        player_name=(unit.player_name or None) if unit is not None else None,
    )
