"""What a scenario made the engine do: phase edges, rungs of the ladder, approaches."""

from __future__ import annotations

from collections.abc import Iterable

from engine.control.hand_off import next_station
from engine.control.outcome import Context
from engine.model.directive import AircraftId, Transmission
from engine.model.event import Event

__all__ = ["ScenarioWatch"]


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
                due = next_station(context, strip)
                there = due.to.name if due is not None and due.to is not None else None
                if due is not None and there == one.slots["station"]:
                    self.rungs.add(due.rule)

    def entered(self, aircraft: AircraftId | None, phase: str, *, since_ms: int) -> bool:
        """Tell whether an aircraft has come to be in a phase since then."""
        return any(
            one == aircraft and name == phase and at_ms >= since_ms
            for at_ms, one, name in self._entered
        )
