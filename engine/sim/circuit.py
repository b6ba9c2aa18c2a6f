"""A left-hand circuit flown by itself: from wherever he is round to a short final.

For scenarios in which a pilot comes back to the runway without being vectored.
"""

from __future__ import annotations

from dataclasses import replace

from engine.model.geometry import (
    GridPoint,
    bearing_deg_grid,
    normalise_deg,
    offset,
    range_nm,
    spoken_heading,
)
from engine.sim.aircraft import Strip
from engine.sim.orders import Flying
from engine.sim.pilot import SimulatedPilot

__all__ = ["Circuit"]

BESIDE_NM = 2.5
FINAL_NM = 4.0
HEIGHT_FT = 1500.0
REACHED_NM = 0.7


class Circuit:
    """The points still to be flown; at the last he turns on to the final and lands."""

    def __init__(self, strip: Strip) -> None:
        beside = normalise_deg(strip.heading_deg_grid - 90.0)
        outbound = normalise_deg(strip.heading_deg_grid + 180.0)
        upwind = offset(strip.threshold, strip.heading_deg_grid, FINAL_NM)
        final = offset(strip.threshold, outbound, FINAL_NM)
        self._points: list[GridPoint] = [
            offset(upwind, beside, BESIDE_NM),
            offset(final, beside, BESIDE_NM),
            final,
        ]

    def steer(self, pilot: SimulatedPilot) -> bool:
        """Point him at his next point; tell whether any is left."""
        here = pilot.aircraft.state.grid
        if self._points and range_nm(here, self._points[0]) < REACHED_NM:
            self._points.pop(0)
        orders, strip = pilot.mind.orders, pilot.conditions.strip
        if not self._points:
            pilot.mind.orders = replace(orders, flying=Flying.VISUAL, vacate=True)
            return False
        heading = bearing_deg_grid(here, self._points[0])
        pilot.mind.orders = replace(
            orders,
            flying=Flying.HEADING,
            heading_deg_mag=spoken_heading(heading, pilot.conditions.variation_deg),
            altitude_ft=strip.elevation_ft + HEIGHT_FT,
            speed_kt=pilot.aircraft.performance.minimum_kt,
            turn=None,
            descend_over_nm=None,
        )
        return True
