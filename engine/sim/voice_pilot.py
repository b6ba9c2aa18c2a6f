"""The same pilot by voice: his mind behind a real radio, a voice and a pair of ears.

He transmits synthesised speech as Opus through an SRS client of his own and hears the controller's
packets through the same recogniser that the service uses, so what is proved is what a user has. The
mind, the aircraft and the manners are those of a sortie in text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from engine.model.errors import RadioUnreachable, SpeechError
from engine.radio import (
    Channel,
    KeyedTransmission,
    Modulation,
    RadioEvent,
    RadioIdentity,
    Speaker,
    Transmission,
    TransmissionEnded,
    TransmissionStarted,
    VoiceFrame,
)
from engine.sim.pilot import POLITE_FREE_MS, SimulatedPilot
from engine.sim.pilot_speech import Spoken
from engine.voice.opus import MAX_CONCEALED_FRAMES, decode_packets, encode_frames
from engine.voice.pcm import Pcm
from engine.voice.synthesiser import Synthesiser, VoiceSpec

__all__ = ["Ears", "PilotRadio", "VoicePilot", "pilot_identity"]

LOOK_S = 0.1
COALITION_BLUE = 2


class PilotRadio(Protocol):
    """The part of an SRS client that a pilot uses."""

    def is_busy(self, frequency_hz: int, *, within_ms: int = ...) -> bool:
        """Tell whether anybody else was on the frequency in the last `within_ms`."""
        ...

    async def transmit(self, frames: Sequence[bytes]) -> KeyedTransmission:
        """Speak Opus packets of 40 ms."""
        ...

    async def retune(self, channels: tuple[Channel, ...]) -> None:
        """Work other channels from now on."""
        ...


class Ears(Protocol):
    """Recognition shared by everybody who hears one transmission."""

    async def recognise(self, key: str, pcm: Pcm, *, prompt: str) -> str:
        """Return the words of the transmission called `key`."""
        ...


def pilot_identity(pilot: SimulatedPilot) -> RadioIdentity:
    """Return who a pilot is on the voice server: his name, his aircraft, his radio."""
    badge = pilot.aircraft.badge
    return RadioIdentity(
        station=pilot.callsign,
        name=pilot.callsign,
        channels=(_channel(pilot),),
        coalition=COALITION_BLUE,
        unit_type=badge.type_name,
        unit_id=badge.unit_id,
    )


class VoicePilot:
    """One pilot on the air.

    Give `on_event` to his client. `is_controller` tells a controller's voice from another pilot's,
    as a man does by ear; `on_heard` and `on_said` are told each transmission as it is recognised or
    keyed, for the record. The world that flies his aircraft is stepped elsewhere, and `now_ms` is
    that world's time.
    """

    def __init__(
        self,
        pilot: SimulatedPilot,
        *,
        synthesiser: Synthesiser,
        voice: VoiceSpec,
        ears: Ears,
        now_ms: Callable[[], int],
        prompt: str,
        is_controller: Callable[[Speaker], bool],
        on_heard: Callable[[SimulatedPilot, Transmission, str], None] | None = None,
        on_said: Callable[[SimulatedPilot, Spoken, KeyedTransmission], None] | None = None,
    ) -> None:
        self.pilot = pilot
        self._synthesiser = synthesiser
        self._voice = voice
        self._ears = ears
        self._now_ms = now_ms
        self._prompt = prompt
        self._is_controller = is_controller
        self._on_heard = on_heard
        self._on_said = on_said
        self._inbox: asyncio.Queue[Transmission] = asyncio.Queue()
        self._open: set[str] = set()

    def on_event(self, event: RadioEvent) -> None:
        """Take what his client hears; called on the loop."""
        if isinstance(event, TransmissionStarted) and self._is_controller(event.speaker):
            self._open.add(event.transmission_id)
        elif isinstance(event, TransmissionEnded):
            heard = event.transmission
            if heard.frames and not heard.is_stepped_on and self._is_controller(heard.speaker):
                self._inbox.put_nowait(heard)
            else:
                self._open.discard(heard.transmission_id)

    async def run(self, radio: PilotRadio) -> None:
        """Listen and speak until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen())
            tasks.create_task(self._speak(radio))

    async def _listen(self) -> None:
        while True:
            heard = await self._inbox.get()
            pcm = await asyncio.to_thread(decode_packets, _packets(heard.frames))
            key = f"{heard.origin_guid}:{heard.frames[0].number}"
            try:
                text = await self._ears.recognise(key, pcm, prompt=self._prompt)
            except SpeechError:
                text = ""
            if self._on_heard is not None:
                self._on_heard(self.pilot, heard, text)
            self._open.discard(heard.transmission_id)
            if text:
                self.pilot.hear_exactly(text, self._now_ms())

    async def _speak(self, radio: PilotRadio) -> None:
        while True:
            frequency = self.pilot.frequency_hz
            if self._open:
                # He neither talks over a controller nor asks again for what he is being told.
                self.pilot.mind.listening(self._now_ms())
                await asyncio.sleep(LOOK_S)
                continue
            busy = radio.is_busy(frequency, within_ms=POLITE_FREE_MS)
            spoken = self.pilot.wants_to_say(self._now_ms(), 0 if busy else POLITE_FREE_MS)
            if spoken is None:
                await asyncio.sleep(LOOK_S)
                continue
            await self._key(radio, spoken)

    async def _key(self, radio: PilotRadio, spoken: Spoken) -> None:
        try:
            pcm = await asyncio.to_thread(self._synthesiser.synthesise, spoken.words, self._voice)
            frames = await asyncio.to_thread(encode_frames, pcm)
            await self._until_free(radio)
            keyed = await radio.transmit(frames)
        except (RadioUnreachable, SpeechError):
            # He was not heard, so nobody answers and he calls again: what a man would do.
            self.pilot.spoke(spoken, self._now_ms())
            await asyncio.sleep(1.0)
            return
        if self._on_said is not None:
            self._on_said(self.pilot, spoken, keyed)
        if self.pilot.spoke(spoken, self._now_ms()):
            await radio.retune((_channel(self.pilot),))

    async def _until_free(self, radio: PilotRadio) -> None:
        while radio.is_busy(self.pilot.frequency_hz, within_ms=POLITE_FREE_MS):
            await asyncio.sleep(LOOK_S)


def _packets(frames: Sequence[VoiceFrame]) -> list[bytes | None]:
    """Return the packets in order with None for each that is missing between them."""
    packets: list[bytes | None] = []
    for index, frame in enumerate(frames):
        if index:
            missing = frame.number - frames[index - 1].number - 1
            packets.extend([None] * min(missing, MAX_CONCEALED_FRAMES))
        packets.append(frame.payload)
    return packets


def _channel(pilot: SimulatedPilot) -> Channel:
    for station in pilot.conditions.theatre.all_stations():
        for channel in station.channels:
            if channel.frequency_hz == pilot.frequency_hz:
                return Channel(channel.frequency_hz, Modulation[channel.modulation])
    return Channel(pilot.frequency_hz, Modulation.AM)
