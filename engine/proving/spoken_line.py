"""A transmission of a scenario, as far as a designer's expectations are held against it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.directive import Directive

__all__ = ["EVERYBODY", "SpokenLine", "clock"]

EVERYBODY = "all"
"""How a scenario names the addressee of a broadcast."""


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """Who said what to whom, when, and by which decisions.

    `to` is an aircraft of the scenario, or `EVERYBODY`; `station` is the station id, "" for a
    pilot. A remark of the scenario itself (`pony tunes …`) has neither words nor frequencies.
    """

    at_ms: int
    ended_ms: int
    speaker: str
    words: str
    station: str = ""
    to: str = ""
    frequencies_hz: tuple[int, ...] = ()
    directives: tuple[Directive, ...] = ()

    def told(self) -> str:
        """Return the line as a transcript shows it."""
        kinds = ", ".join(one.kind for one in self.directives)
        decided = f"  [{kinds}]" if kinds else ""
        megahertz = f"{self.frequencies_hz[0] / 1e6:.3f}" if self.frequencies_hz else ""
        return f"{clock(self.at_ms)}  {megahertz:>7}  {self.speaker}: {self.words}{decided}"


def clock(t_ms: int) -> str:
    """Return minutes and seconds from the start."""
    minutes, rest = divmod(t_ms, 60_000)
    return f"{minutes:02d}:{rest / 1000:04.1f}"
