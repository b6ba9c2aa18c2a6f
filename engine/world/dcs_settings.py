"""What a host says of its DCS-gRPC server, and the paces Marshall keeps with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.world.dcs_air import WeatherPoint, WindReading

__all__ = ["DcsSettings", "DcsTiming"]


@dataclass(frozen=True, slots=True)
class DcsTiming:
    """Paces in real seconds, and silences in mission seconds.

    The unit stream's poll and back-off are both one second: left at the server's own 30 s, a
    parked jet could start to taxi unseen for half a minute.
    """

    deadline_s: float = 5.0
    poll_rate_s: int = 1
    max_backoff_s: int = 1
    transform_period_s: float = 0.3
    weather_period_s: float = 60.0
    tick_s: float = 0.5
    pause_after_s: float = 3.0
    longest_question_s: float = 10.0
    first_retry_s: float = 1.0
    longest_retry_s: float = 30.0
    silence_mission_s: float = 10.0
    resync_mission_s: float = 5.0


@dataclass(frozen=True, slots=True)
class DcsSettings:
    """Where the server is and how it is to be read.

    `theatre` is the map the profile is for, as the sim names it, or "" for any.
    """

    address: str
    token: str | None = field(default=None, repr=False)
    theatre: str = ""
    wind: WindReading = WindReading.TRANSPOSED
    weather: tuple[WeatherPoint, ...] = ()
    timing: DcsTiming = field(default_factory=DcsTiming)
