"""M503: a frequency is a channel that radios have.

Radios tune in steps of 25 kHz; the civil band from 118 to 137 MHz also has the 8.33 kHz channels,
whose names end in 05, 10, 15 of each quarter (ICAO Annex 10 volume V). Below 30 MHz it is 1 kHz.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check", "is_channel"]

_VHF_AIR_HZ = (118_000_000, 137_000_000)
_HF_TOP_HZ = 30_000_000
_QUARTER_KHZ = 25
_NAMES_OF_A_QUARTER = frozenset({0, 5, 10, 15})
_LOWEST_HZ, _HIGHEST_HZ = 1_000_000, 400_000_000


def is_channel(frequency_hz: int) -> bool:
    """Tell whether radios have this channel."""
    if not _LOWEST_HZ <= frequency_hz < _HIGHEST_HZ or frequency_hz % 1000:
        return False
    if frequency_hz < _HF_TOP_HZ:
        return True
    step = frequency_hz // 1000 % _QUARTER_KHZ
    if _VHF_AIR_HZ[0] <= frequency_hz < _VHF_AIR_HZ[1]:
        return step in _NAMES_OF_A_QUARTER
    return step == 0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each frequency that is no channel."""
    for _, channel, span in project.channel_places():
        if not is_channel(channel.frequency_hz):
            nearest_hz = round(channel.frequency_hz / 25_000) * 25_000
            yield Diagnostic(
                "M503",
                f"{channel.frequency_hz / 1e6:.3f} is no channel that radios have",
                span,
                hint=f"the nearest is {nearest_hz / 1e6:.3f}",
            )
