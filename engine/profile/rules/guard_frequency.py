"""M502: the emergency frequencies are nobody's working channel (ICAO Annex 10 V 4.1.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["GUARD_HZ", "check"]

GUARD_HZ = {121_500_000: "the VHF emergency frequency", 243_000_000: "the UHF emergency frequency"}


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each channel that is an emergency frequency."""
    for name, channel, span in project.channel_places():
        if channel.frequency_hz in GUARD_HZ:
            yield Diagnostic(
                "M502",
                f"{channel.frequency_hz / 1e6:.3f} is {GUARD_HZ[channel.frequency_hz]}",
                span,
                label=f"`{name}`",
                hint="give it a working channel",
            )
