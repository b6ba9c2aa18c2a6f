"""Assemble what a station hears into transmissions.

SRS has no end-of-transmission mark: a transmission is over when its speaker has been silent for
350 ms. Each speaker has a window of his own, keyed by the GUID of who spoke and not of who relayed
it, so two who talk at once are told apart and both are marked as stepped on instead of being mixed
into one. Time is an argument; the asyncio part is elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.radio.frequency import Channel, is_same_frequency
from engine.radio.ordering import PacketOrder
from engine.radio.transmission import (
    EndReason,
    RadioEvent,
    Speaker,
    Transmission,
    TransmissionEnded,
    TransmissionFrame,
    TransmissionStarted,
    VoiceFrame,
)

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Container

    from engine.radio.packet import VoicePacket
    from engine.radio.records import ClientRecord

__all__ = ["END_SILENCE_MS", "MAX_TRANSMISSION_MS", "Reception", "VoiceRefusal"]

END_SILENCE_MS = 350
"""Silence after which a transmission is over; SRS's own clients use the same."""

MAX_TRANSMISSION_MS = 60_000
"""Longest transmission taken; beyond it the microphone is stuck."""

RESTART_SILENCE_MS = 800
"""Silence after which lower packet numbers mean a restarted client and not late packets."""

_BURST_GAP_MS = 120
"""A longer pause than the longest Opus packet: the speaker had let go of the key."""

_MAX_SPEAKERS_AT_ONCE = 64
_MAX_SPEAKERS_KNOWN = 1_024


class VoiceRefusal(StrEnum):
    """Why a sound voice packet starts or continues no transmission."""

    OWN_VOICE = "our own voice"
    NOT_TUNED = "not on a channel of the station"
    NO_AUDIO = "packet without audio"
    ENCRYPTED = "encrypted packet"
    STUCK_MICROPHONE = "stuck microphone"
    OLD_NUMBER = "packet number already played"
    TOO_MANY_SPEAKERS = "too many speakers at once"


@dataclass(slots=True)
class _Known:
    """What is remembered of a speaker between his transmissions."""

    highest: int = -1
    heard_ms: int = 0
    is_cut_off: bool = False


@dataclass(slots=True)
class _Window:
    transmission_id: str
    started: TransmissionStarted
    channels: frozenset[Channel]
    sender_guid: str
    order: PacketOrder
    burst_start_ms: int
    end_ms: int
    frames: list[VoiceFrame] = field(default_factory=list)
    missing: int = 0
    is_stepped_on: bool = False


class Reception:
    """The open transmissions of one station; every method takes the time and returns events."""

    def __init__(
        self,
        station: str,
        channels: tuple[Channel, ...],
        *,
        guid: str,
        own_guids: Container[str],
        find_client: Callable[[str], ClientRecord | None],
        counters: Counter[str],
        max_transmission_ms: int = MAX_TRANSMISSION_MS,
    ) -> None:
        self._station = station
        self._channels = channels
        self._guid = guid
        self._own_guids = own_guids
        self._find_client = find_client
        self._counters = counters
        self._max_transmission_ms = max_transmission_ms
        self._known: dict[str, _Known] = {}
        self._windows: dict[str, _Window] = {}
        self._active_ms: dict[Channel, int] = {}

    @property
    def deadline_ms(self) -> int | None:
        """When `tick` has something to do next, or None while nobody speaks."""
        deadlines = [self._closing_ms(window) for window in self._windows.values()]
        deadlines += [
            due for window in self._windows.values() if (due := window.order.due_ms) is not None
        ]
        return min(deadlines, default=None)

    def retune(self, channels: tuple[Channel, ...]) -> None:
        """Listen on other channels from now on; what is being heard ends by its own silence."""
        self._channels = channels
        self._active_ms = {c: ms for c, ms in self._active_ms.items() if c in channels}

    def is_busy(self, frequency_hz: int, *, now_ms: int, within_ms: int) -> bool:
        """Tell whether anybody but ourselves was on the frequency in the last `within_ms`."""
        return any(
            now_ms - heard_ms < within_ms and is_same_frequency(channel.frequency_hz, frequency_hz)
            for channel, heard_ms in self._active_ms.items()
        )

    def accept(self, packet: VoicePacket, now_ms: int) -> list[RadioEvent]:
        """Take in one voice packet and return what it means to the station."""
        matched = {
            channel: block.encryption_key
            for block in packet.blocks
            for channel in self._channels
            if channel.is_hit_by(block.frequency_hz, block.modulation)
        }
        if self._guid not in (packet.origin_guid, packet.sender_guid):
            self._active_ms |= dict.fromkeys(matched, now_ms)
        refusal = self._refusal(packet, matched)
        if refusal is not None:
            return self._refuse(refusal)
        # A key on a lobby frequency is ignored by others; a list that the server pushes must not
        # decide here what counts as clear speech.
        clear = [channel for channel, key in matched.items() if key == 0]
        events = self._close_if_over(packet.origin_guid, now_ms)
        channel = (clear or list(matched))[0]
        window = self._windows.get(packet.origin_guid)
        if window is not None and self._is_other_talk(window, packet, matched, not clear):
            events += self._close(window, EndReason.CHANGED_CHANNEL)
            window = None
        if window is None:
            opened = self._open(packet, channel, frozenset(matched), now_ms, not clear)
            if isinstance(opened, VoiceRefusal):
                return events + self._refuse(opened)
            window = opened
            events.append(window.started)
        return events + self._continue(window, packet, now_ms)

    def tick(self, now_ms: int) -> list[RadioEvent]:
        """Let time pass: give out what waited long enough and end what has been silent."""
        events: list[RadioEvent] = []
        for guid in tuple(self._windows):
            events += self._close_if_over(guid, now_ms)
        for window in self._windows.values():
            events += self._release(window, now_ms)
        return events

    def close(self) -> list[RadioEvent]:
        """End every open transmission, because the link is gone."""
        return [
            event
            for window in tuple(self._windows.values())
            for event in self._close(window, EndReason.LINK_LOST)
        ]

    def _refusal(self, packet: VoicePacket, matched: dict[Channel, int]) -> VoiceRefusal | None:
        if packet.origin_guid in self._own_guids or packet.sender_guid in self._own_guids:
            return VoiceRefusal.OWN_VOICE
        if not matched:
            return VoiceRefusal.NOT_TUNED
        if not packet.audio:
            return VoiceRefusal.NO_AUDIO
        return None

    def _refuse(self, refusal: StrEnum) -> list[RadioEvent]:
        self._counters[refusal] += 1
        return []

    def _is_other_talk(
        self,
        window: _Window,
        packet: VoicePacket,
        matched: dict[Channel, int],
        is_encrypted: bool,
    ) -> bool:
        """Tell whether the speaker went on elsewhere; a relay's copy is the same talk."""
        if packet.sender_guid != window.sender_guid:
            return False
        is_elsewhere = window.started.channel not in matched
        return is_elsewhere or window.started.is_encrypted != is_encrypted

    def _open(
        self,
        packet: VoicePacket,
        channel: Channel,
        channels: frozenset[Channel],
        now_ms: int,
        is_encrypted: bool,
    ) -> _Window | VoiceRefusal:
        guid = packet.origin_guid
        known = self._known.get(guid) or self._remember(guid, now_ms)
        silence_ms = now_ms - known.heard_ms
        if known.is_cut_off:
            if silence_ms < END_SILENCE_MS:
                known.heard_ms = now_ms
                known.highest = max(known.highest, packet.number)
                return VoiceRefusal.STUCK_MICROPHONE
            known.is_cut_off = False
        is_backward = packet.number <= known.highest
        if is_backward and silence_ms < RESTART_SILENCE_MS:
            return VoiceRefusal.OLD_NUMBER
        if len(self._windows) >= _MAX_SPEAKERS_AT_ONCE:
            return VoiceRefusal.TOO_MANY_SPEAKERS
        if is_backward:
            known.highest = -1
        first_possible = known.highest + 1
        transmission_id = f"{self._station}:{guid}:{packet.number}@{now_ms}"
        window = _Window(
            transmission_id=transmission_id,
            started=TransmissionStarted(
                transmission_id=transmission_id,
                station=self._station,
                speaker=self._speaker(packet),
                channel=channel,
                start_ms=now_ms,
                is_encrypted=is_encrypted,
            ),
            channels=channels,
            sender_guid=packet.sender_guid,
            order=PacketOrder(first_possible),
            burst_start_ms=now_ms,
            end_ms=now_ms,
        )
        self._windows[guid] = window
        return window

    def _continue(self, window: _Window, packet: VoicePacket, now_ms: int) -> list[RadioEvent]:
        refusal = window.order.offer(VoiceFrame(packet.number, packet.audio, now_ms))
        if refusal is not None:
            return self._refuse(refusal)
        known = self._known[packet.origin_guid]
        known.highest = max(known.highest, packet.number)
        known.heard_ms = now_ms
        if now_ms - window.end_ms > _BURST_GAP_MS:
            window.burst_start_ms = now_ms
        window.end_ms = now_ms
        self._mark_overlap(window)
        if window.started.is_encrypted:
            self._counters[VoiceRefusal.ENCRYPTED] += 1
        return self._release(window, now_ms)

    def _mark_overlap(self, window: _Window) -> None:
        for other in self._windows.values():
            is_rival = other is not window and not other.channels.isdisjoint(window.channels)
            if is_rival and other.end_ms >= window.burst_start_ms:
                other.is_stepped_on = window.is_stepped_on = True

    def _release(self, window: _Window, now_ms: int, *, is_over: bool = False) -> list[RadioEvent]:
        released = window.order.release(now_ms, is_over=is_over)
        window.missing += sum(missing for _, missing in released)
        if window.started.is_encrypted:
            return []
        window.frames += [frame for frame, _ in released]
        return [
            TransmissionFrame(window.transmission_id, frame, missing) for frame, missing in released
        ]

    def _closing_ms(self, window: _Window) -> int:
        longest_ms = window.started.start_ms + self._max_transmission_ms
        return min(window.end_ms + END_SILENCE_MS, longest_ms)

    def _close_if_over(self, guid: str, now_ms: int) -> list[RadioEvent]:
        window = self._windows.get(guid)
        if window is None or now_ms < self._closing_ms(window):
            return []
        if now_ms >= window.end_ms + END_SILENCE_MS:
            return self._close(window, EndReason.SILENCE)
        self._known[guid].is_cut_off = True
        return self._close(window, EndReason.STUCK_MICROPHONE)

    def _close(self, window: _Window, reason: EndReason) -> list[RadioEvent]:
        started = window.started
        events = self._release(window, window.end_ms, is_over=True)
        del self._windows[started.speaker.origin_guid]
        transmission = Transmission(
            transmission_id=started.transmission_id,
            station=started.station,
            speaker=self._refreshed(started.speaker),
            channel=started.channel,
            start_ms=started.start_ms,
            end_ms=window.end_ms,
            frames=tuple(window.frames),
            missing_frames=window.missing,
            is_stepped_on=window.is_stepped_on,
            is_encrypted=started.is_encrypted,
        )
        return [*events, TransmissionEnded(transmission, reason)]

    def _remember(self, guid: str, now_ms: int) -> _Known:
        """Return a place for a new speaker, forgetting the one unheard longest when full."""
        if len(self._known) >= _MAX_SPEAKERS_KNOWN:
            idle = (other for other in self._known if other not in self._windows)
            del self._known[min(idle, key=lambda other: self._known[other].heard_ms)]
        known = self._known[guid] = _Known(heard_ms=now_ms)
        return known

    def _speaker(self, packet: VoicePacket) -> Speaker:
        unknown = Speaker(packet.origin_guid, "", "", packet.unit_id, 0, allow_record=False)
        return self._refreshed(unknown)

    def _refreshed(self, speaker: Speaker) -> Speaker:
        client = self._find_client(speaker.origin_guid)
        if client is None:
            return speaker
        return Speaker(
            origin_guid=speaker.origin_guid,
            name=client.name,
            unit_type=client.unit_type,
            unit_id=client.unit_id or speaker.unit_id,
            coalition=client.coalition,
            allow_record=client.allow_record,
        )
