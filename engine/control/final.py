"""The surveillance final: cleared once, a call each mile, corrections between, and the way out.

FAA JO 7110.65 5-10 and 5-11: no acknowledgement wanted on final, a range each mile, landing
clearance passed on by the approach controller before two miles or a go-around, and guidance
discontinued at the missed approach point.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.control import briefing
from engine.control.codec import to_json
from engine.control.course import FinalCourse, final_course
from engine.control.guidance import Leg
from engine.control.landing_clearance import landing_clearance, runway_taken
from engine.control.lookup import approach_of, event_of, position_facts
from engine.control.missed import go_around
from engine.control.on_course import on_course_report
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.runway import blocked_by
from engine.control.speaking import (
    another_answers,
    awaits_readback,
    has_pending,
    is_unsettled,
    may_talk_down,
)
from engine.control.strip import Strip
from engine.control.talkdown import (
    advisory_altitude_ft,
    correction,
    issued_altitude_ft,
    mile_due,
    over_missed_approach_point,
    unsafe,
)
from engine.control.vectoring import turn_waits
from engine.control.vectors import floor_on_final_ft
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact
from engine.model.geometry import signed_turn_deg, spoken_heading
from engine.model.picture import Track
from engine.profile.theatre import Airfield, Approach, RunwayEnd

__all__ = ["KEYING_LEAD_S", "final", "is_on_final"]

KEYING_LEAD_S = 1.0
"""From the decision to the first packet: queue, cached speech, a free channel."""
_CLEARANCE_S = 8.0
_CLEAR_LATE_NM = 1.5
_NEAR_NM = 1.0
"""From here on the clearance does not wait for the read-back of the last vector."""
_TURN_AWAY_NM = 0.8
_LANDING_FROM_NM = 4.2
_LANDING_UNTIL_NM = 1.2
"""Later than two miles it is still better said than not, while the runway is free."""
_LANDING_CLEARANCE_S = 6.0
_NO_LATER_THAN_NM = 2.0
"""Landing clearance is passed before two miles, or he goes around (ICAO Doc 4444 8.9.6.1.7)."""
_CONTINUE_FROM_NM = 3.2
_CORRECTION_INTERVAL_MS = 11_000
_CORRECTION_S = 4.5
_TURN_WORD_DEG = 3.0
_QUIET_MS = 12_000
"""Something is said about every 15 seconds on final (FAA JO 7110.65 5-11-5); words take three."""
_TOO_QUIET_MS = 18_000
_BEFORE_MILE_S = 6.0
"""A report is not begun with less than this to the next mile."""
_NEAR_COURSE = frozenset(("on_course", "slightly_left", "slightly_right"))
_NOT_YET_CLEARED = frozenset(("arrival", "vectoring", "approach"))
"""In `approach` he is without his clearance when it could not be keyed in time."""


@dataclass(frozen=True, slots=True)
class _Final:
    """Everything one look at an aircraft on final rests on."""

    strip: Strip
    track: Track
    airfield: Airfield
    approach: Approach
    course: FinalCourse
    end: RunwayEnd
    along_nm: float
    facts: tuple[Fact, ...]
    variation_deg: float

    @property
    def station(self) -> str:
        return self.strip.station or ""

    @property
    def ground_kt(self) -> float:
        return max(self.track.speed_kt, 1.0)

    def seconds_to(self, along_nm: float) -> float:
        """Return the time until he is that far out."""
        return (self.along_nm - along_nm) * 3600.0 / self.ground_kt

    def next_mile(self) -> int:
        """Return the next mile that will be called."""
        first = int(self.approach.final_approach_fix_nm)
        called = self.strip.mile_called
        return first if called is None else min(first, called - 1)


def is_on_final(strip: Strip) -> bool:
    """Tell whether the talk-down is his: cleared, and neither missed nor down."""
    return strip.was_told("cleared_approach") and strip.phase in ("approach", "final")


def final(context: Context, request: Request) -> Outcome:
    """Return the one thing to say to an aircraft on or about to be on final, if anything."""
    strip = context.board.strip(request.aircraft)
    at = _situation(context, strip) if strip is not None else None
    if strip is None or at is None:
        return Outcome()
    if not is_on_final(strip):
        return _clear(context, at)
    if not may_talk_down(context, strip):
        return _break_off(context, at)
    broken = _break_off(context, at)
    if broken.says:
        return broken
    said = (
        _over_point(at)
        or _mile(context, at)
        or _landing(context, at)
        or _correct(context, at)
        or _report(context, at)
    )
    if said is None:
        return Outcome(events=_established(context, at))
    events = _established(context, at)
    if any(one.kind == "cleared_to_land" for one in said):
        events = (*events, runway_taken(context, strip, at.airfield, at.approach))
    return Outcome(events=events, says=tuple(Say(strip.aircraft, at.station, one) for one in said))


def _situation(context: Context, strip: Strip) -> _Final | None:
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if found is None or track is None:
        return None
    airfield, approach = found
    end = airfield.runway_end(approach.runway)
    if end is None:
        return None
    course = final_course(airfield, approach)
    return _Final(
        strip=strip,
        track=track,
        airfield=airfield,
        approach=approach,
        course=course,
        end=end,
        along_nm=course.along_nm(track.position.grid),
        facts=position_facts(context, track, airfield),
        variation_deg=context.theatre.variation_deg(airfield.key),
    )


def _clear(context: Context, at: _Final) -> Outcome:
    """Clear him for the approach once he is on the course, briefed, and the letdown is his."""
    strip, approach = at.strip, at.approach
    if strip.phase not in _NOT_YET_CLEARED or strip.guidance is None:
        return Outcome()
    if strip.guidance.leg is not Leg.FINAL or at.along_nm > approach.final_intercept_nm + 4.0:
        return Outcome()
    last_chance = at.along_nm < approach.final_approach_fix_nm + _CLEAR_LATE_NM
    if not last_chance and not (at.course.established(at.track) and _has_platform(at)):
        return Outcome()
    if context.board.letdown.get(at.airfield.key) != strip.aircraft:
        return _turn_away(context, at)
    near = at.along_nm < approach.minimum_intercept_nm + _NEAR_NM
    if has_pending(context, strip) or (awaits_readback(context, strip) and not near):
        return Outcome()
    says: list[Directive] = []
    if last_chance or not briefing.before_final(
        context, at.airfield, approach, strip, rule="final.briefing"
    ):
        says = _clearance(at)
    else:
        says = list(
            briefing.before_final(context, at.airfield, approach, strip, rule="final.briefing")
        )
    events: tuple[Event, ...] = ()
    if says[0].kind == "cleared_approach" and strip.phase != "approach":
        events = advance(context, strip, "approach_cleared")
    return Outcome(events=events, says=tuple(Say(strip.aircraft, at.station, one) for one in says))


def _has_platform(at: _Final) -> bool:
    """Tell whether he was sent down to the platform: a talk-down begins from there.

    Farther out he is kept over what is below, and who is cleared is given no level any more.
    """
    approach, level_ft = at.approach, at.strip.level_ft
    lowest_ft = floor_on_final_ft(at.airfield, approach, at.course, along_nm=at.along_nm)
    return lowest_ft <= approach.platform_ft and (level_ft or 0) <= approach.platform_ft


def _turn_away(context: Context, at: _Final) -> Outcome:
    """Forget the final he was given: the letdown is another's and the fix is near.

    He has no clearance, so this is no missed approach; the next look vectors him round again.
    """
    if at.along_nm > at.approach.final_approach_fix_nm + _TURN_AWAY_NM:
        return Outcome()
    before = to_json(at.strip.guidance)
    return Outcome(
        events=(
            event_of(context, "vectored", at.strip.aircraft, guidance=None, guidance_before=before),
        )
    )


def _clearance(at: _Final) -> list[Directive]:
    approach = at.approach
    return [
        directive(
            "cleared_approach",
            rule="final.cleared",
            facts=at.facts,
            approach=approach.kind,
            runway=approach.runway,
            range_nm=max(1, round(at.along_nm)),
        ),
        directive("do_not_acknowledge", rule="final.silence", facts=at.facts),
    ]


def _established(context: Context, at: _Final) -> tuple[Event, ...]:
    if at.strip.phase != "approach" or not at.course.established(at.track):
        return ()
    return advance(context, at.strip, "established")


def _break_off(context: Context, at: _Final) -> Outcome:
    """Send him around when it is unsafe or the runway is not his by two miles."""
    if at.along_nm <= 0.0:
        return Outcome()
    why = unsafe(
        at.approach,
        at.course,
        at.track,
        threshold_elevation_ft=at.airfield.elevation_ft,
    )
    late = at.along_nm <= _NO_LATER_THAN_NM and not at.strip.was_told("cleared_to_land")
    blocker = blocked_by(context, at.strip.aircraft, at.airfield, at.approach.runway)
    if why is None and blocker is not None and at.along_nm <= _NO_LATER_THAN_NM:
        why = "runway_occupied"
    if why is None and late and blocker is not None:
        why = "runway_occupied"
    return go_around(context, at.strip, reason=why, facts=at.facts) if why else Outcome()


def _over_point(at: _Final) -> list[Directive] | None:
    if at.strip.was_told("over_missed_approach_point"):
        return None
    over = over_missed_approach_point(
        at.approach,
        distance_nm=at.along_nm,
        ground_speed_kt=at.ground_kt,
        lead_s=KEYING_LEAD_S,
    )
    if not over or at.along_nm <= 0.0:
        return None
    return [
        directive("over_missed_approach_point", rule="final.missed_approach_point", facts=at.facts)
    ]


def _mile(context: Context, at: _Final) -> list[Directive] | None:
    mile = mile_due(
        at.approach,
        last_mile=at.strip.mile_called,
        distance_nm=at.along_nm,
        ground_speed_kt=at.ground_kt,
        lead_s=KEYING_LEAD_S,
    )
    if mile is None:
        return None
    altitude = issued_altitude_ft(at.approach, mile)
    lower = altitude < advisory_altitude_ft(at.approach, mile)
    heading = _correction(context, at)
    return [
        directive(
            "range_call",
            rule="final.mile",
            facts=at.facts,
            range_nm=mile,
            deviation=at.course.deviation_word(at.track.position.grid),
            turn=_turn_word(at, heading),
            heading_deg_mag=heading,
            verb="descend" if lower else "maintain",
            altitude_ft=altitude,
        )
    ]


def _landing(context: Context, at: _Final) -> list[Directive] | None:
    """Pass on the landing clearance when there is time before the next mile."""
    if at.along_nm > _LANDING_FROM_NM or at.strip.was_told("cleared_to_land"):
        return None
    called = at.strip.mile_called
    if called is None or at.along_nm <= _LANDING_UNTIL_NM:
        return None
    if at.seconds_to(at.next_mile()) < _LANDING_CLEARANCE_S + KEYING_LEAD_S:
        return None
    free = blocked_by(context, at.strip.aircraft, at.airfield, at.approach.runway) is None
    if not free and (at.strip.was_told("continue_approach") or at.along_nm > _CONTINUE_FROM_NM):
        return None
    return landing_clearance(context, at.strip, at.airfield, at.approach, facts=at.facts)


def _correct(context: Context, at: _Final) -> list[Directive] | None:
    """Give a heading between the miles, when it is worth one and there is time for it."""
    last = max(at.strip.correction_ms or 0, at.strip.heading_at_ms or 0)
    if context.now_ms - last < _CORRECTION_INTERVAL_MS:
        return None
    if at.seconds_to(at.approach.missed_approach_point_nm) < _CORRECTION_S + KEYING_LEAD_S:
        return None
    if 0.0 < at.seconds_to(at.next_mile()) < _CORRECTION_S + KEYING_LEAD_S:
        return None
    heading = _correction(context, at)
    if heading is None or (_is_near_course(at) and turn_waits(context, at.strip)):
        return None  # the next mile carries it; a turn that another waits for has only this gap
    return [
        directive(
            "course_correction",
            rule="final.correction",
            facts=at.facts,
            deviation=at.course.deviation_word(at.track.position.grid),
            turn=_turn_word(at, heading),
            heading_deg_mag=heading,
        )
    ]


def _report(context: Context, at: _Final) -> list[Directive] | None:
    """Say where he is when nothing was said for long; a pilot on final takes silence for failure.

    It gives way to everything: a mile that is due, whatever waits for him, another's read-back.
    """
    quiet_ms = context.now_ms - (at.strip.said_ms or 0)
    if quiet_ms < _QUIET_MS or is_unsettled(context, at.strip):
        return None
    waits = another_answers(context, at.strip) or turn_waits(context, at.strip)
    if waits and quiet_ms < _TOO_QUIET_MS:
        return None
    if at.along_nm <= at.approach.missed_approach_point_nm:
        return None
    next_nm = max(float(at.next_mile()), at.approach.missed_approach_point_nm)
    if 0.0 < at.seconds_to(next_nm) < _BEFORE_MILE_S + KEYING_LEAD_S:
        return None
    return [
        on_course_report(
            at.approach,
            at.course,
            at.track,
            rule="final.report",
            facts=at.facts,
            lead_s=KEYING_LEAD_S,
        )
    ]


def _correction(context: Context, at: _Final) -> int | None:
    told = at.strip.heading_deg_mag
    wanted = correction(
        at.course,
        at.track,
        previous_heading_deg_grid=None if told is None else told + at.variation_deg,
        wind=briefing.wind_aloft(context, at.airfield),
        variation_deg_east=at.variation_deg,
    )
    return None if wanted is None else spoken_heading(wanted, at.variation_deg)


def _is_near_course(at: _Final) -> bool:
    return at.course.deviation_word(at.track.position.grid) in _NEAR_COURSE


def _turn_word(at: _Final, heading_deg_mag: int | None) -> str | None:
    if heading_deg_mag is None:
        return None
    now = at.track.heading_deg_grid - at.variation_deg
    turn = signed_turn_deg(now, float(heading_deg_mag))
    if abs(turn) < _TURN_WORD_DEG:
        return None
    return "right" if turn > 0.0 else "left"
