"""Events: the append-only record that state is a fold over.

`{seq, kind, version, t_ms, sim_t, aircraft?, station?, data}` as canonical JSON: keys sorted, no
spaces, floats as Python prints them. `data` holds only JSON values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Event", "canonical_json", "event_from_json", "event_to_json"]


@dataclass(frozen=True, slots=True)
class Event:
    """One recorded stimulus, decision or keying.

    `seq` is 0 until the store numbers it. `t_ms` is engine time, `sim_t` the sim's seconds.
    """

    kind: str
    t_ms: int
    data: Mapping[str, Any] = field(default_factory=dict)
    aircraft: str | None = None
    station: str | None = None
    sim_t: float = 0.0
    version: int = 1
    seq: int = 0


def canonical_json(value: object) -> str:
    """Return the one JSON text of a value; NaN and infinity are refused with ValueError."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def event_to_json(event: Event) -> str:
    """Return the event as one line of canonical JSON."""
    record: dict[str, object] = {
        "seq": event.seq,
        "kind": event.kind,
        "version": event.version,
        "t_ms": event.t_ms,
        "sim_t": event.sim_t,
        "data": dict(event.data),
    }
    if event.aircraft is not None:
        record["aircraft"] = event.aircraft
    if event.station is not None:
        record["station"] = event.station
    return canonical_json(record)


def event_from_json(line: str) -> Event:
    """Return the event of one line that `event_to_json` wrote.

    Raises:
        ValueError: the line is not such an event.
    """
    record = json.loads(line)
    try:
        return Event(
            kind=record["kind"],
            t_ms=record["t_ms"],
            data=record["data"],
            aircraft=record.get("aircraft"),
            station=record.get("station"),
            sim_t=record["sim_t"],
            version=record["version"],
            seq=record["seq"],
        )
    except (KeyError, TypeError) as error:
        message = f"not an event record: {error!r}"
        raise ValueError(message) from error
