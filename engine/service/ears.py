"""Hearing: from a station's packets to a recognised transmission.

One recogniser on one worker serves every station, because two decodes at once on two cores take
longer than one after the other. Recognition starts as soon as the speaker has paused for
`EARLY_MS`, well before the 350 ms that end a transmission; when he goes on, that reading is thrown
away and nothing was lost but idle time. A call heard by two stations (a pilot keying two radios)
is answered once, by the first that heard it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from engine.model.errors import SpeechError
from engine.radio import (
    RadioEvent,
    Transmission,
    TransmissionEnded,
    TransmissionFrame,
    TransmissionStarted,
)
from engine.voice.opus import TransmissionDecoder
from engine.voice.recogniser import Clip, Outcome, Recogniser, Recognition

__all__ = ["EARLY_MS", "Ears", "HeardAudio"]

EARLY_MS = 160
"""A pause this long is likely the end: packets come every 40 ms, the worst seen 52 ms apart."""

SHORTEST_MS = 240
"""Less than this is a click of the button: nothing can be said in it."""


@dataclass(frozen=True, slots=True)
class HeardAudio:
    """A finished transmission and what the recogniser made of it.

    Times are milliseconds of the monotonic clock. `waited_ms` is how long the answer was waited
    for after the transmission was known to be over; 0 when it was ready before.
    """

    transmission: Transmission
    recognition: Recognition
    prompt: str
    known_over_ms: int
    recognised_ms: int


@dataclass(slots=True)
class _Open:
    """A transmission that is going on."""

    decoder: TransmissionDecoder
    station: str
    guid: str
    frequency_hz: int
    frames: int = 0
    first_number: int | None = None
    early: asyncio.Future[Recognition] | None = None
    early_frames: int = -1
    timer: asyncio.TimerHandle | None = None
    prompt: str = ""


@dataclass(slots=True)
class Ears:
    """Collects every station's transmissions and hands on what was said in them.

    `prompt_for(station, guid, frequency_hz)` gives the recogniser its vocabulary; `on_heard` is
    called on the loop, in the order in which transmissions ended.
    """

    recogniser: Recogniser
    prompt_for: Callable[[str, str, int], str]
    on_heard: Callable[[HeardAudio], None]
    on_trouble: Callable[[str], None]
    hypotheses: int = 5
    deadline_s: float = 4.0
    _open: dict[str, _Open] = field(default_factory=dict)
    _answered: dict[tuple[str, int], str] = field(default_factory=dict)
    _ended: asyncio.Queue[tuple[TransmissionEnded, _Open, int]] = field(
        default_factory=asyncio.Queue
    )
    _worker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(max_workers=1, thread_name_prefix="ears")
    )

    def on_event(self, event: RadioEvent) -> None:
        """Take what a station's client heard; called on the loop, returns at once."""
        match event:
            case TransmissionStarted(transmission_id=name, station=station, speaker=speaker):
                self._open[name] = _Open(
                    TransmissionDecoder(), station, speaker.origin_guid, event.channel.frequency_hz
                )
            case TransmissionFrame(transmission_id=name, frame=frame, missing_before=missing):
                going = self._open.get(name)
                if going is None:
                    return
                if missing:
                    going.decoder.lose(missing)
                going.decoder.push(frame.payload)
                going.frames += 1
                if going.first_number is None:
                    going.first_number = frame.number
                self._await_pause(name, going)
            case TransmissionEnded(transmission=transmission):
                ended = self._open.pop(transmission.transmission_id, None)
                if ended is not None:
                    if ended.timer is not None:
                        ended.timer.cancel()
                    self._ended.put_nowait((event, ended, _now_ms()))

    async def run(self) -> None:
        """Hand on transmissions until cancelled."""
        try:
            while True:
                event, ended, known_over_ms = await self._ended.get()
                await self._finish(event.transmission, ended, known_over_ms)
        finally:
            self._worker.shutdown(wait=False, cancel_futures=True)

    async def _finish(self, transmission: Transmission, ended: _Open, known_over_ms: int) -> None:
        if self._is_answered_elsewhere(transmission, ended):
            return
        recognition = Recognition(Outcome.NO_SPEECH, (), 0.0)
        heard_ms = transmission.end_ms - transmission.start_ms
        if ended.frames and heard_ms >= SHORTEST_MS and not transmission.is_encrypted:
            try:
                recognition = await self._recognition(ended)
            except SpeechError as error:
                self.on_trouble(f"recognition failed: {error}")
                recognition = Recognition(Outcome.NOT_UNDERSTOOD, (), heard_ms / 1000.0)
        self.on_heard(HeardAudio(transmission, recognition, ended.prompt, known_over_ms, _now_ms()))

    async def _recognition(self, ended: _Open) -> Recognition:
        if ended.early is not None and ended.early_frames == ended.frames:
            return await ended.early
        return await self._start(ended)

    def _is_answered_elsewhere(self, transmission: Transmission, ended: _Open) -> bool:
        key = (transmission.origin_guid, ended.first_number or 0)
        first = self._answered.setdefault(key, transmission.station)
        while len(self._answered) > 1000:  # enough for an hour of talk
            self._answered.pop(next(iter(self._answered)))
        return first != transmission.station

    def _await_pause(self, name: str, going: _Open) -> None:
        if going.timer is not None:
            going.timer.cancel()
        loop = asyncio.get_running_loop()
        going.timer = loop.call_later(EARLY_MS / 1000.0, self._paused, name, going)

    def _paused(self, name: str, going: _Open) -> None:
        if name in self._open and going.frames * 40 >= SHORTEST_MS:
            self._start(going)

    def _start(self, going: _Open) -> asyncio.Future[Recognition]:
        if going.early is not None:
            going.early.cancel()
        going.prompt = self.prompt_for(going.station, going.guid, going.frequency_hz)
        clip = Clip(going.decoder.pcm())
        going.early_frames = going.frames
        going.early = asyncio.get_running_loop().run_in_executor(
            self._worker, self._recognise, clip, going.prompt
        )
        return going.early

    def _recognise(self, clip: Clip, prompt: str) -> Recognition:
        return self.recogniser.recognise(
            clip, prompt=prompt, deadline_s=self.deadline_s, hypotheses=self.hypotheses
        )


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
