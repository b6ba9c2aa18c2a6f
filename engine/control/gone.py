"""Aircraft that are gone: the track ended, the pilot ejected, left his seat, or lost his radio.

Everything he holds is free at once, so that a field is never closed by somebody who is not there.
Sim events are hints that come late or not at all; a track that ended is enough by itself.
"""

from __future__ import annotations

from engine.control.lookup import airborne
from engine.control.outcome import Context, Outcome, Request
from engine.control.release import close_strip
from engine.control.strip import Strip
from engine.model.directive import AircraftId
from engine.model.picture import SimEventKind
from engine.model.stimulus import Sweep

__all__ = ["gone"]

RADIO_GRACE_MS = 30_000
"""A voice client that lost its connection is back within this, with a new GUID."""
_OF_THE_AIRCRAFT = frozenset(
    (
        SimEventKind.EJECTION,
        SimEventKind.CRASH,
        SimEventKind.DEAD,
        SimEventKind.PILOT_DEAD,
        SimEventKind.UNIT_LOST,
    )
)
_OF_A_SEAT = frozenset((SimEventKind.LEAVE_UNIT, SimEventKind.CHANGE_SLOT, SimEventKind.DISCONNECT))


def gone(context: Context, request: Request) -> Outcome:
    """Close the strip of an aircraft that is gone, with the reason."""
    strip = context.board.strip(request.aircraft)
    if strip is None:
        return Outcome()
    reason = _reason(context, request, strip)
    return Outcome(events=close_strip(context, strip, reason=reason)) if reason else Outcome()


def _reason(context: Context, request: Request, strip: Strip) -> str | None:
    if strip.identified and strip.aircraft not in context.board.tracks:
        return "track_gone"
    if isinstance(request.stimulus, Sweep):
        named = _event(context, request.stimulus, strip.aircraft)
        if named is not None:
            return named
    return _radio_lost(context, strip)


def _event(context: Context, sweep: Sweep, aircraft: AircraftId) -> str | None:
    crew = len(context.board.radios_of(aircraft))
    for event in sweep.events:
        if event.track_id != aircraft:
            continue
        if event.kind in _OF_THE_AIRCRAFT or (event.kind in _OF_A_SEAT and crew <= 1):
            return event.kind.value
    return None


def _radio_lost(context: Context, strip: Strip) -> str | None:
    """Give a lost radio time to come back; on the ground nothing waits for him."""
    mine = [one for one in context.board.radios.values() if one.aircraft == strip.aircraft]
    if any(one.gone_ms is None for one in mine):
        return None
    last = max((one.gone_ms or 0 for one in mine), default=strip.opened_ms)
    down = strip.identified and airborne(context, strip.aircraft) is False
    if context.now_ms - last >= (0 if down else RADIO_GRACE_MS):
        return "radio_gone"
    return None
