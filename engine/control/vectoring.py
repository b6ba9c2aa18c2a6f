"""Say the vectors that the geometry gives: heading, level and speed, when each is worth saying.

Nobody is vectored before he has checked in and asked, while he holds, once the talk-down is his,
or where no safe altitude is known. The first instruction is complete: heading and level together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.control.apart import apart
from engine.control.briefing import before_final, wind_aloft
from engine.control.codec import to_json
from engine.control.course import final_course
from engine.control.guidance import Guidance, should_issue, with_level
from engine.control.lookup import approach_of, event_of, position_facts, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.room import ALONE, Room, Way, room, way_of
from engine.control.separation import VECTORED
from engine.control.sequence import number_of, sequence
from engine.control.speaking import channel_room_s, has_pending, may_prompt, prompt_s
from engine.control.strip import Strip
from engine.control.timers import is_fresh
from engine.control.vectors import guide
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.geometry import angle_between_deg, spoken_heading
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach

__all__ = [
    "first_vector",
    "guidance_for",
    "room_behind",
    "turn_waits",
    "vectoring",
    "wants_vectors",
]

PHASES = frozenset(("arrival", "vectoring", "holding", "missed"))
"""Holding after he was told to leave it, missed once that is complete."""
_FRESH_S = 6.0
_ANOTHER_HEADING_DEG = 12.0
"""Less is not worth a new vector (should_issue holds to the same)."""
_LEVEL_OFF_FT = 150.0
_OFF_LEVEL_FT = 300.0
"""Beyond this from his level he is not at it (FAA JO 7110.65 5-14-1)."""
_LEVEL_REPEAT_MS = 40_000
_MOVING_FPM = 200.0
_SPEED_REPEAT_MS = 75_000
_SPEED_CHANGE_KT = 10
_DUE_S = 12.0
_BRIEFING_S = 30.0
"""What a part of the briefing and its read-back take."""


def vectoring(context: Context, request: Request) -> Outcome:
    """Return what he should be told now to bring him to final, if anything."""
    strip = context.board.strip(request.aircraft)
    if strip is None:
        return Outcome()
    if wants_vectors(context, strip):
        urgent = apart(context, strip, lambda: _ways(context, strip))
        if urgent.says:
            return Outcome((*urgent.events, *_phase(context, strip)), urgent.says)
    return _decide(context, strip) if may_prompt(context, strip) else Outcome()


def _decide(context: Context, strip: Strip) -> Outcome:
    if not wants_vectors(context, strip):
        return Outcome()
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if found is None or track is None or not is_fresh(context, strip):
        return Outcome()
    airfield, approach = found
    room = room_behind(context, strip, track, airfield, approach)
    now = guidance_for(context, strip, track, airfield, approach, room=room)
    if now is None:
        return Outcome()
    if room.climb_soon and room.not_below_ft is not None:
        now = replace(now, altitude_ft=max(now.altitude_ft, room.not_below_ft))
    facts = _facts(context, track, airfield, now)
    turn = should_issue(strip.guidance, now, track)
    says = _orders(context, strip, track, airfield, now, facts=facts, turn=turn)
    if not says:
        return _brief(context, strip, airfield, approach, now)
    says = _in_time(says, channel_room_s(context, strip))
    kept = now if turn or strip.guidance is None else with_level(strip.guidance, now)
    events = (_vectored(context, strip, kept), *_phase(context, strip))
    station = strip.station or ""
    return Outcome(events=events, says=tuple(Say(strip.aircraft, station, one) for one in says))


def first_vector(context: Context, request: Request) -> Outcome:
    """Put the first vector into the reply to his request: he is flying somewhere meanwhile."""
    strip = context.board.strip(who(context, request))
    if strip is None or strip.guidance is not None or has_pending(context, strip):
        return Outcome()
    outcome = _decide(context, strip)
    says = tuple(say for say in outcome.says if say.directive.kind in ("vector", "level"))
    return Outcome(outcome.events, says) if says else Outcome()


def wants_vectors(context: Context, strip: Strip) -> bool:
    """Tell whether he is to be vectored: he asked, and neither holds nor is talked down."""
    number = number_of(context.board, strip)
    missing = strip.missed_ms is not None
    station = context.theatre.station(strip.station or "")
    return (
        strip.approach is not None
        and station is not None
        and "approach" in station.roles
        and strip.phase in PHASES
        and not missing
        and strip.hold is None
        and not strip.was_told("cleared_approach")
        and number is not None
        and number <= VECTORED
    )


def _ways(context: Context, strip: Strip) -> tuple[Way, Way] | None:
    """Return the ways that number one and he will take, None where either is unknown."""
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    order = sequence(context.board, strip.field or "")
    first = order[0] if order and order[0].aircraft != strip.aircraft else None
    ahead = context.board.track_of(first.aircraft) if first is not None else None
    if found is None or track is None or first is None or ahead is None:
        return None
    theirs = way_of(first, ahead, final_course(*found), _lead(context, first, ahead))
    if theirs is None or strip.guidance is None:
        return None
    mine = guidance_for(context, strip, track, *found)
    return (theirs, mine.ahead) if mine is not None and mine.ahead else None


def _lead(context: Context, first: Strip, ahead: Track) -> Guidance | None:
    """Return how number one is vectored; None on the talk-down, a missed approach, or neither."""
    theirs = approach_of(context, first)
    if theirs is None or first.was_told("cleared_approach") or first.missed_ms is not None:
        return None
    return guidance_for(context, first, ahead, *theirs)


def still_holds(context: Context, strip: Strip) -> bool:
    """Tell whether the last vector decided for him is still the one to give."""
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if found is None or track is None or strip.guidance is None:
        return True
    room = room_behind(context, strip, track, *found)
    now = guidance_for(context, strip, track, *found, room=room)
    if now is None:
        return False
    age_s = track.sim_time_s - strip.guidance.sim_time_s
    # He has not turned because he has not been told: only another heading is another vector.
    apart_deg = angle_between_deg(now.heading_deg_grid, strip.guidance.heading_deg_grid)
    return age_s < _FRESH_S or apart_deg < _ANOTHER_HEADING_DEG


def guidance_for(
    context: Context,
    strip: Strip,
    track: Track,
    airfield: Airfield,
    approach: Approach,
    *,
    room: Room = ALONE,
) -> Guidance | None:
    """Return the geometry's guidance for him as of now, behind whoever is before him."""
    airframe = context.theatre.airframes.get(strip.type_name)
    return guide(
        track,
        course=final_course(airfield, approach),
        approach=approach,
        airfield=airfield,
        variation_deg_east=context.theatre.variation_deg(airfield.key),
        wind=wind_aloft(context, airfield),
        previous=strip.guidance,
        not_before_s=room.not_before_s,
        minimum_speed_kt=float(airframe.minimum_vector_kt) if airframe is not None else 0.0,
        not_below_ft=room.not_below_ft,
    )


def room_behind(
    context: Context, strip: Strip, track: Track, airfield: Airfield, approach: Approach
) -> Room:
    """Return what number one's way asks of an aircraft behind him."""
    order = sequence(context.board, airfield.key)
    first = order[0] if order and order[0].aircraft != strip.aircraft else None
    ahead = context.board.track_of(first.aircraft) if first is not None else None
    if first is None or ahead is None:
        return ALONE
    lead = _lead(context, first, ahead)
    mine = guidance_for(context, strip, track, airfield, approach)
    return room(
        first,
        ahead,
        strip,
        track,
        course=final_course(airfield, approach),
        approach=approach,
        lead=lead,
        mine=mine,
    )


def _phase(context: Context, strip: Strip) -> tuple[Event, ...]:
    return () if strip.phase == "vectoring" else advance(context, strip, "vectors_given")


def _vectored(context: Context, strip: Strip, guidance: Guidance) -> Event:
    """Return the event that remembers what he was told, without the predicted way."""
    return event_of(
        context,
        "vectored",
        strip.aircraft,
        guidance=to_json(replace(guidance, ahead=())),
        guidance_before=to_json(strip.guidance),
    )


def _facts(context: Context, track: Track, airfield: Airfield, now: Guidance) -> tuple[Fact, ...]:
    made = (
        ("heading", now.heading_deg_grid, "deg"),
        ("floor", float(now.floor_ft), "ft"),
        ("join", round(now.join_nm, 1), "nm"),
        ("track_miles", round(now.track_miles_nm, 1), "nm"),
    )
    return (
        *position_facts(context, track, airfield),
        Fact("leg", now.leg.value, "", FactSource.TRACK, track.track_id, context.now_ms),
        *(
            Fact(name, value, unit, FactSource.TRACK, track.track_id, context.now_ms)
            for name, value, unit in made
        ),
    )


def _orders(
    context: Context,
    strip: Strip,
    track: Track,
    airfield: Airfield,
    now: Guidance,
    *,
    facts: tuple[Fact, ...],
    turn: bool,
) -> list[Directive]:
    says: list[Directive] = []
    if turn:
        variation = context.theatre.variation_deg(airfield.key)
        says.append(
            directive(
                "vector",
                rule=f"vectoring.{now.leg.value}",
                facts=facts,
                turn=now.turn,
                heading_deg_mag=spoken_heading(now.heading_deg_grid, variation),
                reason=now.reason,
            )
        )
    if now.altitude_ft != strip.level_ft or _strays(context, strip, track, now.altitude_ft):
        says.append(_level(track, now, facts))
    if now.speed_kt is not None and _speed_is_news(context, strip, now.speed_kt):
        says.append(directive("speed", rule="vectoring.speed", facts=facts, speed_kt=now.speed_kt))
    return says


def _in_time(says: list[Directive], room_s: float) -> list[Directive]:
    """Return what there is time for before somebody's next mile; the rest is decided anew.

    Never a vector without the climb that goes with it: the ground is cleared by both.
    """
    climbs = any(one.slots.get("verb") == "climb" for one in says)
    parts = len(says)
    while parts > 1 and not climbs and prompt_s(parts) > room_s:
        parts -= 1
    return says[:parts]


def _level(track: Track, now: Guidance, facts: tuple[Fact, ...]) -> Directive:
    difference = now.altitude_ft - track.altitude_ft
    if abs(difference) <= _LEVEL_OFF_FT:
        verb = "maintain"
    else:
        verb = "climb" if difference > 0 else "descend"
    rule = f"vectoring.{verb}"
    return directive("level", rule=rule, facts=facts, verb=verb, altitude_ft=now.altitude_ft)


def _strays(context: Context, strip: Strip, track: Track, level_ft: int) -> bool:
    """Tell whether he is off the level he was given and not on his way to it."""
    off = level_ft - track.altitude_ft
    given = strip.level_at_ms
    if given is None or abs(off) < _OFF_LEVEL_FT or context.now_ms - given < _LEVEL_REPEAT_MS:
        return False
    return track.vertical_fpm * off <= 0.0 or abs(track.vertical_fpm) < _MOVING_FPM


def _speed_is_news(context: Context, strip: Strip, speed_kt: int) -> bool:
    if strip.speed_kt is None or strip.speed_at_ms is None:
        return True
    if abs(strip.speed_kt - speed_kt) >= _SPEED_CHANGE_KT:
        return True
    return context.now_ms - strip.speed_at_ms >= _SPEED_REPEAT_MS


def _brief(
    context: Context, strip: Strip, airfield: Airfield, approach: Approach, now: Guidance
) -> Outcome:
    """Use the quiet between vectors for the second part of the briefing.

    Not while a mile of a talk-down is near, nor a turn of his or of anybody's on the channel: a
    turn that is late costs far more than words that are.
    """
    says = before_final(context, airfield, approach, strip, rule="vectoring.briefing")
    if not says or channel_room_s(context, strip) < _BRIEFING_S or _turns_soon(now):
        return Outcome()
    if any(_turns_soon(other) for other in _others(context, strip)):
        return Outcome()
    station = strip.station or ""
    return Outcome(says=tuple(Say(strip.aircraft, station, one) for one in says))


def _turns_soon(guidance: Guidance | None) -> bool:
    if guidance is None or guidance.seconds_to_turn is None:
        return False
    return guidance.seconds_to_turn < _BRIEFING_S


def turn_waits(context: Context, strip: Strip) -> bool:
    """Tell whether a planned turn of somebody else on his channel is due and not yet said."""
    return any(
        guidance is not None
        and guidance.seconds_to_turn is not None
        and guidance.seconds_to_turn < _DUE_S
        for guidance in _others(context, strip)
    )


def _others(context: Context, strip: Strip) -> Iterator[Guidance | None]:
    """Yield how each of the others that his station vectors is to be guided now."""
    for other in context.board.worked():
        found, track = approach_of(context, other), context.board.track_of(other.aircraft)
        mine = other.aircraft == strip.aircraft or other.station != strip.station
        if mine or found is None or track is None or other.guidance is None:
            continue
        if wants_vectors(context, other):
            yield guidance_for(context, other, track, *found)
