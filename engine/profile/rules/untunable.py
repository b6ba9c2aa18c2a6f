"""M512: some airframe can tune every frequency."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.off_channel import is_channel

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each channel that no radio of any airframe reaches."""
    if not project.airframes:
        return
    for _, channel, span in project.channel_places():
        if is_channel(channel.frequency_hz) and not any(
            airframe.can_tune(channel) for airframe in project.airframes.values()
        ):
            yield Diagnostic(
                "M512",
                f"no airframe can tune {channel.frequency_hz / 1e6:.3f} {channel.modulation}",
                span,
                notes=("most radios have AM from 118 to 136 MHz and from 225 to 399.975",),
            )
