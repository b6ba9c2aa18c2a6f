"""Move aircraft through the phases of the theatre's machine, kinematics first.

Landed needs proof of having flown, and unknown is neither airborne nor on the ground: it changes
nothing. An observation cannot be illegal, so what radar shows is taken even where the machine has
no such exit; a trigger that is refused is put on record and leaves the phase as it was.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.control.facts import facts_of
from engine.control.lookup import airborne, event_of, flies, grid_of
from engine.control.observe import runway_at
from engine.control.outcome import Context, Outcome, Request
from engine.control.strip import Strip
from engine.model.event import Event
from engine.world.landing import first_contact

__all__ = ["OBSERVED", "advance", "phase"]

OBSERVED: Mapping[str, str] = {
    "sim_airborne": "departure",
    "sim_landed": "landed",
    "sim_vacated": "vacated",
    "call_report_missed": "missed",
    "go_around_ordered": "missed",
    "missed_seen": "missed",
}
"""What is seen, or flown whatever the rules think of it, with the phase it proves."""
_BEFORE_ARRIVAL = frozenset(("departure", "en_route", "returning"))
_OWN_GUARDS = frozenset(("landed", "departure", "vacated"))
"""Phases entered here on proof of their own, and not by a guard of the profile."""
_WITH_APPROACH = frozenset(("missed",))
"""Phases that whoever was given an approach enters with what his approach asks for."""


def phase(context: Context, request: Request) -> Outcome:
    """Return the changes that one look proves about one aircraft."""
    strip = context.board.strip(request.aircraft)
    if strip is None or not strip.identified:
        return Outcome()
    up = airborne(context, strip.aircraft)
    if up is None:
        return Outcome()
    if not strip.phase:
        return Outcome(events=(_first(context, strip, up=up),))
    events: list[Event] = []
    if up and strip.queued_ms is not None and strip.phase in _BEFORE_ARRIVAL:
        # He asked when his phase could not follow; a refused trigger must not stick.
        return Outcome(events=advance(context, strip, "call_request_approach"))
    if up and not strip.has_flown:
        events.append(event_of(context, "airborne_seen", strip.aircraft, has_flown=True))
    if up and not flies(context, strip.phase):
        events += advance(context, strip, "sim_airborne")
    elif not up and strip.has_flown and flies(context, strip.phase):
        events += (*_touched_down(context, strip), *advance(context, strip, "sim_landed"))
    else:
        events += _by_guard(context, strip)
    return Outcome(events=tuple(events))


def advance(context: Context, strip: Strip, trigger: str) -> tuple[Event, ...]:
    """Return the event of a trigger: the phase it leads to, or that it was refused."""
    machine = context.theatre.phases
    here = strip.phase or _initial(context, strip)
    target = machine.fire(here, trigger) if here in machine.phases else None
    if target is None:
        target = OBSERVED.get(trigger)
    if target is None or target not in machine.phases:
        return (
            event_of(context, "phase_refused", strip.aircraft, phase=strip.phase, trigger=trigger),
        )
    if target == strip.phase:
        return ()
    return (_changed(context, strip, target, trigger),)


def _by_guard(context: Context, strip: Strip) -> tuple[Event, ...]:
    """Take the first way whose guard holds, his phase's own before those in from any other.

    Unknown is not yes. A phase with `enter_when` is entered from every phase that flies as it does.
    """
    machine = context.theatre.phases
    now = machine.phases.get(strip.phase)
    if now is None:
        return ()
    ways = [(way.target, way.when) for way in now.exits if way.when is not None]
    ways += [
        (name, other.enter_when)
        for name, other in machine.phases.items()
        if other.enter_when is not None and other.airborne is now.airborne and name != now.name
    ]
    elsewhere = _OWN_GUARDS if strip.approach is None else _OWN_GUARDS | _WITH_APPROACH
    ways = [(target, when) for target, when in ways if target not in elsewhere]
    if not ways:
        return ()
    facts = facts_of(context, strip)
    for target, when in ways:
        if when(facts) is True:
            return (_changed(context, strip, target, when.source),)
    return ()


def _touched_down(context: Context, strip: Strip) -> tuple[Event, ...]:
    """Return the event of a touchdown: when and how fast, which he is known to have done by now."""
    looks = context.board.looks.get(strip.aircraft, ())
    if not looks:
        return ()
    touch = first_contact(looks, runway_at(context.theatre, grid_of(looks[-1])))
    return (
        event_of(
            context,
            "touched_down",
            strip.aircraft,
            touchdown_s=touch.sim_time_s,
            touchdown_kt=touch.speed_kt,
            rolled_out=False,
        ),
    )


def _initial(context: Context, strip: Strip) -> str:
    """Return where an aircraft that was never looked at begins."""
    machine = context.theatre.phases
    up = airborne(context, strip.aircraft)
    return machine.initial_airborne if up else machine.initial


def _first(context: Context, strip: Strip, *, up: bool) -> Event:
    """Return the phase of an aircraft first seen: in the air he comes from somewhere else."""
    return event_of(
        context,
        "phase_changed",
        strip.aircraft,
        phase=_initial(context, strip),
        phase_since_ms=context.now_ms,
        has_flown=up,
        trigger="first_seen",
    )


def _changed(context: Context, strip: Strip, target: str, trigger: str) -> Event:
    fresh: dict[str, object] = {}
    if trigger == "sim_airborne":
        # A new flight begins: nothing that was told or counted on the last one holds.
        fresh = {"told": [], "missed_count": 0, "flown_kind": None}
    return event_of(
        context,
        "phase_changed",
        strip.aircraft,
        phase=target,
        phase_since_ms=context.now_ms,
        has_flown=strip.has_flown or trigger == "sim_airborne",
        readback=None,
        trigger=trigger,
        **fresh,
    )
