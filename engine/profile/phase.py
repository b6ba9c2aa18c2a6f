"""The phase machine: who owns each phase and what may follow it.

Compiled from `phases.yaml` to a `transitions` machine per aircraft kind; this is the only module
that imports the library. Triggers are what the rules observe (`sim_landed`, `approach_cleared`)
or what a pilot says (`call_report_missed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from engine.profile.guard import Guard

__all__ = ["Phase", "PhaseExit", "PhaseMachine"]


@dataclass(frozen=True, slots=True)
class PhaseExit:
    """A way out of a phase: to `target` on `trigger`, or whenever `when` holds."""

    target: str
    trigger: str | None
    when: Guard | None = None


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase: its owner role, how it is entered by geometry, its exits, what may be said in it."""

    name: str
    owner: str
    airborne: bool | None
    exits: tuple[PhaseExit, ...]
    allows: tuple[str, ...] = ()
    enter_when: Guard | None = None


class PhaseMachine:
    """Every phase, compiled to one `transitions` machine that any aircraft's phase is run on.

    An aircraft that is first seen on the ground begins in `initial`, one that is first seen flying
    in `initial_airborne`.
    """

    def __init__(
        self, phases: Iterable[Phase], *, initial: str, initial_airborne: str | None = None
    ) -> None:
        self.phases: Mapping[str, Phase] = {phase.name: phase for phase in phases}
        self.initial = initial
        self.initial_airborne = initial_airborne or initial

    @cached_property
    def _machine(self) -> Any:
        from transitions import Machine  # noqa: PLC0415 - a check at the desk flies nobody

        return Machine(
            model=None,
            states=list(self.phases),
            transitions=self.markup(),
            initial=self.initial,
            auto_transitions=False,
            send_event=False,
        )

    def markup(self) -> list[dict[str, str]]:
        """Return the transitions as plain dicts, `{trigger, source, dest}`, in a fixed order."""
        return [
            {"trigger": way.trigger, "source": phase.name, "dest": way.target}
            for phase in self.phases.values()
            for way in phase.exits
            if way.trigger is not None
        ]

    def fire(self, phase: str, trigger: str) -> str | None:
        """Return the phase that follows, or None when `trigger` is refused in `phase`."""
        from transitions import MachineError  # noqa: PLC0415

        model: Any = SimpleNamespace()
        self._machine.add_model(model, initial=phase)
        try:
            fired = model.trigger(trigger) if hasattr(model, "trigger") else False
            return str(model.state) if fired else None
        except (MachineError, AttributeError):
            return None
        finally:
            self._machine.remove_model(model)

    def owner(self, phase: str) -> str:
        """Return the role that owns a phase."""
        return self.phases[phase].owner
