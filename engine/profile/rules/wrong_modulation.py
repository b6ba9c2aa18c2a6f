"""M504: air traffic control speaks AM from 118 to 144 and from 225 to 400 MHz, and FM below 88.

ICAO Annex 10 volume V 4.1 for the VHF band; the UHF band of military aircraft is AM for control,
though some of their radios have FM there too, so that "an aircraft can tune it" does not find it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, Safety
from engine.profile.project import Project

__all__ = ["check"]

_AM_BANDS_HZ = ((118_000_000, 144_000_000), (225_000_000, 400_000_000))
_FM_BAND_HZ = (30_000_000, 88_000_000)


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each channel whose modulation is not that of its band."""
    for _, channel, span in project.channel_places():
        wanted = _wanted(channel.frequency_hz)
        if wanted is None or channel.modulation == wanted:
            continue
        written = f'"{channel.frequency_hz / 1e6:.3f} {wanted}"'
        yield Diagnostic(
            "M504",
            f"{channel.frequency_hz / 1e6:.3f} is {channel.modulation}, in a band of {wanted}",
            span,
            hint=f"write {written}",
            fix=Fix.replace(span, written, safety=Safety.UNSAFE),
        )


def _wanted(frequency_hz: int) -> str | None:
    if any(low <= frequency_hz < high for low, high in _AM_BANDS_HZ):
        return "AM"
    return "FM" if _FM_BAND_HZ[0] <= frequency_hz < _FM_BAND_HZ[1] else None
