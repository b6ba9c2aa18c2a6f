"""Stimuli: what starts a turn."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.call import Hypothesis
from engine.model.directive import StationId
from engine.model.picture import Coalition, FeedReset, SimEvent, Track, TrackGone, WeatherReport

__all__ = ["Heard", "KeyingReport", "RadioGone", "RadioPresent", "Stimulus", "Sweep"]


@dataclass(frozen=True, slots=True)
class Heard:
    """A pilot's transmission has ended and was recognised.

    `hypotheses` best first; empty when nobody spoke. `prompt` is what the recogniser was primed
    with. Times are engine milliseconds. `audio` is a reference into the recording, or "".
    """

    transmission_id: str
    guid: str
    client_name: str
    unit_type: str
    unit_id: int
    coalition: Coalition
    station: StationId
    frequency_hz: int
    started_ms: int
    ended_ms: int
    hypotheses: tuple[Hypothesis, ...]
    stepped_on: bool = False
    audio: str = ""


@dataclass(frozen=True, slots=True)
class RadioPresent:
    """A radio joined or changed: its name, aircraft, side and what it is tuned to."""

    guid: str
    client_name: str
    unit_type: str
    unit_id: int
    coalition: Coalition
    frequencies_hz: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RadioGone:
    """A radio left the voice server."""

    guid: str


@dataclass(frozen=True, slots=True)
class Sweep:
    """One look at the radar: every live track, and what ended or happened since the last look."""

    tracks: tuple[Track, ...]
    gone: tuple[TrackGone, ...] = ()
    events: tuple[SimEvent, ...] = ()
    weather: WeatherReport | None = None
    reset: FeedReset | None = None


@dataclass(frozen=True, slots=True)
class KeyingReport:
    """What became of a transmission: `keyed` (fully on the air), `expired`, `withheld` or `failed`.

    `ended_ms` is when its last packet went out.
    """

    transmission_id: str
    outcome: str
    ended_ms: int
    reason: str = ""


Stimulus = Heard | RadioPresent | RadioGone | Sweep | KeyingReport
