"""What a scenario made the engine do: phase edges, rungs of the ladder, approaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.control.facts import facts_of
from engine.control.hand_off import next_station
from engine.control.outcome import Context
from engine.control.strip import Strip
from engine.model.directive import AircraftId, Directive, Transmission
from engine.model.event import Event

__all__ = ["ScenarioWatch"]

_AFTER_LANDING = "landing."


class ScenarioWatch:
    """Watches the decisions of one scenario as they are made."""

    def __init__(self) -> None:
        self.edges: set[tuple[str, str]] = set()
        self.rungs: set[str] = set()
        self.approaches: set[str] = set()
        self._phases: dict[AircraftId, str] = {}
        self._entered: list[tuple[int, AircraftId, str]] = []

    def note(self, events: Iterable[Event]) -> None:
        """Note which phases were entered, and from which."""
        for event in events:
            if event.kind != "phase_changed" or event.aircraft is None:
                continue
            phase = str(event.data["phase"])
            before = self._phases.get(event.aircraft, "")
            if before and before != phase:
                self.edges.add((before, phase))
            self._phases[event.aircraft] = phase
            self._entered.append((event.t_ms, event.aircraft, phase))

    def note_said(self, context: Context, sent: Transmission) -> None:
        """Note which approach was cleared, and which rung sends him where he was sent."""
        strip = context.board.strip(sent.to)
        if strip is None:
            return
        for one in sent.directives:
            if one.kind == "cleared_approach" and strip.approach is not None:
                self.approaches.add(strip.approach)
            if one.kind == "contact":
                self.rungs.update(_rungs_for(context, strip, one))

    def entered(self, aircraft: AircraftId | None, phase: str, *, since_ms: int) -> bool:
        """Tell whether an aircraft has come to be in a phase since then."""
        return any(
            one == aircraft and name == phase and at_ms >= since_ms
            for at_ms, one, name in self._entered
        )


def _rungs_for(context: Context, strip: Strip, order: Directive) -> Iterator[str]:
    """Yield the rung that sends him where he is sent.

    Once he is down nobody asks the ladder: he is told of Ground as soon as he is slow, which is
    what the rung says that governs there.
    """
    due = next_station(context, strip)
    there = due.to.name if due is not None and due.to is not None else None
    if due is not None and there == order.slots["station"]:
        yield due.rule
        return
    here = context.theatre.station(strip.station or "")
    airfield = context.theatre.field_of(here) if here is not None else None
    if here is None or airfield is None or not order.rule.startswith(_AFTER_LANDING):
        return
    facts = facts_of(context, strip)
    for rung in airfield.handoffs:
        to = airfield.station_for_role(rung.to_role)
        governs = rung.where is None or rung.where(facts) is True
        if rung.from_role in here.roles and governs and to is not None:
            yield from [rung.name] if to.name == order.slots["station"] else []
