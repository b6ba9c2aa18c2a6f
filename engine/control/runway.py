"""Who is on a runway, and who was cleared onto it: one at a time.

Occupied is what radar shows: anything on the strip, worked by us or not, moving or stopped. A
landing clearance reserves the runway until he is off it, misses, or is gone.
"""

from __future__ import annotations

import math

from engine.control.lookup import event_of, flies, grid_of
from engine.control.outcome import Context, Outcome, Request
from engine.model.directive import AircraftId
from engine.model.event import Event
from engine.model.geometry import FEET_PER_METRE, GridPoint
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Runway

__all__ = ["blocked_by", "is_on_runway", "runway_key", "runway_of", "runways"]

_BESIDE_FT = 60.0
"""Half the width is paved; a wing still over the edge is not yet vacated."""
_BEYOND_FT = 150.0


def runway_of(airfield: Airfield, designator: str) -> Runway | None:
    """Return the strip with that end, or None."""
    return next(
        (
            runway
            for runway in airfield.runways
            if any(end.designator == designator for end in runway.ends)
        ),
        None,
    )


def runway_key(airfield: Airfield, designator: str) -> str:
    """Return the board's key of the strip: `<field>/<one end>-<other end>`."""
    runway = runway_of(airfield, designator)
    ends = "-".join(end.designator for end in runway.ends) if runway is not None else designator
    return f"{airfield.key}/{ends}"


def is_on_runway(runway: Runway, point: GridPoint) -> bool:
    """Tell whether a place is on the strip, with room for a wing beside it."""
    start, end = runway.ends[0].threshold.grid, runway.ends[1].threshold.grid
    north, east = end.north_m - start.north_m, end.east_m - start.east_m
    length = math.hypot(north, east)
    if length == 0.0:
        return False
    dn, de = point.north_m - start.north_m, point.east_m - start.east_m
    along = (dn * north + de * east) / length
    across = abs(de * north - dn * east) / length
    half_width = runway.width_ft / 2.0 + _BESIDE_FT
    painted_ft = length * FEET_PER_METRE
    overrun_ft = max(0.0, runway.length_ft - painted_ft) + _BEYOND_FT
    return (
        across * FEET_PER_METRE <= half_width
        and -overrun_ft <= along * FEET_PER_METRE <= painted_ft + overrun_ft
    )


def blocked_by(
    context: Context, aircraft: AircraftId, airfield: Airfield, designator: str
) -> AircraftId | None:
    """Return whoever is on the runway or cleared onto it before him, or None when it is free."""
    runway = runway_of(airfield, designator)
    if runway is None:
        return None
    board = context.board
    holder = board.runways.get(runway_key(airfield, designator))
    if holder is not None and holder != aircraft:
        return holder
    for track_id in sorted(board.tracks):
        if track_id != aircraft and _stands_on(context, runway, board.tracks[track_id]):
            return track_id
    return None


def _stands_on(context: Context, runway: Runway, track: Track) -> bool:
    movement = context.board.movement.get(track.track_id)
    down = movement is not None and movement.airborne is False
    return down and is_on_runway(runway, grid_of(track))


def runways(context: Context, _request: Request) -> Outcome:
    """Free every runway whose holder has left it: off the strip, or gone."""
    events: list[Event] = []
    for key, aircraft in sorted(context.board.runways.items()):
        if _has_left(context, key, aircraft):
            events.append(event_of(context, "runway_freed", aircraft, runway=key, reason="left"))
    return Outcome(events=tuple(events))


def _has_left(context: Context, key: str, aircraft: AircraftId) -> bool:
    strip, track = context.board.strip(aircraft), context.board.track_of(aircraft)
    if strip is None or track is None:
        return True
    if flies(context, strip.phase):
        return False
    airfield = context.theatre.fields.get(key.split("/", maxsplit=1)[0])
    runway = (
        runway_of(airfield, key.rsplit("/", maxsplit=1)[-1].split("-", maxsplit=1)[0])
        if airfield
        else None
    )
    return runway is None or not is_on_runway(runway, grid_of(track))
