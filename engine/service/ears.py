"""Hearing: from a station's packets to a recognised transmission.

One recogniser on one worker serves every station, because two decodes at once on two cores take
longer than one after the other. Recognition starts as soon as the speaker has paused for
`EARLY_MS`, well before the 350 ms that end a transmission; when he goes on, that reading is thrown
away and nothing was lost but idle time. A call heard by two stations (a pilot keying two radios)
is answered once, by the first that heard it: one voice at one time is one call.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
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
from engine.voice.recogniser import Clip, Enough, Outcome, Recogniser, Recognition

__all__ = ["EARLY_MS", "Ears", "HeardAudio"]

EARLY_MS = 160
"""A pause this long is likely the end: packets come every 40 ms, the worst seen 52 ms apart."""

SHORTEST_MS = 240
"""Less than this is a click of the button: nothing can be said in it."""


_REMEMBERED = 256
"""Calls kept to know a copy by; it comes within milliseconds."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HeardAudio:
    """A finished transmission and what the recogniser made of it.

    `known_over_ms` is when it was known to be over, `recognised_ms` when its words were there, in
    milliseconds of the monotonic clock.
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
    frames: int = 0
    first_heard_ms: int = 0
    last_heard_ms: int = 0
    early: asyncio.Future[Recognition] | None = None
    early_frames: int = -1
    timer: asyncio.TimerHandle | None = None
    prompt: str = ""


@dataclass(slots=True)
class Ears:
    """Collects every station's transmissions and hands on what was said in them.

    `prompt_for(station, guid)` gives the recogniser its vocabulary; `enough_for(guid)` tells from
    the readings of a call whether to look at it again, and what it gives is called off the loop;
    `on_heard` is called on the loop, in the order in which transmissions ended.
    """

    recogniser: Recogniser
    prompt_for: Callable[[str, str], str]
    enough_for: Callable[[str], Enough]
    on_heard: Callable[[HeardAudio], None]
    on_trouble: Callable[[str], None]
    hypotheses: int = 3
    deadline_s: float = 4.0
    early_ms: int = EARLY_MS
    _open: dict[str, _Open] = field(default_factory=dict)
    _taken: deque[Transmission] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
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
                self._open[name] = _Open(TransmissionDecoder(), station, speaker.origin_guid)
            case TransmissionFrame(transmission_id=name, frame=frame, missing_before=missing):
                going = self._open.get(name)
                if going is None:
                    return
                if missing:
                    going.decoder.lose(missing)
                going.decoder.push(frame.payload)
                going.frames += 1
                going.first_heard_ms = going.first_heard_ms or frame.heard_ms
                going.last_heard_ms = frame.heard_ms
                self._await_pause(name, going)
            case TransmissionEnded(transmission=transmission):
                ended = self._open.pop(transmission.transmission_id, None)
                if ended is not None:
                    if ended.timer is not None:
                        ended.timer.cancel()
                    self._ended.put_nowait((event, ended, _now_ms()))

    async def run(self) -> None:
        """Hand on transmissions until cancelled."""
        while True:
            event, ended, known_over_ms = await self._ended.get()
            await self._finish(event.transmission, ended, known_over_ms)

    def close(self) -> None:
        """Stop listening; what is being decoded is not waited for."""
        for going in self._open.values():
            if going.timer is not None:
                going.timer.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _finish(self, transmission: Transmission, ended: _Open, known_over_ms: int) -> None:
        if self._is_copy(transmission):
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

    def _is_copy(self, transmission: Transmission) -> bool:
        if any(_is_same_call(transmission, other) for other in self._taken):
            return True
        self._taken.append(transmission)
        return False

    def _await_pause(self, name: str, going: _Open) -> None:
        if going.timer is not None:
            going.timer.cancel()
        loop = asyncio.get_running_loop()
        going.timer = loop.call_later(self.early_ms / 1000.0, self._paused, name, going)

    def _paused(self, name: str, going: _Open) -> None:
        heard_ms = going.last_heard_ms - going.first_heard_ms
        if name in self._open and heard_ms >= SHORTEST_MS:
            self._start(going)

    def _start(self, going: _Open) -> asyncio.Future[Recognition]:
        if going.early is not None:
            going.early.cancel()
        going.prompt = self.prompt_for(going.station, going.guid)
        clip = Clip(going.decoder.pcm())
        going.early_frames = going.frames
        going.early = asyncio.get_running_loop().run_in_executor(
            self._worker, self._recognise, clip, going.prompt, self.enough_for(going.guid)
        )
        # A reading that is thrown away may fail without anybody asking for it.
        going.early.add_done_callback(lambda done: done.cancelled() or done.exception())
        return going.early

    def _recognise(self, clip: Clip, prompt: str, enough: Enough) -> Recognition:
        try:
            return self.recogniser.recognise(
                clip,
                prompt=prompt,
                deadline_s=self.deadline_s,
                hypotheses=self.hypotheses,
                enough=enough,
            )
        except SpeechError:
            raise
        except Exception as error:
            _LOG.exception("the recogniser failed")
            message = f"the recogniser failed ({type(error).__name__})"
            raise SpeechError(message) from error


def _is_same_call(one: Transmission, other: Transmission) -> bool:
    """Tell whether two stations heard one speaker at one time, for most of the shorter hearing."""
    if one.origin_guid != other.origin_guid or one.station == other.station:
        return False
    both_ms = min(one.end_ms, other.end_ms) - max(one.start_ms, other.start_ms)
    shorter_ms = min(one.end_ms - one.start_ms, other.end_ms - other.start_ms)
    return both_ms >= 0 and both_ms * 2 >= shorter_ms


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
