"""Live one TCP session with a voice server, from the first message to the loss of the line.

A session has a GUID of its own: the server may still hold the last one, half dead, and a client
that comes back under a known GUID is never bound to its new connection (SRS 2.4 source). With the
GUID live and die its packet numbers, the roster and what is being heard.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NoReturn

from engine.model.errors import RadioRefused, RadioUnreachable
from engine.radio.control_channel import ControlChannel
from engine.radio.link import (
    KeyedTransmission,
    LinkPhase,
    LinkTimings,
    RadioIdentity,
    VoiceServer,
)
from engine.radio.messages import Message, MessageType, parse_version
from engine.radio.pacing import PacketNumbers, pace
from engine.radio.packet import (
    FrequencyBlock,
    PacketRefusal,
    VoicePacket,
    decode_packet,
    encode_packet,
)
from engine.radio.reception import Reception
from engine.radio.roster import Roster
from engine.radio.voice_socket import VoiceInbox, VoiceSocket

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Container, Sequence

    from engine.radio.frequency import Channel
    from engine.radio.records import ClientRecord
    from engine.radio.transmission import RadioEvent

__all__ = ["Session"]

_OLDEST_SERVER = (1, 9, 0, 0)


class Session:
    """One connection of one client; `run` returns only by raising."""

    def __init__(
        self,
        identity: RadioIdentity,
        server: VoiceServer,
        *,
        guid: str,
        own_guids: Container[str],
        timings: LinkTimings,
        counters: Counter[str],
        monotonic_ns: Callable[[], int],
        on_phase: Callable[[LinkPhase, str], None],
        on_event: Callable[[RadioEvent], None],
    ) -> None:
        self.guid = guid
        self.roster = Roster()
        self.server_version = ""
        self.has_heard = False
        self.was_accepted = False
        self._identity = identity
        self._server = server
        self._timings = timings
        self._counters = counters
        self._monotonic_ns = monotonic_ns
        self._on_phase = on_phase
        self._on_event = on_event
        self._numbers = PacketNumbers()
        self._reception = Reception(
            identity.station,
            identity.channels,
            guid=guid,
            own_guids=own_guids,
            find_client=self.roster.find,
            counters=counters,
            max_transmission_ms=timings.max_transmission_ms,
        )
        self._inbox = VoiceInbox(self._now_ms, counters)
        self._control: ControlChannel | None = None
        self._voice: VoiceSocket | None = None
        self._coalition = identity.coalition
        self._admitted: LinkPhase | None = None
        self._is_forgotten = False
        self._has_path = False
        self._is_shown = False
        self._assume_shown: asyncio.TimerHandle | None = None

    async def run(self) -> NoReturn:
        """Sync, log in, and stay until the line is lost.

        Raises:
            RadioRefused: the server does not want us, or not as we are.
            RadioUnreachable: there is no server, or there is one no more.
        """
        control = self._control = await ControlChannel.open(
            self._server.host,
            self._server.port,
            counters=self._counters,
            connect_s=self._timings.connect_s,
            send_s=self._timings.send_s,
        )
        self.was_accepted = True
        try:
            await self._shake_hands(control)
            self._voice = self._make_voice_socket(control)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read(control))
                tasks.create_task(
                    self._repeat(MessageType.PING, control, self._timings.control_ping_s)
                )
                tasks.create_task(
                    self._repeat(MessageType.RADIO_UPDATE, control, self._timings.radio_update_s)
                )
                tasks.create_task(self._voice.run())
                tasks.create_task(self._listen())
        finally:
            self._admitted = None
            self._control = None
            if self._assume_shown is not None:
                self._assume_shown.cancel()
            self.has_heard = control.has_heard
            for event in self._reception.close():
                self._on_event(event)
            await control.close()
        message = "the session ended without a reason"
        raise RadioUnreachable(message)

    def is_busy(self, frequency_hz: int, *, within_ms: int) -> bool:
        """Tell whether anybody else was on the frequency in the last `within_ms`."""
        return self._reception.is_busy(frequency_hz, now_ms=self._now_ms(), within_ms=within_ms)

    async def retune(self, identity: RadioIdentity) -> None:
        """Work other channels from now on and show them to the server."""
        self._identity = identity
        self._reception.retune(identity.channels)
        if self._control is not None and self._admitted is not None:
            await self._announce(self._control)

    async def transmit(
        self, frames: Sequence[bytes], channels: tuple[Channel, ...]
    ) -> KeyedTransmission:
        """Speak `frames` on `channels`, all of them in each packet.

        Raises:
            RadioUnreachable: the voice path was lost; the message says after how many packets.
        """
        blocks = tuple(FrequencyBlock(float(c.frequency_hz), c.modulation) for c in channels)
        numbers: list[int] = []
        times_ms: list[int] = []

        def send(frame: bytes) -> None:
            packet = VoicePacket(
                audio=frame,
                blocks=blocks,
                unit_id=self._identity.unit_id,
                number=self._numbers.take(),
                origin_guid=self.guid,
                sender_guid=self.guid,
            )
            if self._voice is None or not self._voice.send(encode_packet(packet)):
                message = f"voice path lost after {len(numbers)} of {len(frames)} packets"
                raise RadioUnreachable(message)
            numbers.append(packet.number)
            times_ms.append(self._now_ms())

        await pace(frames, send, monotonic_ns=self._monotonic_ns)
        return KeyedTransmission(
            guid=self.guid,
            channels=channels,
            first_number=numbers[0],
            last_number=numbers[-1],
            start_ms=times_ms[0],
            end_ms=times_ms[-1],
        )

    def _now_ms(self) -> int:
        return self._monotonic_ns() // 1_000_000

    def _record(self) -> ClientRecord:
        return self._identity.record(self.guid, self._coalition)

    async def _send(self, kind: MessageType, control: ControlChannel, password: str = "") -> None:
        await control.send(
            Message(
                type=kind,
                version=self._server.version,
                client=self._record(),
                eam_password=password,
            )
        )

    async def _shake_hands(self, control: ControlChannel) -> None:
        self._is_forgotten = False
        self._is_shown = False
        await self._send(MessageType.SYNC, control)
        reply = await self._reply(MessageType.SYNC, control)
        self.server_version = reply.version
        version = parse_version(reply.version)
        if version is not None and version < _OLDEST_SERVER:
            message = f"SRS server is version {reply.version}; 1.9 or later is needed"
            raise RadioRefused(message)
        self._admit(LinkPhase.SYNCED, f"roster of {len(self.roster.clients)} received")
        if self._server.eam_password:
            await self._log_in(control)
        else:
            self._admit(LinkPhase.DECLARED, f"side {self._coalition} declared without a password")
        await self._announce(control)

    async def _log_in(self, control: ControlChannel) -> None:
        await self._send(MessageType.EAM_PASSWORD, control, self._server.eam_password)
        reply = await self._reply(MessageType.EAM_PASSWORD, control)
        granted = reply.client.coalition if reply.client else 0
        if granted == 0:
            is_off = not self.roster.settings.allows_eam
            reason = "External AWACS Mode is off there" if is_off else "check the password"
            message = f"SRS server refused the EAM log-in ({reason}); staying off the air"
            raise RadioRefused(message)
        asked = self._identity.coalition
        differs = "" if granted == asked else f", though side {asked} is configured"
        self._coalition = granted
        self._admit(LinkPhase.EAM_OK, f"EAM password accepted for side {granted}{differs}")

    async def _announce(self, control: ControlChannel) -> None:
        """Show our radios, and expect to see them broadcast before we speak.

        Old servers do not broadcast radios, so the wait has an end.
        """
        self._is_shown = False
        if self._assume_shown is not None:
            self._assume_shown.cancel()
        loop = asyncio.get_running_loop()
        self._assume_shown = loop.call_later(
            self._timings.broadcast_s, self._show, "radios not broadcast by the server"
        )
        self._report("radios announced")
        await self._send(MessageType.RADIO_UPDATE, control)

    async def _reply(self, kind: MessageType, control: ControlChannel) -> Message:
        try:
            async with asyncio.timeout(self._timings.reply_s):
                while True:
                    message = await control.receive()
                    self._apply(message)
                    if message.type is kind:
                        return message
        except TimeoutError:
            complaint = f"SRS server did not answer {kind.name} within {self._timings.reply_s:g} s"
            raise RadioUnreachable(complaint) from None

    async def _read(self, control: ControlChannel) -> NoReturn:
        while True:
            self._apply(await control.receive())
            if self._is_forgotten:
                await self._shake_hands(control)
                if self._voice is not None:
                    self._voice.ping()

    def _apply(self, message: Message) -> None:
        self.roster.apply(message)
        if message.type is MessageType.VERSION_MISMATCH:
            complaint = (
                f"SRS server (version {message.version or 'unknown'}) refuses "
                f"version {self._server.version}; configure a newer one"
            )
            raise RadioRefused(complaint)
        if message.settings is not None:
            self._judge_settings()
        if message.client is not None and message.client.guid == self.guid:
            self._see_ourselves(message.type)

    def _judge_settings(self) -> None:
        settings = self.roster.settings
        if self._admitted is LinkPhase.EAM_OK and not settings.allows_eam:
            complaint = "SRS server has switched External AWACS Mode off; staying off the air"
            raise RadioRefused(complaint)
        shared = [c for c in self._identity.channels if settings.is_lobby(c.frequency_hz)]
        if shared:
            names = ", ".join(str(channel) for channel in shared)
            self._report(f"warning: on this server both sides hear {names}")

    def _see_ourselves(self, kind: MessageType) -> None:
        if kind is MessageType.CLIENT_DISCONNECT:
            self._is_forgotten = True
        elif kind in (MessageType.UPDATE, MessageType.RADIO_UPDATE):
            shown, ours = self.roster.find(self.guid), self._record()
            if shown and (shown.channels, shown.coalition) == (ours.channels, ours.coalition):
                self._show("radios shown to everybody")

    def _show(self, message: str) -> None:
        if self._assume_shown is not None:
            self._assume_shown.cancel()
        if not self._is_shown:
            self._is_shown = True
            self._report(message)

    def _admit(self, phase: LinkPhase, message: str) -> None:
        self._admitted = phase
        self._report(message)

    def _report(self, message: str) -> None:
        if self._admitted is None:
            return
        phase = self._admitted
        if self._has_path and phase is not LinkPhase.SYNCED:
            phase = LinkPhase.ON_AIR if self._is_shown else LinkPhase.VOICE_READY
        self._on_phase(phase, message)

    async def _repeat(self, kind: MessageType, control: ControlChannel, every_s: float) -> NoReturn:
        while True:
            await asyncio.sleep(every_s)
            await self._send(kind, control)

    def _make_voice_socket(self, control: ControlChannel) -> VoiceSocket:
        return VoiceSocket(
            control.peer,
            self.guid,
            inbox=self._inbox,
            on_path=self._set_path,
            counters=self._counters,
            first_ping_s=self._timings.first_voice_ping_s,
            ping_s=self._timings.voice_ping_s,
            missed_echoes=self._timings.missed_echoes,
        )

    def _set_path(self, has_path: bool) -> None:
        self._has_path = has_path
        self._report(
            "voice path open"
            if has_path
            else f"no answer on UDP port {self._server.port}; is it open? trying a new socket"
        )

    async def _listen(self) -> NoReturn:
        while True:
            waiting = await self._inbox.get(self._reception.deadline_ms)
            if waiting is None:
                events = self._reception.tick(self._now_ms())
            else:
                datagram, heard_ms = waiting
                decoded = decode_packet(datagram)
                if isinstance(decoded, PacketRefusal):
                    self._counters[decoded] += 1
                    continue
                events = self._reception.accept(decoded, heard_ms)
            for event in events:
                self._on_event(event)
