"""What was on the air as JSON lines: one transmission a line, written as it ends.

Canonical JSON, so two recordings of one seed are equal byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TextIO

from engine.model.capture import AirRecord
from engine.model.directive import Directive
from engine.model.errors import StoreError
from engine.model.event import canonical_json

__all__ = ["read_recording", "record_json", "write_recording"]


def record_json(record: AirRecord) -> str:
    """Return one transmission as a line of canonical JSON, without the line's end."""
    return canonical_json(
        {
            "id": record.transmission_id,
            "speaker": record.speaker,
            "station": record.station,
            "frequencies_hz": list(record.frequencies_hz),
            "words": record.words,
            "started_ms": record.started_ms,
            "ended_ms": record.ended_ms,
            "stepped_on": record.stepped_on,
            "heard": dict(record.heard),
            "addressed": record.addressed,
            "directives": [
                {"kind": one.kind, "slots": dict(one.slots), "rule": one.rule}
                for one in record.directives
            ],
            "reply_to": record.reply_to,
            "stages_ms": dict(record.stages_ms),
        }
    )


def write_recording(records: Iterable[AirRecord], out: TextIO) -> None:
    """Write transmissions, one a line."""
    out.writelines(record_json(record) + "\n" for record in records)


def read_recording(lines: Iterable[str]) -> Iterator[AirRecord]:
    """Yield the transmissions of a recording.

    Raises:
        StoreError: a line is not such a record; the message names its number.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            yield AirRecord(
                transmission_id=data["id"],
                speaker=data["speaker"],
                station=data["station"],
                frequencies_hz=tuple(data["frequencies_hz"]),
                words=data["words"],
                started_ms=data["started_ms"],
                ended_ms=data["ended_ms"],
                stepped_on=data["stepped_on"],
                heard=data["heard"],
                addressed=data["addressed"],
                directives=tuple(
                    Directive(one["kind"], one["slots"], one["rule"]) for one in data["directives"]
                ),
                reply_to=data["reply_to"],
                stages_ms=data["stages_ms"],
            )
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            message = f"recording, line {number}: not a transmission ({error})"
            raise StoreError(message) from error
