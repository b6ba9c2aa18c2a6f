"""The missed approach: told by the pilot, seen by radar or ordered, and acted on once.

The published procedure of his own approach is the only one he is given, one altitude for one
go-around. The letdown stays his until he is up and away, and only then goes to the next, because
two aircraft in one letdown is what it prevents.
"""

from __future__ import annotations

from engine.control import briefing
from engine.control.course import final_course
from engine.control.lookup import (
    airborne,
    approach_of,
    event_of,
    field_for,
    grid_of,
    position_facts,
    who,
)
from engine.control.missed_approach import MissedPhase, missed_guidance
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.release import end_approach, free_letdown, free_runways
from engine.control.safe_altitude import safe_altitude_ft
from engine.control.speaking import has_pending
from engine.control.strip import Strip
from engine.control.talkdown import advisory_altitude_ft
from engine.control.wrong_station import contact
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.geometry import angle_between_deg, spoken_heading
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach

__all__ = ["go_around", "missed", "report_missed"]

_LONGEST_MISS_MS = 300_000
"""After this he is taken to have finished, at whatever altitude he levelled off."""
_COMPLIES_MS = 20_000
"""How long after the order a climb or a turn should show."""
_NEARLY_FT = 300.0
_TURNING_DEG = 60.0
_CLIMBING_FPM = 400.0
_CLIMBING_HARD_FPM = 900.0
_CLIMBED_A_LITTLE_FT = 0.0
_CLIMBED_FT = 300.0
"""Above where he should be by now; less is a pilot who corrects his descent."""
_CLIMB_LASTS_S = 3.0
"""Of the feed's own time, so that one report that is looked at twice is still one."""
_SEEN_WITHIN_NM = 4.0
_PAST_END_NM = -1.5
MOST_APPROACHES = 2
_TRIGGERS = {"reported": "call_report_missed", "seen": "missed_seen"}
_ON_APPROACH = frozenset(("approach", "final"))
_FORGOTTEN = frozenset(
    (
        "cleared_approach",
        "do_not_acknowledge",
        "cleared_to_land",
        "continue_approach",
        "over_missed_approach_point",
        "range_call",
        "course_correction",
        "on_course_report",
        "missed_approach_instruction",
        "go_around",
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
    up = airborne(context, aircraft) is not False
    if found is not None and up and strip.phase in _ON_APPROACH:
        begun = _begin(context, strip, *found, station=request.station, cause="reported")
        return Outcome(begun.events, (*begun.says, *_back(context, request, strip, found[1])))
    told: Directive | None = None
    since_ms = None if strip.missed_ms is None else context.now_ms - strip.missed_ms
    if up and since_ms is None:
        told = _away(context, request, strip)
    elif up and found is not None and since_ms is not None and since_ms > _COMPLIES_MS:
        told = briefing.missed_approach(context, *found, rule="missed.asked")
    told = told or directive("acknowledge", rule="missed.reported")
    return Outcome(says=(Say(aircraft, request.station, told),))


def _back(context: Context, request: Request, strip: Strip, approach: Approach) -> tuple[Say, ...]:
    """Send one who misses on another frequency back to whoever works his approach."""
    here = context.theatre.station(request.station or "")
    works = context.theatre.station(approach.worked_by) or context.theatre.station(
        strip.station or ""
    )
    if here is None or works is None or works.key == here.key or "approach" in here.roles:
        return ()
    order = contact(context, strip, works, rule="missed.worked_by_approach")
    return (Say(strip.aircraft, here.key, order),) if order is not None else ()


def _away(context: Context, request: Request, strip: Strip) -> Directive | None:
    """Return the level of one who goes around with no approach of ours: never left where he is low.

    It is the safe altitude where he flies, or the level he was given if that is higher.
    """
    track = context.board.track_of(strip.aircraft)
    station = context.theatre.station(request.station or "")
    airfield = field_for(context, strip, station)
    if track is None or airfield is None:
        return None
    floor_ft = safe_altitude_ft(airfield, grid_of(track))
    if floor_ft is None:
        return None
    facts = (
        *position_facts(context, track, airfield),
        Fact("floor", floor_ft, "ft", FactSource.PROFILE, airfield.key, context.now_ms),
    )
    level_ft = max(floor_ft, strip.level_ft or 0)
    if track.altitude_ft >= level_ft - _NEARLY_FT:
        return None
    return directive("level", rule="missed.away", facts=facts, verb="climb", altitude_ft=level_ft)


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
    return Outcome(events=begun.events, says=(Say(strip.aircraft, station, order), *begun.says))


def missed(context: Context, request: Request) -> Outcome:
    """See a missed approach that nobody called, and finish one that is flown."""
    strip = context.board.strip(request.aircraft)
    found = approach_of(context, strip) if strip is not None else None
    if strip is None or found is None:
        return Outcome()
    if strip.phase == "missed":
        return _fly(context, strip, *found) if strip.missed_ms is not None else Outcome()
    return _watch(context, strip, *found) if strip.phase in _ON_APPROACH else Outcome()


def _watch(context: Context, strip: Strip, airfield: Airfield, approach: Approach) -> Outcome:
    """See a go-around by radar, from a climb that lasts: one jump of a return is none.

    A pilot who is taken to go around while he lands loses his runway and is ordered up from it.
    """
    track = context.board.track_of(strip.aircraft)
    if track is None or airborne(context, strip.aircraft) is not True:
        return Outcome()
    along = final_course(airfield, approach).along_nm(track.position.grid)
    climbing = _climbs(track, approach, along)
    since_s = strip.climbing_s
    lasts = climbing and since_s is not None and track.sim_time_s - since_s >= _CLIMB_LASTS_S
    if along < _PAST_END_NM or lasts:
        return _begin(context, strip, airfield, approach, station=strip.station or "", cause="seen")
    if climbing == (since_s is not None):
        return Outcome()
    at_s = track.sim_time_s if climbing else None
    return Outcome(events=(event_of(context, "climb_seen", strip.aircraft, climbing_s=at_s),))


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
            missed_step=None,
            climbing_s=None,
            told=list(told),
            mile_called=None,
            heading_deg_mag=None,
            heading_at_ms=None,
            guidance=None,
            level_ft=approach.missed.climb_to_ft,
            readback=None,
        ),
        *free_runways(context, strip, reason="missed"),
        *advance(context, strip, _TRIGGERS.get(cause, "go_around_ordered")),
    ]
    order = briefing.missed_approach(context, airfield, approach, rule=f"missed.{cause}")
    return Outcome(events=tuple(events), says=(Say(strip.aircraft, station, order),))


def _climbs(track: Track, approach: Approach, along_nm: float) -> bool:
    """Tell whether he climbs away from the path now.

    A pilot who was low and comes back up to his altitude climbs too; he has not missed.
    """
    should_be_ft = advisory_altitude_ft(approach, max(along_nm, 0.0))
    above_ft = track.altitude_ft - should_be_ft
    steep = track.vertical_fpm > _CLIMBING_HARD_FPM and above_ft > _CLIMBED_A_LITTLE_FT
    climbing = track.vertical_fpm > _CLIMBING_FPM and (above_ft > _CLIMBED_FT or along_nm < 0.0)
    return along_nm < _SEEN_WITHIN_NM and (steep or climbing)


def _fly(context: Context, strip: Strip, airfield: Airfield, approach: Approach) -> Outcome:
    """Follow him through it; once it is complete the letdown is free and he is queued again."""
    track = context.board.track_of(strip.aircraft)
    if track is None or strip.missed_ms is None:
        return Outcome()
    before = MissedPhase(strip.missed_step) if strip.missed_step is not None else None
    course = final_course(airfield, approach)
    now = missed_guidance(approach, course, track, previous=before).phase
    late = context.now_ms - strip.missed_ms >= _LONGEST_MISS_MS
    if now is MissedPhase.COMPLETE or late:
        return _complete(context, strip)
    events: tuple[Event, ...] = ()
    if now is not before:
        events = (event_of(context, "missed_flown", strip.aircraft, missed_step=now.value),)
    if has_pending(context, strip):
        return Outcome(events=events)
    if strip.was_told("missed_approach_instruction"):
        orders = _insist(context, strip, (airfield, approach), track, now)
        station = strip.station or ""
        return Outcome(events, tuple(Say(strip.aircraft, station, one) for one in orders))
    # What was decided never went on the air: he flies it all the same, and must be told.
    order = briefing.missed_approach(context, airfield, approach, rule="missed.again")
    return Outcome(events=events, says=(Say(strip.aircraft, strip.station or "", order),))


def _insist(
    context: Context,
    strip: Strip,
    found: tuple[Airfield, Approach],
    track: Track,
    step: MissedPhase,
) -> list[Directive]:
    """Order, in plain words, what he should be doing by now and radar does not show."""
    last = max(strip.said_ms or 0, strip.missed_ms or 0)
    if context.now_ms - last < _COMPLIES_MS:
        return []
    airfield, missed = found[0], found[1].missed
    low = track.altitude_ft < missed.climb_to_ft - _NEARLY_FT
    facts = position_facts(context, track, airfield)
    says = []
    if low and track.vertical_fpm < _CLIMBING_FPM / 2.0:
        says.append(directive("go_around", rule="missed.insist", facts=facts))
        says.append(
            directive(
                "level",
                rule="missed.insist",
                facts=facts,
                verb="climb",
                altitude_ft=missed.climb_to_ft,
            )
        )
    off = angle_between_deg(track.heading_deg_grid, missed.heading_deg_grid)
    here = context.theatre.station(strip.station or "")
    vectors = here is not None and "approach" in here.roles
    if vectors and step is MissedPhase.TURN and off > _TURNING_DEG:
        variation = context.theatre.variation_deg(airfield.key)
        says.append(
            directive(
                "vector",
                rule="missed.insist",
                facts=facts,
                turn=missed.turn,
                heading_deg_mag=spoken_heading(missed.heading_deg_grid, variation, step_deg=5),
                reason="missed_approach",
            )
        )
    return says


def _complete(context: Context, strip: Strip) -> Outcome:
    """Give the letdown back; after the second miss he is asked what he wants, not sent again.

    The level of the procedure is forgotten, so that the first vector says one again.
    """
    events = [*free_letdown(context, strip, reason="missed")]
    if strip.missed_count < MOST_APPROACHES:
        events.append(
            event_of(
                context,
                "missed_complete",
                strip.aircraft,
                missed_ms=None,
                missed_step=None,
                queued_ms=context.now_ms,
                level_ft=None,
            )
        )
        return Outcome(events=tuple(events))
    events += end_approach(context, strip, reason="missed_twice")
    events += advance(context, strip, "approach_cancelled")
    says = (
        _level_of(context, strip, rule="missed.twice"),
        directive("report", rule="missed.twice", what="intentions"),
    )
    station = strip.station or ""
    return Outcome(tuple(events), tuple(Say(strip.aircraft, station, one) for one in says if one))


def _level_of(context: Context, strip: Strip, *, rule: str) -> Directive | None:
    """Return the level of his missed approach as an order of its own."""
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if found is None or track is None:
        return None
    level_ft = found[1].missed.climb_to_ft
    low = track.altitude_ft < level_ft - _NEARLY_FT
    return directive(
        "level",
        rule=rule,
        facts=position_facts(context, track, found[0]),
        verb="climb" if low else "maintain",
        altitude_ft=level_ft,
    )
