"""Who has him next: the field's ladder, tried from the top, with three answers for each rung.

A rung that governs and says "not yet" blocks everything below it, for "not yet" taken for "no
rule" hands a departure on at one mile. The same station under another role is no handoff, and a
station that his radios cannot reach is none either; both are put on record when they change.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.control.facts import facts_of
from engine.control.lookup import event_of, field_for
from engine.control.outcome import Context, Outcome, Request, Say
from engine.control.speaking import may_prompt
from engine.control.straight_in import nearest_field
from engine.control.strip import Strip
from engine.control.wrong_station import contact, station_for_role
from engine.profile.handoff import HandoffRule
from engine.profile.theatre import Airfield, Station

__all__ = ["HandOff", "hand_off", "next_station"]


@dataclass(frozen=True, slots=True)
class HandOff:
    """What the ladder says: the rung that answered, and where it sends him, if anywhere."""

    rule: str
    to: Station | None
    reason: str


def hand_off(context: Context, request: Request) -> Outcome:
    """Tell him to contact the next station, once, without his asking."""
    strip = context.board.strip(request.aircraft)
    if strip is None or not strip.identified or strip.phase in ("landed", "vacated"):
        return Outcome()
    if _stays(context, strip):
        return Outcome()
    due = next_station(context, strip)
    if due is None or due.to is None or strip.was_told(f"contact {due.to.name}"):
        return Outcome()
    if not may_prompt(context, strip):
        return Outcome()
    order = contact(context, strip, due.to, rule=f"hand_off.{due.rule}")
    if order is None:
        if strip.asked == due.rule:
            return Outcome()
        kept = event_of(
            context,
            "hand_off_kept",
            strip.aircraft,
            rule=due.rule,
            reason=f"his radios reach no channel of {due.to.name}",
            asked=due.rule,
        )
        return Outcome(events=(kept,))
    return Outcome(says=(Say(strip.aircraft, strip.station or "", order),))


def _stays(context: Context, strip: Strip) -> bool:
    """Tell whether he flies an approach of this station: it has him until he is down, or cancels.

    That holds for one who missed as well: he is brought round again by whoever knows where he is.
    """
    here = context.theatre.station(strip.station or "")
    return strip.approach is not None and here is not None and "approach" in here.roles


def next_station(context: Context, strip: Strip) -> HandOff | None:
    """Return what the ladder of the working station's field says about him, None if nothing.

    A station of no field uses that of the field he is bound for, else of the nearest.
    """
    here = context.theatre.station(strip.station or "")
    near = nearest_field(context, context.board.track_of(strip.aircraft))
    airfield = field_for(context, strip, here) or near
    if here is None or airfield is None:
        return None
    facts = facts_of(context, strip)
    for rule in airfield.handoffs:
        if rule.from_role not in here.roles:
            continue
        governs = True if rule.where is None else rule.where(facts)
        if governs is not True:
            if governs is None:
                return HandOff(rule.name, None, "unknown")
            continue
        if rule.when(facts) is not True:
            return HandOff(rule.name, None, "not yet")
        return _fire(context, strip, here, airfield, rule)
    return None


def _fire(
    context: Context, strip: Strip, here: Station, airfield: Airfield, rule: HandoffRule
) -> HandOff:
    there = airfield.station_for_role(rule.to_role) or station_for_role(
        context, strip, here, rule.to_role
    )
    if there is None:
        return HandOff(rule.name, None, f"nobody works {rule.to_role}")
    if there.key == here.key:
        return HandOff(rule.name, None, "the same station works it")
    return HandOff(rule.name, there, "due")
