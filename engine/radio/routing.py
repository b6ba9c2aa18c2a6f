"""Decide who receives a voice packet, as an SRS server does.

The server checks sides and tuning and nothing else: not whether the speaker has such a radio, not
whether the listener can decrypt it. The decision is a pure function so that each of its rules is
a row in a test's table (SRS 2.4 server source).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from engine.radio.frequency import MIN_RADIO_HZ, Modulation, is_same_frequency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.radio.packet import FrequencyBlock, VoicePacket
    from engine.radio.records import ClientRecord, Radio
    from engine.radio.settings import ServerSettings

__all__ = ["RoutingRefusal", "recipients"]

_SPECTATOR = 0


class RoutingRefusal(StrEnum):
    """Why a server forwards a voice packet to nobody."""

    UNKNOWN_SENDER = "sender GUID not in the roster"
    SPECTATOR = "spectators are silenced"
    TOO_MANY_HOPS = "relayed too often"


def recipients(
    packet: VoicePacket,
    reachable: Mapping[str, ClientRecord],
    *,
    sender: ClientRecord | None,
    settings: ServerSettings,
) -> frozenset[str] | RoutingRefusal:
    """Return the GUIDs among `reachable` that are sent the packet, each once.

    `reachable` are the clients whose voice address is known; `sender` is the roster's record of
    the packet's sender, None when there is none.
    """
    if sender is None:
        return RoutingRefusal.UNKNOWN_SENDER
    if settings.silences_spectators and sender.coalition == _SPECTATOR:
        return RoutingRefusal.SPECTATOR
    if packet.hop > settings.hop_limit:
        return RoutingRefusal.TOO_MANY_HOPS
    is_for_all = any(settings.is_lobby(block.frequency_hz) for block in packet.blocks)
    is_echoed = any(settings.is_echoed(block.frequency_hz) for block in packet.blocks)

    def hears(client: ClientRecord) -> bool:
        if client.guid == sender.guid:
            return is_echoed
        if client.is_gateway:
            return False
        if is_for_all:
            return True
        if settings.separates_coalitions and client.coalition != sender.coalition:
            return False
        return any(_is_tuned(client, block, packet.unit_id) for block in packet.blocks)

    return frozenset(guid for guid, client in reachable.items() if hears(client))


def _is_tuned(client: ClientRecord, block: FrequencyBlock, unit_id: int) -> bool:
    radios = client.radio_info.radios if client.radio_info else ()
    return any(_matches(radio, block, unit_id, client.unit_id) for radio in radios)


def _matches(radio: Radio, block: FrequencyBlock, unit_id: int, owner_id: int) -> bool:
    if Modulation.DISABLED in (radio.modulation, block.modulation):
        return False
    is_on_intercom = radio.modulation == block.modulation == Modulation.INTERCOM
    if is_on_intercom and unit_id > 0 and unit_id in (owner_id, radio.intercom_unit_id):
        return True
    is_tuned = radio.frequency_hz > MIN_RADIO_HZ and radio.modulation == block.modulation
    if is_tuned and is_same_frequency(radio.frequency_hz, block.frequency_hz):
        return True
    # Guard is a second receiver, and it takes any modulation.
    return radio.guard_hz > MIN_RADIO_HZ and is_same_frequency(radio.guard_hz, block.frequency_hz)
