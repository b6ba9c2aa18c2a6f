"""Climb number two over number one and turn him away, when nothing gentler is left in time.

What is planned early is done with time and levels (`engine.control.room`). This is for what nobody
planned: two that meet before both are under vectors. It does not wait for read-backs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.control.codec import to_json
from engine.control.guidance import Leg
from engine.control.lookup import event_of, field_for, grid_of, position_facts
from engine.control.outcome import Context, Outcome, Say
from engine.control.room import Way, assigned_ft, keep_apart
from engine.control.safe_altitude import floor_along
from engine.control.sequence import sequence
from engine.control.spacing import Resolution, resolve
from engine.control.strip import Strip
from engine.model.directive import Priority, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.geometry import normalise_deg, range_nm, signed_turn_deg, spoken_heading
from engine.model.picture import Track
from engine.profile.theatre import Airfield

__all__ = ["RULE", "apart"]

RULE = "apart"
_LOOK_AHEAD_S = 75.0
_WAYS_S = 120.0
_GUARD_NM = 0.5
_TURN_DEG = 60.0
_CLEAR_NM = 6.0
_REPEAT_MS = 30_000


Ways = Callable[[], tuple[Way, Way] | None]


def apart(context: Context, strip: Strip, ways: Ways) -> Outcome:
    """Return the climb and the turn that keep him from whoever is first, if he needs them now.

    `ways` gives what both will fly, and is asked only when they would meet as they point now.
    """
    track, airfield = context.board.track_of(strip.aircraft), field_for(context, strip, None)
    if track is None or airfield is None or _under_way(context, strip):
        return Outcome()
    order = sequence(context.board, airfield.key)
    first = order[0] if order and order[0].aircraft != strip.aircraft else None
    ahead = context.board.track_of(first.aircraft) if first is not None else None
    if first is None or ahead is None:
        return Outcome()
    found = resolve(
        ahead,
        track,
        first_assigned_ft=assigned_ft(first, ahead),
        second_assigned_ft=assigned_ft(strip, track),
        within_s=_LOOK_AHEAD_S,
        guard_nm=_GUARD_NM,
    )
    if found is None or not found.climb_now or found.not_below_ft is None:
        return Outcome()
    if keep_apart(ways(), within_s=_WAYS_S, guard_nm=0.0):
        return Outcome()
    distance = range_nm(grid_of(ahead), grid_of(track))
    facts = (
        *position_facts(context, track, airfield),
        Fact("apart", round(distance, 2), "nm", FactSource.TRACK, first.aircraft, context.now_ms),
    )
    return _orders(context, strip, track, airfield, found, facts=facts)


def _under_way(context: Context, strip: Strip) -> bool:
    """Tell whether such an order waits to be keyed, or was given a moment ago."""
    waits = any(
        one.to == strip.aircraft
        and one.priority <= Priority.SAFETY
        and context.now_ms <= one.expires_ms
        for one in context.board.pending.values()
    )
    given = strip.apart_ms is not None and context.now_ms - strip.apart_ms < _REPEAT_MS
    return waits or given


def _orders(
    context: Context,
    strip: Strip,
    track: Track,
    airfield: Airfield,
    found: Resolution,
    *,
    facts: tuple[Fact, ...],
) -> Outcome:
    level = found.not_below_ft or 0
    heading = _away(track, airfield, found.turn, at_ft=min(track.altitude_ft, float(level)))
    says = []
    if heading is not None:
        turn = "right" if signed_turn_deg(track.heading_deg_grid, heading) > 0.0 else "left"
        variation = context.theatre.variation_deg(airfield.key)
        says.append(
            directive(
                "vector",
                rule=RULE,
                facts=facts,
                turn=turn,
                heading_deg_mag=spoken_heading(heading, variation, step_deg=5),
                reason="traffic",
            )
        )
    says.append(directive("level", rule=RULE, facts=facts, verb="climb", altitude_ft=level))
    events: tuple[Event, ...] = (
        event_of(context, "kept_apart", strip.aircraft, apart_ms=context.now_ms),
    )
    if strip.guidance is not None:
        given = replace(
            strip.guidance,
            heading_deg_grid=track.heading_deg_grid if heading is None else heading,
            turn=found.turn,
            altitude_ft=level,
            leg=Leg.REPOSITION,
            sim_time_s=track.sim_time_s,
        )
        before = to_json(strip.guidance)
        events = (
            *events,
            event_of(
                context,
                "vectored",
                strip.aircraft,
                guidance=to_json(given),
                guidance_before=before,
            ),
        )
    station = strip.station or ""
    return Outcome(events=events, says=tuple(Say(strip.aircraft, station, one) for one in says))


def _away(track: Track, airfield: Airfield, side: str | None, *, at_ft: float) -> float | None:
    """Return the heading away, the side asked for first, that leads over low enough ground."""
    first = _TURN_DEG if side == "right" else -_TURN_DEG
    for turn in (first, -first):
        heading = normalise_deg(track.heading_deg_grid + turn)
        floor = floor_along(
            airfield, grid_of(track), course_deg_grid=heading, distance_nm=_CLEAR_NM
        )
        if floor is not None and floor <= at_ft:
            return heading
    return None
