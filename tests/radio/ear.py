"""A reception to feed by hand, with what it told so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.radio import (
    Channel,
    ClientRecord,
    EndReason,
    FrequencyBlock,
    Modulation,
    RadioEvent,
    Reception,
    Transmission,
    TransmissionEnded,
    TransmissionFrame,
    VoicePacket,
)

__all__ = ["GROUND", "HORNET", "RELAY", "TOWER", "US", "VHF", "VIPER", "Ear", "on"]

TOWER = Channel.parse("260 AM")
VHF = Channel.parse("131 AM")
US = "MarshallTower000000001"
GROUND = "MarshallGround00000001"
VIPER = "Viper-----------------"
HORNET = "Hornet----------------"
RELAY = "Relay-----------------"


class Ear:
    """A reception with what it has told so far."""

    def __init__(self, max_transmission_ms: int = 60_000) -> None:
        self.counters: Counter[str] = Counter()
        self.clients: dict[str, ClientRecord] = {}
        self.events: list[RadioEvent] = []
        self.reception = Reception(
            "tower",
            (TOWER, VHF),
            guid=US,
            own_guids={US, GROUND},
            find_client=self.clients.get,
            counters=self.counters,
            max_transmission_ms=max_transmission_ms,
        )

    def hear(self, now_ms: int, number: int, *, speaker: str = VIPER, **changes: object) -> None:
        packet = VoicePacket(
            audio=b"frame %d" % number,
            blocks=(FrequencyBlock(260e6, Modulation.AM),),
            unit_id=7,
            number=number,
            origin_guid=speaker,
            sender_guid=speaker,
        )
        self.events += self.reception.accept(replace(packet, **changes), now_ms)  # type: ignore[arg-type]

    def talk(self, start_ms: int, numbers: range, **changes: object) -> None:
        for index, number in enumerate(numbers):
            self.pass_time(start_ms + 40 * index)
            self.hear(start_ms + 40 * index, number, **changes)  # type: ignore[arg-type]

    def pass_time(self, now_ms: int) -> None:
        while (due_ms := self.reception.deadline_ms) is not None and due_ms <= now_ms:
            self.events += self.reception.tick(due_ms)

    @property
    def ended(self) -> list[Transmission]:
        return [e.transmission for e in self.events if isinstance(e, TransmissionEnded)]

    @property
    def reasons(self) -> list[EndReason]:
        return [e.reason for e in self.events if isinstance(e, TransmissionEnded)]

    @property
    def frames(self) -> list[TransmissionFrame]:
        return [e for e in self.events if isinstance(e, TransmissionFrame)]

    @property
    def numbers(self) -> list[int]:
        return [event.frame.number for event in self.frames]


def on(*channels: Channel, key: int = 0) -> tuple[FrequencyBlock, ...]:
    return tuple(FrequencyBlock(float(c.frequency_hz), c.modulation, key) for c in channels)
