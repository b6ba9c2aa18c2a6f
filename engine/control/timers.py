"""What silence does: a prompt after minutes of quiet, and an approach that nobody claims freed.

They run on every look, on engine time, so a paused sim pauses them and a silent pilot cannot
close a field.
"""

from __future__ import annotations

from engine.control.facts import facts_of
from engine.control.lookup import airborne, event_of
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.phase import advance
from engine.control.release import close_strip, end_approach
from engine.control.speaking import may_prompt
from engine.control.strip import Strip
from engine.model.directive import directive
from engine.model.fact import Fact, FactSource

__all__ = ["CLEARANCE_TIMEOUT_MS", "FRESH_MS", "LOST_TRACK_MS", "QUIET_MS", "is_fresh", "timers"]

QUIET_MS = 5 * 60 * 1000
"""After this long without a word he is asked for his position."""
CLEARANCE_TIMEOUT_MS = 12 * 60 * 1000
"""After this long without a word the letdown is taken back."""
LOST_TRACK_MS = 60_000
"""After this long without a look at him his approach is void."""
FRESH_MS = 10_000
"""A position older than this is not vectored by."""
_BEYOND_EDGE_NM = 3.0
_QUIET_PHASES = frozenset(("arrival", "holding", "vectoring", "en_route", "departure"))


def is_fresh(context: Context, strip: Strip) -> bool:
    """Tell whether his position is recent enough to give headings by."""
    return strip.seen_ms is not None and context.now_ms - strip.seen_ms <= FRESH_MS


def timers(context: Context, request: Request) -> Outcome:
    """Return what the time that passed calls for, for one aircraft."""
    strip = context.board.strip(request.aircraft)
    if strip is None:
        return Outcome()
    heard = max(strip.heard_ms or 0, strip.opened_ms)
    quiet_ms = context.now_ms - heard
    fact = Fact("quiet", round(quiet_ms / 1000.0), "s", FactSource.CLOCK, strip.aircraft)
    if not strip.identified:
        idle = quiet_ms >= CLEARANCE_TIMEOUT_MS
        return Outcome(events=close_strip(context, strip, reason="silent")) if idle else Outcome()
    if strip.approach is not None and _lost(context, strip):
        return _void(context, strip, fact, rule="timers.lost_track")
    if strip.approach is not None and _has_left(context, strip):
        away = Fact("left_area", strip.field or "", "", FactSource.TRACK, strip.aircraft)
        return _void(context, strip, away, rule="timers.left_area", reason="left_area")
    silent_ms = context.now_ms - max(heard, strip.letdown_ms or 0)
    if context.board.holds_letdown(strip.aircraft) and silent_ms >= CLEARANCE_TIMEOUT_MS:
        return _void(context, strip, fact, rule="timers.clearance")
    if _prompt_due(context, strip, quiet_ms):
        asked = directive("report", rule="timers.quiet", facts=(fact,), what="position")
        return Outcome(
            events=(event_of(context, "prompted", strip.aircraft, prompted_ms=context.now_ms),),
            says=(Say(strip.aircraft, strip.station or "", asked),),
        )
    return Outcome()


def _lost(context: Context, strip: Strip) -> bool:
    return strip.seen_ms is None or context.now_ms - strip.seen_ms >= LOST_TRACK_MS


def _has_left(context: Context, strip: Strip) -> bool:
    """Tell whether he flew out of the area while an approach was his."""
    facts = facts_of(context, strip)
    range_nm, edge_nm = facts.get("range"), facts.get("terminal_edge")
    if not isinstance(range_nm, float) or not isinstance(edge_nm, (int, float)):
        return False
    return facts.get("outbound") is True and range_nm > edge_nm + _BEYOND_EDGE_NM


def _prompt_due(context: Context, strip: Strip, quiet_ms: int) -> bool:
    return (
        quiet_ms >= QUIET_MS
        and strip.prompted_ms is None
        and strip.station is not None
        and strip.phase in _QUIET_PHASES
        and airborne(context, strip.aircraft) is True
        and not strip.was_told("do_not_acknowledge")
        and may_prompt(context, strip)
    )


def _void(
    context: Context, strip: Strip, fact: Fact, *, rule: str, reason: str = "lost_contact"
) -> Outcome:
    """Take the approach back, tell him, and ask what he wants."""
    says = (
        directive("approach_cancelled", rule=rule, facts=(fact,), reason=reason),
        directive("report", rule=rule, facts=(fact,), what="intentions"),
    )
    station = strip.station or ""
    return Outcome(
        events=(
            *end_approach(context, strip, reason=reason),
            *advance(context, strip, "approach_cancelled"),
        ),
        says=tuple(Say(strip.aircraft, station, one) for one in says if station),
    )
