"""Name a radio channel: a frequency with its modulation, and when two of them are the same.

Frequencies are whole hertz, so that 124.425 MHz is one number and not a float that nearly is. A
channel without a modulation is refused: a listener on AM hears nothing of FM, and a guess would
leave a station deaf without a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from engine.model.errors import ConfigurationError

__all__ = [
    "MATCH_TOLERANCE_HZ",
    "MIN_RADIO_HZ",
    "Channel",
    "Modulation",
    "is_same_frequency",
]

MATCH_TOLERANCE_HZ = 500
"""Two frequencies are one when they differ by less than this (SRS 2.4 server source)."""

MIN_RADIO_HZ = 10_000
"""SRS ignores a radio tuned to this or below (SRS 2.4 server source)."""

_MAX_RADIO_HZ = 400_000_000_000
_TEXT = re.compile(r"(?P<mhz>[0-9]{1,6})(?:\.(?P<fraction>[0-9]{1,6}))? (?P<modulation>[A-Z]+)")


class Modulation(IntEnum):
    """How a radio modulates, by the number SRS gives it."""

    AM = 0
    FM = 1
    INTERCOM = 2
    DISABLED = 3
    HAVEQUICK = 4
    SATCOM = 5
    MIDS = 6
    SINCGARS = 7


@dataclass(frozen=True, slots=True, order=True)
class Channel:
    """What a radio is tuned to."""

    frequency_hz: int
    modulation: Modulation

    @classmethod
    def parse(cls, text: str) -> Channel:
        """Return the channel written as megahertz, a space and the modulation: `124.425 AM`.

        >>> Channel.parse("124.425 AM").frequency_hz
        124425000

        Raises:
            ConfigurationError: `text` is not written so, or nobody can talk on it.
        """
        found = _TEXT.fullmatch(text)
        if found is None:
            message = f"channel {text!r}: write megahertz and modulation, like '124.425 AM'"
            raise ConfigurationError(message)
        name = found["modulation"]
        talkable = [m.name for m in Modulation if m not in _SILENT]
        if name not in talkable:
            message = f"channel {text!r}: modulation {name!r} is not one of {', '.join(talkable)}"
            raise ConfigurationError(message)
        frequency_hz = int(found["mhz"]) * 1_000_000 + int((found["fraction"] or "").ljust(6, "0"))
        if not MIN_RADIO_HZ < frequency_hz <= _MAX_RADIO_HZ:
            message = f"channel {text!r}: {frequency_hz} Hz is not a radio frequency"
            raise ConfigurationError(message)
        return cls(frequency_hz, Modulation[name])

    def __str__(self) -> str:
        digits = f"{self.frequency_hz // 1_000_000}.{self.frequency_hz % 1_000_000:06d}"
        whole, _, fraction = digits.partition(".")
        return f"{whole}.{fraction.rstrip('0').ljust(3, '0')} {self.modulation.name}"

    def is_hit_by(self, frequency_hz: float, modulation: int) -> bool:
        """Tell whether a signal on this frequency and modulation is heard on the channel."""
        return modulation == self.modulation and is_same_frequency(self.frequency_hz, frequency_hz)


_SILENT = frozenset({Modulation.INTERCOM, Modulation.DISABLED})


def is_same_frequency(one_hz: float, other_hz: float) -> bool:
    """Tell whether two frequencies are less than 500 Hz apart; 500 exactly is not a match."""
    return abs(one_hz - other_hz) < MATCH_TOLERANCE_HZ
