"""The facts that a profile's guards may ask about one aircraft, in their base units.

What is not known is None, and a guard that needs it answers neither yes nor no.
"""

from __future__ import annotations

from engine.control.course import final_course
from engine.control.lookup import airborne, approach_of, field_for, grid_of
from engine.control.outcome import Context
from engine.control.runway import is_on_runway
from engine.control.safe_altitude import safe_altitude_ft
from engine.control.straight_in import approach_flown, is_joining, nearest_field
from engine.control.strip import Strip
from engine.model.geometry import angle_between_deg, bearing_deg_grid, range_nm
from engine.model.picture import Track
from engine.profile.guard import FactValue
from engine.profile.theatre import Airfield

__all__ = ["facts_of"]

_CLIMBING_FPM = 300.0
_OUTBOUND_DEG = 90.0
_NO_KIND = "none"
"""Who has flown no approach is on none of any kind: that is known, and holds nothing up."""


def facts_of(context: Context, strip: Strip) -> dict[str, FactValue]:
    """Return every fact about one aircraft as of now."""
    station = context.theatre.station(strip.station or "")
    track = context.board.track_of(strip.aircraft)
    airfield = field_for(context, strip, station) or nearest_field(context, track)
    up = airborne(context, strip.aircraft)
    facts: dict[str, FactValue] = {
        "phase": strip.phase or None,
        "role": station.roles[0] if station is not None else None,
        "on_ground": None if up is None else not up,
        "airborne": up,
        "silent": None if strip.heard_ms is None else (context.now_ms - strip.heard_ms) / 1000.0,
    }
    if airfield is not None:
        facts |= _edges(airfield)
    if track is not None:
        facts |= _of_track(track)
        if airfield is not None:
            facts |= _about_field(track, airfield, up=up)
    return facts | _of_approach(context, strip, track)


def _edges(airfield: Airfield) -> dict[str, FactValue]:
    edges = {space.role: space.within_nm for space in airfield.airspace}
    return {"terminal_edge": edges.get("approach"), "tower_edge": edges.get("tower")}


def _of_track(track: Track) -> dict[str, FactValue]:
    return {
        "altitude": track.altitude_ft,
        "speed": track.speed_kt,
        "vertical_speed": track.vertical_fpm,
        "climbing": track.vertical_fpm >= _CLIMBING_FPM,
        "descending": track.vertical_fpm <= -_CLIMBING_FPM,
    }


def _about_field(track: Track, airfield: Airfield, *, up: bool | None) -> dict[str, FactValue]:
    reference, point = airfield.reference_point.grid, grid_of(track)
    off = angle_between_deg(track.heading_deg_grid, bearing_deg_grid(point, reference))
    floor = safe_altitude_ft(airfield, point)
    vacated = not any(is_on_runway(airfield, runway, point) for runway in airfield.runways)
    return {
        "range": range_nm(reference, point),
        "height": track.altitude_ft - airfield.elevation_ft,
        "inbound": off < _OUTBOUND_DEG,
        "outbound": None if up is None else up and off > _OUTBOUND_DEG,
        "runway_vacated": vacated,
        "minimum_safe_altitude": None if floor is None else float(floor),
    }


def _of_approach(context: Context, strip: Strip, track: Track | None) -> dict[str, FactValue]:
    given = approach_of(context, strip)
    found = given or approach_flown(context, track)
    if found is None:
        return {"approach_given": False, "approach_kind": strip.flown_kind or _NO_KIND}
    airfield, approach = found
    facts: dict[str, FactValue] = {
        "approach_given": given is not None,
        "approach_kind": approach.kind if given is not None else _kind_flown(strip),
        "final_intercept": approach.final_intercept_nm,
        "minimum_intercept": approach.minimum_intercept_nm,
        "final_approach_fix": approach.final_approach_fix_nm,
        "missed_approach_point": approach.missed_approach_point_nm,
        "platform": float(approach.platform_ft),
        "minimum_descent_altitude": float(approach.minimum_descent_altitude_ft),
        "missed_approach_altitude": float(approach.missed.climb_to_ft),
    }
    if track is None:
        return facts
    course = final_course(airfield, approach)
    along = course.along_nm(grid_of(track))
    return facts | {
        "distance_to_threshold": course.range_nm(grid_of(track)),
        "established": course.established(track),
        "joining_final": is_joining(course, track, within_deg=approach.intercept_angle_deg),
        "past_missed_approach_point": along <= approach.missed_approach_point_nm,
        "heading_off_course": angle_between_deg(track.heading_deg_grid, course.heading_deg_grid),
    }


def _kind_flown(strip: Strip) -> str:
    """Return the kind flown with none given: who is on final by himself uses his eyes."""
    return "visual" if strip.phase == "final" else strip.flown_kind or _NO_KIND
