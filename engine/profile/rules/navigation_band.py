"""M531: no station talks in the band of navigation aids.

From 108 to 117.975 MHz are ILS and VOR (ICAO Annex 10 volume V, 4.1); radios of today mostly only
receive there. The sets of 1944 knew no such band, so a field of that time is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]

_LOWEST_HZ, _HIGHEST_HZ = 108_000_000, 117_975_000
_FIRST_YEAR = 1946.0
"""ICAO's first standards for it."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each channel of a station that belongs to beacons."""
    for station, source, path in project.station_places():
        airfield = project.fields.get(station.field or "")
        own = airfield.mission_year if airfield is not None else None
        if (own or project.mission_year) < _FIRST_YEAR:
            continue
        for index, channel in enumerate(station.channels):
            if _LOWEST_HZ <= channel.frequency_hz <= _HIGHEST_HZ:
                yield Diagnostic(
                    "M531",
                    f"{channel.frequency_hz / 1e6:.3f} MHz is in the band of ILS and VOR",
                    project.span(source, *path, "frequencies", index),
                    hint="voice begins at 118.000 MHz",
                )
