"""Aids that aircraft navigate by: beacons, and what an ILS approach is flown on.

How an aid is tuned is kept as it is dialled: an ILS and a VOR in MHz, a TACAN by its channel, a
beacon in kHz, or in MHz where it is for homing with a VHF set.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.geometry import Position

__all__ = ["CATEGORIES", "NAVAID_KINDS", "Ils", "Navaid"]

NAVAID_KINDS = ("vor", "tacan", "vortac", "ndb", "localizer")
"""The kinds of beacon; `localizer` is that of an ILS that no approach here is flown on."""

CATEGORIES = ("I", "II", "III")
"""The categories of an ILS (ICAO Annex 10 volume I)."""


@dataclass(frozen=True, slots=True)
class Navaid:
    """A beacon: its kind, what it sends in Morse, how it is tuned, where it stands."""

    key: str
    kind: str
    ident: str
    at: Position
    frequency_hz: int | None = None
    channel: str | None = None

    @property
    def dialled(self) -> str:
        """Return how it is tuned, as a pilot dials it."""
        parts = [self.channel] if self.channel else []
        if self.frequency_hz is not None:
            low = self.frequency_hz < 2_000_000
            parts.append(
                f"{self.frequency_hz / 1e3:g} kHz" if low else f"{self.frequency_hz / 1e6:.2f}"
            )
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Ils:
    """The localizer of an ILS approach; its glidepath is the approach's own."""

    ident: str
    frequency_hz: int
    course_deg_grid: float
    category: str
    localizer: Position | None = None
