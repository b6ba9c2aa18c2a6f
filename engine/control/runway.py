"""Who is on a runway, and who was cleared onto it: one at a time.

Occupied is what radar shows: anything on the strip, worked by us or not, moving or stopped. A
landing clearance reserves the runway until he is off it, misses, or is gone.
"""

from __future__ import annotations

from functools import lru_cache

from engine.control.lookup import event_of, flies, grid_of
from engine.control.outcome import Context, Outcome, Request
from engine.model.directive import AircraftId
from engine.model.event import Event
from engine.model.geometry import (
    FEET_PER_NM,
    GridPoint,
    bearing_deg_grid,
    offset,
    range_nm,
)
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Runway
from engine.world.movement import Movement
from engine.world.runway_strip import RunwayStrip

__all__ = ["blocked_by", "is_on_runway", "pavement", "runway_key", "runway_of", "runways"]

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


@lru_cache(maxsize=64)
def _pavement(runway: Runway, elevation_ft: float) -> RunwayStrip:
    first, second = (end.threshold.grid for end in runway.ends)
    painted_nm = range_nm(first, second)
    over_nm = max(0.0, runway.length_ft / FEET_PER_NM - painted_nm) / 2.0
    course = bearing_deg_grid(first, second)
    return RunwayStrip(
        first_end=offset(first, course + 180.0, over_nm),
        second_end=offset(second, course, over_nm),
        width_ft=runway.width_ft,
        first_elevation_ft=elevation_ft,
        second_elevation_ft=elevation_ft,
    )


def pavement(airfield: Airfield, runway: Runway) -> RunwayStrip:
    """Return the paved strip: what lies before the painted thresholds is shared by the ends."""
    return _pavement(runway, airfield.elevation_ft)


def is_on_runway(airfield: Airfield, runway: Runway, point: GridPoint) -> bool:
    """Tell whether a place is on the strip, with room for a wing beside it."""
    return pavement(airfield, runway).contains(
        point, beyond_ends_ft=_BEYOND_FT, beside_ft=_BESIDE_FT
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
        if track_id != aircraft and _stands_on(context, airfield, runway, board.tracks[track_id]):
            return track_id
    return None


def _stands_on(context: Context, airfield: Airfield, runway: Runway, track: Track) -> bool:
    down = context.board.movement.get(track.track_id) is Movement.ON_GROUND
    return down and is_on_runway(airfield, runway, grid_of(track))


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
    if airfield is None or runway is None:
        return True
    return not is_on_runway(airfield, runway, grid_of(track))
