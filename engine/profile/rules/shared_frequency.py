"""M501: no two stations share a frequency.

A call on a shared channel would be answered by both. Sharing between fields counts as well: one
voice server carries the whole theatre.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import range_nm
from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.project import Project
from engine.profile.theatre import Channel

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each channel that a second station has."""
    first: dict[Channel, tuple[str, Span]] = {}
    for name, channel, span in project.channel_places():
        before = first.setdefault(channel, (name, span))
        if before[0] == name:  # once is M201's
            continue
        mhz = f"{channel.frequency_hz / 1e6:.3f} {channel.modulation}"
        yield Diagnostic(
            "M501",
            f"two stations share {mhz}",
            span,
            label=f"`{name}`",
            hint="give one of them another channel",
            notes=_apart(project, span.file, before[1].file),
            related=(Label(before[1], f"`{before[0]}`"),),
        )


def _apart(project: Project, file: str, other: str) -> tuple[str, ...]:
    """Return how far the fields of two files are apart, and what follows."""
    files = {project.sources[key].file: field for key, field in project.fields.items()}
    one, two = files.get(file), files.get(other)
    answered = "one call would be answered by both"
    if one is None or two is None or one is two:
        return (answered,)
    distance = range_nm(one.reference_point.grid, two.reference_point.grid)
    return (f"{one.name} and {two.name} are {distance:.0f} nm apart; {answered}",)
