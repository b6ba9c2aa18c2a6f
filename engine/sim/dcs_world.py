"""What the simulated sim shows through its DCS-gRPC server, and how awkward it is about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.picture import SimEvent, SimEventKind, Track

__all__ = ["Air", "Awkwardness", "SimWorld"]


@dataclass(frozen=True, slots=True)
class Air:
    """The air at a point: wind FROM in grid degrees and knots, static pressure, temperature."""

    wind_from_deg_grid: float
    wind_speed_kt: float
    pressure_hpa: float
    temperature_c: float


class SimWorld(Protocol):
    """A simulated mission, as of now; every method answers at once."""

    @property
    def theatre(self) -> str:
        """Name the map as DCS does."""
        ...

    @property
    def session_id(self) -> int:
        """Tell this run of the mission from the one before."""
        ...

    @property
    def time_s(self) -> float:
        """Tell the mission's own time; it may pass midnight and stands still while paused."""
        ...

    @property
    def paused(self) -> bool:
        """Tell whether the mission is paused."""
        ...

    def units(self) -> Sequence[Track]:
        """Return every aircraft that exists now; the unit name is the key, ids are not used."""
        ...

    def air_at(self, latitude_deg: float, longitude_deg: float, altitude_ft: float) -> Air:
        """Return the air at a point."""
        ...

    def events(self) -> Sequence[SimEvent]:
        """Return every event since the mission started, oldest first; it only grows.

        An event's aircraft is named by the `track_id` of one of `units()`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Awkwardness:
    """How far the server's events stray from the truth, as those of DCS do.

    `late_s` delays take-off and landing, which DCS reports seconds after the wheels. `lost` kinds
    are never sent. `nameless` kinds are sent with an empty initiator. With `heartbeat` off no
    `simulation_fps` is sent, for a reader that must not rely on it. Calls named in
    `failing` end with INTERNAL, as when a Lua handler of DCS-gRPC crashes.
    """

    late_s: float = 0.0
    lost: frozenset[SimEventKind] = frozenset()
    nameless: frozenset[SimEventKind] = frozenset({SimEventKind.LEAVE_UNIT})
    heartbeat: bool = True
    failing: frozenset[str] = frozenset()
