"""What was on the air of a loopback server, as evidence: packets to transmissions to records.

The server's own capture says who keyed when; the words come from whoever keyed them (a pilot's
script, the service's journal), joined in the order each radio spoke. The judge gets these records
and never the service's own counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.model.capture import AirRecord
from engine.model.directive import directive
from engine.radio import VoiceCapture
from engine.service.journal import Record
from engine.voice.opus import decode_packets
from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm

__all__ = ["AirCapture", "CapturedTransmission"]

_GAP_MS = 400
"""A pause longer than this between packets of one radio ends its transmission."""
_FRAME_MS = 40


@dataclass(slots=True)
class CapturedTransmission:
    """One transmission as the server received it; times are milliseconds since the start."""

    guid: str
    frequencies_hz: tuple[int, ...]
    started_ms: int
    ended_ms: int
    packets: list[bytes]


@dataclass(slots=True)
class AirCapture:
    """Collects a loopback server's packets; nothing before `start` is kept."""

    start_ns: int | None = None
    transmissions: list[CapturedTransmission] = field(default_factory=list)
    _open: dict[str, CapturedTransmission] = field(default_factory=dict)

    def start(self, now_ns: int) -> None:
        """Make now the time zero of the capture."""
        self.start_ns = now_ns

    def on_packet(self, capture: VoiceCapture) -> None:
        """Take one packet that the server accepted for routing."""
        if self.start_ns is None:
            return
        now_ms = (capture.received_ns - self.start_ns) // 1_000_000
        going = self._open.get(capture.origin_guid)
        if going is None or now_ms - going.ended_ms > _GAP_MS:
            frequencies = tuple(
                sorted({round(block.frequency_hz) for block in capture.packet.blocks})
            )
            going = CapturedTransmission(capture.origin_guid, frequencies, now_ms, now_ms, [])
            self._open[capture.origin_guid] = going
            self.transmissions.append(going)
        going.ended_ms = now_ms
        going.packets.append(capture.packet.audio)

    def records(
        self,
        *,
        pilots: Mapping[str, str],
        stations: Mapping[str, tuple[str, str]],
        said: Mapping[str, Sequence[tuple[str, Mapping[str, str]]]],
        keyed: Mapping[str, Sequence[Record]],
        heard_by_pilots: Mapping[tuple[str, int], Mapping[str, str]],
    ) -> tuple[AirRecord, ...]:
        """Return every transmission with its words.

        `pilots` names radios by GUID, `stations` gives (station id, name). `said` holds each
        pilot's words with what stations heard of them, in order; `keyed` each station's `decided`
        records in the order they were keyed; `heard_by_pilots` what pilots heard, by the station
        id and the transmission's place in that order.
        """
        count: dict[str, int] = {}
        records = []
        for index, one in enumerate(self.transmissions):
            place = count.get(one.guid, 0)
            count[one.guid] = place + 1
            if one.guid in stations:
                station, name = stations[one.guid]
                sequence = keyed.get(station, ())
                record = sequence[place] if place < len(sequence) else None
                heard = heard_by_pilots.get((station, place), {})
                records.append(_of_station(one, station, name, record, heard))
            elif one.guid in pilots:
                callsign = pilots[one.guid]
                words = said.get(callsign, ())
                text, heard = words[place] if place < len(words) else ("", {})
                records.append(_of_pilot(one, index, callsign, text, heard))
        return tuple(records)

    def sound(self) -> Pcm:
        """Return the whole frequency as one recording, everybody in his place."""
        end_ms = max((one.ended_ms for one in self.transmissions), default=0) + 1000
        mixed = np.zeros(end_ms * SAMPLE_RATE_HZ // 1000, dtype=np.int32)
        for one in self.transmissions:
            pcm = decode_packets(one.packets)
            at = max(0, one.started_ms) * SAMPLE_RATE_HZ // 1000
            room = min(len(pcm), len(mixed) - at)
            mixed[at : at + room] += pcm[:room]
        return np.clip(mixed, -32768, 32767).astype(np.int16)


def _of_station(
    one: CapturedTransmission,
    station: str,
    name: str,
    record: Record | None,
    heard: Mapping[str, str],
) -> AirRecord:
    directives = record["directives"] if record is not None else ()
    return AirRecord(
        transmission_id=str(record["transmission_id"]) if record is not None else "unknown",
        speaker=name,
        station=station,
        frequencies_hz=one.frequencies_hz,
        words=str(record["words"]) if record is not None else "",
        started_ms=one.started_ms,
        ended_ms=one.ended_ms,
        heard=heard,
        addressed=str(record["to"]) if record is not None else None,
        directives=tuple(
            directive(each["kind"], rule=each["rule"], **each["slots"]) for each in directives
        ),
        reply_to=record["reply_to"] if record is not None else None,
        stages_ms=record.get("stages_ms", {}) if record is not None else {},
    )


def _of_pilot(
    one: CapturedTransmission, index: int, callsign: str, words: str, heard: Mapping[str, str]
) -> AirRecord:
    return AirRecord(
        transmission_id=f"air-{index + 1:04d}",
        speaker=callsign,
        station=None,
        frequencies_hz=one.frequencies_hz,
        words=words,
        started_ms=one.started_ms,
        ended_ms=one.ended_ms,
        heard=heard,
    )
