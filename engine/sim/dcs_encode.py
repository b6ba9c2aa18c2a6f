"""Simulated aircraft and events as DCS-gRPC messages: what a real server would put on the wire."""

from __future__ import annotations

from collections.abc import Callable

from engine.model.geometry import FEET_PER_METRE, KNOTS_PER_METRE_PER_SECOND, normalise_deg
from engine.model.picture import Coalition, SimEvent, SimEventKind, Track
from engine.model.projection import Projection, convergence_deg
from engine.world.proto import common_pb2, mission_pb2

__all__ = [
    "coalition_to_wire",
    "event_to_message",
    "orientation_of",
    "position_of",
    "same_transform",
    "unit_of",
    "velocity_of",
]

_SECONDS_PER_MINUTE = 60.0
_UNMOVED_DEG = 1e-6
_UNMOVED_M = 1e-3
_UNMOVED_ANGLE_DEG = 1e-2

_COALITIONS = {
    Coalition.NEUTRAL: common_pb2.COALITION_NEUTRAL,
    Coalition.RED: common_pb2.COALITION_RED,
    Coalition.BLUE: common_pb2.COALITION_BLUE,
}

_INITIATED = {
    SimEventKind.BIRTH: "birth",
    SimEventKind.TAKEOFF: "takeoff",
    SimEventKind.LAND: "land",
    SimEventKind.RUNWAY_TOUCH: "runway_touch",
    SimEventKind.RUNWAY_TAKEOFF: "runway_takeoff",
    SimEventKind.CRASH: "crash",
    SimEventKind.DEAD: "dead",
    SimEventKind.EJECTION: "ejection",
    SimEventKind.PILOT_DEAD: "pilot_dead",
    SimEventKind.UNIT_LOST: "unit_lost",
    SimEventKind.ENTER_UNIT: "player_enter_unit",
    SimEventKind.LEAVE_UNIT: "player_leave_unit",
}
_WITH_PLACE = frozenset({"birth", "takeoff", "land", "runway_touch", "runway_takeoff"})


def coalition_to_wire(coalition: Coalition) -> common_pb2.Coalition:
    """Return the side's number."""
    return _COALITIONS[coalition]


def position_of(track: Track) -> common_pb2.Position:
    """Return where the aircraft is: both coordinates, metres."""
    return common_pb2.Position(
        lat=track.position.latitude_deg,
        lon=track.position.longitude_deg,
        alt=track.altitude_ft / FEET_PER_METRE,
        u=track.position.grid.east_m,
        v=track.position.grid.north_m,
    )


def orientation_of(track: Track, projection: Projection) -> common_pb2.Orientation:
    """Return the grid heading, and the true yaw as DCS gives it: in +-180, not normalised."""
    convergence = convergence_deg(
        projection, track.position.latitude_deg, track.position.longitude_deg
    )
    heading = normalise_deg(track.heading_deg_grid)
    signed = heading - 360.0 if heading > 180.0 else heading
    return common_pb2.Orientation(heading=heading, yaw=signed + convergence)


def velocity_of(track: Track) -> common_pb2.Velocity:
    """Return the motion over the ground, metres a second."""
    return common_pb2.Velocity(
        heading=normalise_deg(track.course_deg_grid),
        speed=track.speed_kt / KNOTS_PER_METRE_PER_SECOND,
        velocity=common_pb2.Vector(y=track.vertical_fpm / FEET_PER_METRE / _SECONDS_PER_MINUTE),
    )


def unit_of(track: Track, projection: Projection) -> common_pb2.Unit:
    """Return the aircraft as a unit, in a group of its own."""
    side = coalition_to_wire(track.coalition)
    category = (
        common_pb2.GROUP_CATEGORY_HELICOPTER
        if track.helicopter
        else common_pb2.GROUP_CATEGORY_AIRPLANE
    )
    return common_pb2.Unit(
        id=track.unit_id,
        name=track.unit_name,
        callsign="Enfield11",  # as in many missions, where every flight keeps the default
        coalition=side,
        type=track.type_name,
        position=position_of(track),
        orientation=orientation_of(track, projection),
        velocity=velocity_of(track),
        player_name=track.player_name,
        group=common_pb2.Group(
            id=track.unit_id, name=track.unit_name, coalition=side, category=category
        ),
        number_in_group=1,
    )


def same_transform(first: Track, second: Track) -> bool:
    """Tell whether DCS-gRPC would call the aircraft unmoved."""
    here, there = first.position, second.position
    return (
        abs(here.latitude_deg - there.latitude_deg) < _UNMOVED_DEG
        and abs(here.longitude_deg - there.longitude_deg) < _UNMOVED_DEG
        and abs(first.altitude_ft - second.altitude_ft) / FEET_PER_METRE < _UNMOVED_M
        and abs(first.heading_deg_grid - second.heading_deg_grid) < _UNMOVED_ANGLE_DEG
        and abs(first.speed_kt - second.speed_kt) < _UNMOVED_ANGLE_DEG
    )


def event_to_message(
    event: SimEvent,
    *,
    unit: common_pb2.Unit | None,
    player_id: Callable[[str], int],
) -> mission_pb2.StreamEventsResponse:
    """Return the event on the wire; without a unit its initiator is present and empty."""
    message = mission_pb2.StreamEventsResponse(time=event.sim_time_s)
    name = _INITIATED.get(event.kind)
    if name is not None:
        payload = getattr(message, name)
        payload.initiator.SetInParent()
        if unit is not None:
            payload.initiator.unit.CopyFrom(unit)
        if event.place and name in _WITH_PLACE:
            payload.place.name = event.place
    elif event.kind is SimEventKind.CHANGE_SLOT:
        message.player_change_slot.player_id = player_id(event.player_name or "")
    elif event.kind is SimEventKind.CONNECT:
        message.connect.id = player_id(event.player_name or "")
        message.connect.name = event.player_name or ""
    elif event.kind is SimEventKind.DISCONNECT:
        message.disconnect.id = player_id(event.player_name or "")
    elif event.kind is SimEventKind.MISSION_START:
        message.mission_start.SetInParent()
    else:
        message.mission_end.SetInParent()
    return message
