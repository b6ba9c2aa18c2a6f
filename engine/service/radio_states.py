"""Say what becomes of the radio links, once for each change and not once for each attempt.

Every station has a link of its own to one and the same server, and tries again for ever when it is
lost. A host needs to read that the server is away once, and that a station is back once.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from engine.radio import LinkPhase, StationState
from engine.service.journal import Record, state

__all__ = ["RadioStates"]

_NEXT_ATTEMPT = "; next attempt in"

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class RadioStates:
    """Turns the links' reports into what is worth telling; all of them go to the log file."""

    _trouble: str = ""
    _has_begun: bool = False

    def take(self, told: StationState) -> Record | None:
        """Return the record of a report, or None when it says nothing new."""
        _LOG.info("%s: %s: %s", told.station, told.phase, told.message)
        complaint, attempt, _ = told.message.partition(_NEXT_ATTEMPT)
        if attempt:
            if complaint == self._trouble:
                return None
            self._trouble = complaint
            return state("radio", told.phase, f"{complaint}; trying again until it can be used")
        if told.phase is LinkPhase.CONNECTING:
            if self._has_begun:
                return None
            self._has_begun = True
            return state("radio", told.phase, told.message)
        if told.phase is LinkPhase.ON_AIR:
            self._trouble = ""
        return state("radio", told.phase, told.message, station=told.station)
