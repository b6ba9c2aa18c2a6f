"""M514: a frequency that is written into a phrase is somebody's channel."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.phrases import phrases_of
from engine.profile.project import Project

__all__ = ["check"]

_FREQUENCY = re.compile(r"(?<![\w.])([1-3][0-9]{2})\.([0-9]{1,3})(?![\w.])")


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each frequency in words that no station of the theatre works."""
    known = {channel.frequency_hz for _, channel, _ in project.channel_places()}
    for phrase in phrases_of(project):
        for match in _FREQUENCY.finditer(phrase.text):
            hertz = int(match[1]) * 1_000_000 + int(match[2].ljust(3, "0")) * 1000
            if hertz not in known:
                yield Diagnostic(
                    "M514",
                    f"nobody works {match[0]}",
                    phrase.place(match.start(), len(match[0])),
                    hint="use the slot {frequency_hz}, which is always a channel",
                )
