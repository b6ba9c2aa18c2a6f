"""One simulated aircraft in the sim: what it is called there, and how the sim shows it.

It shows itself as DCS does: no on-ground flag, headings on the grid, a runway touch at the instant
and the landing event late, once slowed down (DCS since 2.9.6, DCS-gRPC PR 272).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.model.geometry import GridPoint, Position
from engine.model.picture import Coalition, SimEvent, SimEventKind, Track
from engine.sim.aircraft import AircraftState, Motion, Wanted, Wind, advance, ground_vector
from engine.sim.performance import Performance

__all__ = ["Badge", "SimulatedAircraft"]

LANDING_EVENT_BELOW_KT = 60.0
"""DCS reports the landing only after the roll has slowed; how far varies by type."""

Project = Callable[[GridPoint], Position]


@dataclass(frozen=True, slots=True)
class Badge:
    """How the sim knows an aircraft."""

    track_id: str
    unit_id: int
    unit_name: str
    type_name: str
    player_name: str | None
    coalition: Coalition = Coalition.BLUE
    helicopter: bool = False


class SimulatedAircraft:
    """A state that is flown on, with the events that the sim would raise."""

    def __init__(
        self, badge: Badge, state: AircraftState, *, performance: Performance, place: str
    ) -> None:
        self.badge = badge
        self.state = state
        self.performance = performance
        self.touched_ms: int | None = None
        self._place = place
        self._land_reported = not state.airborne

    def fly(self, wanted: Wanted, *, wind: Wind, seconds: float, now_ms: int) -> list[SimEvent]:
        """Fly on for a moment and return what the sim reports of it."""
        was_airborne = self.state.airborne
        self.state = advance(
            self.state, wanted, performance=self.performance, wind=wind, seconds=seconds
        )
        events: list[SimEvent] = []
        if was_airborne and not self.state.airborne:
            self.touched_ms = now_ms
            events.append(self._event(SimEventKind.RUNWAY_TOUCH, now_ms))
        if not was_airborne and self.state.airborne:
            self._land_reported = False
            events.append(self._event(SimEventKind.RUNWAY_TAKEOFF, now_ms))
            events.append(self._event(SimEventKind.TAKEOFF, now_ms))
        slowed = self.state.airspeed_kt < LANDING_EVENT_BELOW_KT
        down = self.state.motion not in (Motion.AIRBORNE, Motion.TAKING_OFF)
        if down and slowed and not self._land_reported:
            self._land_reported = True
            events.append(self._event(SimEventKind.LAND, now_ms))
        return events

    def track(self, *, project: Project, wind: Wind, now_ms: int) -> Track:
        """Return what one look at the sim shows of it."""
        course, speed = ground_vector(self.state, wind)
        return Track(
            track_id=self.badge.track_id,
            unit_id=self.badge.unit_id,
            unit_name=self.badge.unit_name,
            type_name=self.badge.type_name,
            player_name=self.badge.player_name,
            coalition=self.badge.coalition,
            position=project(self.state.grid),
            altitude_ft=self.state.altitude_ft,
            heading_deg_grid=self.state.heading_deg_grid,
            course_deg_grid=course,
            speed_kt=speed,
            vertical_fpm=self.state.vertical_fpm,
            sim_time_s=now_ms / 1000.0,
            helicopter=self.badge.helicopter,
            on_ground=None,
        )

    def _event(self, kind: SimEventKind, now_ms: int) -> SimEvent:
        return SimEvent(
            kind=kind,
            track_id=self.badge.track_id,
            sim_time_s=now_ms / 1000.0,
            place=self._place,
            player_name=self.badge.player_name,
        )
