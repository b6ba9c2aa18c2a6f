"""How long each stage of an answer took, from the pilot's last packet to our first.

Times are milliseconds of the monotonic clock. Stages: `silence` until the call was known to be
over, `recognition` from then until its words were there, `decision`, `voice` until the words were
sound, `channel` until the channel was free; `total` is all of it. `decoding` is what the recogniser
worked, part of it before the call was over.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.service.ears import HeardAudio
from engine.service.mouth import Utterance

__all__ = ["Stopwatch"]

ValueT = TypeVar("ValueT")

_REMEMBERED = 256
"""Calls and answers under way; what was never answered is forgotten in time."""


@dataclass(slots=True)
class _Heard:
    last_packet_ms: int
    stages: dict[str, int]


@dataclass(slots=True)
class Stopwatch:
    """Keeps the times of calls under way."""

    _heard: OrderedDict[str, _Heard] = field(default_factory=OrderedDict)
    _decided_ms: OrderedDict[str, int] = field(default_factory=OrderedDict)

    def heard(self, heard: HeardAudio) -> None:
        """Note a recognised call."""
        end_ms = heard.transmission.end_ms
        stages = {
            "silence": heard.known_over_ms - end_ms,
            "recognition": heard.recognised_ms - heard.known_over_ms,
            "decoding": round(heard.recognition.decode_s * 1000.0),
        }
        _keep(self._heard, heard.transmission.transmission_id, _Heard(end_ms, stages))

    def decision(self, transmission_id: str, took_ms: int) -> Mapping[str, int]:
        """Note how long a call took to decide, and return its stages so far."""
        known = self._heard.get(transmission_id)
        if known is None:
            return {"decision": took_ms}
        known.stages["decision"] = took_ms
        return dict(known.stages)

    def decided(self, transmission_id: str, now_ms: int) -> None:
        """Note when a transmission of ours was decided."""
        _keep(self._decided_ms, transmission_id, now_ms)

    def keyed(self, done: Utterance) -> Mapping[str, int]:
        """Return the stages of a transmission of ours; none if it was not keyed."""
        sent = done.spoken.transmission
        decided_ms = self._decided_ms.pop(sent.transmission_id, done.queued_ms)
        call = self._heard.pop(sent.reply_to, None) if sent.reply_to else None
        if done.outcome != "keyed":
            return {}
        stages = {
            "voice": max(0, done.voiced_ms - done.queued_ms),
            "channel": max(0, done.keyed_ms - max(done.voiced_ms, decided_ms)),
        }
        if call is not None:
            total = {"total": done.keyed_ms - call.last_packet_ms}
            stages = {**call.stages, **stages, **total}
        return stages


def _keep(where: OrderedDict[str, ValueT], name: str, value: ValueT) -> None:
    where[name] = value
    while len(where) > _REMEMBERED:
        where.popitem(last=False)
