"""Say the vectors that the geometry gives: heading, level and speed, when each is worth saying.

Nobody is vectored before he has checked in and asked, while he holds, once the talk-down is his,
or where no safe altitude is known. The first instruction is complete: heading and level together.
"""

from __future__ import annotations

from dataclasses import replace

from engine.control.briefing import before_final, surface_wind
from engine.control.codec import to_json
from engine.control.course import final_course
from engine.control.air_mass import Wind
from engine.control.lookup import approach_of, event_of, position_facts
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.sequence import number_of
from engine.control.separation import VECTORED
from engine.control.speaking import may_prompt
from engine.control.strip import Strip
from engine.control.vectors import Guidance, guide, should_issue
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.geometry import spoken_heading
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach

__all__ = ["guidance_for", "vectoring", "wind_aloft"]

PHASES = frozenset(("arrival", "vectoring"))
_LEVEL_OFF_FT = 150.0
_SPEED_REPEAT_MS = 75_000
_SPEED_CHANGE_KT = 10


def vectoring(context: Context, request: Request) -> Outcome:
    """Return what he should be told now to bring him to final, if anything."""
    strip = context.board.strip(request.aircraft)
    if strip is None or not wants_vectors(context, strip) or not may_prompt(context, strip):
        return Outcome()
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if found is None or track is None:
        return Outcome()
    airfield, approach = found
    now = guidance_for(context, strip, track, airfield, approach)
    if now is None:
        return Outcome()
    facts = _facts(context, track, airfield, now)
    turn = should_issue(strip.guidance, now, track)
    says = _orders(context, strip, track, airfield, now, facts, turn=turn)
    if not says:
        return _brief(context, strip, airfield, approach)
    kept = now if turn or strip.guidance is None else _same_heading(strip.guidance, now)
    events = (_vectored(context, strip, kept), *advance(context, strip, "vectored"))
    station = strip.station or ""
    return Outcome(events=events, says=tuple(Say(strip.aircraft, station, one) for one in says))


def wants_vectors(context: Context, strip: Strip) -> bool:
    """Tell whether he is to be vectored: asked, working with us, not holding, not on the talk-down."""
    number = number_of(context.board, strip)
    return (
        strip.approach is not None
        and strip.phase in PHASES
        and strip.hold is None
        and not strip.was_told("cleared_approach")
        and number is not None
        and number <= VECTORED
    )


def wind_aloft(context: Context, airfield: Airfield) -> Wind:
    """Return the reported wind as the geometry takes it."""
    from_deg_grid, speed_kt, _ = surface_wind(context, airfield)
    return Wind.blowing_from(from_deg_grid, speed_kt)


def guidance_for(
    context: Context, strip: Strip, track: Track, airfield: Airfield, approach: Approach
) -> Guidance | None:
    """Return the geometry's guidance for him as of now."""
    airframe = context.theatre.airframes.get(strip.type_name)
    return guide(
        track,
        course=final_course(airfield, approach),
        approach=approach,
        airfield=airfield,
        variation_deg_east=context.theatre.variation_deg(airfield.key),
        wind=wind_aloft(context, airfield),
        previous=strip.guidance,
        minimum_speed_kt=float(airframe.minimum_vector_kt) if airframe is not None else 0.0,
    )


def _vectored(context: Context, strip: Strip, guidance: Guidance) -> Event:
    """Return the event that remembers what he was told, without the predicted way."""
    return event_of(
        context,
        "vectored",
        strip.aircraft,
        guidance=to_json(replace(guidance, ahead=())),
        guidance_before=to_json(strip.guidance),
    )


def _same_heading(previous: Guidance, now: Guidance) -> Guidance:
    """Return what he has after a level alone: the old heading, still as old as it is."""
    return replace(previous, altitude_ft=now.altitude_ft, wind=now.wind)


def _facts(
    context: Context, track: Track, airfield: Airfield, now: Guidance
) -> tuple[Fact, ...]:
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
    facts: tuple[Fact, ...],
    *,
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
    if now.altitude_ft != strip.level_ft:
        says.append(_level(track, now, facts))
    if now.speed_kt is not None and _speed_is_news(context, strip, now.speed_kt):
        says.append(directive("speed", rule="vectoring.speed", facts=facts, speed_kt=now.speed_kt))
    return says


def _level(track: Track, now: Guidance, facts: tuple[Fact, ...]) -> Directive:
    difference = now.altitude_ft - track.altitude_ft
    if abs(difference) <= _LEVEL_OFF_FT:
        verb = "maintain"
    else:
        verb = "climb" if difference > 0 else "descend"
    rule = f"vectoring.{verb}"
    return directive("level", rule=rule, facts=facts, verb=verb, altitude_ft=now.altitude_ft)


def _speed_is_news(context: Context, strip: Strip, speed_kt: int) -> bool:
    if strip.speed_kt is None or strip.speed_at_ms is None:
        return True
    if abs(strip.speed_kt - speed_kt) >= _SPEED_CHANGE_KT:
        return True
    return context.now_ms - strip.speed_at_ms >= _SPEED_REPEAT_MS


def _brief(
    context: Context, strip: Strip, airfield: Airfield, approach: Approach
) -> Outcome:
    """Use the quiet between vectors for the second part of the briefing."""
    says = before_final(context, airfield, approach, strip, rule="vectoring.briefing")
    station = strip.station or ""
    return Outcome(says=tuple(Say(strip.aircraft, station, one) for one in says))
