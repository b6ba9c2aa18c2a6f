"""Judge what he read back, and ask again only for what was missing or wrong.

At most twice for one instruction, never on a talk-down, and not after his phase has changed: a
pilot who is asked for ever stops listening. Numbers in a read-back are never names, positions or
requests; nothing but the open read-back changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.control.codec import to_json
from engine.control.lookup import event_of, who
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.strip import Readback, SaidDirective, Strip
from engine.model.call import Call
from engine.model.directive import Directive, directive
from engine.model.event import Event
from engine.model.fact import Fact, FactSource
from engine.model.slots import SlotValue

__all__ = ["MOST_ASKED", "Verdict", "acknowledged", "judge", "read_back"]

MOST_ASKED = 2
_EXPIRES_MS = 45_000
_HEARD_AS: Mapping[str, tuple[str, ...]] = {
    "heading_deg_mag": ("heading_deg", "heading_deg_mag"),
    "altitude_ft": ("altitude_ft",),
    "speed_kt": ("speed_kt",),
    "runway": ("runway",),
    "qnh_hpa": ("qnh_hpa",),
    "altimeter_inhg": ("altimeter_inhg",),
    "frequency_hz": ("frequency_hz", "frequency_mhz"),
}
"""The slots of a pilot's call that hold each slot of a directive."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was right, wrong and left out, as (index of the directive, slot)."""

    right: tuple[tuple[int, str], ...]
    wrong: tuple[tuple[int, str], ...]
    missing: tuple[tuple[int, str], ...]

    @property
    def complete(self) -> bool:
        """Tell whether nothing is left to ask."""
        return not self.wrong and not self.missing


def judge(readback: Readback, call: Call) -> Verdict:
    """Hold a call against what is still to be read back.

    A value that fits no item of its kind is wrong; where several items are of one kind (two
    altitudes in one instruction) each is satisfied by any value that equals it.
    """
    said = _values(call)
    right, wrong, missing = [], [], []
    for index, slot in readback.wanted:
        value = readback.directives[index].slots[slot]
        given = said.get(slot, ())
        others = {one.slots[slot] for one in readback.directives if slot in one.slots}
        if any(_same(slot, value, one) for one in given):
            right.append((index, slot))
        elif any(not any(_same(slot, other, one) for other in others) for one in given):
            wrong.append((index, slot))
        else:
            missing.append((index, slot))
    return Verdict(tuple(right), tuple(wrong), tuple(missing))


def read_back(context: Context, request: Request) -> Outcome:
    """Close the read-back, or ask again for what is wrong or missing."""
    aircraft = who(context, request)
    strip = context.board.strip(aircraft)
    if strip is None or strip.readback is None or request.call is None:
        return Outcome()
    if _is_over(context, strip, strip.readback):
        return Outcome(events=(_judged(context, strip, None, "expired"),))
    verdict = judge(strip.readback, request.call)
    if verdict.complete:
        return Outcome(events=(_judged(context, strip, None, "correct"),))
    return _ask_again(context, request, strip, strip.readback, verdict)


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
    wrong = bool(verdict.wrong)
    fact = Fact(
        "read_back",
        ",".join(slot for _, slot in (*verdict.wrong, *verdict.missing)),
        "",
        FactSource.REPORT,
        strip.aircraft,
        context.now_ms,
    )
    says: list[Directive] = []
    if wrong:
        says.append(directive("readback_wrong", rule="readback.wrong", facts=(fact,)))
    says += [_repeat(readback.directives[index], fact) for index in open_items]
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
        asked=readback.asked + 1,
    )
    return Outcome(
        events=(_judged(context, strip, kept, "wrong" if wrong else "missing"),),
        says=tuple(Say(strip.aircraft, station, one) for one in says),
    )


def _repeat(one: SaidDirective, fact: Fact) -> Directive:
    slots: dict[str, SlotValue] = dict(one.slots)
    return directive(one.kind, rule="readback.again", facts=(fact,), **slots)


def _judged(context: Context, strip: Strip, readback: Readback | None, verdict: str) -> Event:
    return event_of(
        context, "readback_judged", strip.aircraft, readback=to_json(readback), verdict=verdict
    )


def _values(call: Call) -> dict[str, tuple[SlotValue, ...]]:
    """Return every value he said, by the slot of a directive it may be for."""
    said: dict[str, tuple[SlotValue, ...]] = {}
    for reading in call.readings:
        for slot, names in _HEARD_AS.items():
            for name in names:
                if name in reading.slots:
                    said[slot] = (*said.get(slot, ()), reading.slots[name])
    return said


def _same(slot: str, wanted: SlotValue, given: SlotValue) -> bool:
    """Compare exactly; a frequency may have been said in megahertz, a heading as 0 for 360."""
    if slot == "frequency_hz" and isinstance(given, (int, float)) and given < 10_000:
        return round(float(given) * 1_000_000) == wanted
    if slot == "heading_deg_mag" and isinstance(given, (int, float)):
        return int(given) % 360 == int(float(str(wanted))) % 360
    return given == wanted
