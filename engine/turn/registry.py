"""The capability registry: what can run now, and how well.

Absent degrades, corrupt is an error, and both are said out loud: in the log, on the console, and
on the radio where a pilot must know. "Could not be built" differs from "was never asked for".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.control.outcome import Capability

__all__ = ["Availability", "CapabilityRegistry"]


class Availability(StrEnum):
    """Whether a plan may use a capability; the first two may be used."""

    AVAILABLE = "available"
    DEGRADED = "degraded"
    UNAVAILABLE = "unavailable"


@dataclass(slots=True)
class CapabilityRegistry:
    """Capabilities by name, each with its state and the reason for it."""

    capabilities: Mapping[str, Capability]
    _states: dict[str, tuple[Availability, str]] = field(default_factory=dict)

    def state(self, name: str) -> tuple[Availability, str]:
        """Return a capability's state and reason; one that was never built is unavailable."""
        if name not in self.capabilities:
            return Availability.UNAVAILABLE, "not built"
        return self._states.get(name, (Availability.AVAILABLE, ""))

    def set_state(self, name: str, availability: Availability, reason: str) -> None:
        """Change a capability's state; the reason is one line without secrets or paths."""
        self._states[name] = (availability, reason)

    def usable(self, name: str) -> Capability | None:
        """Return the capability if a plan may use it now, else None."""
        availability, _ = self.state(name)
        return None if availability is Availability.UNAVAILABLE else self.capabilities[name]

    def report(self) -> dict[str, dict[str, str]]:
        """Return every capability's state and reason, for the console and the doctor."""
        return {
            name: {"state": state, "reason": reason}
            for name in sorted(self.capabilities)
            for state, reason in [self.state(name)]
        }
