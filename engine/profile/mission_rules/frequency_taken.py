"""M803: no station speaks on a frequency that the mission uses itself."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.mission_file import Mission
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project, mission: Mission) -> Iterator[Diagnostic]:
    """Yield each channel that a tanker, an AWACS or a ship of the mission has too."""
    used = {(one.frequency_hz, one.modulation): one for one in mission.used}
    for name, channel, span in project.channel_places():
        taken = used.get((channel.frequency_hz, channel.modulation))
        if taken is not None:
            yield Diagnostic(
                "M803",
                f"{taken.name or taken.what} is on {channel.frequency_hz / 1e6:.3f} too",
                span,
                label=name,
                hint="move one of them to another channel",
                notes=(f"{taken.what} in {mission.file}",),
            )
