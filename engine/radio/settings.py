"""Read the settings that an SRS server announces.

Every value is text, a key may be absent until the server first used it, and booleans come as
`true` or `True` depending on the server's age, so each has its default and is compared without
regard to case. Only what somebody acts on is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.radio.frequency import is_same_frequency

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ServerSettings", "read_settings"]

_DEFAULT_LOBBY_MHZ = "248.22"
_DEFAULT_TEST_MHZ = "247.2,120.3"
_MAX_FREQUENCY_MHZ = 1_000_000.0


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What an SRS server lets its clients do (defaults of the SRS 2.4 source)."""

    allows_eam: bool = False
    separates_coalitions: bool = False
    silences_spectators: bool = False
    lobby_hz: tuple[float, ...] = (248_220_000.0,)
    echo_hz: tuple[float, ...] = (247_200_000.0, 120_300_000.0)
    hop_limit: int = 0
    shows_positions: bool = False

    def is_lobby(self, frequency_hz: float) -> bool:
        """Tell whether everybody hears this frequency, whatever his side."""
        return any(is_same_frequency(lobby, frequency_hz) for lobby in self.lobby_hz)

    def is_echoed(self, frequency_hz: float) -> bool:
        """Tell whether the server sends a speaker his own voice back on this frequency."""
        return any(is_same_frequency(echo, frequency_hz) for echo in self.echo_hz)


def read_settings(values: Mapping[str, str]) -> ServerSettings:
    """Return the settings in a server's announcement; what is absent has its default."""

    def is_on(key: str) -> bool:
        return values.get(key, "").strip().lower() == "true"

    return ServerSettings(
        allows_eam=is_on("EXTERNAL_AWACS_MODE"),
        separates_coalitions=is_on("COALITION_AUDIO_SECURITY"),
        silences_spectators=is_on("SPECTATORS_AUDIO_DISABLED"),
        lobby_hz=_frequencies_hz(values.get("GLOBAL_LOBBY_FREQUENCIES", _DEFAULT_LOBBY_MHZ)),
        echo_hz=_frequencies_hz(values.get("TEST_FREQUENCIES", _DEFAULT_TEST_MHZ)),
        hop_limit=_hops(values.get("RETRANSMISSION_NODE_LIMIT", "")),
        shows_positions=is_on("LOS_ENABLED") or is_on("DISTANCE_ENABLED"),
    )


def _frequencies_hz(listed_mhz: str) -> tuple[float, ...]:
    """Return a comma list in hertz without the parts that are no frequency."""
    found = []
    for part in listed_mhz.split(","):
        try:
            megahertz = float(part)
        except ValueError:
            continue
        if 0 < megahertz < _MAX_FREQUENCY_MHZ:
            found.append(float(round(megahertz * 1_000_000)))
    return tuple(found)


def _hops(text: str) -> int:
    return int(text) if text.strip().isascii() and text.strip().isdigit() and len(text) < 6 else 0
