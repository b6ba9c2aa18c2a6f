"""M501: no two stations share a frequency.

A call on a shared channel would be answered by both. Sharing between fields counts as well: one
voice server carries the whole theatre.
"""

from __future__ import annotations

from collections.abc import Iterator

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
            related=(Label(before[1], f"`{before[0]}`"),),
        )
