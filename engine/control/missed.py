"""The missed approach: told by the pilot, seen by radar or ordered, and acted on once.

The published procedure of his own approach is the only one he is given, one altitude for one
go-around. The letdown stays his until he is up and away, and only then goes to the next, because
two aircraft in one letdown is what it prevents.
"""

from __future__ import annotations

from engine.control import briefing
from engine.control.course import final_course
from engine.control.lookup import airborne, approach_of, event_of, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.release import free_letdown, free_runways
from engine.control.strip import Strip
from engine.model.directive import directive
from engine.model.event import Event
from engine.model.fact import Fact
from engine.profile.theatre import Airfield, Approach

__all__ = ["go_around", "missed", "report_missed"]

_AT_ALTITUDE_FT = 250.0
_AWAY_NM = 8.0
_LONGEST_MISS_MS = 240_000
_CLIMBING_FPM = 400.0
_CLIMBED_FT = 250.0
_SEEN_WITHIN_NM = 4.0
_PAST_END_NM = -1.5
_FORGOTTEN = frozenset(
    (
        "cleared_approach",
        "do_not_acknowledge",
        "cleared_to_land",
        "continue_approach",
        "over_missed_approach_point",
        "range_call",
        "course_correction",
    )
)
"""What he was told that no longer holds once he goes around."""


def report_missed(context: Context, request: Request) -> Outcome:
    """Answer a pilot who goes around: the published missed approach, at once."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if aircraft is None or strip is None or request.station is None:
        return Outcome()
    found = approach_of(context, strip)
    if found is None or strip.phase == "missed" or airborne(context, aircraft) is False:
        told = directive("acknowledge", rule="missed.reported")
        return Outcome(says=(Say(aircraft, request.station, told),))
    return _begin(context, strip, *found, station=request.station, cause="reported")


def go_around(
    context: Context, strip: Strip, *, reason: str, facts: tuple[Fact, ...] = ()
) -> Outcome:
    """Order a go-around, with the missed approach to fly."""
    found = approach_of(context, strip)
    station = strip.station or ""
    order = directive("go_around", rule=f"missed.{reason}", facts=facts, reason=reason)
    if found is None:
        return Outcome(says=(Say(strip.aircraft, station, order),))
    begun = _begin(context, strip, *found, station=station, cause=reason)
    return Outcome(
        events=begun.events, says=(Say(strip.aircraft, station, order), *begun.says)
    )


def missed(context: Context, request: Request) -> Outcome:
    """See a missed approach that nobody called, and finish one that is flown."""
    strip = context.board.strip(request.aircraft)
    found = approach_of(context, strip) if strip is not None else None
    if strip is None or found is None:
        return Outcome()
    if strip.phase == "missed":
        return _finish(context, strip, *found)
    if strip.phase in ("approach", "final") and _seen(context, strip, *found):
        return _begin(context, strip, *found, station=strip.station or "", cause="seen")
    return Outcome()


def _begin(
    context: Context,
    strip: Strip,
    airfield: Airfield,
    approach: Approach,
    *,
    station: str,
    cause: str,
) -> Outcome:
    told = tuple(name for name in strip.told if name not in _FORGOTTEN)
    events: list[Event] = [
        event_of(
            context,
            "missed",
            strip.aircraft,
            cause=cause,
            missed_count=strip.missed_count + 1,
            missed_ms=context.now_ms,
            told=list(told),
            mile_called=None,
            heading_deg_mag=None,
            heading_at_ms=None,
            guidance=None,
            level_ft=approach.missed.climb_to_ft,
            readback=None,
        ),
        *free_runways(context, strip, reason="missed"),
        *advance(context, strip, "going_around"),
    ]
    order = briefing.missed_approach(context, airfield, approach, rule=f"missed.{cause}")
    return Outcome(events=tuple(events), says=(Say(strip.aircraft, station, order),))


def _seen(context: Context, strip: Strip, airfield: Airfield, approach: Approach) -> bool:
    """Tell whether radar shows a go-around: climbing away near the field, or past the far end."""
    track = context.board.track_of(strip.aircraft)
    if track is None or airborne(context, strip.aircraft) is not True:
        return False
    along = final_course(airfield, approach).along_nm(track.position.grid)
    if along < _PAST_END_NM:
        return True
    high = track.altitude_ft > approach.minimum_descent_altitude_ft + _CLIMBED_FT
    return along < _SEEN_WITHIN_NM and track.vertical_fpm > _CLIMBING_FPM and (high or along < 0.0)


def _finish(
    context: Context, strip: Strip, airfield: Airfield, approach: Approach
) -> Outcome:
    """Free the letdown and queue him again once he is at the missed approach altitude, or away."""
    track = context.board.track_of(strip.aircraft)
    if track is None:
        return Outcome()
    course = final_course(airfield, approach)
    up = track.altitude_ft >= approach.missed.climb_to_ft - _AT_ALTITUDE_FT
    away = course.range_nm(track.position.grid) >= _AWAY_NM
    since = context.now_ms - (strip.missed_ms or context.now_ms)
    if not (up or away or since >= _LONGEST_MISS_MS):
        return Outcome()
    return Outcome(
        events=(
            *free_letdown(context, strip, reason="missed"),
            event_of(context, "queued", strip.aircraft, queued_ms=context.now_ms, number=None),
            *advance(context, strip, "approach_resumed"),
        )
    )
