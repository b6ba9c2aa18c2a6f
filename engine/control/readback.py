"""Judge what he read back, and ask again only for what was missing or wrong.

At most twice for one instruction, never on a talk-down, and not after his phase has changed: a
pilot who is asked for ever stops listening. Numbers in a read-back are never names, positions or
requests; nothing but the open read-back changes.
"""

from __future__ import annotations

from dataclasses import replace

from engine.control.codec import to_json
from engine.control.lookup import event_of, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.readback_judge import Verdict, judge, judge_slots
from engine.control.speaking import channel_room_s
from engine.control.strip import Readback, SaidDirective, Strip
from engine.model.call import Call
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.slots import SlotValue

__all__ = ["MOST_ASKED", "acknowledged", "read_back", "readback_owed", "reads_back"]

MOST_ASKED = 2
_EXPIRES_MS = 45_000
_ECHO_MS = 20_000
_ASKING_S = 8.0
"""What asking again keeps the channel busy for."""


def read_back(context: Context, request: Request) -> Outcome:
    """Close the read-back, or ask again for what is wrong or missing."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if strip is None or strip.readback is None or request.call is None:
        return Outcome()
    if _is_over(context, strip, strip.readback):
        return Outcome(events=(_judged(context, strip, None, "expired"),))
    verdict = judge(context, strip, strip.readback, request.call)
    if verdict.complete:
        return Outcome(events=(_judged(context, strip, None, "correct"),))
    return _ask_again(context, request, strip, strip.readback, verdict)


def reads_back(context: Context, strip: Strip, call: Call) -> bool:
    """Tell whether a call that sounds like a report or request only repeats what he was told.

    Within the window, with something right and nothing that was not said to him: "expecting the
    radar approach runway one three" is no second request.
    """
    readback = strip.readback
    if readback is None or context.now_ms - readback.since_ms > _ECHO_MS:
        return False
    verdict = judge_slots(readback, call)
    wanted = [one for one in verdict.right if one[1] != "turn"]
    return bool(wanted) and not verdict.wrong


def acknowledged(context: Context, request: Request) -> Outcome:
    """Take a bare "roger": it is no read-back, so what had to be read back is asked for."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if strip is None or strip.readback is None or _is_over(context, strip, strip.readback):
        return Outcome()
    verdict = Verdict((), (), strip.readback.wanted)
    return _ask_again(context, request, strip, strip.readback, verdict)


def _is_over(context: Context, strip: Strip, readback: Readback) -> bool:
    late = context.now_ms - readback.since_ms > _EXPIRES_MS
    return late or strip.phase != readback.phase or strip.was_told("do_not_acknowledge")


def _ask_again(
    context: Context, request: Request, strip: Strip, readback: Readback, verdict: Verdict
) -> Outcome:
    """Repeat only the directives that hold something wrong or missing."""
    open_items = sorted({index for index, _ in (*verdict.wrong, *verdict.missing)})
    station = request.station or readback.station
    if readback.asked >= MOST_ASKED or not open_items:
        return Outcome(events=(_judged(context, strip, None, "given_up"),))
    kept = Readback(
        station=station,
        directives=tuple(readback.directives[index] for index in open_items),
        wanted=tuple(
            (open_items.index(index), slot)
            for index, slot in readback.wanted
            if (index, slot) in (*verdict.wrong, *verdict.missing)
        ),
        since_ms=context.now_ms,
        phase=strip.phase,
        asked=readback.asked,
        owed="wrong" if verdict.wrong else "missing",
    )
    return _ask(context, strip, kept)


def readback_owed(context: Context, request: Request) -> Outcome:
    """Ask again for what could not be asked when it was due: a mile was to be called first."""
    strip = context.board.strip(request.aircraft)
    if strip is None or strip.readback is None or not strip.readback.owed:
        return Outcome()
    if _is_over(context, strip, strip.readback):
        return Outcome(events=(_judged(context, strip, None, "expired"),))
    if channel_room_s(context, strip) < _ASKING_S:
        return Outcome()
    return _ask(context, strip, strip.readback)


def _ask(context: Context, strip: Strip, kept: Readback) -> Outcome:
    """Ask again, or keep it for the next look while somebody's mile is due before it is over."""
    if channel_room_s(context, strip) < _ASKING_S:
        return Outcome(events=(_judged(context, strip, kept, "owed"),))
    slots = ",".join(slot for _, slot in kept.wanted)
    fact = Fact("read_back", slots, "", FactSource.REPORT, strip.aircraft, context.now_ms)
    says: list[Directive] = []
    if kept.owed == "wrong":
        says.append(directive("readback_wrong", rule="readback.wrong", facts=(fact,)))
    says += [_repeat(one, fact) for one in kept.directives]
    asked = replace(kept, since_ms=context.now_ms, asked=kept.asked + 1, owed="")
    return Outcome(
        events=(_judged(context, strip, asked, kept.owed),),
        says=tuple(Say(strip.aircraft, kept.station, one) for one in says),
    )


def _repeat(one: SaidDirective, fact: Fact) -> Directive:
    slots: dict[str, SlotValue] = dict(one.slots)
    return directive(one.kind, rule="readback.again", facts=(fact,), **slots)


def _judged(context: Context, strip: Strip, readback: Readback | None, verdict: str) -> Event:
    return event_of(
        context, "readback_judged", strip.aircraft, readback=to_json(readback), verdict=verdict
    )
