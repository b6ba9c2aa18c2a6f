"""A channel that a radio is tuned to."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Channel"]


@dataclass(frozen=True, slots=True)
class Channel:
    """A frequency in hertz and its modulation, `AM` or `FM`."""

    frequency_hz: int
    modulation: str
