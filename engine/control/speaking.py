"""When something unprompted may be said to an aircraft.

One thing at a time: nothing new while the last waits to be keyed or to be read back, or while he
asked us to stand by. A talk-down does not wait for read-backs: he was told not to acknowledge.
"""

from __future__ import annotations

from engine.control.outcome import Context
from engine.control.strip import Strip
from engine.model.directive import Priority

__all__ = ["READBACK_WINDOW_MS", "awaits_readback", "has_pending", "may_prompt", "may_talk_down"]

READBACK_WINDOW_MS = 10_000
"""How long after our words he has to begin his read-back."""


def has_pending(context: Context, strip: Strip) -> bool:
    """Tell whether something for him is decided and not yet on the air."""
    return any(
        one.to == strip.aircraft and context.now_ms <= one.expires_ms
        for one in context.board.pending.values()
    )


def awaits_readback(context: Context, strip: Strip) -> bool:
    """Tell whether he still has time to begin reading back the last transmission."""
    readback = strip.readback
    return readback is not None and context.now_ms - readback.since_ms < READBACK_WINDOW_MS


def may_prompt(context: Context, strip: Strip) -> bool:
    """Tell whether a routine instruction may be decided for him now."""
    waiting = strip.standby_until_ms is not None and context.now_ms < strip.standby_until_ms
    return not (waiting or has_pending(context, strip) or awaits_readback(context, strip))


def may_talk_down(context: Context, strip: Strip) -> bool:
    """Tell whether a talk-down transmission may be decided: nothing as urgent is waiting."""
    return not any(
        one.to == strip.aircraft
        and context.now_ms <= one.expires_ms
        and one.priority <= Priority.TALKDOWN
        for one in context.board.pending.values()
    )
