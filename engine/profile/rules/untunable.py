"""M512: some airframe can tune every frequency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.project import Project
from engine.profile.rules.off_channel import is_channel
from engine.profile.theatre import Airframe, Channel

__all__ = ["check"]

_MOST_NAMED = 4


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each channel that no radio of any airframe reaches."""
    if not project.airframes:
        return
    for channel, field, span in _channels(project):
        if is_channel(channel.frequency_hz) and not any(
            airframe.can_tune(channel) for airframe in project.served(field)
        ):
            airfield = project.fields.get(field or "")
            whom = f"{airfield.name} " if airfield is not None and airfield.airframes else ""
            yield Diagnostic(
                "M512",
                f"no {whom}airframe can tune {channel.frequency_hz / 1e6:.3f} {channel.modulation}",
                span,
                notes=(
                    "most radios have AM from 118 to 136 MHz and from 225 to 399.975",
                    *_bands(project.served(field)),
                ),
            )


def _channels(project: Project) -> Iterator[tuple[Channel, str | None, Span]]:
    for station, source, path in project.station_places():
        for index, channel in enumerate(station.channels):
            yield channel, station.field, project.span(source, *path, "frequencies", index)
    for key, airfield in project.fields.items():
        for index, channel in enumerate(airfield.atis.channels if airfield.atis else ()):
            yield channel, key, project.span(key, "atis", "frequencies", index)


def _bands(served: Iterable[Airframe]) -> Iterator[str]:
    """Yield what the first few airframes tune."""
    for airframe in sorted(served, key=lambda one: one.type_name)[:_MOST_NAMED]:
        bands = ", ".join(
            f"{band.min_hz / 1e6:g}-{band.max_hz / 1e6:g} {'/'.join(band.modulations)}"
            for band in airframe.bands
        )
        yield f"{airframe.type_name}: {bands}"
