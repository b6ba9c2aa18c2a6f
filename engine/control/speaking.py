"""When something unprompted may be said to an aircraft.

One thing at a time: nothing new while the last waits to be keyed or to be read back, or while he
asked us to stand by. A talk-down does not wait for read-backs: he was told not to acknowledge.
"""

from __future__ import annotations

import math

from engine.control.course import final_course
from engine.control.lookup import approach_of
from engine.control.outcome import Context
from engine.control.strip import Pending, Strip
from engine.model.directive import Priority

__all__ = [
    "READBACK_WINDOW_MS",
    "TALKED_DOWN",
    "another_answers",
    "awaits_readback",
    "channel_room_s",
    "has_pending",
    "is_talked_down",
    "is_unsettled",
    "may_prompt",
    "may_talk_down",
    "prompt_s",
    "seconds_to_mile",
    "talk_down_needs_channel",
]

_PROMPT_S = 6.5
_PROMPT_PART_S = 4.5
"""What an instruction of so many parts and its read-back keep the channel busy for."""
TALKED_DOWN = frozenset(("approach", "final"))
_LONGEST_ON_AIR_MS = 30_000
READBACK_WINDOW_MS = 10_000
"""How long after our words he has to begin his read-back."""


def has_pending(context: Context, strip: Strip) -> bool:
    """Tell whether something for him is decided and not yet on the air."""
    return any(
        one.to == strip.aircraft and context.now_ms <= one.expires_ms
        for one in context.board.pending.values()
    )


def is_unsettled(context: Context, strip: Strip) -> bool:
    """Tell whether something for him waits or is on the air, and is not reported said or dropped.

    What was keyed in time is on the air beyond its expiry. A report that never comes ends nothing.
    """
    return any(
        one.to == strip.aircraft and context.now_ms - one.expires_ms < _LONGEST_ON_AIR_MS
        for one in context.board.pending.values()
    )


def awaits_readback(context: Context, strip: Strip) -> bool:
    """Tell whether he still has time to begin reading back the last transmission."""
    readback = strip.readback
    return readback is not None and context.now_ms - readback.since_ms < READBACK_WINDOW_MS


def another_answers(context: Context, strip: Strip) -> bool:
    """Tell whether another on his station is about to read back what he was just told."""
    return any(
        other.aircraft != strip.aircraft
        and other.station == strip.station
        and awaits_readback(context, other)
        for other in context.board.worked()
    )


def seconds_to_mile(context: Context, strip: Strip) -> float:
    """Return the time until his next mile is called, infinite once all are."""
    found, track = approach_of(context, strip), context.board.track_of(strip.aircraft)
    if found is None or track is None:
        return math.inf
    first = math.floor(found[1].final_approach_fix_nm)
    mile = first if strip.mile_called is None else min(first, strip.mile_called - 1)
    if mile <= found[1].missed_approach_point_nm:
        return math.inf
    along = final_course(*found).along_nm(track.position.grid)
    return (along - mile) * 3600.0 / max(track.speed_kt, 1.0)


def is_talked_down(strip: Strip | None) -> bool:
    """Tell whether the talk-down is his: cleared, and neither missed nor down."""
    return strip is not None and strip.phase in TALKED_DOWN and strip.was_told("cleared_approach")


def may_prompt(context: Context, strip: Strip) -> bool:
    """Tell whether a routine instruction may be decided for him now."""
    waiting = strip.standby_until_ms is not None and context.now_ms < strip.standby_until_ms
    if waiting or has_pending(context, strip) or awaits_readback(context, strip):
        return False
    return not talk_down_needs_channel(context, strip)


def talk_down_needs_channel(context: Context, strip: Strip) -> bool:
    """Tell whether a mile of somebody else's talk-down is due before a prompt would be over."""
    return channel_room_s(context, strip) < prompt_s(1)


def prompt_s(parts: int) -> float:
    """Return how long an instruction of so many parts and its read-back take."""
    return _PROMPT_S + _PROMPT_PART_S * parts


def channel_room_s(context: Context, strip: Strip) -> float:
    """Return the time until a mile of somebody else's talk-down is due on his channel.

    None is left while one that was decided waits to be keyed.
    """
    return min(
        (
            0.0 if _mile_waits(context, other) else seconds_to_mile(context, other)
            for other in context.board.worked()
            if other.aircraft != strip.aircraft
            and other.station == strip.station
            and is_talked_down(other)
        ),
        default=math.inf,
    )


def may_talk_down(context: Context, strip: Strip) -> bool:
    """Tell whether a talk-down transmission may be decided: nothing as urgent is waiting."""
    return not any(
        one.to == strip.aircraft
        and context.now_ms <= one.expires_ms
        and one.priority <= Priority.TALKDOWN
        and not _only_reports(one)
        for one in context.board.pending.values()
    )


def _mile_waits(context: Context, strip: Strip) -> bool:
    return any(
        one.to == strip.aircraft
        and context.now_ms <= one.expires_ms
        and any(said.kind == "range_call" for said in one.directives)
        for one in context.board.pending.values()
    )


def _only_reports(one: Pending) -> bool:
    """Tell whether it is a report of where he is, which gives way to whatever has a place."""
    return all(said.kind == "on_course_report" for said in one.directives)
